// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WalletConnectSign
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectPeers
@testable import NEARConnectShell

/// One manager whose user has a phone, on which every fault is tried one after the other.
@MainActor
final class PhoneFaultStage {
    /// A request, and how it ended.
    @MainActor
    final class Call {
        private(set) var ending: String?
        private var task: Task<Void, Never>?

        init(_ perform: @escaping @MainActor () async throws -> Void) {
            task = Task {
                do {
                    try await perform()
                    ending = "ok"
                } catch let error as NEARError {
                    ending = error.code
                } catch {
                    ending = "\(error)"
                }
            }
        }

        func cancel() { task?.cancel() }
    }

    /// Says where a cell stands still.
    struct StuckError: Error {
        let cell: String
        let relay: RelayState
        let last: ScriptedWalletConnectWallet.Report?
    }

    let scene: PhoneManagerScene
    let clock: ManualClock
    let log: RecordedLog
    var reports: [ScriptedWalletConnectWallet.Report] = []
    private var reader: Task<Void, Never>?
    /// The number of requests that were begun.
    private var begun = 0
    /// The clock's time at the manager's start.
    ///
    /// By what it was moved since, it is ahead of the phone's, less what the test itself takes.
    private var began = Duration.zero
    /// The cell that is being tried.
    var cell = ""

    var manager: NEARWalletManager { scene.manager }

    static func start() async throws -> PhoneFaultStage {
        var settings = RelaySettings()
        // The manager's clock goes ahead of the relay's.
        settings.leeway = 30 * 86_400
        settings.redelivery = .milliseconds(50)
        let clock = ManualClock()
        let log = RecordedLog()
        let scene = try await PhoneManagerScene.start(relaySettings: settings) {
            $0.clock = clock
            $0.logger = log.logger
        }
        let stage = PhoneFaultStage(scene, clock, log: log)
        // The page's own deadlines are by this clock, too.
        try await scene.manager.ready()
        _ = try await scene.signIn()
        return stage
    }

    private init(_ scene: PhoneManagerScene, _ clock: ManualClock, log: RecordedLog) {
        (self.scene, self.clock, self.log) = (scene, clock, log)
        let reports = scene.phone.reports
        reader = Task { [weak self] in
            for await report in reports { self?.reports.append(report) }
        }
    }

    func stop() async throws {
        try await scene.stop()
        await reader?.value
    }

    // MARK: One cell

    /// Lets `fault` happen to `request` and says how that ended.
    func run(_ fault: PhoneMatrixFault, _ request: PhoneMatrixRequest) async throws -> String {
        cell = "\(fault.rawValue) × \(request.rawValue)"
        try await settle()
        let script = fault.script(request, lead: (clock.now.offset - began).components.seconds)
        try await prepare(fault, request, script: script)
        let (before, late) = (try await scene.balance(scene.bob), try await lateEntries())
        let account = manager.currentAccount?.accountId
        await scene.phone.setScript(script)
        await scene.relay.setRules([fault.rule(request)].compactMap(\.self))
        let ending = try await inject(fault, request)
        await scene.relay.setRules([])
        await scene.phone.setScript(PhoneWalletScript())
        scene.scans = true
        let moved = try await scene.balance(scene.bob) - before
        XCTAssertEqual(moved, ending == "ok" ? request.transferCount : 0, cell)
        let isSignedLate = [.userCancels, .taskCancelled].contains(fault)
        let lateSince = try await lateEntries().subtracting(late)
        XCTAssertEqual(lateSince.count, isSignedLate ? Int(request.transferCount) : 0, cell)
        if fault.endsSession(request) {
            await waitUntil("the sign-out, \(cell)") { !self.manager.isSignedIn }
        } else {
            XCTAssertEqual(manager.currentAccount?.accountId, account, cell)
        }
        try await recover(fault, request)
        return ending
    }

