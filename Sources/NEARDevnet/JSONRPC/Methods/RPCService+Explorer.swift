// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Methods for the explorer page, which no other node has.
extension RPCService {
    /// `devnet_blocks`: the last blocks, the newest first, `limit` of them, or those below the height `before`.
    func blocks(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let limit = try limit(parameters)
        let chain = host.chain
        var block: Block? = chain.head
        if let before = try parameters["before"]?.asHeight("before") {
            while let current = block, current.height >= before { block = Self.parent(of: current, in: chain) }
        }
        var found: [JSONValue] = []
        while let current = block, found.count < limit {
            found.append([
                "height": .count(current.height), "hash": .hash(current.hash),
                "timestamp_nanosec": .string(String(current.header.timestamp)),
                "transactions": .count(current.transactions.count),
                "receipts": .count(current.outcomes.count - current.transactions.count),
                "gas_used": .count(current.gasUsed),
            ])
            block = Self.parent(of: current, in: chain)
        }
        return ["blocks": .array(found)]
    }

    private static func parent(of block: Block, in chain: Chain) -> Block? {
        block.height == chain.genesis.height ? nil : chain.block(at: block.header.prevHeight)
    }

    /// `devnet_accounts`: `limit` accounts in the order of their ids, those after the id `after`.
    func accounts(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let limit = try limit(parameters)
        let after = try parameters["after"]?.asAccountId("after")
        let state = host.chain.state
        let accounts = state.allAccounts.lazy.filter { entry in after.map { entry.id > $0 } ?? true }.prefix(limit)
        let views = accounts.map { entry -> JSONValue in
            .object(entry.record.view.merging(["account_id": .id(entry.id)]) { first, _ in first })
        }
        return ["accounts": .array(Array(views))]
    }

    /// `devnet_faucet`: gives an account tokens of the root account, and creates it where it isn't there.
    ///
    /// A new account gets the key that is asked for, or the one that the seed makes, which the answer has with its
    /// secret half.
    func faucet(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let id = try parameters.accountId("account_id")
        let amount = try self.amount(parameters)
        let isNew = host.chain.state.account(id) == nil
        var answer: JSONValue.Members = ["account_id": .id(id), "created": .bool(isNew)]
        do {
            if isNew {
                let publicKey = try newKey(of: id, parameters, &answer)
                try await host.createAccount(id, amount: amount, publicKey: publicKey, from: rootAccountId)
            } else {
                try await host.fund(id, amount: amount, from: rootAccountId)
            }
        } catch let fault as RPCServiceError {
            throw fault
        } catch {
            throw .handler("FAUCET_ERROR", info: ["error_message": .string("\(error)")], data: .string("\(error)"))
        }
        answer["amount"] = .yocto(host.chain.state.account(id)?.amount ?? 0)
        return .object(answer)
    }

    private func newKey(
        of id: AccountId, _ parameters: RPCParameters, _ answer: inout JSONValue.Members
    ) throws -> PublicKey {
        if let key = try parameters["public_key"]?.asPublicKey("public_key") {
            answer["public_key"] = .key(key)
            return key
        }
        let key = try DevnetAccount.secretKey(of: id, seed: seed)
        answer["public_key"] = .key(key.publicKey)
        answer["private_key"] = .string(key.exposedText())
        return key.publicKey
    }

    private func amount(_ parameters: RPCParameters) throws(RPCServiceError) -> UInt128 {
        guard let wanted = parameters["amount"] else { return 100 * NEARToken.yoctoPerNEAR }
        guard let amount = UInt128(try wanted.asString("amount")), amount > 0 else {
            throw .arguments("`amount` is no amount of yoctoNEAR")
        }
        return amount
    }

    private func limit(_ parameters: RPCParameters) throws(RPCServiceError) -> Int {
        guard let wanted = parameters["limit"] else { return 20 }
        return Int(min(try wanted.asHeight("limit"), 200))
    }
}
