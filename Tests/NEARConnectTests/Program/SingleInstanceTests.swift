// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Glibc
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Links that come back to the program through the desktop: real processes on a session bus of their own.
final class SingleInstanceTests: MainLoopTestCase {
    private static let id = "io.github.near_connect.Shell"
    private static let forged = "near-connect-return://request/mainnet/00000000000000000000000000000000"
    private static let refusal = "A wallet came back to a request that this program does not know"

    /// The program's window in this process, as the instance of a bus.
    @MainActor
    private static func serve(
        _ body: (PrivateBus, WalletTestEnvironment, ConnectWindow) async throws -> Void
    ) async throws {
        let step: JSONValue = ["do": "viaApp", "url": "near-test-wallet://sign?back={return}"]
        let environment = try await WalletTestEnvironment.start(script: ["signMessage": [step]]) {
            $0.returnScheme = .shell
        }
        _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
        let bus = try PrivateBus()
        guard case .first(let instance) = await SingleInstance.claim(id, environment: bus.environment) else {
            return XCTFail("no instance on a new bus")
        }
        let window = ConnectWindow(manager: environment.manager)
        window.answer(instance, family: id)
        window.present()
        try await body(bus, environment, window)
        window.close()
        try await bus.stop()
        try await environment.stop()
    }

    /// Returns the return link of the wallet that is asking its app.
    @MainActor
    private static func returnAddress(_ window: ConnectWindow) async throws -> String {
        let links = window.bridge.dialogs.links
        await waitUntil("the wallet's link") { links.question != nil || links.panel != nil }
        let uri = try XCTUnwrap((links.question?.link ?? links.panel?.link)?.uri)
        return try XCTUnwrap(uri.components(separatedBy: "back=").last?.removingPercentEncoding)
    }

    func testALinkReachesTheRunningInstanceAndAForgedOneCompletesNothing() throws {
        try run {
            let program = try CommandRun.executable()
            try await Self.serve { bus, environment, window in
                let manager = environment.manager
                for round in 1...2 {
                    let message = Task { try await manager.sign(message: "round \(round)", recipient: "test") }
                    let back = try await Self.returnAddress(window)
                    let forged = try await bus.run(program, ["shell", Self.forged])
                    XCTAssertEqual(forged.status, 1)
                    XCTAssertTrue(forged.errors.contains(Self.refusal), forged.errors)
                    XCTAssertTrue(manager.isBusy)
                    let returned = try await bus.run(program, ["shell", back + "?done=1"])
                    XCTAssertEqual(returned.status, 0, returned.errors)
                    let signed = try await message.value
                    XCTAssertEqual(signed.accountId, environment.accounts[0].id)
                    let replayed = try await bus.run(program, ["shell", back + "?done=1"])
                    XCTAssertEqual(replayed.status, 1)
                    XCTAssertTrue(replayed.errors.contains("a second time"), replayed.errors)
                }
                XCTAssertEqual(manager.refusedReturnLinks, 4)
                // Without a link the window comes forward; with settings of its own a second start is refused.
                let plain = try await bus.run(program, ["shell"])
                XCTAssertEqual(plain.status, 0, plain.errors)
                let other = try await bus.run(program, ["shell", "--network", "testnet"])
                XCTAssertEqual(other.status, 1)
                XCTAssertTrue(other.errors.contains("is open already"), other.errors)
            }
        }
    }

    func testAnAppOpensInTheWindowThatIsThere() throws {
        try run {
            let program = try CommandRun.executable()
            let site = try await WalletSite.start(["/": WalletSite.Page("<!doctype html><title>dApp</title>")])
            try await Self.serve { bus, _, window in
                XCTAssertNil(window.body.apps, "a window without apps has no browser")
                for count in 1...2 {
                    let opened = try await bus.run(program, ["open", "\(site.origin)/?\(count)"])
                    XCTAssertEqual(opened.status, 0, opened.errors)
                    let browser = try XCTUnwrap(window.body.apps)
                    XCTAssertEqual(browser.tabs.count, count)
                    await waitUntil("the page") {
                        browser.current?.documentAddress == "\(site.origin)/?\(count)"
                    }
                }
                for address in ["javascript:alert(1)", "what is near", "https://user@app.example"] {
                    let refused = try await bus.run(program, ["open", address])
                    XCTAssertEqual(refused.status, 64, refused.errors)
                }
                XCTAssertEqual(window.body.apps?.tabs.count, 2)
            }
            await site.stop()
        }
    }

