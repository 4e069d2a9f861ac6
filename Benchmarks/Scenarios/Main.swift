// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import Logging
import NEARConnectProgram

/// Measures scenarios and commands, and prints a JSON line for each figure at once.
///
/// Scripts/bench builds it, and the programs beside it, in release mode and runs it.
@main struct Main: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-bench-scenarios", abstract: "Measure scenarios and commands.")

    @Option(help: "Only these: pages, processes, shards, verbs, wallet.")
    var only: [String] = []

    @Option(help: "How many pairs a figure.")
    var pairs = 7

    func run() throws {
        ProgramProcess.prepare()
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = .error
            return handler
        }
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start(.virtual)
            defer { display.stop() }
            try MainLoop.run { try await measure() }
        }
    }

    @MainActor
    private func measure() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "near-connect-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        func isWanted(_ name: String) -> Bool { only.isEmpty || only.contains(name) }
        if isWanted("pages") { try await PageBench(folder: folder, pairs: pairs).measure() }
        let processes = ProcessBench(folder: folder, programs: programs, pairs: max(1, pairs / 2))
        if isWanted("processes") { try await processes.measureProcesses() }
        if isWanted("shards") { try await processes.measureShards() }
        let verbs = try await VerbBench(folder: folder, programs: programs, pairs: pairs)
        if isWanted("verbs") { try await verbs.measureVerbs() }
        if isWanted("wallet") { try await verbs.measureWallet() }
        await verbs.stop()
        try FileManager.default.removeItem(at: folder)
    }
}
