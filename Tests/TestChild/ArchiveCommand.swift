// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import Glibc
import Logging
internal import NEARConnectCore
import NEARPrimitives
import Synchronization

/// Writes settled entries to a journal, for `ArchiveProcessTests`.
///
/// It may kill itself when entries are in the archive and the journal still has them.
struct ArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "archive")

    /// The number of entries that are written together.
    private static let batch = 20

    /// The folder of the journal.
    @Option var folder: String
    /// The beginning of the entries' ids.
    @Option var name: String
    /// The number of the first entry.
    @Option var first: Int
    /// The number behind the last entry.
    @Option var end: Int
    /// The size from which the journal is compacted.
    @Option var compactionSize = JournalFile.compactionSize
    /// The compaction in which the process kills itself.
    @Option var dyingAt: Int?

    /// Counts compactions down to the one in which the process dies.
    private final class Countdown: Sendable {
        private let rest: Mutex<Int?>

        init(_ count: Int?) { rest = Mutex(count) }

        func step() {
            let isOver = rest.withLock { rest in
                rest? -= 1
                return rest == 0
            }
            if isOver { kill(getpid(), SIGKILL) }
        }
    }

    func run() throws {
        let countdown = Countdown(dyingAt)
        let file = JournalFile(
            folder: URL(fileURLWithPath: folder), patience: .seconds(120), compactionSize: compactionSize,
            afterStep: { if $0 == .archived { countdown.step() } })
        let journal = TransactionJournal(file: file, logger: Logger(label: "child"))
        let (name, first, end) = (name, first, end)
        try MainActor.assumeIsolated {
            try MainLoop.run {
                for start in stride(from: first, to: end, by: Self.batch) {
                    let numbers = start..<min(start + Self.batch, end)
                    try await journal.append(try numbers.flatMap { try Self.settled(name, $0) })
                }
            }
        }
    }

    private static func settled(_ name: String, _ number: Int) throws -> [JournalRecord] {
        let id = "\(name)-\(number)"
        let transfer = Action.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: UInt128.max - UInt128(number))))
        let intent = JournalIntent(
            id: id, time: Int64(number), request: "r\(number)", kind: .transactions, network: "devnet",
            signerId: try AccountId("alice.near"), walletId: "w",
            parts: [JournalIntent.Part(receiverId: try AccountId("shop.near"), actions: [JournalAction(transfer)])],
            process: .current)
        return [.intent(intent), .state(id: id, part: 0, .confirmed(hash: .sha256([1])), isSettled: true)]
    }
}
