// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A non-fungible token as its contract shows it (NEP-171, NEP-177).
///
/// Everything in it is the contract's own word; only the contract's account can't be made up.
struct NFT: Sendable, Equatable {
    /// The longest id, in bytes.
    private static let idLimit = 256
    /// The most letters of a title that are shown.
    private static let titleLimit = 80

    /// The token's id, as transfers name it.
    let id: String
    /// The account that has the token.
    let owner: String
    /// The title, ready to be shown; `nil` where there is none.
    let title: String?
    /// The address of the token's picture, by `media` and the contract's `base_uri`; `nil` where there is none.
    let picture: NFTPicture?

    /// Reads an element of the answer to `nft_tokens_for_owner`; `nil` for what is no token.
    ///
    /// - Parameters:
    ///   - value: The element.
    ///   - base: The contract's `base_uri`.
    init?(_ value: JSONValue, base: String?) {
        guard let id = value["token_id"]?.stringValue, (1...Self.idLimit).contains(id.utf8.count),
            let owner = value["owner_id"]?.stringValue
        else { return nil }
        self.id = id
        self.owner = owner
        let metadata = value["metadata"]
        let title = DisplayText.name(metadata?["title"]?.stringValue ?? "")
        self.title =
            title.isEmpty ? nil : title.count > Self.titleLimit ? title.prefix(Self.titleLimit) + "…" : title
        picture = (metadata?["media"]?.stringValue).flatMap { NFTPicture($0, base: base) }
    }

    /// The title, or the id of a token without one, ready to be shown.
    var name: String { title ?? DisplayText.beginning(of: DisplayText.name(id), limit: Self.titleLimit).shown }
}
