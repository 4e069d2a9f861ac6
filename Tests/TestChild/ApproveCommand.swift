// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import Logging
internal import NEARConnectCore
import NEARPrimitives

/// Counts approvals of one NEAR each for a rule with a sum, for `ApprovalSumProcessTests`.
///
/// It prints a line for each one that was counted, and ends at the first that wasn't.
struct ApproveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "approve")

    /// The folder of the journal.
    @Option var folder: String
    /// The most NEAR that the rule approves in an hour.
    @Option var limit: UInt64
    /// The number of attempts.
    @Option var attempts: Int

    func run() throws {
        let journal = TransactionJournal(
            file: JournalFile(folder: URL(fileURLWithPath: folder)), logger: Logger(label: "child"))
        let sum = try ApprovalSum(window: .seconds(3600), deposit: try .near(limit))
        let (costs, attempts) = (ApprovalCosts(deposit: try .near(1)), attempts)
        try MainActor.assumeIsolated {
            try MainLoop.run {
                for _ in 0..<attempts {
                    guard try await journal.count(costs, of: "rule", sums: [sum]) == .counted else { return }
                    FileHandle.standardOutput.write(Data("counted\n".utf8))
                }
            }
        }
    }
}
