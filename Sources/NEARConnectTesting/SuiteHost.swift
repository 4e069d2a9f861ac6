// SPDX-License-Identifier: MIT

internal import NEARConnectTestKit
internal import Testing

/// The environment that the tests of one suite take turns with.
@MainActor
final class SuiteHost {
    private let options: WalletTestOptions
    private let log = TestLog()
    /// True if the run has a folder for attachments.
    ///
    /// Without one, Swift Testing prints a line for each and drops it.
    private static let storesAttachments = CommandLine.arguments.contains { $0.hasPrefix("--attachments-path") }
    private var environment: WalletTestEnvironment?
    /// The chain as the first test found it.
    private var beginning: Devnet.Snapshot?
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(options: WalletTestOptions) {
        self.options = options
    }

    /// Runs a test as soon as the one before has ended.
    func run(_ function: @Sendable () async throws -> Void) async throws {
        await takeTurn()
        defer { endTurn() }
        let environment = try await refreshed()
        // A limit is a time by itself: nothing else tells that a test hangs.
        let alarm = Task { [limit = options.timeLimit] in
            do {
                try await Task.sleep(for: limit)
            } catch {
                return  // The test has ended.
            }
            Issue.record("The test did not end within \(limit), so its manager was closed.")
            environment.manager.close()
        }
        defer {
            alarm.cancel()
            let lines = log.take()
            if Self.storesAttachments { Attachment.record(lines, named: "near-connect.log") }
        }
        try await WalletScope.$environment.withValue(environment, operation: function)
    }

    /// Ends the environment, if there was a test that wanted one.
    func stop() async {
        guard let environment else { return }
        self.environment = nil
        do {
            try await environment.stop()
        } catch {
            Issue.record(error, "The environment did not end.")
        }
        if let left = await TestSession.end() { Issue.record("The tests have left behind: \(left).") }
    }

    /// Returns the environment as the first test found it.
    private func refreshed() async throws -> WalletTestEnvironment {
        if let environment, let beginning {
            try await environment.restore(beginning)
            return environment
        }
        TestSession.begin()
        do {
            let environment = try await options.start(logger: log.logger)
            beginning = await environment.devnet.snapshot()
            self.environment = environment
            return environment
        } catch {
            _ = await TestSession.end()
            throw error
        }
    }

    private func takeTurn() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func endTurn() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
