// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import NEARPrimitives

/// Signs what dApps' pages ask for, after a user or a policy has approved it in the site's name.
@MainActor
package protocol DAppSigner: AnyObject {
    /// The network on which it signs, by id.
    var network: ExactText { get }
    /// The addresses of the network's nodes.
    var nodeURLs: [URL] { get }
    /// The version of the network's protocol; `nil` where no node has said it.
    var protocolVersion: UInt64? { get }
    /// The things that it can do now, by near-connect's names of features.
    var features: Set<String> { get }
    /// The way in which signatures are approved.
    var policy: ApprovalPolicy { get }

    /// The chain as known now; reading it asks no node.
    var knownChain: ChainIdentity? { get }

    /// Returns the chain that the network's nodes work for, and asks them if none has said it.
    ///
    /// - Throws: ``DAppError`` with `otherNetwork` where the nodes contradict each other.
    func chain() async throws(DAppError) -> ChainIdentity?

    /// Returns the signer for another network; `nil` where it has no key of an account there.
    func signer(on network: NEARNetwork) -> (any DAppSigner)?

    /// Has an account chosen that a site may see, and what the site wants with it in the same question.
    ///
    /// - Parameters:
    ///   - asker: The site's frame.
    ///   - key: The function-call key to add to the account.
    ///   - message: The message to sign with the account's key.
    /// - Throws: ``DAppError``.
    func connect(
        for asker: DAppFrame, adding key: FunctionCallKeyRequest?, message: DAppRequest.Message?
    ) async throws(DAppError) -> (account: SiteGrant.Account, message: SignedMessage?)

    /// Forgets the keys that were made for a site: nothing is signed with them any more.
    func forgetKeys(of asker: DAppFrame)

    /// Has a request approved, signs it, and sends what is to be sent.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - account: The account that signs, which the site was given.
    ///   - asker: The site's frame.
    ///   - limits: The rules of the user's by which the site is signed for without a question; the rest is asked for.
    /// - Throws: ``DAppError``; its `fate` says what became of transactions.
    func perform(
        _ request: DAppRequest, as account: AccountId, for asker: DAppFrame, within limits: ApprovalPolicy?
    ) async throws(DAppError) -> DAppAnswer

    /// Closes a question that is still open; it counts as refused.
    func dismiss()
}
