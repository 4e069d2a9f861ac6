// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The methods that only an embedded chain has, over its own JSON-RPC.
@MainActor
struct DevnetCalls {
    /// An account of the chain.
    struct Account: Equatable {
        let id: AccountId
        let balance: NEARToken
    }

    /// A state of the chain that it keeps.
    struct Snapshot: Equatable {
        let id: Int
        let height: Int
    }

    /// The chain's answer has another form than this program knows.
    struct AnswerError: Error, CustomStringConvertible {
        let method: String
        var description: String { localized("the chain’s answer to %1$s can’t be read", method) }
    }

    /// The most accounts that are read.
    static let limit = 100

    /// Returns the client of the chain's node.
    let client: @MainActor () throws -> NEARRPCClient

    /// Returns whether the node is a devnet, which has these methods.
    func areAnswered() async -> Bool {
        do {
            return try await call("devnet_accounts", ["limit": 1])["accounts"]?.arrayValue != nil
        } catch {
            return false
        }
    }

    /// Returns the height of the last block.
    func height() async throws -> Int {
        Int(clamping: try await client().block(.optimistic).header.height)
    }

    /// Returns the first accounts, in the order of their ids.
    func accounts() async throws -> [Account] {
        let answer = try await call("devnet_accounts", ["limit": .integer(Int128(Self.limit))])
        guard let list = answer["accounts"]?.arrayValue else { throw AnswerError(method: "devnet_accounts") }
        return try list.prefix(Self.limit).map { entry in
            guard let id = entry["account_id"]?.stringValue, let amount = entry["amount"]?.stringValue,
                let yocto = UInt128(amount)
            else { throw AnswerError(method: "devnet_accounts") }
            return Account(id: try AccountId(id), balance: NEARToken(yoctoNEAR: yocto))
        }
    }

    /// Gives an account NEAR of the root account's, and makes an account that isn't there.
    ///
    /// - Returns: The key of an account that was made; `nil` for one that was there.
    func give(_ amount: NEARToken, to account: AccountId) async throws -> SecretKey? {
        let answer = try await call(
            "devnet_faucet", ["account_id": .string(account.text), "amount": .string(String(amount.yoctoNEAR))])
        guard answer["created"] == .bool(true) else { return nil }
        guard let key = answer["private_key"]?.stringValue else { throw AnswerError(method: "devnet_faucet") }
        return try SecretKey(key)
    }

    /// Lets blocks pass at once, with the time that belongs to them.
    func skip(blocks: Int) async throws {
        _ = try await call("sandbox_fast_forward", ["delta_height": .integer(Int128(blocks))])
    }

    /// Keeps the chain as it is now.
    func keep() async throws -> Snapshot {
        let answer = try await call("devnet_snapshot", [:])
        guard let id = answer["id"]?.integerValue(as: Int.self),
            let height = answer["height"]?.integerValue(as: Int.self)
        else {
            throw AnswerError(method: "devnet_snapshot")
        }
        return Snapshot(id: id, height: height)
    }

    /// Goes back to a state that was kept; what came since is undone.
    func goBack(to snapshot: Snapshot) async throws {
        _ = try await call("devnet_restore", ["id": .integer(Int128(snapshot.id))])
    }

    private func call(_ method: String, _ parameters: JSONValue.Members) async throws -> JSONValue {
        try await client().call(method: method, params: .object(parameters))
    }
}
