// SPDX-License-Identifier: MIT

import Glibc
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The page in whose name a user is asked, and the links that the user is asked about.
final class QuestionSourceTests: MainLoopTestCase {
    /// Opens a port that takes connections and never answers, so that a page loaded from it never comes.
    private static func openSilentPort() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failures = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                [bind(descriptor, $0, length), listen(descriptor, 8), getsockname(descriptor, $0, &length)]
            }
        }
        XCTAssertEqual(failures, [0, 0, 0])
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    func testAQuestionNamesThePageThatAsksAndNotTheOneItLeavesFor() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            try await manager.ready()
            let coordinator = try XCTUnwrap(manager.coordinator)
            let presenter = RecordingPresenter()
            coordinator.presenter = presenter
            let silent = try Self.openSilentPort()
            defer { close(silent.descriptor) }
            let home = try XCTUnwrap(WebAddress(environment.devnet.rpcURL.absoluteString)?.origin)
            _ = try await coordinator.view.call(
                "window.open(target); return ''", arguments: ["target": environment.devnet.rpcURL.absoluteString])
            await waitUntil("the popup's page") {
                coordinator.popups.first?.view.committedURI.flatMap(WebAddress.init)?.origin == home
            }
            let view = try XCTUnwrap(coordinator.popups.first?.view)
            let next = "http://127.0.0.1:\(silent.port)/"
            view.load(uri: next)
            XCTAssertEqual(view.uri, next, "the next page's address, while the old page still speaks")
            _ = try await view.call("return String(confirm('Go on?'))")
            XCTAssertEqual(view.uri, next, "it still waits")
            XCTAssertEqual(presenter.origins, [home])
            try await environment.stop()
        }
    }

    func testAQuestionThatNobodyCanBeAskedIsRefusedAtOnce() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            try await environment.manager.ready()
            let coordinator = try XCTUnwrap(environment.manager.coordinator)
            // First dropped, then answered while WebKit still tells of it.
            let presenter = RecordingPresenter()
            for shown in [nil, presenter] {
                coordinator.presenter = shown
                let answers = try await coordinator.view.call(
                    "alert('x'); return `${confirm('Go on?')} ${prompt('Name?', 'x')}`")
                XCTAssertEqual(answers, "false null")
            }
            XCTAssertEqual(presenter.origins, Array(repeating: "https://near-connect-bridge.local", count: 3))
            try await environment.stop()
        }
    }

    func testAWalletsFrameOffersNoLinkByNavigating() throws {
        try run {
            let leave: JSONValue = ["do": "leave", "url": "tg://resolve?domain=frame"]
            let environment = try await WalletTestEnvironment.start(script: ["signMessage": [leave]])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let coordinator = try XCTUnwrap(manager.coordinator)
            let presenter = RecordingPresenter()
            coordinator.presenter = presenter
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            _ = try await coordinator.view.call("location.href = 'tg://resolve?domain=top'; return ''")
            // The connector's own way: it has looked into the manifest by then.
            _ = try await coordinator.view.call("window.open('tg://resolve?domain=connector'); return ''")
            await waitUntil("the connector's link") { !presenter.links.isEmpty }
            await waitUntil("the request") { manager.isBusy }
            _ = try await manager.echo("after")
            XCTAssertTrue(manager.cancelPendingOperation())
            do {
                _ = try await message.value
                XCTFail("no error")
            } catch NEARError.userCancelled {}
            XCTAssertEqual(presenter.links, ["tg://resolve?domain=connector"])
            try await environment.stop()
        }
    }
}
