// SPDX-License-Identifier: MIT

internal import SafeText

extension ApprovalPolicy {
    /// Answers `request`; `nil` where a user has to.
    ///
    /// The first rule that covers the request and whose sums allow it answers.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - journal: The journal of the profile, whose archive counts what rules with sums approve.
    @MainActor
    package func answer(_ request: ApprovalRequest, counting journal: RequestJournal) async -> ApprovalAnswer? {
        switch self {
        case .ask: return nil
        case .deny: return .refused(reason: localized("the policy allows nothing to be signed"))
        case .rules(let rules):
            var refusals: [(rule: Rule, reason: String)] = []
            for rule in rules {
                switch rule.answer(request) {
                case .refused(let reason): refusals.append((rule, reason))
                case let answer:
                    guard let reason = await rule.refusal(counting: request, in: journal) else { return answer }
                    if case .refused(let reason) = rule.refused(reason) { refusals.append((rule, reason)) }
                }
            }
            // Rules for others say nothing about this request.
            let relevant = refusals.filter { $0.rule.isFor(request) }
            let reasons = (relevant.isEmpty && refusals.count == 1 ? refusals : relevant).map(\.reason)
            guard !reasons.isEmpty else {
                return .refused(
                    reason: localized(
                        "no rule of the policy is for %1$s on %2$s", "\(request.asker)", request.network))
            }
            return .refused(reason: reasons.joined(separator: "; "))
        }
    }
}
