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
    private static let sample = 12

    /// An account, its folder, and the services that outlive the killed programs.
    private struct Life {
        let login: LoginScene
        let devnet: Devnet
        let account: AccountId
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kills-\(UUID().uuidString)")
        let mode: LoginShareMode

        func begin() async throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let key = try SecretKey.generate(.ed25519)
            try await devnet.createAccount(account, balance: try .near(10), publicKey: key.publicKey)
            try key.exposedText().write(
                to: folder.appendingPathComponent("key"), atomically: true, encoding: .utf8)
            // Each account is another person's: a service keeps so many sets of each.
            await login.provider.expect(IdentityProvider.Person(subject: account.text))
        }

        /// Runs a program that is killed at a point, or to its end.
        ///
        /// - Returns: The number of points of a run to its end; `nil` where it was killed.
        func run(_ flow: String, killedAt point: Int = 0) throws -> Int? {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent().appendingPathComponent("near-connect-shares-child")
            process.arguments = [
                flow, account.text, folder.path, devnet.rpcURL.absoluteString, login.provider.issuer,
                login.service.address, mode.rawValue, "\(point)",
            ]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal {
                let signal = process.terminationStatus
                #expect(signal == SIGKILL && point > 0, "\(flow) at \(point) ended by signal \(signal)")
                return nil
            }
            #expect(process.terminationStatus == 0, "\(flow) at \(point)")
            return Int(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        }

        /// Signs with this computer's share and with words that were written down, for the key that the chain shows.
        func opens(_ when: String) async throws {
            let node = try NEARRPCClient(url: devnet.rpcURL.absoluteString)
            let keys = try await node.viewAccessKeyList(of: account, at: .final).value.keys.map(\.publicKey)
            let records = try ShareSetRecords(folder: folder).all().filter { keys.contains($0.set.publicKey.handle) }
            let written = folder.appendingPathComponent("words")
            let words =
                FileManager.default.fileExists(atPath: written.path)
                ? try String(contentsOf: written, encoding: .utf8).split(separator: "\n")
                    .map { try ShareWords(String($0)) } : []
            let folders = VaultFolders(
                data: folder.path, state: folder.appendingPathComponent("state").path)
            let vault = SealedFileVault(folders, newCost: { .testing }, bounds: .testing)
            try await vault.unlock { _ in SecretBytes(copying: Array("a passphrase".utf8)) }
            for record in records {
                let fitting = words.filter { words in
                    do {
                        _ = try ProvenShare(words.share, of: record.set)
                        return true
                    } catch {
                        return false
                    }
                }
                let share = try #require(fitting.last, "no words of the account's key: \(when)")
                let key = try SharedKey(
                    record.set, by: try VaultShare(.device, in: vault), with: .share(HandedShare(share)))
                try await key.drill()
            }
        }
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
            let life = Life(
                login: login, devnet: devnet, account: try AccountId("life-\(number).test.near"), mode: mode)
            try await life.begin()
            // A co-signing service gives a new computer no share: EmbeddedRecoveryTests.
            for flow in ["create", "rotate"] + (mode == .release ? ["recover"] : []) {
                let length = lengths["\(flow) \(mode)"] ?? 40
                // Spread over the flow, another point each time: the golden ratio's steps never meet.
                let point =
                    1 + Int(Double(length) * (Double(number) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1))
                if try life.run(flow, killedAt: point) == nil { killed += 1 }
                try await life.opens("\(flow) \(mode) at \(point)")
                let points = try #require(try life.run(flow), "\(flow) \(mode) after \(point)")
                lengths["\(flow) \(mode)"] = max(points, length)
                try await life.opens("\(flow) \(mode) to the end after \(point)")
                #expect(try life.run("pay") != nil, "\(flow) \(mode) after \(point)")
            }
            try FileManager.default.removeItem(at: life.folder)
        }
        #expect(lengths.values.allSatisfy { $0 > 10 }, "\(lengths)")
        print("EmbeddedKillTests: \(killed) kills, points of each flow: \(lengths)")
        await login.stop()
        await devnet.stop()
    }
}