    /// Asks for delegate actions, of which the phone must hear nothing, and says how that ended.
    func askForDelegateActions() async throws -> String {
        let asked = await scene.requestCount
        let (manager, bob) = (manager, scene.bob)
        let ending = try await ending(
            of: Call {
                _ = try await manager.signDelegateActions([
                    TransactionRequest(receiverId: bob, actions: [.transfer(TransferAction(deposit: .zero))])
                ])
            })
        let askedAfter = await scene.requestCount
        XCTAssertEqual(askedAfter, asked)
        return ending
    }

    /// Starts a request.
    func begin(_ request: PhoneMatrixRequest) -> Call {
        let (manager, bob) = (manager, scene.bob)
        // None is the transaction of a cell before, whose late signature is written down already.
        begun += 1
        let transfer = TransactionRequest(
            receiverId: bob,
            actions: [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1)))]
                + Array(repeating: .transfer(TransferAction(deposit: .zero)), count: begun % 64))
        return Call {
            switch request {
            case .signIn: _ = try await manager.signIn(walletId: "wallet-connect")
            case .transaction:
                _ = try await manager.signAndSendTransaction(receiverId: bob, actions: transfer.actions)
            case .transactions: _ = try await manager.signAndSendTransactions([transfer, transfer])
            case .message: _ = try await manager.sign(message: "hello", recipient: "matrix")
            }
        }
    }

    /// Has the session what the fault needs before the request.
    private func prepare(
        _ fault: PhoneMatrixFault, _ request: PhoneMatrixRequest, script: PhoneWalletScript
    ) async throws {
        switch fault {
        case .sessionExpired where request != .signIn:
            // A session that ends before the request does.
            await scene.phone.setScript(PhoneWalletScript(["connect": script.connect]))
            let ending = try await ending(of: begin(.signIn))
            XCTAssertEqual(ending, "ok")
        case .leastGranted, .lessGranted, .otherNetwork, .strangeAccount:
            guard request != .signIn, let grant = fault.grant else { return }
            let answer = try await scene.phone.update(try await topic(), grant)
            // An update that takes away what is demanded isn't accepted.
            let isAccepted = if case .result? = answer { true } else { false }
            XCTAssertEqual(
                isAccepted, [.leastGranted, .strangeAccount].contains(fault), "\(String(describing: answer))")
        default: break
        }
    }

    private func inject(_ fault: PhoneMatrixFault, _ request: PhoneMatrixRequest) async throws -> String {
        switch fault {
        case .pageReload:
            let call = try await asked(request)
            manager.reloadBridge()
            await scene.phone.go()
            return try await ending(of: call)
        case .windowClosed: return try await closeWindow(request)
        case .userCancels, .taskCancelled: return try await giveUp(fault, request)
        case .away:
            let call = begin(request)
            let count = count(.sleeps)
            await waitUntil("the phone's leave") { self.count(.sleeps) > count }
            await scene.phone.wake()
            return try await ending(of: call)
        case .messageLost:
            let call = try await published(request)
            clock.advance(by: .seconds(16))
            return try await ending(of: call)
        case .rateLimited:
            let limits = limitCount
            let call = begin(request)
            try await passTime { self.limitCount > limits || call.ending != nil }
            // The longest first pause.
            clock.advance(by: .seconds(12))
            return try await ending(of: call)
        case .relayLost:
            let call = try await asked(request)
            await scene.relay.closeConnections()
            try await waitForLoss()
            try await settle()
            await scene.phone.go()
            return try await ending(of: call)
        case .relaySilent:
            let call = try await published(request)
            clock.advance(by: .seconds(36))
            return try await ending(of: call)
        case .relayUnreachable, .projectRefused:
            await scene.relay.closeConnections()
            try await waitForLoss()
            if fault == .projectRefused {
                try await passTime { if case .refused = try await self.relay() { true } else { false } }
            }
            let call = begin(request)
            if request != .signIn { try await waitForQuestion(or: call) }
            try await passTime(by: .seconds(2)) { call.ending != nil }
            return try await ending(of: call)
        case .relayConfirmsNothing:
            let call = request == .signIn ? begin(request) : try await published(request)
            try await passTime(by: .seconds(2)) { call.ending != nil }
            return try await ending(of: call)
        case .silent: return try await waitInVain(request)
        case .sessionExpired:
            let call = try await asked(request)
            // Later than the session's end, and earlier than the request's.
            clock.advance(by: .seconds(290))
            return try await ending(of: call)
        case .refused, .unsupported, .unreadable, .otherBytes, .otherKey, .otherNonce, .otherAccount, .twice,
            .leastGranted, .lessGranted, .otherNetwork, .strangeAccount, .garbage, .sessionEnded:
            return try await ending(of: begin(request))
        }
    }

    // MARK: Faults that take several steps

    private func closeWindow(_ request: PhoneMatrixRequest) async throws -> String {
        let window = ConnectWindow(manager: manager, desktop: DesktopServices(environment: [:]))
        window.present()
        var isClosed = false
        window.onClose = { isClosed = true }
        let call: Call
        if request == .signIn {
            call = try await shown(request)
            window.closeByUser()
            XCTAssertTrue(isClosed)
        } else {
            call = try await asked(request)
            window.closeByUser()
            XCTAssertFalse(isClosed)
            await scene.phone.go()
        }
        let ending = try await ending(of: call)
        await waitUntil("the end of the window") { isClosed }
        return ending
    }

    /// Cancels a request; the phone signs after that.
    private func giveUp(_ fault: PhoneMatrixFault, _ request: PhoneMatrixRequest) async throws -> String {
        let call = request == .signIn ? try await shown(request) : try await asked(request)
        if fault == .userCancels { scene.cancel() } else { call.cancel() }
        let ending = try await ending(of: call)
        guard request != .signIn else { return ending }
        let (answered, late) = (answerCount, try await lateEntries())
        await scene.phone.go()
        await waitUntil("the late answer") { self.answerCount > answered }
        guard request.transferCount > 0 else { return ending }
        while try await lateEntries().subtracting(late).count < request.transferCount { await MainLoop.turn() }
        return ending
    }

    /// Lets all the time of a request go by.
    private func waitInVain(_ request: PhoneMatrixRequest) async throws -> String {
        guard request == .signIn else {
            let call = try await asked(request)
            clock.advance(by: .seconds(301))
            return try await ending(of: call)
        }
        // A link that ends is followed by another, until the sign-in's own time is over.
        let links = scene.links.count
        let call = begin(request)
        await waitUntil("the link") { self.scene.links.count == links + 1 }
        clock.advance(by: .seconds(301))
        try await passTime { self.scene.links.count == links + 2 }
        clock.advance(by: scene.environment.configuration.deadlines.interactive - .seconds(301))
        return try await ending(of: call)
    }

    // MARK: Afterwards

    /// Mends what is broken and checks that the next request succeeds.
    private func recover(_ fault: PhoneMatrixFault, _ request: PhoneMatrixRequest) async throws {
        XCTAssertEqual(manager.requests.table.count, 0, cell)
        XCTAssertFalse(manager.isBusy, cell)
        // A relay that has refused isn't asked again before the next start.
        if fault == .projectRefused {
            scene.environment.restartManager()
            began = clock.now.offset
        }
        if fault.grant != nil, request != .signIn {
            // The wallet grants all again.
            _ = try await scene.phone.update(
                try await topic(),
                PhoneWalletGrant(
                    accounts: ["near:devnet:\(scene.alice)"], methods: NEARWalletConnect.methods))
        }
        let next = fault.endsSession(request) || fault == .leastGranted && request == .signIn
        let links = scene.links.count
        let ending = try await ending(of: begin(next ? .signIn : .message))
        XCTAssertEqual(ending, "ok", "the request after \(cell): \(manager.lastError ?? "")")
        XCTAssertEqual(scene.links.count, links + (next ? 1 : 0), "the request after \(cell)")
    }
}
