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

    /// A program that ends in the middle leaves its shares neither in a core dump nor in a crash report.
    @Test func noShareIsInADumpOrACrashReport() async throws {
        let (login, devnet) = (try await LoginScene.start { $0.modes = [.release] }, try await Devnet.start())
        let life = SharesLife(
            login: login, devnet: devnet, account: try AccountId("dumped.test.near"), mode: .release)
        try await life.begin()
        #expect(try life.run("create") != nil)
        let set = try #require(try ShareSetRecords(folder: life.folder).all().first).set
        let (process, output) = life.program("rotate", point: -1)
        // A pipe would be full before the end of a long report.
        let report = life.folder.appendingPathComponent("report")
        #expect(FileManager.default.createFile(atPath: report.path, contents: nil))
        process.standardError = try FileHandle(forWritingTo: report)
        let settings = "enable=yes,color=no,interactive=no,threads=all,registers=all,symbolicate=off,sanitize=no"
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": settings]) { $1 }
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        var (most, dumpsInARow) = (0, 0)
        while try await Self.stops(process) {
            // It may have stopped while another of its tasks has the vault.
            var shares: [[UInt8]] = []
            do { shares = try await Self.shares(of: life) } catch VaultError.busy {}
            let memory = ProcessMemory(of: process.processIdentifier)
            let dumped = try memory.counts(of: shares, asInADump: true)
            // A thread may compute with one when it is stopped: libsodium multiplies in the memory of the result.
            dumpsInARow = dumped.allSatisfy { $0 == 0 } ? 0 : dumpsInARow + 1
            #expect(dumpsInARow < 2)
            let there = try memory.counts(of: shares).count { $0 > 0 }
            most = max(most, there)
            // All three of the new set.
            if there > 2 { kill(process.processIdentifier, SIGSEGV) }
            kill(process.processIdentifier, SIGCONT)
        }
        let text = try String(contentsOf: report, encoding: .utf8)
        #expect(most > 2, "the look finds shares that are there")
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(text.contains("Program crashed") && text.contains("rsp 0x"), "\(text.prefix(2000))")
        let sets = try ShareSetRecords(folder: life.folder).all().map(\.set)
        #expect(sets.count == 2 && sets.first == set)
        for set in sets { #expect(FoundShares(in: [Array(text.utf8)], of: set).holders.isEmpty) }
        _ = try output.fileHandleForReading.readToEnd()
        try FileManager.default.removeItem(at: life.folder)
        await login.stop()
        await devnet.stop()
    }

    /// libsodium leaves the last block of what it opens on its stack, where a dump would have it.
    @Test func aShareThatWasJustOpenedIsInGuardedMemoryOnly() async throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = SharesLife.child
        process.arguments = ["open"]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).dropLast()
        let key = try #require(Base64.decode(String(line)).flatMap { BoxPublicKey(bytes: $0) })
        let share = try SharedKeyScene().share(.login).share
        let sealed = try #require(SealedShare(share, to: key))
        try input.fileHandleForWriting.write(contentsOf: Data((Base64.encode(sealed.bytes) + "\n").utf8))
        #expect(try await Self.stops(process))
        let memory = ProcessMemory(of: process.processIdentifier)
        let bytes = share.packed.withUnsafeBytes { Array($0.prefix(31)) }
        #expect(try memory.count(of: bytes) > 0, "the look finds a share that is there")
        #expect(try memory.counts(of: [bytes], asInADump: true) == [0])
    }

    /// Returns the shares that the service has, that are in the vault, and of which words were written down.
    private static func shares(of life: SharesLife) async throws -> [[UInt8]] {
        var given = await life.login.service.entries.values.map(\.share.share.packed)
        let vault = try await life.vault(patience: .milliseconds(100))
        for name in try await vault.names() where name.purpose == .keyShare {
            if let share = try await vault.secret(named: name) { given.append(share) }
        }
        given += try life.words.map(\.share.packed)
        // The last byte has the holder too, where a share is written down.
        return given.map { $0.withUnsafeBytes { Array($0.prefix(31)) } }
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
