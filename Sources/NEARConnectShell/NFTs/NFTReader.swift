// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The tokens of one contract that an account has.
struct NFTHoldings: Sendable, Equatable {
    let place: ContractPlace
    /// The collection's name by its contract, ready to be shown.
    let name: String
    let tokens: [NFT]
    /// True if the account has more than were asked for.
    let hasMore: Bool
}

/// Asks contracts of NFTs (NEP-171, NEP-177, NEP-181).
struct NFTReader: Sendable {
    /// The most tokens of a contract that are shown.
    static let count = 50
    private static let patience = Duration.seconds(8)
    /// The gas of a transfer; what isn't burnt is paid back.
    private static let gas = Gas.tera(30)
    /// The largest answers that are read, in bytes: pictures may be in them.
    private static let limit = 4 << 20

    let client: NEARRPCClient

    /// The reason why a contract is none of NFTs.
    struct NoNFTError: Error {
        let contract: AccountId
    }

    /// Reads the tokens of an account.
    ///
    /// - Throws: `RPCError`, ``NoNFTError``.
    func holdings(of account: AccountId, at place: ContractPlace) async throws -> NFTHoldings {
        // One more than is shown says whether there are more.
        let arguments: JSONValue = [
            "account_id": .string(account.text), "from_index": "0", "limit": .integer(Int128(Self.count + 1)),
        ]
        async let metadata = call("nft_metadata", of: place.contract, with: .object([:]))
        async let tokens = call("nft_tokens_for_owner", of: place.contract, with: arguments)
        guard let holdings = Self.holdings(try await metadata, try await tokens, of: account, at: place) else {
            throw NoNFTError(contract: place.contract)
        }
        return holdings
    }

    /// Returns the action that gives a token to another account.
    static func transfer(_ token: NFT, to receiver: AccountId) -> Action {
        let arguments: JSONValue = ["receiver_id": .string(receiver.text), "token_id": .string(token.id)]
        return .functionCall(
            FunctionCallAction(methodName: "nft_transfer", args: arguments.bytes, gas: gas, deposit: .oneYocto))
    }

    private func call(
        _ method: String, of contract: AccountId, with arguments: JSONValue
    ) async throws(RPCError) -> [UInt8] {
        try await client.callFunction(method, of: contract, arguments: arguments, deadline: Self.patience).value.result
    }

    /// Reads what a contract has answered to `nft_metadata` and to `nft_tokens_for_owner`.
    ///
    /// A token that isn't the account's, by the contract's own word, isn't shown.
    ///
    /// - Returns: `nil` for what is no contract of NFTs.
    static func holdings(
        _ metadata: [UInt8], _ tokens: [UInt8], of account: AccountId, at place: ContractPlace
    ) -> NFTHoldings? {
        guard metadata.count <= limit, tokens.count <= limit else { return nil }
        do throws(JSONParsingError) {
            guard let values = try JSONValue.parseMembers(metadata, named: ["spec", "name", "base_uri"]),
                let spec = values[0]?.stringValue, spec.utf8.starts(with: "nft-".utf8),
                let elements = try JSONValue.parse(tokens).arrayValue, elements.count <= count + 1
            else { return nil }
            let base = values[2]?.stringValue
            let own = elements.compactMap { NFT($0, base: base) }.filter { $0.owner.hasSameBytes(as: account.text) }
            let name = DisplayText.beginning(of: DisplayText.name(values[1]?.stringValue ?? ""), limit: 60).shown
            return NFTHoldings(
                place: place, name: name.isEmpty ? place.contract.text : name, tokens: Array(own.prefix(count)),
                hasMore: elements.count > count)
        } catch {
            return nil  // A contract that answers something else has no NFTs.
        }
    }
}
