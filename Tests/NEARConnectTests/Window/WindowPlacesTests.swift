// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARVault
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The window goes to other networks and profiles, follows the desktop, and tells of windows that weren't closed.
final class WindowPlacesTests: HomeTestCase {
    @MainActor
    private static func configuration(_ home: URL) -> NEARWalletConfiguration {
        let folders = ProfileFolders(root: home.appendingPathComponent("profile"))
        var configuration = NEARWalletConfiguration(profile: .folders(folders))
        configuration.walletLists = []
        return configuration
    }

    func testAnotherNetworkBringsItsOwnKeysAndIsThereTheNextTime() throws {
        let home = home
        try run {
            let environment = try await WalletTestEnvironment.start()
            let second = try await Devnet.start(
                DevnetConfiguration.with(chainId: "second", account: "carol.test.near"))
            let network = NEARNetwork.custom(try CustomNetwork(id: "second", rpcURLs: [second.rpcURL]))
            let keys = CredentialFolder(path: home.appendingPathComponent("keys").path)
            _ = try keys.store(second.accounts[0].secretKey, of: second.accounts[0].id, network: "second")
            let window = ConnectWindow(manager: environment.manager)
            window.keyFolder = keys
            window.networks = [environment.manager.network, network]
            window.present()
            let manager = environment.manager
            manager.connect(walletId: KeystoreService.walletId)
            await waitUntil("the first account") { manager.isSignedIn && !manager.isBusy }
            await waitUntil("its balance") { window.body.pages.wallet?.balance.text.hasSuffix("NEAR") == true }
            window.body.showSharedKeys()
            window.header.network.items[1].item.press()
            await waitUntil("the network") { manager.network == network }
            XCTAssertTrue(SharedKeyWindow.open.isEmpty, "it was about keys of the other network")
            XCTAssertNil(manager.currentAccount)
            XCTAssertEqual(manager.keystoreAccounts.map(\.text), ["carol.test.near"])
            XCTAssertNil(window.body.pages.wallet, "what it showed is of the other network")
            XCTAssertTrue(window.body.pages.start.keys.isVisible)
            await waitUntil("the page") { manager.isBridgeReady }
            window.body.pages.start.keys.press()
            // The policy of these tests is the first network's; it says who asked for what.
            await waitUntil("the question") { manager.lastError?.contains("the network second") == true }
            XCTAssertTrue(window.header.network.items[1].item.isMarked)
            XCTAssertEqual(window.header.networkText, "second")
            window.close()
            let kept = try XCTUnwrap(manager.folders)
            XCTAssertEqual(ConnectWindow.lastNetwork(in: kept, among: [.testnet, network]), network)
            XCTAssertNil(ConnectWindow.lastNetwork(in: kept, among: [.testnet]))
            let other = ProfileFolders(root: home)
            XCTAssertNil(ConnectWindow.lastNetwork(in: other, among: [.mainnet, .testnet]))
            // Where nobody has chosen one, an account has.
            let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "w")
            // One that the window doesn't offer can't be shown.
            for (network, first) in [("away", nil), ("testnet", .testnet), ("mainnet", .mainnet)]
                as [(String, NEARNetwork?)]
            {
                try AccountStore(folder: other.data).save(.init(network: network, account: account))
                XCTAssertEqual(ConnectWindow.lastNetwork(in: other, among: [.testnet, .mainnet]), first)
            }
            await second.stop()
            try await environment.stop()
        }
    }

    func testProfilesAreListedAndANewNameIsChecked() throws {
        let home = home
        try run {
            let manager = NEARWalletManager(configuration: Self.configuration(home))
            let window = ConnectWindow(manager: manager)
            var opened: [String] = []
            window.profiles = WindowProfiles(
                current: "default", names: { ["default", "savings", "work_1"] }, open: { opened.append($0) })
            window.present()
            XCTAssertTrue(window.header.profiles.isVisible)
            window.showProfiles()
            let first = try XCTUnwrap(ProfilesDialog.open.last)
            XCTAssertEqual(first.rows.map(\.name), ["default", "savings", "work_1"])
            XCTAssertFalse(first.rows[0].button.isSensitive)
            first.rows[2].button.press()
            XCTAssertEqual(opened, ["work_1"])
            window.showProfiles()
            let second = try XCTUnwrap(ProfilesDialog.open.last)
            second.name.text = "../savings"
            second.dialog.respond(ProfilesDialog.make)
            XCTAssertTrue(second.problem.isVisible)
            second.name.text = "new"
            second.dialog.respond(ProfilesDialog.make)
            XCTAssertEqual(opened, ["work_1", "new"])
            XCTAssertTrue(ProfilesDialog.open.isEmpty)
            window.close()
            manager.close()
        }
    }

    /// A backup may be somebody else's: who is signed in by it is said before.
    func testARestoreNamesTheAccountsBeforeItSignsThemIn() throws {
        let (home, environment) = (home, environment)
        try run {
            let old = ProfileFolders(root: home.appendingPathComponent("old"))
            for (network, id) in [("testnet", "alice.testnet"), ("mainnet", "bob.near")] {
                let account = NEARAccount(accountId: id, publicKey: nil, walletId: "w")
                try AccountStore(folder: old.data).save(.init(network: network, account: account))
            }
            var bytes = Array("battery staple".utf8)
            let secret = SecretBytes(moving: &bytes)
            let file = home.appendingPathComponent("backup")
            _ = try await SealedProfile.write(old, named: "shop", keys: nil, sealedBy: secret, to: file)
            let manager = NEARWalletManager(configuration: Self.configuration(home))
            let window = ConnectWindow(manager: manager)
            window.present()
            var restored: [String] = []
            let dialog = RestoreDialog.present(above: window.body, environment: environment) { restored.append($0) }
            dialog.take(file)
            let folders = try ProfileFolders(profile: "shop", environment: environment)
            for _ in 0..<2 {
                dialog.passphrase.text = "battery staple"
                dialog.dialog.respond(RestoreDialog.restore)
                await waitUntil("the accounts, \(dialog.problem.text)") { dialog.accounts.isVisible }
                XCTAssertTrue(
                    dialog.accounts.text.contains(" bob.near on mainnet, alice.testnet on testnet. "),
                    dialog.accounts.text)
                XCTAssertFalse(FileManager.default.fileExists(atPath: folders.data.path))
                // The backup that was opened isn't restored once another passphrase stands there.
                dialog.passphrase.text = "battery"
                XCTAssertFalse(dialog.accounts.isVisible)
                dialog.dialog.respond(RestoreDialog.restore)
                await waitUntil("the word") { dialog.problem.text.contains("doesn’t open") }
                XCTAssertFalse(FileManager.default.fileExists(atPath: folders.data.path))
            }
            dialog.passphrase.text = "battery staple"
            dialog.dialog.respond(RestoreDialog.restore)
            await waitUntil("the accounts") { dialog.accounts.isVisible }
            dialog.dialog.respond(RestoreDialog.restore)
            await waitUntil("the profile, \(dialog.problem.text)") { !restored.isEmpty }
            XCTAssertEqual(restored, ["shop"])
            XCTAssertEqual(try AccountStore(folder: folders.data).all().count, 2)
            window.close()
            manager.close()
        }
    }

    /// The desktop's portal of settings.
    @MainActor private final class Portal {
        var scheme: UInt32 = 1
        private var object: ExportedObject?
        private let bus: SessionBus

        init(_ environment: [String: String]) async throws {
            bus = try await SessionBus.connect(environment: environment)
            object = try ExportedObject(
                at: "/org/freedesktop/portal/desktop", on: bus,
                introspection: """
                    <node><interface name="org.freedesktop.portal.Settings"><method name="Read">
                      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
                    </method></interface></node>
                    """
            ) { [weak self] call in
                guard let self, call.arguments.last == .string("color-scheme") else {
                    return call.fail("org.freedesktop.portal.Error.NotFound", "There is no such setting.")
                }
                // As the real one does: a variant in a variant.
                call.reply([.variant(.variant(.unsigned(self.scheme)))])
            }
            _ = try await bus.request(name: "org.freedesktop.portal.Desktop")
        }

        func change(_ setting: String = "color-scheme", to value: UInt32) throws {
            try bus.emit(
                "SettingChanged", of: "org.freedesktop.portal.Settings", at: "/org/freedesktop/portal/desktop",
                [.string("org.freedesktop.appearance"), .string(setting), .variant(.unsigned(value))])
        }
    }

    func testTheWindowFollowsTheDesktopUnlessItsUserHasChosen() throws {
        let home = home
        try run {
            let bus = try PrivateBus()
            let portal = try await Portal(bus.environment)
            let manager = NEARWalletManager(configuration: Self.configuration(home))
            let window = ConnectWindow(
                manager: manager, desktop: DesktopServices(environment: [:]), environment: bus.environment)
            window.present()
            await waitUntil("dark") { DisplayLook.prefersDark }
            try portal.change(to: 2)
            await waitUntil("light") { !DisplayLook.prefersDark }
            XCTAssertFalse(DisplayLook.isContrastHigh)
            try portal.change("contrast", to: 1)
            await waitUntil("high contrast") { DisplayLook.isContrastHigh }
            try portal.change("contrast", to: 0)
            await waitUntil("the desktop’s contrast") { !DisplayLook.isContrastHigh }
            window.header.onPreferences?()
            let dialog = try XCTUnwrap(PreferencesDialog.open.last)
            dialog.appearances[2].isChosen = true
            XCTAssertTrue(DisplayLook.prefersDark)
            try portal.change(to: 1)
            dialog.appearances[1].isChosen = true
            XCTAssertFalse(DisplayLook.prefersDark)
            dialog.notifies.isChecked = false
            dialog.dialog.respond(0)
            window.close()
            let second = ConnectWindow(
                manager: manager, desktop: DesktopServices(environment: [:]), environment: [:])
            XCTAssertEqual(second.preferences, Preferences(appearance: .light, notifies: false))
            second.close()
            DisplayLook.prefer(dark: nil)
            manager.close()
            try await bus.stop()
        }
    }

    func testAWindowThatWasNotClosedIsToldWithAReport() throws {
        let home = home
        try run {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/true")
            try process.run()
            process.waitForEnd()
            let manager = NEARWalletManager(configuration: Self.configuration(home))
            let here = ProcessIdentity.current
            let dead = ProcessIdentity(
                pid: process.processIdentifier, startTicks: 1, boot: here.boot, namespace: here.namespace)
            let first = ConnectWindow(manager: manager)
            first.body.aborted?.open(dead)
            first.present()
            let second = ConnectWindow(manager: manager)
            second.present()
            await waitUntil("the note") { second.body.aborted?.bar.text != nil }
            second.body.aborted?.bar.act()
            let report = try XCTUnwrap(DoctorDialog.open.last)
            report.dialog.cancel()
            second.close()
            let third = ConnectWindow(manager: manager)
            third.present()
            XCTAssertNil(third.body.aborted?.bar.text, "it was told, and the other one was closed")
            third.close()
            first.close()
            manager.close()
        }
    }

    func testHelpPreferencesAndDetailsOpenByKeys() throws {
        let home = home
        try run {
            let manager = NEARWalletManager(configuration: Self.configuration(home))
            let window = ConnectWindow(manager: manager)
            window.present()
            Keyboard.press("F1", in: window.window)
            XCTAssertEqual(HelpDialog.open.count, 1)
            HelpDialog.open.last?.cancel()
            Keyboard.press("comma", ["Control"], in: window.window)
            XCTAssertEqual(PreferencesDialog.open.count, 1)
            PreferencesDialog.open.last?.dialog.cancel()
            window.version = "0.1.0"
            window.header.onAbout?()
            AboutDialog.open.last?.respond(AboutDialog.copy)
            XCTAssertTrue(AboutDialog.open.isEmpty)
            window.close()
            manager.close()
        }
    }
}

extension DevnetConfiguration {
    /// A chain of a name, with one account.
    fileprivate static func with(chainId: String, account: String) throws -> DevnetConfiguration {
        var configuration = DevnetConfiguration()
        configuration.chainId = chainId
        configuration.accounts = [.init(try AccountId(account))]
        return configuration
    }
}
