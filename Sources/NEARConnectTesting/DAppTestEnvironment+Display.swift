// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARConnectTestKit

extension DAppTestEnvironment {
    /// Starts an environment for a test, and at the first call the display that all tests of the process share.
    ///
    /// - Parameters:
    ///   - accounts: The accounts of the chain, 10,000 NEAR each.
    ///   - policy: Answers in the user's place; a rule that names no asker covers no page.
    /// - Throws: As `start` does, or `NEARError.bridgeUnavailable`, which says what a display needs.
    public static func startForTest(
        accounts: [String] = ["alice.test.near", "bob.test.near"], policy: ApprovalPolicy = .ask
    ) async throws -> DAppTestEnvironment {
        try TestSession.start()
        return try await start(accounts: accounts, policy: policy)
    }
}
