// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// A contract on a network.
struct ContractPlace: Sendable, Hashable {
    /// The network's id.
    let network: String
    /// The contract's account.
    let contract: AccountId
    /// The decimals that a token had when the user added it.
    ///
    /// `nil` where that isn't known, and for what is no token.
    var decimals: Int?

    static func == (one: ContractPlace, other: ContractPlace) -> Bool {
        one.contract == other.contract && one.network.hasSameBytes(as: other.network)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(network))
        hasher.combine(contract)
    }
}

/// The format of a document in a profile's state folder that lists contracts the user has added.
protocol ContractListFormat: DocumentFormat where Content == [ContractPlace] {
    /// The name of the list's field.
    static var field: String { get }
}

extension ContractListFormat {
    /// The most contracts of a list.
    static var limit: Int { 100 }
    static var schema: Int128 { 1 }
    static var empty: [ContractPlace] { [] }

    static func content(_ fields: JSONFields) throws -> [ContractPlace] {
        try bounded(try fields.array(field), limit).map { element in
            let place = try JSONFields(element, "contract")
            return ContractPlace(
                network: try place.string("network"), contract: try AccountId(place.string("contract")),
                decimals: place.has("decimals") ? try place.integer("decimals") : nil)
        }
    }

    static func fields(_ places: [ContractPlace]) -> JSONValue.Members {
        let values = places.map { place -> JSONValue in
            var fields: JSONValue.Members = [
                "network": .string(place.network), "contract": .string(place.contract.text),
            ]
            if let decimals = place.decimals { fields["decimals"] = .integer(Int128(decimals)) }
            return .object(fields)
        }
        return [ExactText(field): .array(values)]
    }
}
