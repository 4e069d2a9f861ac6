// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Processes that approve for one rule at once, and are killed: together they approve what one may.
@Suite(.ownThread, .timeLimit(.minutes(5))) final class ApprovalSumProcessTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sums-\(UUID().uuidString)")

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that wrote nothing made no folder.
        }
    }

    private func start(limit: Int, attempts: Int) throws -> (process: Process, output: Pipe) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("near-connect-test-child")
        process.arguments = ["approve", "--folder", folder.path, "--limit", "\(limit)", "--attempts", "\(attempts)"]
        process.standardOutput = output
        try process.run()
        return (process, output)
    }

    private func counted(_ child: (process: Process, output: Pipe)) -> Int {
        let text = child.output.fileHandleForReading.readDataToEndOfFile()
        child.process.waitUntilExit()
        return text.split(separator: UInt8(ascii: "\n")).count
    }

    private func stored() throws -> Int {
        Int(try Archive(folder: folder).read { try $0.integer("SELECT count(*) FROM approval") } ?? 0)
    }

    @Test func twoProcessesApproveTogetherWhatOneMay() throws {
        let children = try (0..<3).map { _ in try start(limit: 100, attempts: 80) }
        let counts = children.map(counted)
        #expect(counts.reduce(0, +) == 100, "\(counts)")
        #expect(try stored() == 100)
    }

    @Test func whoeverIsKilledHasApprovedNothingThatIsNotCounted() throws {
        for round in 1...5 {
            let child = try start(limit: 1_000, attempts: 1_000)
            // After its first lines, wherever it then is.
            _ = child.output.fileHandleForReading.availableData
            kill(child.process.processIdentifier, SIGKILL)
            let before = try stored()
            let lines = counted(child)
            #expect(try stored() >= before && lines <= before, "round \(round)")
        }
        let last = counted(try start(limit: 1_000, attempts: 2_000))
        #expect(try stored() == 1_000 && last < 1_000)
    }
}
