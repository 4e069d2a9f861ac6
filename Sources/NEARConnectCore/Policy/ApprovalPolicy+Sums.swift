// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

extension ApprovalPolicy.Rule {
    /// Counts a request that the rule covers.
    ///
    /// It is counted before anything is signed: a signature that isn't made after all counts, too.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - journal: The journal of the profile, whose archive has the counts.
    ///   - isPreview: True to count nothing.
    /// - Returns: Why a sum doesn't allow it; `nil` if all do.
    @MainActor
    func refusal(
        counting request: ApprovalRequest, in journal: RequestJournal, isPreview: Bool
    ) async -> String? {
        guard !sums.isEmpty else { return nil }
        do {
            let costs = ApprovalCosts(deposit: try request.totalSpending(), gas: try request.totalGas())
            guard !costs.isZero else { return nil }
            let rule = ExactText(name ?? "policy")
            let verdict =
                isPreview
                ? try await journal.judge(costs, of: rule, sums: sums)
                : try await journal.count(costs, of: rule, sums: sums)
            return verdict == .counted ? nil : Self.reason(verdict)
        } catch {
            return localized("what the policy has approved so far can’t be read: %1$s", DisplayText.words(error))
        }
    }

    private static func reason(_ verdict: SumVerdict) -> String {
        switch verdict {
        case .counted: ""
        case .exceeded(let sum, let used, let freeAt):
            localized(
                "the policy allows %1$s within %2$s, and has approved %3$s of it; %4$s", limit(of: sum),
                DisplayText.words(sum.window), amount(used, of: sum),
                freeAt.map { localized("ask again after %1$s", date($0)) }
                    ?? localized("this request alone is more"))
        case .uncertain(let until):
            localized(
                "the archive was damaged, so nobody knows what the policy has approved before; it approves again after %1$s",
                date(until))
        }
    }

    private static func limit(of sum: ApprovalSum) -> String {
        [sum.deposit.map(\.description), sum.gas.map(\.description)].compactMap(\.self).joined(separator: ", ")
    }

    private static func amount(_ costs: ApprovalCosts, of sum: ApprovalSum) -> String {
        [sum.deposit.map { _ in costs.deposit.description }, sum.gas.map { _ in costs.gas.description }]
            .compactMap(\.self).joined(separator: ", ")
    }

    private static func date(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
    }
}
