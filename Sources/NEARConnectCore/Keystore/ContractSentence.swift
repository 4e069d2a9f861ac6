// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A sentence of a site about a method of a contract.
///
/// It is shown as the site's own word, beside the real action.
public struct ContractSentence: Sendable, Hashable {
    /// The contract.
    public let contract: AccountId
    /// The method.
    public let method: ExactText
    /// The site that says it, as its host is shown.
    public let site: ExactText
    /// The site's words, in one line.
    public let words: String

    /// Describes a sentence.
    public init(contract: AccountId, method: ExactText, site: ExactText, words: String) {
        self.contract = contract
        self.method = method
        self.site = site
        self.words = words
    }
}
