// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Wallets' icons in the wallet list of a real page: from the cache, never from a server.
final class WalletIconPageTests: MainLoopTestCase {
    private static let id = "web-wallet"

    /// A site whose list names a wallet with an icon, and a manager that has read the list.
    @MainActor
    private static func start(icon: String, _ site: SecureSite) async throws -> WalletTestEnvironment {
        let environment = try await WalletTestEnvironment.start {
            $0.walletLists = site.lists
            $0.environment = site.environment
        }
        let scripted = try JSONValue.parse(ScriptedWallet(accounts: environment.accounts).manifest())
        var entry = scripted["wallets"]?[0]?.objectValue ?? [:]
        let own: JSONValue.Members = [
            "id": .string(id), "name": "Web Wallet", "icon": .string(icon),
            "executor": .string("\(site.origin)/code.js"),
        ]
        entry.merge(own) { $1 }
        try site.serve(manifest: [.object(entry)])
        try site.serve(
            "code.js", ScriptedWallet.code)
        environment.restartManager()
        try await environment.manager.ready()
        await waitUntil("the list to be there") { environment.manager.walletLoader.catalog?.entry(id) != nil }
        _ = try await environment.manager.wallets()
        return environment
    }

    /// Opens the list and returns what stands for the wallet's icon.
    ///
    /// That is a letter, or whether a picture was decoded and the beginning of its address.
    @MainActor
    private static func shown(_ environment: WalletTestEnvironment) async throws -> String {
        environment.manager.connect()
        let view = try XCTUnwrap(environment.manager.coordinator?.view)
        let found = try await view.call(
            """
            const entry = () => document.querySelector(`[data-wallet="${id}"]`);
            const icon = () => entry()?.querySelector(".nc-icon");
            const expected = () => wallet() !== undefined && entry() !== null;
            const wallet = () => document.querySelector("dialog[open]") ?? undefined;
            for (let turn = 0; turn < 3000 && !expected(); turn++) await new Promise((go) => setTimeout(go, 10));
            // A picture takes the letter's place when it is there, or never.
            for (let turn = 0; turn < Number(turns) && icon().querySelector("img") === null; turn++)
                await new Promise((go) => setTimeout(go, 10));
            const image = icon().querySelector("img");
            return image === null ? icon().textContent : `${image.naturalWidth > 0} ${image.src.slice(0, 21)}`;
            """,
            arguments: [
                "id": id, "turns": environment.manager.walletLoader.catalog?.entry(id)?.icon == nil ? "0" : "1000",
            ])
        environment.manager.cancelPendingOperation()
        await waitUntil("the end of the list") { !environment.manager.isBusy }
        return found
    }

    @MainActor
    private static func library(_ environment: WalletTestEnvironment) throws -> WalletLibrary {
        guard case .folders(let folders) = environment.configuration.profile else { throw WalletError.unknown(id: id) }
        return WalletLibrary(
            folders: folders, lists: environment.configuration.walletLists,
            environment: environment.configuration.environment)
    }

    func testNoServerHearsThatTheListWasOpened() throws {
        try run {
            let (site, bell) = (try SecureSite(), try Doorbell())
            let environment = try await Self.start(icon: "\(bell.origin)/icon.png", site)
            let shown = try await Self.shown(environment)
            XCTAssertEqual(shown, "W")
            XCTAssertFalse(bell.hasRung(), "the wallet's server was asked")
            try await environment.stop()
        }
    }

    func testTheIconComesWithTheWalletAndIsThereWithoutANetwork() throws {
        try run {
            let site = try SecureSite()
            try site.serve("icon.png", Pictures.png, type: "image/png")
            let environment = try await Self.start(icon: "\(site.origin)/icon.png", site)
            _ = try await environment.manager.signIn(walletId: Self.id)
            let library = try Self.library(environment)
            try await environment.manager.signOut()
            await waitUntil("the icon to be kept") {
                do { return try library.lock().wallets[Self.id]?.pinned.icon?.sha256 != nil } catch { return false }
            }
            site.stop()
            environment.restartManager()
            try await environment.manager.ready()
            let shown = try await Self.shown(environment)
            XCTAssertEqual(shown, "true near-connect://icons/")
            try await environment.stop()
        }
    }

    func testADrawingsScriptDoesNotRunAndItAsksForNothing() throws {
        try run {
            let (site, bell) = (try SecureSite(), try Doorbell())
            let drawing = """
                <svg xmlns="http://www.w3.org/2000/svg" width="4" height="4" onload="parent.stolen = 1; top.stolen = 1">
                <script>top.stolen = 1; fetch("\(bell.origin)/script")</script>
                <style>@import "\(bell.origin)/style"; rect { fill: url("\(bell.origin)/fill"); }</style>
                <image href="\(bell.origin)/image.png" width="4" height="4"/><use href="\(bell.origin)/use.svg#a"/>
                <foreignObject width="4" height="4"><iframe xmlns="http://www.w3.org/1999/xhtml" src="\(bell.origin)/"/></foreignObject>
                <rect width="4" height="4"/></svg>
                """
            try site.serve("icon.svg", drawing, type: "image/svg+xml")
            let environment = try await Self.start(icon: "\(site.origin)/icon.svg", site)
            try await Self.library(environment).pin(Self.id)
            environment.restartManager()
            try await environment.manager.ready()
            let shown = try await Self.shown(environment)
            XCTAssertEqual(shown, "true near-connect://icons/")
            let stolen = try await environment.manager.coordinator?.view.call("return String(window.stolen)")
            XCTAssertEqual(stolen, "undefined")
            XCTAssertFalse(bell.hasRung(), "the drawing has asked a server")
            try await environment.stop()
        }
    }

    func testNamesThatThePageWasNotGivenAreNoIcons() throws {
        try run {
            let site = try SecureSite()
            try site.serve("icon.png", Pictures.png, type: "image/png")
            let environment = try await Self.start(icon: "\(site.origin)/icon.png", site)
            let pin = try await Self.library(environment).pin(Self.id)
            environment.restartManager()
            try await environment.manager.ready()
            let hash = try XCTUnwrap(pin.icon?.sha256)
            let answers = try await environment.manager.coordinator?.view.call(
                """
                const ask = async (name) => {
                  const response = await fetch(`near-connect://icons/${name}`);
                  return `${response.status} ${response.headers.get("content-type")}`;
                };
                return JSON.stringify([await ask(hash), await ask(""), await ask("../x"), await ask(name)]);
                """, arguments: ["hash": hash, "name": WalletIconAddress.name(of: hash)])
            let plain = "404 text/plain;charset=utf-8"
            let expected = JSONValue.array([plain, plain, plain, "200 image/png"].map(JSONValue.string))
            XCTAssertEqual(answers, expected.text)
            site.stop()
            try await environment.stop()
        }
    }
}
