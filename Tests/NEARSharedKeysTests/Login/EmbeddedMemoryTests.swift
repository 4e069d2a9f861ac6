// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARShares
import NEARVault
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// The memory of a program that makes and replaces a key: the key's number is never in it.
///
/// The program stops at each of its points. The words and this computer's share are on the disk by then, of which this
/// process computes the number, and then looks through all of the program's mappings. It finds the public key there,
/// or the look would prove nothing; `ShareMemoryTests` has a program that combines shares, and is found.
@Suite(.ownThread) struct EmbeddedMemoryTests {
    @Test(arguments: LoginShareMode.allCases) func noFlowHasTheNumberOfAKey(_ mode: LoginShareMode) async throws {
        let (login, devnet) = (try await LoginScene.start { $0.modes = [mode] }, try await Devnet.start())
        let life = SharesLife(
            login: login, devnet: devnet, account: try AccountId("looked-at.test.near"), mode: mode)
        try await life.begin()
        for flow in ["create", "rotate"] {
            let (process, output) = life.program(flow, point: -1)
            try process.run()
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            var (looks, seen) = (0, 0)
            while try await Self.stops(process) {
                // It may have stopped while another of its tasks has the vault.
                var numbers: [[UInt8]] = []
                do { numbers = try await Self.numbers(of: life) } catch VaultError.busy {}
                let keys = numbers.map { SharedKeyNumber.publicKey(of: $0) }
                let counts = try ProcessMemory(of: process.processIdentifier).counts(of: numbers + keys)
                #expect(counts.prefix(numbers.count).allSatisfy { $0 == 0 }, "\(flow): the number is in its memory")
                looks += numbers.isEmpty ? 0 : 1
                seen += counts.dropFirst(numbers.count).contains { $0 > 0 } ? 1 : 0
                kill(process.processIdentifier, SIGCONT)
            }
            #expect(process.terminationStatus == 0, "\(flow)")
            #expect(looks > 5 && seen > 5, "\(flow): \(looks) looks, of which \(seen) found the public key")
            _ = try output.fileHandleForReading.readToEnd()
        }
        #expect(try await Self.numbers(of: life).count == 2)
        try FileManager.default.removeItem(at: life.folder)
        await login.stop()
        await devnet.stop()
    }

    /// Waits until a process has stopped, which is true, or has ended.
    private static func stops(_ process: Process) async throws -> Bool {
        while process.isRunning {
            let file = FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/stat") ?? Data()
            // Behind the program's name, in parentheses: proc(5).
            let state = String(decoding: file, as: UTF8.self).split(separator: ")").last?.dropFirst().first
            if state == "T" { return true }
            try await Task.sleep(for: .milliseconds(1))
        }
        return false
    }

    /// Computes the numbers of the keys whose words and device's share are on the disk.
    private static func numbers(of life: SharesLife) async throws -> [[UInt8]] {
        let words = try life.words.map { $0.share.packed.withUnsafeBytes { Array($0) } }
        guard !words.isEmpty else { return [] }
        let vault = try await life.vault(patience: .milliseconds(100))
        let known = try ShareSetRecords(folder: life.folder).all().map(\.set.publicKey.bytes)
        var numbers: [[UInt8]] = []
        for name in try await vault.names() where name.purpose == .keyShare {
            guard let share = try await vault.secret(named: name)?.withUnsafeBytes({ Array($0) }) else { continue }
            numbers += words.map { SharedKeyNumber.of(share, $0) }
                .filter { known.contains(SharedKeyNumber.publicKey(of: $0)) }
        }
        return numbers
    }
}
