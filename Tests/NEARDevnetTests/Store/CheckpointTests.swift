// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARDevnet

/// A chain that is opened from a checkpoint is the one that was closed, but for what it has forgotten.
@Suite struct CheckpointTests {
    /// Whatever the state can have is there again: each kind of contract, keys, data, receipts that wait, stakes.
    @Test func everythingThatBlocksDependOnIsKept() throws {
        var chain = try LocalChain {
            $0.parameters.minimumStake = 1_000
            $0.epochLength = 1_000
        }
        let code = [UInt8](repeating: 3, count: 10)
        let key = try chain.key("alice.root").publicKey
        try chain.deploy(SampleContract.guestBook.code(), to: "bob.root")
        try chain.call("bob.root", "add_message", arguments: #"{"text":"hello"}"#)
        _ = try chain.addSessionKey(allowance: NEARToken.test(1))
        for mode in [GlobalContractDeployMode.codeHash, .accountId] {
            try chain.send(
                "root", to: "root", [.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: mode))])
        }
        for identifier in [GlobalContractIdentifier.codeHash(.sha256(code)), .accountId(try chain.id("root"))] {
            try chain.send(
                "alice.root", to: "alice.root",
                [.useGlobalContract(UseGlobalContractAction(contractIdentifier: identifier))])
        }
        for amount in [5_000, 2_000] as [UInt128] {
            let stake = StakeAction(stake: NEARToken(yoctoNEAR: amount), publicKey: key)
            try chain.send("alice.root", to: "alice.root", [.stake(stake)])
        }
        // A receipt on its way, and a state that is in the middle of something.
        try chain.chain.accept(try chain.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))]))
        try chain.chain.produceBlock()
        #expect(!chain.chain.waitingReceipts.isEmpty)
        #expect(!chain.chain.stakeProposals.isEmpty)

        let bytes = Checkpoint(chain.chain).borshBytes
        var resumed = try LocalChain {
            $0.parameters.minimumStake = 1_000
            $0.epochLength = 1_000
        }
        resumed.chain.resume(from: try Checkpoint(borsh: bytes))
        #expect(describe(resumed.chain) == describe(chain.chain))
        // Both go on alike, also through the epochs after which stake is given back.
        for _ in 0..<3 {
            try chain.chain.produceBlock(skipping: 1_500)
            try resumed.chain.produceBlock(skipping: 1_500)
            #expect(resumed.chain.head.hash == chain.chain.head.hash)
            #expect(resumed.chain.head.stateRoot == chain.chain.head.stateRoot)
        }
        #expect(describe(resumed.chain) == describe(chain.chain))
        #expect(chain.state.account(try chain.id("alice.root"))?.locked == 2_000)
    }

    /// Receipts that wait for data, data that waits for receipts, and promises with a deadline.
    @Test func inboxIsKept() throws {
        let id = try AccountId("bob.root")
        func receipt(_ number: UInt8, waitingFor inputs: [UInt8], yield: Bool = false) -> Receipt {
            var action = ActionReceipt(
                signerId: id, signerPublicKey: .none, gasPrice: 7, actions: [.functionCall("m", args: [number])])
            action.inputDataIds = inputs.map { .sha256([$0]) }
            action.outputDataReceivers = [DataReceiver(dataId: .sha256([99]), receiverId: id)]
            action.isPromiseYield = yield
            action.refundTo = yield ? nil : id
            return Receipt(predecessorId: id, receiverId: id, receiptId: .sha256([100, number]), action: action)
        }
        var inbox = ReceiptInbox()
        #expect(inbox.take(DataReceiptContent(dataId: .sha256([1]), data: [5]), for: id) == nil)
        #expect(inbox.take(DataReceiptContent(dataId: .sha256([7]), data: nil), for: id) == nil)
        #expect(inbox.take(receipt(1, waitingFor: [1, 2, 3]), yieldDeadline: 50) == nil)
        #expect(inbox.take(receipt(2, waitingFor: [4], yield: true), yieldDeadline: 60) == nil)
        #expect(inbox.take(DataReceiptContent(dataId: .sha256([2]), data: []), for: id) == nil)
        var kept = try ReceiptInbox(borsh: inbox.borshBytes)
        #expect(kept.borshBytes == inbox.borshBytes)
        #expect(kept.isYielded(DataKey(accountId: id, dataId: .sha256([4]))))
        #expect(kept.overdue(at: 59).isEmpty)
        #expect(kept.overdue(at: 60).count == 1)
        let taken = kept.take(DataReceiptContent(dataId: .sha256([3]), data: nil), for: id)
        let ready = try #require(taken)
        #expect(ready.receipt.receiptId == .sha256([100, 1]))
        #expect(ready.results == [[5], [], nil])
        #expect(kept.take(receipt(3, waitingFor: [7]), yieldDeadline: 0) == [nil])
        let resumed = DataReceiptContent(dataId: .sha256([4]), data: [9], isPromiseResume: true)
        #expect(kept.take(resumed, for: id)?.results == [[9]])
    }

    @Test func chainIsOpenedFromItsLastCheckpointThatIsOldEnough() async throws {
        try await withFolder { folder in
            func configure(_ configuration: inout DevnetConfiguration) {
                configuration.stateDirectory = folder
                configuration.checkpointInterval = 10
                configuration.stateHistoryLength = 25
            }
            var before = ""
            var last: Chain?
            try await withDevnet(configure: configure) { devnet, client in
                for round in 0..<40 {
                    let amount = NEARToken(yoctoNEAR: UInt128(round))
                    let signed = try await client.sign(
                        devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(amount)])
                    _ = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
                }
                let chain = devnet.host.chain
                before = describe(chain)
                last = chain
                let heights = try await devnet.host.checkpointHeights()
                // 80 blocks: those that are younger than 25 blocks, and one that is older.
                #expect(heights.filter { $0 <= chain.head.height - 25 }.count == 1)
                #expect(heights.count == 4)
            }
            let closed = try #require(last)
            try await withDevnet(configure: configure) { devnet, client in
                let chain = devnet.host.chain
                #expect(describe(chain) == before)
                let earliest = chain.earliest.height
                #expect(earliest > closed.head.height - 37)
                #expect(earliest <= closed.head.height - 24)
                for block in closed.blocks(above: earliest - 1) {
                    let opened = try #require(chain.block(block.hash))
                    #expect(opened.outcomes.map(\.id) == block.outcomes.map(\.id))
                    #expect(
                        chain.state(after: opened)?.borshBytes.count == closed.state(after: block)?.borshBytes.count)
                    for transaction in block.transactions {
                        #expect(TransactionStatus(transaction.hash, in: chain)?.progress == .final)
                    }
                }
                // What is older is as unknown as on a node that isn't archival; the first block is not.
                #expect(chain.block(at: 3) == nil)
                #expect(chain.block(at: 0)?.hash == closed.genesis.hash)
                let signed = try await client.sign(
                    devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
                let result = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
                #expect(result["final_execution_status"] == "FINAL")
            }
        }
    }

    /// A checkpoint that can't be read costs time and nothing else.
    @Test func checkpointOfAnotherVersionIsLeftAlone() async throws {
        try await withFolder { folder in
            func configure(_ configuration: inout DevnetConfiguration) {
                configuration.stateDirectory = folder
                configuration.checkpointInterval = 5
                configuration.stateHistoryLength = 5
            }
            var before = ""
            try await withDevnet(configure: configure) { devnet, _ in
                for _ in 0..<30 { try await devnet.produceBlock() }
                before = describe(devnet.host.chain)
            }
            let store = try ChainStore(directory: folder)
            try store.spoilCheckpoints()
            try store.close()
            try await withDevnet(configure: configure) { devnet, _ in
                let chain = devnet.host.chain
                #expect(describe(chain) == before)
                #expect(chain.block(at: 3) != nil)
            }
        }
    }

    /// A field that is added has to be kept, or to be history.
    @Test func nothingIsForgottenByOversight() throws {
        func fields(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
        let chain = try LocalChain().chain
        let kept: Set = ["head", "state", "waitingReceipts", "waitingData", "stakeProposals", "blockTree"]
        let given: Set = ["settings", "genesis", "pool", "patches"]
        let history: Set = [
            "blocks", "heights", "states", "places", "oldestState", "oldestBlock", "transactions", "outcomes",
            "receipts",
            "dataReceipts", "origins", "rejections", "rejected",
        ]
        #expect(fields(chain) == kept.union(given).union(history))
        #expect(
            fields(chain.state)
                == ["accounts", "accessKeys", "gasKeyNonces", "codes", "storage", "globalContracts", "inbox"])
        #expect(fields(chain.state.inbox) == ["postponed", "waiting", "received", "deadlines"])
        #expect(fields(chain.head.header).count == 16)
    }

    /// The chain as far as blocks to come depend on it.
    private func describe(_ chain: Chain) -> String {
        var text = "\(chain.head.hash) \(chain.head.stateRoot) \(chain.head.chunkOutcomeRoot)\n"
        for (label, value) in [
            ("accounts", chain.state.allAccounts), ("proposals", chain.stakeProposals),
            ("receipts", chain.waitingReceipts), ("data", chain.waitingData), ("tree", chain.blockTree),
            ("postponed", chain.state.inbox.postponedReceipts),
        ] as [(String, Any)] {
            dump(value, to: &text, name: label)
        }
        for account in chain.state.allAccounts {
            dump(chain.state.accessKeyList(account.id), to: &text)
            dump(chain.state.values(account.id, prefix: []), to: &text)
            dump(chain.state.runnableCode(of: account.record, account.id)?.hash, to: &text)
        }
        return text
    }
}
