// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// Has requests of sites approved that another wallet than the keystore carries out.
@MainActor
package struct DAppApproval {
    private let policy: ApprovalPolicy
    private let approver: (any Approver)?
    private let records: RequestJournal
    private let network: ExactText
    private let hasLocalNodesOnly: Bool

    /// - Parameters:
    ///   - policy: The policy that approves.
    ///   - approver: Asks the user where the policy is to ask.
    ///   - records: Counts what rules with sums approve.
    ///   - nodes: The nodes of the network.
    package init(policy: ApprovalPolicy, approver: (any Approver)?, records: RequestJournal, nodes: NetworkNodes) {
        self.policy = policy
        self.approver = approver
        self.records = records
        network = ExactText(nodes.network.rawValue)
        hasLocalNodesOnly = nodes.hasLocalNodesOnly
    }

    /// Has an operation approved in the site's name.
    ///
    /// - Parameters:
    ///   - subject: The operation.
    ///   - asker: The site's frame.
    ///   - chain: The chain that the network's nodes work for.
    ///   - isFirstTime: True if the user has given the site nothing yet.
    ///   - limits: The rules of the user's by which the site is signed for without a question.
    /// - Throws: ``DAppError`` with `refused`.
    package func require(
        _ subject: ApprovalRequest.Subject, for asker: DAppFrame, on chain: ChainIdentity?, isFirstTime: Bool,
        within limits: ApprovalPolicy?
    ) async throws(DAppError) {
        var asked = ApprovalRequest(network: network.text, chain: chain, asker: .dApp(asker), subject: subject)
        asked.hasLocalNodesOnly = hasLocalNodesOnly
        asked.isFirstTime = isFirstTime
        var approver = approver
        if let limits, case .ask = policy { approver = LimitsApprover(limits, records: records, beyond: approver) }
        let answer: ApprovalAnswer
        if let decided = await policy.answer(asked, counting: records) {
            answer = decided
        } else {
            answer =
                await approver?.approve(records.notingReceivers(of: asked))
                ?? .refused(reason: localized("nobody is there to approve it"))
        }
        switch answer {
        case .approved, .approvedAccounts: return
        case .cancelled: throw .refusedByUser
        case .refused(let reason):
            throw DAppError(.refused, localized("The wallet refused the request: %1$s.", reason))
        }
    }
}
