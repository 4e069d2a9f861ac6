// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText

/// The content of `nft-contracts.json` in a profile's state folder: the contracts of NFTs that the user has added.
enum NFTFile: ContractListFormat {
    static let name = "nft-contracts"
    static let field = "contracts"
    static var full: String { localized("too many contracts of NFTs are added; take some away") }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized("The list of NFT contracts can’t be read (%1$s). It is kept at %2$s.", reason, place)
    }
}
