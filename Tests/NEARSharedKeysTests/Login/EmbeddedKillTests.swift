// SPDX-License-Identifier: MIT

import Foundation
import GuardedMemory
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Programs that are killed while they make, replace or recover a shared key.
///
/// After each kill two shares of the key that the account has still open it, and the next start goes on.
@Suite(.ownThread) struct EmbeddedKillTests {
    /// The number of kills that the suite takes; Scripts/soak has the rest.
    private static let sample = 24

    /// Ten thousand signatures by this computer's share and the words leave nothing behind.
    @Test func signaturesTakeNoMemory() async throws {
        let (login, devnet) = (try await LoginScene.start { $0.modes = [.release] }, try await Devnet.start())
        let life = SharesLife(
            login: login, devnet: devnet, account: try AccountId("signs.test.near"), mode: .release)
        try await life.begin()
        #expect(try life.run("create") != nil)
        let growth = try #require(try life.run("sign"))
        print("EmbeddedKillTests: 8,000 signatures, \(growth) KiB more")
        #expect(growth <= 1_024)
        try FileManager.default.removeItem(at: life.folder)
        await login.stop()
        await devnet.stop()
    }

    @Test func twoSharesOpenTheAccountAfterEachKill() async throws {
        let (login, devnet) = (
            try await LoginScene.start { $0.modes = Set(LoginShareMode.allCases) }, try await Devnet.start()
        )
        let kills = SoakCount.full(or: Self.sample)
        // Where the run of each flow ended last, so that points are taken from all of it.
        var (lengths, killed, number) = ([String: Int](), 0, 0)
        while killed < kills {
            number += 1
            let mode: LoginShareMode = number.isMultiple(of: 2) ? .release : .coSign
            let life = SharesLife(
                login: login, devnet: devnet, account: try AccountId("life-\(number).test.near"), mode: mode)
            try await life.begin()
            for flow in ["create", "rotate", "recover"] {
                let length = lengths["\(flow) \(mode)"] ?? 40
                // Spread over the flow, another point each time: the golden ratio's steps never meet.
                let point =
                    1 + Int(Double(length) * (Double(number) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1))
                if try life.run(flow, killedAt: point) == nil { killed += 1 }
                try await life.opens("\(flow) \(mode) at \(point)", isMade: flow != "create")
                let points = try #require(try life.run(flow), "\(flow) \(mode) after \(point)")
                lengths["\(flow) \(mode)"] = max(points, length)
                try await life.opens("\(flow) \(mode) to the end after \(point)", isMade: true)
                #expect(try life.run(flow == "recover" ? "pay-new" : "pay") != nil, "\(flow) \(mode) after \(point)")
            }
            try FileManager.default.removeItem(at: life.folder)
        }
        #expect(lengths.values.allSatisfy { $0 > 10 }, "\(lengths)")
        print("EmbeddedKillTests: \(killed) kills, points of each flow: \(lengths)")
        await login.stop()
        await devnet.stop()
    }
}
