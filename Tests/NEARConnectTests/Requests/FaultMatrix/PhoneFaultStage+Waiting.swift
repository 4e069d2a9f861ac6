// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import WalletConnectSign
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Waiting for conditions, while time passes by the stage's clock.
extension PhoneFaultStage {
    /// The number of requests that the phone has got.
    var requestCount: Int { reports.count { if case .requested = $0 { true } else { false } } }

    /// The number of requests that the phone has answered.
    var answerCount: Int { reports.count { if case .answered = $0 { true } else { false } } }

    /// The number of times that the relay asked for fewer calls.
    var limitCount: Int { log.lines.count { $0.message.contains("relayError(3001") } }

    func count(_ report: ScriptedWalletConnectWallet.Report) -> Int { reports.count { $0 == report } }

    /// The journal's entries of what was signed when nobody waited any more; a later transaction settles them.
    func lateEntries() async throws -> Set<String> {
        let entries = try await manager.history().filter { entry in
            entry.parts.contains { part in
                if case .unknown(let words) = part.state { words.contains("signed late, not sent") } else { false }
            }
        }
        return Set(entries.map(\.id))
    }

    /// The topic of the phone's newest session.
    func topic() async throws -> Topic {
        let sessions = try await client().sessions
        return try XCTUnwrap(sessions.last?.topic)
    }

    func client() async throws -> SignClient { try await XCTUnwrap(manager.phone).connection.client() }

    func relay() async throws -> RelayState { try await client().relay }

    /// Starts a request, and waits until the phone has it.
    func asked(_ request: PhoneMatrixRequest) async throws -> Call {
        let count = requestCount
        let call = begin(request)
        await waitUntil("the phone's question") { self.requestCount > count || call.ending != nil }
        return call
    }

    /// Starts a sign-in at whose link nobody looks, and waits for it.
    func shown(_ request: PhoneMatrixRequest) async throws -> Call {
        scene.scans = false
        let links = scene.links.count
        let call = begin(request)
        await waitUntil("the link") { self.scene.links.count > links }
        return call
    }

    /// Starts a request, and waits until the relay has heard of it, whatever it does with it.
    func published(_ request: PhoneMatrixRequest) async throws -> Call {
        let count = await scene.requestCount
        let call = begin(request)
        while await scene.requestCount == count, call.ending == nil { await MainLoop.turn() }
        return call
    }

    /// Waits until the user is told to look at the phone.
    func waitForQuestion(or call: Call) async throws {
        let count = scene.questions.count
        await waitUntil("the question") { self.scene.questions.count > count || call.ending != nil }
    }

    /// Waits until the manager has noticed that the relay is gone.
    func waitForLoss() async throws {
        while try await relay() == .connected { await MainLoop.turn() }
    }

    /// Waits until the manager is connected, and lets time pass where it waits with that.
    func settle() async throws {
        try await passTime { try await self.relay() == .connected }
    }

    /// Returns how a request ended, and lets time pass where the relay is waited for.
    func ending(of call: Call) async throws -> String {
        try await passTime { call.ending != nil }
        return try XCTUnwrap(call.ending)
    }

    /// Lets time pass until something is so.
    ///
    /// It passes where a connection is waited for, and, with a step, while one is there. While one is being made it
    /// stands still: that takes the computer's time.
    func passTime(by step: Duration? = nil, until isSo: () async throws -> Bool) async throws {
        let limit = ContinuousClock.now + .seconds(20)
        while !(try await isSo()) {
            guard ContinuousClock.now < limit else {
                throw StuckError(cell: cell, relay: try await relay(), last: reports.last)
            }
            switch try await relay() {
            case .waiting: clock.advance(by: .seconds(1))
            case .connected, .idle: if let step { clock.advance(by: step) }
            case .connecting, .refused: break
            }
            for _ in 0..<(step == nil ? 1 : 10) { await MainLoop.turn() }
        }
    }
}
