// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// Has the requests for which the keystore signs, the account that is signed in, and the chain.
@MainActor
package protocol KeystoreHost: AnyObject, Sendable {
    /// The chain that is signed for.
    var keystoreNodes: KeystoreNodes { get }

    /// The account that is signed in with the keystore wallet.
    var keystoreAccount: AccountId? { get }

    /// Returns the one who asked for a request.
    func asker(of request: RequestID) -> Asker

    /// Returns the kind of an open request; `nil` when nobody waits for it any more.
    func kind(of request: RequestID) -> RequestKind?

    /// Returns true if these are the transactions or delegate actions that the program asked for with the request.
    func isAskedFor(_ transactions: [TransactionRequest], in request: RequestID) -> Bool

    /// Returns true if this is the message that the program asked for with the request.
    func isAskedFor(_ message: NEP413Payload, in request: RequestID) -> Bool

    /// Returns the function-call key that the program asked for with a sign-in; `nil` when it asked for none.
    func functionCallKey(for request: RequestID) -> FunctionCallKeyRequest?

    /// Writes down that a sign-in is about to move something on chain.
    ///
    /// Nothing may be signed before this has returned.
    func beginRecord(
        of transactions: [TransactionRequest], by signer: AccountId, for request: RequestID
    ) async throws(NEARError)

    /// Notes what was signed for the request.
    ///
    /// Signatures leave this process only when this has returned.
    func noteSigned(_ signatures: [JournalSignature], for request: RequestID) async throws(NEARError)

    /// Hears the steps of a signer that signs for the request.
    func heard(_ step: SigningStep, for request: RequestID)

    /// Ends a request natively, with an error that wallets have no code for.
    func abandon(_ request: RequestID, with error: NEARError)

    /// Puts what is asked for during a request before the user or a policy.
    func approve(_ asked: ApprovalRequest, for request: RequestID) async -> ApprovalAnswer
}
