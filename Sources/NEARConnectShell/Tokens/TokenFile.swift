// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The content of `tokens.json` in a profile's state folder: the tokens that the user has added.
enum TokenFile: ContractListFormat {
    static let name = "tokens"
    static let field = "tokens"
    static var full: String { localized("too many tokens are added; take some away") }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized("The list of tokens can’t be read (%1$s). It is kept at %2$s.", reason, place)
    }

    /// Returns the tokens of a network, the well-known ones first, which nobody has to add, each once.
    static func all(_ added: [ContractPlace], on network: String) -> [ContractPlace] {
        let known = KnownTokens.contracts(on: network).map { ContractPlace(network: network, contract: $0) }
        return known + added.filter { $0.network.hasSameBytes(as: network) && !known.contains($0) }
    }
}
