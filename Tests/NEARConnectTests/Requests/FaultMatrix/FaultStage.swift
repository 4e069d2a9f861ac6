// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
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
@testable import NEARConnectShell

/// One manager with a scripted wallet, on which every fault is tried one after the other.
@MainActor
final class FaultStage {
    let environment: WalletTestEnvironment
    let site: WalletSite
    let clock: ManualClock
    private var window: ConnectWindow?

    var manager: NEARWalletManager { environment.manager }
    private var receiver: AccountId { environment.accounts[1].id }

    static func start() async throws -> FaultStage {
        let site = try await WalletSite.start(["/wallet": WalletSite.Page("<!DOCTYPE html><title>wallet</title>")])
        let clock = ManualClock()
        let environment = try await WalletTestEnvironment.start(script: [:], allowsOpen: [site.origin]) {
            $0.clock = clock
        }
        let stage = FaultStage(environment: environment, site: site, clock: clock)
        _ = try await stage.manager.signIn(walletId: ScriptedWallet.id)
        return stage
    }

    private init(environment: WalletTestEnvironment, site: WalletSite, clock: ManualClock) {
        self.environment = environment
        self.site = site
        self.clock = clock
    }

    func stop() async throws {
        try await environment.stop()
        await site.stop()
    }

    // MARK: One cell

    /// Lets `fault` happen to `request` and says how that ended.
    func run(_ fault: MatrixFault, _ request: MatrixRequest) async throws -> String {
        let before = manager.currentAccount
        try await environment.setScript(.object([ExactText(request.method): fault.script(site: site.origin)]))
        if fault == .windowClosed || fault == .escape { await showWindow() }
        let receiver = receiver
        let task = Task { try await request.perform(manager, to: receiver) }
        try await inject(fault, into: task)
        let ending = await Self.ending(of: task)
        try await recover(from: fault)
        XCTAssertEqual(manager.currentAccount?.accountId, before?.accountId, "\(fault) × \(request)")
        return ending
    }

    private static func ending(of task: Task<Void, any Error>) async -> String {
        do {
            try await task.value
            return "ok"
        } catch let error as NEARError {
            return error.code
        } catch {
            return "\(error)"
        }
    }

    private func inject(_ fault: MatrixFault, into task: Task<Void, any Error>) async throws {
        switch fault {
        case .replyLost:
            try await loseReply()
            clock.advance(by: environment.configuration.deadlines.interactive)
        case .windowClosed:
            await waitForWallet()
            window?.close()
        case .popupClosed:
            await waitUntil("the popup") { self.manager.coordinator?.popups.first?.isPresented == true }
            manager.coordinator?.popups.first?.close(by: .user)
            clock.advance(by: environment.configuration.deadlines.windowClosed)
        case .escape:
            await waitForWallet()
            let view = try XCTUnwrap(manager.coordinator?.view)
            try await waitForFocus(of: view)
            // Once: keys that are on their way to a frame while it goes end WebKit 2.50's web process.
            XCTAssertTrue(Keyboard.pressEscape(in: view))
            await waitUntil("Escape") { !self.manager.isBusy }
        case .deadline:
            await waitForWallet()
            clock.advance(by: environment.configuration.deadlines.interactive)
        case .executorSilent, .executorFloods:
            await waitUntil("the wallet's code") { self.manager.waitingText?.contains("Test wallet") == true }
            clock.advance(by: environment.configuration.deadlines.interactive)
        case .taskCancelled:
            await waitForWallet()
            task.cancel()
        case .pageReload:
            await waitForWallet()
            manager.reloadBridge()
        case .bridgeNavigates:
            await waitForWallet()
            manager.coordinator?.view.call("location.href = 'about:blank'; return ''", arguments: [:]) { _ in }
        case .webProcessKilled:
            await waitForWallet()
            XCTAssertGreaterThan(WebProcesses.kill(), 0)
        case .networkProcessKilled:
            await waitForWallet()
            // WebKit writes what pages store half a second later; what isn't written is lost, the wallet's sign-in too.
            await waitUntil("the sign-in on disk") { self.isOnDisk("signed-in-") }
            let found = ProcessTree.descendants(named: "WebKitNetworkPr")
            XCTAssertGreaterThan(found.count, 0)
            for process in found { Glibc.kill(process, SIGKILL) }
        case .nodeDown:
            // With the node away already, the wallet is asked when the look at the signer's keys has been given up.
            await waitUntil("the request") { self.manager.isBusy }
            while !manager.showWalletUI && manager.isBusy {
                _ = try await manager.echo("time")
                clock.advance(by: .milliseconds(200))
            }
            await environment.devnet.stop()
            try await environment.store("yes", underKey: "go")
            try await passTime()
        case .executorCrash:
            break
        case .executorSpins:
            await waitUntil("the wallet's code") { self.manager.waitingText?.contains("Test wallet") == true }
            // No window shows the bridge: the page is stopped without asking.
            await waitUntil("the end of the page that hangs") {
                self.clock.advance(by: .milliseconds(500))
                return !self.manager.isBusy
            }
        }
    }

