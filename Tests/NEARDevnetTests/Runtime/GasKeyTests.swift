// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Gas keys (NEP-611): keys with a balance that pays for gas, and with nonces side by side.
@Suite(.ownThread) struct GasKeyTests {
    @Test func theKeyPaysForGasAndTheAccountForDeposits() throws {
        var chain = try LocalChain()
        try chain.addGasKey()
        let (account, key, tokens) = (
            try chain.balance("alice.root"), try chain.gasKeyBalance(), try chain.countTokens()
        )
        #expect(key == NEARToken.test(1).yoctoNEAR)
        let status = try chain.execute(chain.signWithGasKey())
        #expect(status.failure == nil)
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(try chain.balance("alice.root") == account - NEARToken.test(1).yoctoNEAR)
        #expect(try chain.gasKeyBalance() == key - burnt)
        #expect(try chain.countTokens() == tokens - burnt)
    }

    /// Unused gas goes back to the key; a deposit that nobody took, to the account.
    @Test func refundsGoWhereTheyCameFrom() throws {
        var chain = try LocalChain()
        try chain.addGasKey()
        let (account, key) = (try chain.balance("alice.root"), try chain.gasKeyBalance())
        let call = Action.functionCall("m", deposit: NEARToken.test(1))
        let status = try chain.execute(chain.signWithGasKey([call]))
        #expect(status.failure != nil)
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(try chain.balance("alice.root") == account)
        #expect(try chain.gasKeyBalance() == key - burnt)
    }

    /// A key that is gone when its gas comes back can't take it.
    @Test func refundOfADeletedKeyGoesToTheAccount() throws {
        var chain = try LocalChain()
        let key = try chain.addGasKey().publicKey
        let before = try chain.countTokens()
        let status = try chain.execute(
            chain.signWithGasKey(
                to: "alice.root",
                [.functionCall("m", gas: .tera(50)), .deleteKey(DeleteKeyAction(publicKey: key))]))
        #expect(status.failure != nil)
        let again = try chain.execute(
            chain.signWithGasKey(to: "alice.root", [.deleteKey(DeleteKeyAction(publicKey: key))]))
        #expect(again.failure == nil)
        #expect(chain.state.accessKey(try chain.id("alice.root"), key) == nil)
        #expect(chain.state.gasKeyNonces(try chain.id("alice.root"), key).isEmpty)
        let outcomes = [status, again].flatMap { [$0.outcome] + $0.receiptOutcomes }
        #expect(try chain.countTokens() == before - outcomes.reduce(0) { $0 + $1.tokensBurnt })
    }

    @Test func noncesAreCountedSideBySide() throws {
        var chain = try LocalChain()
        let key = try chain.addGasKey().publicKey
        let id = try chain.id("alice.root")
        let first = chain.state.gasKeyNonces(id, key)
        #expect(first.count == 3 && Set(first).count == 1 && first[0] % 1_000_000 == 0)
        #expect(chain.state.accessKey(id, key)?.nonce == 0)
        for index in [2, 0, 2] as [UInt16] { try chain.execute(chain.signWithGasKey(index: index)) }
        #expect(chain.state.gasKeyNonces(id, key) == [first[0] + 1, first[1], first[2] + 2])
        try chain.execute(
            chain.signWithGasKey(index: 1) { $0.nonceMode = .strict })
        #expect(chain.state.gasKeyNonces(id, key)[1] == first[1] + 1)
    }

    /// Each place has an order of its own, in the pool as well.
    @Test func placesDoNotWaitForOneAnother() throws {
        var chain = try LocalChain()
        try chain.addGasKey()
        let later = try chain.signWithGasKey(index: 0) {
            $0.nonce = .gasKeyNonce(nonce: $0.nonce.value + 1, nonceIndex: 0)
        }
        let other = try chain.signWithGasKey(index: 1)
        let earlier = try chain.signWithGasKey(index: 0)
        for transaction in [later, other, earlier] { try chain.chain.accept(transaction) }
        try chain.chain.produceBlock()
        #expect(chain.chain.head.transactions.map(\.hash) == [earlier, other, later].map(\.hash))
    }

    @Test func withdrawingAndDeletingAddUp() throws {
        var chain = try LocalChain()
        let before = try chain.balance("alice.root")
        let usage = try #require(chain.state.account(chain.id("alice.root"))).storageUsage
        let key = try chain.addGasKey(balance: .test(3)).publicKey
        // Key and record with 40 bytes on top, and each nonce with key, index, number and 40 bytes.
        #expect(try #require(chain.state.account(chain.id("alice.root"))).storageUsage == usage + 33 + 27 + 40 + 3 * 83)
        let withdrawal = WithdrawFromGasKeyAction(publicKey: key, amount: .test(2))
        let status = try chain.send("alice.root", to: "alice.root", [.withdrawFromGasKey(withdrawal)])
        #expect(status.failure == nil)
        #expect(try chain.gasKeyBalance() == NEARToken.test(1).yoctoNEAR)
        #expect(try chain.balance("alice.root") > before + NEARToken.test(1).yoctoNEAR)
        let tokens = try chain.countTokens()
        let deletion = try chain.send("alice.root", to: "alice.root", [.deleteKey(DeleteKeyAction(publicKey: key))])
        #expect(deletion.failure == nil)
        let burnt = deletion.outcome.tokensBurnt + deletion.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(burnt > NEARToken.test(1).yoctoNEAR)
        #expect(try chain.countTokens() == tokens - burnt)
        #expect(try #require(chain.state.account(chain.id("alice.root"))).storageUsage == usage)
    }

