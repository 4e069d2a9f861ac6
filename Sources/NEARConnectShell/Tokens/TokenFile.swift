// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A token's contract on a network.
struct TokenPlace: Sendable, Hashable {
    /// The network's id.
    let network: String
    /// The token's contract.
    let contract: AccountId

    /// The tokens that are looked for without being asked: wrapped NEAR and the dollar coins of their issuers.
    private static let known: [String: [String]] = [
        "mainnet": [
            "wrap.near", "usdt.tether-token.near", "17208628f84f5d6ad33f0da3bbbeb27ffcb398eac501a31bd6ad2011e36133a1",
        ],
        "testnet": ["wrap.testnet"],
    ]

    /// Returns the well-known tokens of a network.
    static func known(on network: String) -> [TokenPlace] {
        (known[network] ?? []).compactMap { text in
            do {
                return TokenPlace(network: network, contract: try AccountId(text))
            } catch {
                return nil  // The list above has account ids only.
            }
        }
    }
}

/// The content of `tokens.json` in a profile's state folder: the tokens that the user has added.
enum TokenFile: DocumentFormat {
    static let name = "tokens"
    static let schema: Int128 = 1
    static let empty: [TokenPlace] = []
    static let limit = 100
    static var full: String { localized("too many tokens are added; take some away") }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized("The list of tokens can’t be read (%1$s). It is kept at %2$s.", reason, place)
    }

    static func content(_ fields: JSONFields) throws -> [TokenPlace] {
        try bounded(try fields.array("tokens"), limit).map { element in
            let token = try JSONFields(element, "token")
            return TokenPlace(
                network: try token.string("network"), contract: try AccountId(token.string("contract")))
        }
    }

    static func fields(_ tokens: [TokenPlace]) -> JSONValue.Members {
        let values = tokens.map { token -> JSONValue in
            ["network": .string(token.network), "contract": .string(token.contract.text)]
        }
        return ["tokens": .array(values)]
    }
}

extension [TokenPlace] {
    /// Returns the tokens of a network, the well-known ones first, each once.
    func all(on network: String) -> [TokenPlace] {
        let known = TokenPlace.known(on: network)
        return known + filter { $0.network.hasSameBytes(as: network) && !known.contains($0) }
    }
}
