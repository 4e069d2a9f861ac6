// SPDX-License-Identifier: MIT

public import MainLoopTestKit
public import NEARConnectTestKit

extension MainLoopTestCase {
    /// Runs `body` on the main actor and the main loop, over a chain, wallets and a manager of its own.
    ///
    /// It fails when anything of GLib's is left behind, see ``run(timeout:name:file:line:_:)``.
    ///
    /// - Parameters:
    ///   - options: The accounts, the wallets and the chain. Their time limit ends a process that hangs.
    ///   - body: The test.
    /// - Throws: What `body` throws; the reason why there is no environment.
    public func withWallet(
        _ options: WalletTestOptions = WalletTestOptions(), name: String = #function, file: StaticString = #filePath,
        line: UInt = #line, _ body: @escaping @MainActor (WalletTestEnvironment) async throws -> Void
    ) throws {
        try MainActor.assumeIsolated { try TestSession.start() }
        let log = TestLog()
        let failures = testRun?.failureCount
        defer {
            // XCTest has no attachments here: who reads of a failure reads on.
            if testRun?.failureCount != failures { log.show() }
        }
        try run(timeout: options.timeLimit / .seconds(1), name: name, file: file, line: line) {
            let environment = try await options.start(logger: log.logger)
            do {
                try await body(environment)
            } catch {
                log.show()
                try await environment.stop()
                throw error
            }
            try await environment.stop()
        }
    }
}
