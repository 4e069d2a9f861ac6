// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The content of `tokens.json` in a profile's state folder: the tokens that the user has added.
enum TokenFile: ContractListFormat {
    static let name = "tokens"
    static let field = "tokens"
    static var full: String { localized("too many tokens are added; take some away") }

    /// The tokens that are looked for without being asked: wrapped NEAR and the dollar coins of their issuers.
    private static let known: [String: [String]] = [
        "mainnet": [
            "wrap.near", "usdt.tether-token.near", "17208628f84f5d6ad33f0da3bbbeb27ffcb398eac501a31bd6ad2011e36133a1",
        ],
        "testnet": ["wrap.testnet"],
    ]

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized("The list of tokens can’t be read (%1$s). It is kept at %2$s.", reason, place)
    }

    /// Returns the well-known tokens of a network.
    private static func known(on network: String) -> [ContractPlace] {
        (known[network] ?? []).compactMap { text in
            do {
                return ContractPlace(network: network, contract: try AccountId(text))
            } catch {
                return nil  // The list above has account ids only.
            }
        }
    }

    /// Returns the tokens of a network, the well-known ones first, each once.
    static func all(_ added: [ContractPlace], on network: String) -> [ContractPlace] {
        let known = known(on: network)
        return known + added.filter { $0.network.hasSameBytes(as: network) && !known.contains($0) }
    }
}