    func testADesktopsActionShowsAPage() throws {
        try run {
            let program = try CommandRun.executable()
            try await Self.serve { bus, _, window in
                XCTAssertEqual(window.body.page, .wallet)
                for page in ["send", "activity", "apps"] {
                    let done = try await bus.run(program, ["shell", "--page", page])
                    XCTAssertEqual(done.status, 0, done.errors)
                    XCTAssertEqual(window.body.page.rawValue, page)
                }
                // As the desktop does it, and what no window has.
                let running = RunningInstance(Self.id, on: try await SessionBus.connect(environment: bus.environment))
                try await running.activate(doing: "message")
                XCTAssertEqual(window.body.page, .message)
                do {
                    try await running.activate(doing: "devnet")
                    XCTFail("there is no chain")
                } catch {
                    XCTAssertEqual("\(error)", "This window has no page “devnet”.")
                }
                for page in ["devnet", "nowhere", ""] {
                    let refused = try await bus.run(program, ["shell", "--page", page])
                    XCTAssertEqual(refused.status, 64, refused.errors)
                }
                XCTAssertEqual(window.body.page, .message)
            }
        }
    }

    func testTwoLinksAtOnceAreBothAnswered() throws {
        try run {
            let program = try CommandRun.executable()
            try await Self.serve { bus, environment, window in
                let message = Task { try await environment.manager.sign(message: "hello", recipient: "test") }
                let back = try await Self.returnAddress(window)
                async let first = bus.run(program, ["shell", back])
                async let second = bus.run(program, ["shell", back])
                let statuses = try await [first.status, second.status]
                XCTAssertEqual(
                    statuses.sorted(), [0, 1], "one of them completes the request, the other comes too late")
                _ = try await message.value
            }
        }
    }

    func testALinkForAnotherProfilesWindowFindsIt() throws {
        try run {
            try await Self.serve { bus, environment, window in
                let message = Task { try await environment.manager.sign(message: "hello", recipient: "test") }
                let back = try await Self.returnAddress(window)
                // Another profile's instance gets the link from the desktop.
                let claim = await SingleInstance.claim("\(Self.id).pother", environment: bus.environment)
                guard case .first(let other) = claim else { return XCTFail("no second instance") }
                let otherEnvironment = try await WalletTestEnvironment.start { $0.returnScheme = .shell }
                let otherWindow = ConnectWindow(manager: otherEnvironment.manager)
                otherWindow.answer(other, family: Self.id)
                let session = try await SessionBus.connect(environment: bus.environment)
                try await RunningInstance("\(Self.id).pother", on: session).open([back])
                let signed = try await message.value
                XCTAssertEqual(signed.accountId, environment.accounts[0].id)
                XCTAssertEqual(otherEnvironment.manager.refusedReturnLinks, 0)
                do {
                    try await RunningInstance("\(Self.id).pother", on: session).open([Self.forged])
                    XCTFail("no error")
                } catch {
                    XCTAssertTrue((error as? RunningInstance.RequestError)?.isAboutLinks ?? false)
                }
                XCTAssertEqual(
                    otherEnvironment.manager.refusedReturnLinks, 1, "shown where it arrived, and nowhere else")
                XCTAssertEqual(environment.manager.refusedReturnLinks, 0)
                otherWindow.close()
                try await otherEnvironment.stop()
            }
        }
    }

