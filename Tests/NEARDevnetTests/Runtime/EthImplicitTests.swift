// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Accounts that belong to an Ethereum key: they run a global contract that isn't shipped.
@Suite(.ownThread) struct EthImplicitTests {
    private let id = "0x87b435f1fcb4519306f9b755e274107cc78ac4e3"

    private var execute: Action {
        .functionCall(
            FunctionCallAction(methodName: "rlp_execute", args: Array("{}".utf8), gas: .tera(30), deposit: .zero))
    }

    @Test func aTransferMakesAnAccountThatNamesTheWalletContract() async throws {
        var local = try LocalChain()
        #expect(try local.send("alice.root", to: id, [.transfer(.test(3))]).failure == nil)
        let accountId = try AccountId(id)
        let account = try #require(local.state.account(accountId))
        #expect(account.amount == NEARToken.test(3).yoctoNEAR)
        #expect(account.storageUsage == 132)
        let hash = try CryptoHash("FAq9tQRbwJPTV3PQLn2F7AUD3FW2Fw1V8ZeZuazfeu1v")
        #expect(account.contract == .global(hash))
        #expect(local.state.accessKeyList(accountId).isEmpty)

        let called = try local.send("alice.root", to: id, [execute])
        #expect(
            called.failure?.kind
                == .functionCallError(.compilationError(.codeDoesNotExist(accountId: accountId))))
        await #expect(
            throws: QueryError.contractExecution(.compilation(.codeDoesNotExist(accountId: accountId)))
        ) {
            try await local.view(id, "get_nonce")
        }
    }

    @Test func theNetworksNameDecidesWhichContractItIs() throws {
        let names = ["mainnet", "mocknet", "testnet", "localnet", "devnet"]
        let hashes = names.map { WalletContract.hash(chainId: $0) }
        #expect(hashes[0] == hashes[1])
        #expect(hashes[3] == hashes[4])
        #expect(Set(hashes).count == 3)
    }

    /// An account runs the contract at its hash once there is one.
    ///
    /// Here another contract stands at that hash.
    @Test func theAccountRunsTheContractOnceItIsThere() async throws {
        var local = try LocalChain()
        try local.send("alice.root", to: id, [.transfer(.test(1))])
        let code = try WAT.module(
            """
            (module (import "env" "value_return" (func $return (param i64 i64))) (memory 1) (data (i32.const 0) "ran")
              (func (export "rlp_execute") (call $return (i64.const 3) (i64.const 0))))
            """)
        let hash = WalletContract.hash(chainId: local.chain.settings.chainId)
        local.chain.patch([.globalContractUpdate(try AccountId("root"), .codeHash(hash), ContractCode(code))])
        try local.chain.produceBlock()
        #expect(try local.send("alice.root", to: id, [execute]).value == "ran")
    }
}
