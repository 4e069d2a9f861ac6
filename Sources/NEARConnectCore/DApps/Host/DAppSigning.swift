// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// Signs what dApps' pages ask for, after a user or a policy has approved it in the site's name.
@MainActor
package protocol DAppSigning: AnyObject {
    /// Returns false as soon as a site may have nothing signed any more, whatever was approved.
    typealias Wanted = @MainActor () -> Bool

    /// The network on which it signs, by id.
    var network: ExactText { get }
    /// The version of the network's protocol; `nil` where no node has said it.
    var protocolVersion: UInt64? { get }
    /// The things that it can do now, by near-connect's names of features.
    var features: Set<String> { get }
    /// The way in which signatures are approved.
    var policy: ApprovalPolicy { get }

    /// The chain as known now; reading it asks no node.
    var knownChain: ChainIdentity? { get }

    /// Returns true if it can sign for an account now.
    func has(_ account: AccountId) -> Bool

    /// Returns true if the wallet itself keeps a key: no site has had it added.
    func keeps(_ key: PublicKey) -> Bool

    /// Returns those keys that are neither the wallet's own nor on their accounts, by a node's word.
    func new(_ keys: [SiteGrant.Key]) async -> [SiteGrant.Key]

    /// Returns the chain that the network's nodes work for, and asks them if none has said it.
    ///
    /// - Throws: ``DAppError`` with `otherNetwork` where the nodes contradict each other.
    func chain() async throws(DAppError) -> ChainIdentity?

    /// Returns the signer for another network; `nil` where it has no key of an account there.
    func signer(on network: NEARNetwork) -> (any DAppSigning)?

    /// Has accounts chosen that a site may see, and what the site wants with the first in the same question.
    ///
    /// - Parameters:
    ///   - asker: The site's frame.
    ///   - wish: What the site wants.
    ///   - isWanted: Asked after the approval, and before each signature.
    /// - Throws: ``DAppError``.
    func connect(
        for asker: DAppFrame, wanting wish: DAppWish, while isWanted: @escaping Wanted
    ) async throws(DAppError) -> DAppConnection

    /// Forgets the keys that were made for a site and its frames: nothing is signed with them any more.
    func forgetKeys(of site: SiteOrigin)

    /// Has a request approved, signs it, and sends what is to be sent.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - account: The account that signs, which the site was given.
    ///   - asker: The site's frame.
    ///   - limits: The rules of the user's by which the site is signed for without a question; the rest is asked for.
    ///   - isWanted: Asked after the approval, and before each signature.
    /// - Throws: ``DAppError``; its `fate` says what became of transactions.
    func perform(
        _ request: DAppRequest, as account: AccountId, for asker: DAppFrame, within limits: ApprovalPolicy?,
        while isWanted: @escaping Wanted
    ) async throws(DAppError) -> DAppAnswer

    /// Closes a question that is still open; it counts as refused.
    func dismiss()
}
