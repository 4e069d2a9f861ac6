// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// The requests of one site that are signed without a question, as rules of a policy file.
///
/// What the rules don't cover is asked for as ever. They are for this site alone, whatever they say of askers.
public struct SiteLimits: Sendable, Hashable {
    /// The rules as a policy file has them; `docs/schemas/policy.schema.json` describes it.
    public let policy: JSONValue
    /// The rules, for the site alone and under names that no other site's have.
    package let rules: [ApprovalPolicy.Rule]

    /// Reads a policy for a site.
    ///
    /// - Parameters:
    ///   - policy: A policy as in a policy file.
    ///   - origin: The site.
    /// - Throws: ``PolicyError``, also where a rule names another asker than the site.
    public init(_ policy: JSONValue, for origin: SiteOrigin) throws(PolicyError) {
        let name = localized("the limits of %1$s", "\(origin)")
        var rules = try PolicyReader(policy.bytes, file: name).rules()
        let asker = DAppFrame(origin: origin.text.text).map(Asker.dApp)
        for index in rules.indices {
            guard let asker, rules[index].askers.map({ $0 == [asker] }) ?? true else {
                throw PolicyError(
                    file: name, place: nil, reason: localized("a rule is for another asker than this site"),
                    advice: localized("leave “askers” out"))
            }
            rules[index].askers = [asker]
            // Sums are counted by the rule's name, in all of the profile.
            rules[index].name = "\(origin) \(rules[index].name ?? "")"
        }
        self.policy = policy
        self.rules = rules
    }

    /// Returns whether both are the same policy.
    public static func == (lhs: SiteLimits, rhs: SiteLimits) -> Bool { lhs.policy == rhs.policy }

    /// Feeds the policy to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(policy) }
}
