// SPDX-License-Identifier: MIT

internal import SafeText

/// Approves what a user's limits for a site cover, and asks the user about the rest.
@MainActor
final class LimitsApprover: Approver {
    private let limits: ApprovalPolicy
    private let records: RequestJournal
    private let next: (any Approver)?

    /// - Parameters:
    ///   - limits: The rules of the user's for the site.
    ///   - records: Counts what rules with sums approve.
    ///   - next: Asks the user.
    init(_ limits: ApprovalPolicy, records: RequestJournal, beyond next: (any Approver)?) {
        self.limits = limits
        self.records = records
        self.next = next
    }

    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        if case .approved(let account)? = await limits.answer(request, counting: records) {
            return .approved(account: account)
        }
        return await next?.approve(request) ?? .refused(reason: localized("nobody is there to approve it"))
    }

    func dismiss() { next?.dismiss() }
}
