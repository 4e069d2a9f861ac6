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
        await verdict(on: request, in: journal, isPreview: false).answer
    }

    /// Returns what ``answer(_:counting:)`` would, with the rules that decide, and counts nothing.
    @MainActor
    package func preview(_ request: ApprovalRequest, in journal: RequestJournal) async -> PolicyVerdict {
        await verdict(on: request, in: journal, isPreview: true)
    }

    @MainActor
    private func verdict(
        on request: ApprovalRequest, in journal: RequestJournal, isPreview: Bool
    ) async -> PolicyVerdict {
        switch self {
        case .ask: return PolicyVerdict(answer: nil, rules: [])
        case .deny:
            let refusal = ApprovalAnswer.refused(reason: localized("the policy allows nothing to be signed"))
            return PolicyVerdict(answer: refusal, rules: [])
        case .rules(let rules):
            var refusals: [(rule: Rule, reason: String)] = []
            var findings: [PolicyVerdict.RuleFinding] = []
            for (index, rule) in rules.enumerated() {
                var answer = rule.answer(request)
                if case .refused = answer {
                } else if let reason = await rule.refusal(counting: request, in: journal, isPreview: isPreview) {
                    answer = rule.refused(reason)
                }
                guard case .refused(let reason) = answer else {
                    return PolicyVerdict(answer: answer, rules: [rule.finding(at: index, reason: nil)])
                }
                refusals.append((rule, reason))
                findings.append(rule.finding(at: index, reason: reason))
            }
            return PolicyVerdict(answer: Self.refusal(refusals, of: request), rules: findings)
        }
    }

    private static func refusal(
        _ refusals: [(rule: Rule, reason: String)], of request: ApprovalRequest
    ) -> ApprovalAnswer {
        // Rules for others say nothing about this request.
        let relevant = refusals.filter { $0.rule.isFor(request) }
        let reasons = (relevant.isEmpty && refusals.count == 1 ? refusals : relevant).map(\.reason)
        guard !reasons.isEmpty else {
            return .refused(
                reason: localized("no rule of the policy is for %1$s on %2$s", "\(request.asker)", request.network))
        }
        return .refused(reason: reasons.joined(separator: "; "))
    }
}

extension ApprovalPolicy.Rule {
    fileprivate func finding(at index: Int, reason: String?) -> PolicyVerdict.RuleFinding {
        PolicyVerdict.RuleFinding(index: index + 1, name: name, line: line, reason: reason)
    }
}
