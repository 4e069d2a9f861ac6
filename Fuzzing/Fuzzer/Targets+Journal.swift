// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import Synchronization

extension Targets {
    /// A folder of this process's, in memory where the system has such files.
    private static let folder: URL = {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let hasMemory = FileManager.default.isWritableFile(atPath: memory.path)
        let base = hasMemory ? memory : FileManager.default.temporaryDirectory
        let folder = base.appending(path: "near-connect-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            fatalError("no folder for the journal: \(error)")
        }
        return folder
    }()

    private static let silent = Logger(label: "fuzz", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Reads bytes as a journal's file; a line that is written behind them changes nothing before it.
    static func journal(_ bytes: [UInt8]) {
        wait {
            let url = folder.appending(path: "journal.jsonl")
            try Data(bytes).write(to: url)
            let journal = TransactionJournal(file: JournalFile(folder: folder), logger: silent)
            let before = try await journal.contents()
            let lineCount = bytes.split(separator: 0x0A).count
            precondition(before.entries.count + before.problems.count <= lineCount, "lines came")
            let page = try await journal.page(HistoryQuery())
            precondition(page.entries.count <= before.entries.count, "a page has more than the journal")
            try await journal.append([.left(id: "a request that nobody has made", reason: "fuzz")])
            let after = try await journal.contents()
            precondition(after.entries == before.entries, "a line changes an entry of another request")
            precondition(after.problems.count == before.problems.count, "a line changes what can be read")
        }
    }

    /// Asks a node that answers with these bytes what became of a request.
    ///
    /// The first byte says what is known of the request.
    static func reconciler(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        wait {
            let journal = TransactionJournal(file: nil, logger: silent)
            try await journal.append(try Seeds.request(first))
            let transport = ScriptedTransport(bytes.dropFirst())
            guard let url = URL(string: "http://127.0.0.1:1") else { return }
            let configuration = RPCClientConfiguration(
                endpoints: [RPCEndpoint(url: url)], retryPolicy: RetryPolicy(maximumAttempts: 1))
            let client = try NEARRPCClient(configuration: configuration, transport: transport, logger: silent)
            var settled: [String] = []
            for _ in 0..<2 {
                _ = try? await journal.reconcile(network: "devnet", client: client)
                let states = try await journal.contents().entries.flatMap(\.parts).map { "\($0.state)" }
                let isOpen = try await journal.hasUnsettled(network: "devnet")
                precondition(settled.isEmpty || states == settled, "a verdict changes")
                if !isOpen { settled = states }
            }
            // Four looks at most in each of the two, with 640 answers each.
            precondition(transport.requestCount <= 8 * 640, "a node is asked without end")
        }
    }

    /// Runs asynchronous work to its end.
    private static func wait(_ work: @escaping @Sendable () async throws -> Void) {
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<String?>(nil)
        Task.detached {
            do {
                try await work()
            } catch {
                failure.withLock { $0 = "\(error)" }
            }
            done.signal()
        }
        done.wait()
        if let text = failure.withLock({ $0 }) { fatalError(text) }
    }
}