    /// The gas of each action, by nearcore's parameters of protocol version 85.
    @Test func feesAreNearcores() throws {
        var chain = try LocalChain()
        let key = try chain.addGasKey().publicKey
        let receipt: UInt64 = 108_059_500_000
        // The trie's name of the key: 1 + 10 letters + 1 + 33 bytes.
        let name: UInt64 = 45
        let funding = TransferToGasKeyAction(publicKey: key, deposit: .test(1))
        let sent = try chain.send("root", to: "alice.root", [.transferToGasKey(funding)])
        #expect(sent.outcome.gasBurnt == receipt + 115_123_062_500 + 33 * 59_357_464)
        #expect(sent.receiptOutcomes[0].gasBurnt == receipt + 235_676_644_250 + (name + 27) * 101_435_400)
        let withdrawal = WithdrawFromGasKeyAction(publicKey: key, amount: .test(1))
        let taken = try chain.send("alice.root", to: "alice.root", [.withdrawFromGasKey(withdrawal)])
        #expect(taken.outcome.gasBurnt == sent.outcome.gasBurnt)
        #expect(taken.receiptOutcomes[0].gasBurnt == sent.receiptOutcomes[0].gasBurnt)
        let info = GasKeyInfo(balance: .zero, numNonces: 4)
        let another = AddKeyAction(
            publicKey: try chain.key("another").publicKey, accessKey: AccessKey(permission: .gasKeyFullAccess(info)))
        let added = try chain.send("alice.root", to: "alice.root", [.addKey(another)])
        #expect(added.outcome.gasBurnt == receipt + 101_765_125_000)
        #expect(
            added.receiptOutcomes[0].gasBurnt
                == receipt + 101_765_125_000 + 4 * (64_196_736_000 + (name + 2 + 8) * 101_435_400))
    }

    @Test func stateOnDiskHasTheNonces() throws {
        var chain = try LocalChain()
        let key = try chain.addGasKey().publicKey
        try chain.execute(chain.signWithGasKey(index: 1))
        let restored = try LedgerState(borsh: chain.state.borshBytes)
        let id = try chain.id("alice.root")
        #expect(restored.gasKeyNonces(id, key) == chain.state.gasKeyNonces(id, key))
        #expect(restored.accessKey(id, key) == chain.state.accessKey(id, key))
    }

    @Test func clientsSeeKeyNoncesAndChanges() async throws {
        var chain = try LocalChain()
        let key = JSONValue.key(try chain.addGasKey().publicKey)
        let status = try chain.execute(chain.signWithGasKey(index: 2))
        let service = chain.service()
        let nonces = chain.state.gasKeyNonces(try chain.id("alice.root"), try chain.key("gas").publicKey)
        let asked: JSONValue = ["account_id": "alice.root", "public_key": key, "finality": "final"]
        let view = try await service.result("EXPERIMENTAL_view_gas_key_nonces", asked)
        #expect(view["nonces"] == .array(nonces.map { .count($0) }))
        #expect(view["block_hash"] == .hash(chain.chain.head.hash))
        let permission = try await service.result("EXPERIMENTAL_view_access_key", asked)["permission"]
        #expect(permission?["GasKeyFullAccess"]?["num_nonces"] == 3)
        #expect(permission?["GasKeyFullAccess"]?["balance"] == .yocto(try chain.gasKeyBalance()))
        let other: JSONValue = [
            "account_id": "alice.root", "public_key": .key(try chain.key("alice.root").publicKey), "finality": "final",
        ]
        let error = try await service.error("EXPERIMENTAL_view_gas_key_nonces", other)
        #expect(error["cause"]?["name"] == "UNKNOWN_GAS_KEY")
        let changes = try await service.result(
            "EXPERIMENTAL_changes",
            [
                "changes_type": "all_access_key_changes", "account_ids": ["alice.root"],
                "block_id": .hash(status.outcome.blockHash),
            ])
        let nonceChange = changes["changes"]?.arrayValue?.first { $0["type"] == "gas_key_nonce_update" }?["change"]
        #expect(nonceChange?["index"] == 2)
        #expect(nonceChange?["nonce"] == .count(nonces[2]))
        let sent = try await service.result(
            "tx", ["tx_hash": .hash(status.transaction.hash), "sender_account_id": "alice.root"])
        #expect(sent["transaction"]?["nonce_index"] == 2)
    }
}