    private func waitForWallet() async {
        await waitUntil("the wallet's frame") { self.manager.showWalletUI }
    }

    /// Waits until the wallet's frame hears keys.
    ///
    /// The focus comes to it by messages of its own.
    private func waitForFocus(of view: WebView) async throws {
        var isFocused = false
        while !isFocused && manager.isBusy {
            await MainLoop.turn()
            isFocused =
                try await view.call(
                    "return String(document.hasFocus() && document.activeElement?.localName === 'iframe')")
                == "true"
        }
    }

    /// Drops the wallet's answer on its way to the manager.
    private func loseReply() async throws {
        let coordinator = try XCTUnwrap(manager.coordinator)
        var lost = 0
        let tap = BridgeEventTap(coordinator) { event, deliver in
            if case .message(.reply(_, let reply)) = event {
                switch reply {
                case .ready, .echo, .accountList: break
                default:
                    lost += 1
                    return
                }
            }
            deliver()
        }
        await waitUntil("the reply") { lost > 0 }
        tap.remove()
    }

    /// Lets time pass until the manager is idle, no faster than the page answers.
    private func passTime() async throws {
        while manager.isBusy {
            _ = try await manager.echo("time")
            clock.advance(by: .seconds(1))
        }
    }

    /// Returns whether the web storage's files contain `text`.
    private func isOnDisk(_ text: String) -> Bool {
        guard case .folders(let folders) = environment.configuration.profile,
            let files = FileManager.default.enumerator(
                at: folders.data.appendingPathComponent("web"), includingPropertiesForKeys: nil)
        else { return false }
        return files.contains { file in
            guard let url = file as? URL, url.lastPathComponent.contains("localstorage"), !url.hasDirectoryPath else {
                return false
            }
            return FileManager.default.contents(atPath: url.path)?.range(of: Data(text.utf8)) != nil
        }
    }

    private func showWindow() async {
        let window = ConnectWindow(manager: manager)
        window.present()
        self.window = window
        await MainLoop.turn()
    }

    // MARK: Afterwards

    /// Mends what is broken and checks that the next request succeeds.
    private func recover(from fault: MatrixFault) async throws {
        window?.close()
        window = nil
        try await manager.ready()
        // Past the time over which crashes are counted.
        clock.advance(by: BridgeCoordinator.crashWindow + .seconds(1))
        try await environment.setScript([:])
        try await environment.store(nil, underKey: "go")
        XCTAssertEqual(manager.requests.table.count, 0, "\(fault)")
        XCTAssertFalse(manager.isBusy, "\(fault)")
        XCTAssertFalse(manager.showWalletUI, "\(fault)")
        XCTAssertEqual(manager.coordinator?.popups.count, 0, "\(fault)")
        let task = Task { [manager] in _ = try await manager.sign(message: "next", recipient: "matrix") }
        if fault == .nodeDown {
            await waitUntil("the next request") { self.manager.isBusy }
            try await passTime()
        }
        let next = await Self.ending(of: task)
        XCTAssertEqual(next, "ok", "the request after \(fault)")
    }
}
