// SPDX-License-Identifier: MIT

/// An attempt to connect whose proposal the relay has stored, so that its link may be shown.
public struct PairingAttempt: Sendable {
    /// The attempt's number; a later one has a greater one.
    public let number: Int
    /// The link for the wallet.
    public let uri: PairingURI
    /// The time at which the link ends.
    public let expires: UnixTime
    let client: SignClient

    /// Waits for the wallet's answer.
    ///
    /// Where the waiting task is cancelled, the attempt is.
    ///
    /// - Throws: ``SignError``.
    public func session() async throws(SignError) -> SignSession { try await client.outcome(ofAttempt: number) }

    /// Gives the attempt up: a wallet that approves later is told that the session is over.
    public func cancel() async { await client.cancelAttempt(number) }
}
