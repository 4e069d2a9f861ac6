// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A contract that ships with the devnet, for demos and tests.
///
/// Its source is in C, beside this file.
public enum SampleContract: Sendable, Hashable {
    /// `add_message {text}`, `get_messages {from_index, limit}`, `total_messages`; takes fungible tokens for messages.
    case guestBook
    /// A token as NEP-141 and NEP-145 have it; everything belongs to `owner` at first.
    ///
    /// `totalSupply` is in its smallest unit, as digits; 18 of them are behind the point.
    case fungibleToken(owner: AccountId, totalSupply: String)
    /// Unique tokens as NEP-171, NEP-177 and NEP-181 have them, which `owner` makes by `nft_mint {token_id,
    /// receiver_id, token_metadata}`.
    case nonFungibleToken(owner: AccountId)

    /// The contract's WebAssembly.
    ///
    /// - Throws: `DevnetError.ledgerBroken` where the package is damaged.
    public func code() throws(DevnetError) -> [UInt8] {
        let text =
            switch self {
            case .guestBook: Self.guestBookCode
            case .fungibleToken: Self.fungibleTokenCode
            case .nonFungibleToken: Self.nonFungibleTokenCode
            }
        guard let code = Base64.decode(text) else { throw .ledgerBroken("a sample contract can't be read") }
        return code
    }

    /// The call that makes the contract usable, if one is needed.
    var initialization: FunctionCallAction? {
        switch self {
        case .guestBook: nil
        case .fungibleToken(let owner, let supply):
            FunctionCallAction(
                methodName: "new",
                args: JSONValue.object(["owner_id": .id(owner), "total_supply": .string(supply)]).bytes,
                gas: .tera(30), deposit: .zero)
        case .nonFungibleToken(let owner):
            FunctionCallAction(
                methodName: "new", args: JSONValue.object(["owner_id": .id(owner)]).bytes, gas: .tera(30),
                deposit: .zero)
        }
    }
}
