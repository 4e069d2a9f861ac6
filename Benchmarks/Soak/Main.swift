// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import Logging
import NEARConnectProgram
import ProcessSetup

/// Runs operations for hours, and measures memory; `Scripts/soak` explains the figures.
@main
struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-soak",
        abstract: "Make thousands of requests and watch memory, processes and descriptors.")

    @Argument(help: "Minutes after which no new round begins; requests and popups are made in any case.")
    var minutes = 0.0

    @Option(help: "The requests of a round.")
    var requests = 10_000

    @Option(help: "The popups of a round.")
    var popups = 500

    @Option(help: "Run so many scenarios instead, one after the other.")
    var scenarios: Int?

    func validate() throws {
        guard scenarios.map({ $0 >= 60 }) ?? true else { throw ValidationError("Run at least 60 scenarios.") }
        guard requests >= 100, popups >= 0, popups <= requests else {
            throw ValidationError("A round has at least 100 requests, and no more popups than requests.")
        }
    }

    func run() throws {
        ProgramProcess.prepare()
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = .error
            return handler
        }
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start()
            let isGood = try MainLoop.run {
                if let scenarios { return try await ScenarioSoak(count: scenarios).run() }
                return try await soak()
            }
            display.stop()
            guard isGood else { throw ExitCode.failure }
        }
    }

    /// - Returns: Whether every round was good.
    @MainActor
    private func soak() async throws -> Bool {
        let stage = try await SoakStage.start()
        let clock = ContinuousClock()
        let end = clock.now + .seconds(minutes * 60)
        var isGood = true
        repeat {
            var log = SoakLog()
            var opened = 0
            for done in 1...requests {
                try await stage.request()
                while opened * requests < done * popups {
                    try await stage.popup()
                    opened += 1
                }
                if done.isMultiple(of: max(1, requests / 100)) { log.sample(after: done) }
                if done.isMultiple(of: requests / 10) { say(log.line(ofTenth: done * 10 / requests, of: requests)) }
            }
            let isLast = clock.now >= end
            if isLast { try await stage.stop() }
            let orphans = isLast ? await orphans() : 0
            let verdict = log.verdict(total: requests, requests: requests, popups: opened, orphans: orphans)
            say(verdict.line)
            isGood = isGood && verdict.isGood
            if isLast { return isGood }
        } while true
    }

    /// WebKit's web processes that outlive their views; they get ten seconds.
    ///
    /// The network process stays as long as the web context does.
    @MainActor
    private func orphans() async -> Int {
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(10)
        var left = 0
        repeat {
            left = ProcessTree.descendants(named: "WebKitWebProces").count
            if left == 0 { return 0 }
            await MainLoop.turn()
        } while clock.now < limit
        return left
    }

    private func say(_ line: String) {
        // Not print: what it writes stays in a buffer when standard output is a pipe.
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
