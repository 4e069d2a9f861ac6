// SPDX-License-Identifier: MIT

/// The answer of a policy to a request, with the rules that made it.
package struct PolicyVerdict: Sendable, Equatable {
    /// A rule as it stands in its policy, and why it doesn't cover the request.
    package struct RuleFinding: Sendable, Equatable {
        /// The rule's place in its policy, from 1 on.
        package let index: Int
        /// The rule's name.
        package let name: String?
        /// The line of the policy file at which it begins.
        package let line: Int?
        /// The reason of its refusal; `nil` for the rule that approves.
        package let reason: String?
    }

    /// The answer; `nil` where a user has to give it.
    package let answer: ApprovalAnswer?
    /// The rule that approves, or all rules with the reasons of their refusals, in the policy's order.
    package let rules: [RuleFinding]

    /// The rule that approves.
    package var approvingRule: RuleFinding? { rules.first { $0.reason == nil } }
}