    func testALinkStartsTheProgramWhereNoneRuns() throws {
        try run(timeout: 120) {
            let program = try CommandRun.executable()
            let bus = try PrivateBus()
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../../Scripts/install-desktop").standardizedFileURL
            let installed = try await bus.run(script, [program.path])
            XCTAssertEqual(installed.status, 0, installed.errors)
            // As the desktop does for a program that D-Bus starts.
            let session = try await SessionBus.connect(environment: bus.environment)
            do {
                try await RunningInstance(Self.id, on: session).open([Self.forged], within: .seconds(60))
                XCTFail("no error")
            } catch {
                XCTAssertTrue("\(error)".contains(Self.refusal), "\(error)")
            }
            try await Self.end(session)
            // As xdg-open does without a desktop: it runs the program itself, and gives it the link.
            let opener = URL(fileURLWithPath: "/usr/bin/env")
            let cold = try bus.start(opener, ["xdg-open", Self.forged])
            var names: [String] = []
            while !names.contains(Self.id) { names = try await session.names() }
            XCTAssertTrue(cold.isRunning, "it is the program")
            let warm = try await bus.run(opener, ["xdg-open", Self.forged])
            XCTAssertNotEqual(warm.status, 0)
            try await Self.end(session)
            while cold.isRunning { await MainLoop.turn() }
            let removed = try await bus.run(script, ["--remove"])
            XCTAssertEqual(removed.status, 0, removed.errors)
            let left = try FileManager.default.subpathsOfDirectory(atPath: bus.root.appendingPathComponent("data").path)
            XCTAssertFalse(left.contains { $0.contains(Self.id) }, "\(left)")
            try await bus.stop()
        }
    }

    /// Ends the program that has the shell's name, and waits until the name is free.
    @MainActor
    private static func end(_ session: SessionBus) async throws {
        let reply = try await session.call(
            "GetConnectionUnixProcessID", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            on: "org.freedesktop.DBus", [.string(id)])
        guard case .unsigned(let process) = reply.first else { return XCTFail("\(reply)") }
        kill(pid_t(process), SIGTERM)
        var names = [id]
        while names.contains(id) { names = try await session.names() }
    }

    func testWithoutABusTheWindowWorksAndSaysWhatItLacks() throws {
        try run {
            let program = try CommandRun.executable()
            let bus = try PrivateBus()
            let process = Process()
            process.executableURL = program
            process.arguments = ["shell"]
            var environment = bus.environment
            environment["DBUS_SESSION_BUS_ADDRESS"] = nil
            environment["XDG_RUNTIME_DIR"] = nil
            process.environment = environment
            let errors = Pipe()
            process.standardError = errors
            try process.run()
            let said = try Self.read(errors, until: "there is no session bus")
            XCTAssertTrue(said.contains("there is no session bus"), said)
            XCTAssertTrue(process.isRunning)
            process.terminate()
            while process.isRunning { await MainLoop.turn() }
            try await bus.stop()
        }
    }

    /// Reads a program's output until it contains `text` or ends; GTK and WebKit may write lines before it.
    private static func read(_ pipe: Pipe, until text: String) throws -> String {
        var said = Data()
        while let more = try pipe.fileHandleForReading.read(upToCount: 1) {
            said += more
            if more.last == UInt8(ascii: "\n"), said.range(of: Data(text.utf8)) != nil { break }
        }
        return String(decoding: said, as: UTF8.self)
    }

    func testABusThatSaysNothingHoldsNobodyUp() throws {
        try run {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(getpid())").path
            // A test that was killed may have left one.
            unlink(path)
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer {
                close(listener)
                unlink(path)
            }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            let isBound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            XCTAssertEqual([isBound, listen(listener, 4)], [0, 0])
            let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]
            do {
                _ = try await SessionBus.connect(environment: environment, within: .milliseconds(300))
                XCTFail("no error")
            } catch {
                XCTAssertEqual(error as? SessionBus.ConnectionError, .silent(after: .milliseconds(300)))
            }
            guard
                case .alone = await SingleInstance.claim(Self.id, environment: environment, within: .milliseconds(300))
            else { return XCTFail("an instance without a bus") }
        }
    }
}
