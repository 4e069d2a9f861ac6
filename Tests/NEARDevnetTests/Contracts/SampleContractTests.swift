// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// The contracts that ship with the devnet, through receipts and queries.
@Suite(.ownThread) struct SampleContractTests {
    @Test func aGuestBookKeepsMessages() async throws {
        var local = try LocalChain()
        try local.deploy(SampleContract.guestBook.code(), to: "bob.root")
        let first = try local.call("bob.root", "add_message", arguments: #"{"text":"hello \"world\""}"#)
        #expect(first.failure == nil)
        #expect(first.logs == ["alice.root signed the guest book"])
        try local.call("bob.root", "add_message", arguments: #"{ "text" : "again" }"#, as: "root", deposit: .test(1))
        #expect(try await local.view("bob.root", "total_messages") == "2")
        #expect(
            try await local.view("bob.root", "get_messages", arguments: #"{"from_index":"0","limit":10}"#)
                == #"[{"premium":false,"sender":"alice.root","text":"hello \"world\""},{"premium":true,"sender":"root","text":"again"}]"#
        )
        #expect(
            try await local.view("bob.root", "get_messages", arguments: #"{"from_index":1}"#)
                == #"[{"premium":true,"sender":"root","text":"again"}]"#)
    }

    @Test func aPanicFailsTheReceiptAndGivesTheDepositBack() throws {
        var local = try LocalChain()
        try local.deploy(SampleContract.guestBook.code(), to: "bob.root")
        let before = try local.balance("alice.root")
        let status = try local.call("bob.root", "add_message", arguments: "{}", deposit: .test(5))
        #expect(status.executionError == "Smart contract panicked: A string is missing from the arguments")
        #expect(before - (try local.balance("alice.root")) < NEARToken.test(1).yoctoNEAR)
    }

    private func makeToken() throws -> LocalChain {
        var local = try LocalChain()
        let token = SampleContract.fungibleToken(
            owner: try AccountId("alice.root"), totalSupply: "1000000000000000000000")
        try local.deploy(token.code(), to: "bob.root")
        let call = try #require(token.initialization)
        let status = try local.send("bob.root", to: "bob.root", [.functionCall(call)])
        #expect(status.failure == nil)
        return local
    }

    private func balance(of id: String, _ local: LocalChain) async throws -> String {
        try await local.view("bob.root", "ft_balance_of", arguments: #"{"account_id":"\#(id)"}"#)
    }

    @Test func tokensMoveBetweenRegisteredAccounts() async throws {
        var local = try makeToken()
        #expect(try await local.view("bob.root", "ft_total_supply") == #""1000000000000000000000""#)
        let arguments = #"{"receiver_id":"root","amount":"40"}"#
        let unregistered = try local.call(
            "bob.root", "ft_transfer", arguments: arguments, deposit: NEARToken(yoctoNEAR: 1))
        #expect(unregistered.executionError == "Smart contract panicked: The account root is not registered")
        let without = try local.call("bob.root", "ft_transfer", arguments: arguments)
        #expect(
            without.executionError
                == "Smart contract panicked: Requires attached deposit of exactly 1 yoctoNEAR")

        let deposit = try local.call(
            "bob.root", "storage_deposit", arguments: #"{"account_id":"root"}"#, deposit: .test(1))
        #expect(deposit.failure == nil)
        // The rest of the deposit came back in a receipt of the contract's.
        #expect(deposit.receipts.contains { $0.predecessorId.text == "bob.root" && $0.receiverId.text == "alice.root" })
        let transfer = try local.call(
            "bob.root", "ft_transfer", arguments: arguments, deposit: NEARToken(yoctoNEAR: 1))
        #expect(transfer.failure == nil)
        #expect(
            transfer.logs == [
                #"EVENT_JSON:{"standard":"nep141","version":"1.0.0","event":"ft_transfer","data":[{"old_owner_id":"alice.root","new_owner_id":"root","amount":"40"}]}"#
            ])
        #expect(try await balance(of: "root", local) == #""40""#)
        #expect(try await balance(of: "alice.root", local) == #""999999999999999999960""#)
    }

    @Test(arguments: [("a message", "\"25\"", "\"25\""), ("", "\"0\"", "\"0\"")])
    func aTransferWithACallBringsBackWhatIsNotUsed(message: String, used: String, held: String) async throws {
        var local = try makeToken()
        try local.deploy(SampleContract.guestBook.code(), to: "root")
        try local.call("bob.root", "storage_deposit", arguments: #"{"account_id":"root"}"#, deposit: .test(1))
        let status = try local.call(
            "bob.root", "ft_transfer_call", arguments: #"{"receiver_id":"root","amount":"25","msg":"\#(message)"}"#,
            deposit: NEARToken(yoctoNEAR: 1))
        #expect(status.failure == nil)
        #expect(status.value == used)
        #expect(try await balance(of: "root", local) == held)
        #expect(try await local.view("root", "total_messages") == (message.isEmpty ? "0" : "1"))
    }

    @Test func aReceiverThatFailsGetsNothing() async throws {
        var local = try makeToken()
        try local.call("bob.root", "storage_deposit", arguments: #"{"account_id":"root"}"#, deposit: .test(1))
        let status = try local.call(
            "bob.root", "ft_transfer_call", arguments: #"{"receiver_id":"root","amount":"25","msg":"x"}"#,
            deposit: NEARToken(yoctoNEAR: 1))
        #expect(status.value == "\"0\"")
        #expect(try await balance(of: "root", local) == #""0""#)
        #expect(try await balance(of: "alice.root", local) == #""1000000000000000000000""#)
    }

    @Test func uniqueTokensAreMadeListedAndGivenAway() async throws {
        var local = try LocalChain()
        let contract = SampleContract.nonFungibleToken(owner: try AccountId("alice.root"))
        try local.deploy(contract.code(), to: "bob.root")
        let call = try #require(contract.initialization)
        #expect(try local.send("bob.root", to: "bob.root", [.functionCall(call)]).failure == nil)
        #expect(try local.send("bob.root", to: "bob.root", [.functionCall(call)]).failure != nil)
        for (token, metadata) in [("a", #","token_metadata":{"title":"A \"cat\""}"#), ("b", ""), ("c", "")] {
            let made = try local.call(
                "bob.root", "nft_mint", arguments: #"{"token_id":"\#(token)","receiver_id":"alice.root"\#(metadata)}"#)
            #expect(made.failure == nil)
        }
        let twice = #"{"token_id":"a","receiver_id":"root"}"#
        #expect(try local.call("bob.root", "nft_mint", arguments: twice).failure != nil)
        #expect(try local.call("bob.root", "nft_mint", arguments: twice, as: "root").failure != nil)
        func owned(by account: String, _ more: String = "") async throws -> String {
            try await local.view(
                "bob.root", "nft_tokens_for_owner", arguments: #"{"account_id":"\#(account)"\#(more)}"#)
        }
        let first = #"{"token_id":"a","owner_id":"alice.root","metadata":{"title":"A \"cat\""}}"#
        let third = #"{"token_id":"c","owner_id":"alice.root","metadata":null}"#
        let page = try await owned(by: "alice.root", #","from_index":"1","limit":1"#)
        #expect(page == #"[{"token_id":"b","owner_id":"alice.root","metadata":null}]"#)

        let arguments = #"{"receiver_id":"root","token_id":"b"}"#
        let yocto = NEARToken(yoctoNEAR: 1)
        #expect(try local.call("bob.root", "nft_transfer", arguments: arguments).failure != nil)
        #expect(
            try local.call("bob.root", "nft_transfer", arguments: arguments, as: "root", deposit: yocto).failure != nil)
        let sent = try local.call("bob.root", "nft_transfer", arguments: arguments, deposit: yocto)
        #expect(sent.failure == nil)
        #expect(
            sent.logs == [
                #"EVENT_JSON:{"standard":"nep171","version":"1.0.0","event":"nft_transfer","data":[{"old_owner_id":"alice.root","new_owner_id":"root","token_ids":["b"]}]}"#
            ])
        #expect(try await owned(by: "alice.root") == "[\(first),\(third)]")
        #expect(try await owned(by: "root") == #"[{"token_id":"b","owner_id":"root","metadata":null}]"#)
        #expect(try await local.view("bob.root", "nft_token", arguments: #"{"token_id":"x"}"#) == "null")
        #expect(try await local.view("bob.root", "nft_total_supply") == #""3""#)
    }
}
