// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The waiting time for nodes to say their chain, on a clock that the test moves.
final class ChainDeadlineTests: MainLoopTestCase {
    @MainActor
    private static func identity(_ urls: [URL], _ clock: ManualClock) throws -> NetworkIdentity {
        NetworkIdentity(
            .custom(try NEARWalletManager.CustomNetwork(id: "local", rpcURLs: urls)), clock: clock)
    }

    func testASilentNodeIsGivenUpAndAskedAgainTheNextTime() throws {
        try run {
            let devnet = try await Devnet.start(DevnetConfiguration())
            let mask = try await ChainMask.start(before: devnet.rpcURL, .silent)
            let clock = ManualClock()
            let identity = try Self.identity([mask.url], clock)
            let first = Task { await identity.resolve() }
            let second = Task { await identity.resolve() }
            await waitUntil("the question") { mask.methods == ["status"] && clock.sleeperCount > 0 }
            clock.advance(by: NetworkIdentity.patience)
            let answers = await [first.value, second.value]
            XCTAssertEqual(answers, [.untold, .untold])
            XCTAssertEqual(mask.methods.count, 1, "one question for both")
            mask.show(.genesis(ChainIdentity.testnetGenesis))
            let later = await identity.resolve()
            XCTAssertEqual(later, .told(.testnet))
            let known = await identity.resolve()
            XCTAssertEqual(known, .told(.testnet))
            XCTAssertEqual(mask.methods.count, 2, "what was told isn't asked again")
            await mask.stop()
            await devnet.stop()
        }
    }

    func testTheOthersHaveAMomentOnceOneHasTold() throws {
        try run {
            let devnet = try await Devnet.start(DevnetConfiguration())
            let quick = try await ChainMask.start(before: devnet.rpcURL, .genesis(ChainIdentity.testnetGenesis))
            let slow = try await ChainMask.start(before: devnet.rpcURL, .silent)
            let clock = ManualClock()
            let identity = try Self.identity([slow.url, quick.url], clock)
            let asking = Task { await identity.resolve() }
            // Of the two sleepers one is the slow node's deadline, the other one the moment.
            await waitUntil("the first answer") { clock.sleeperCount == 2 && !identity.trusted.isEmpty }
            XCTAssertEqual(identity.knowledge, .notAsked, "nobody is told before the others had their moment")
            clock.advance(by: NetworkIdentity.grace)
            let answer = await asking.value
            XCTAssertEqual(answer, .told(.testnet))
            XCTAssertEqual(identity.trusted.map(\.url), [quick.url])
            XCTAssertFalse(identity.isComplete)
            // Who asks next doesn't wait for it, and hears of it when it speaks.
            let next = await identity.resolve()
            XCTAssertEqual(next, .told(.testnet))
            slow.show(.genesis(ChainIdentity.mainnetGenesis))
            await waitUntil("the other word") { identity.knowledge.identity == nil }
            guard case .conflicting(let conflict) = identity.knowledge else { return XCTFail("no conflict") }
            XCTAssertEqual(conflict.answers.map(\.chain), [.mainnet, .testnet])
            await quick.stop()
            await slow.stop()
            await devnet.stop()
        }
    }
}
