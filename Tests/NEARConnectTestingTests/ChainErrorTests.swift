// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// The chain's reasons, as a test asks for them.
@MainActor
@Suite(.nearWallet(script: [:], prepare: { try await $0.devnet.deploy(.guestBook, to: "book.test.near") }))
struct ChainErrorTests {
    private let manager: NEARWalletManager
    private let environment: WalletTestEnvironment

    init() throws {
        environment = try .current
        manager = environment.manager
    }

    /// The packaged wallet words what the node said differently from a wallet in JavaScript.
    @Test(arguments: ["near-connect-keystore", ScriptedWallet.id])
    func everyWalletsRefusalNamesTheReason(wallet: String) async throws {
        try await environment.signIn(with: wallet)
        await #expect(throws: ChainError.notEnoughBalance) {
            try await onChain { try await manager.sendNEAR(to: "bob.test.near", amount: "20000 NEAR") }
        }
        await #expect(throws: ChainError.accountDoesNotExist) {
            try await onChain { try await manager.sendNEAR(to: "nobody.test.near", amount: "1 NEAR") }
        }
        await #expect(throws: ChainError.noContract) {
            try await onChain { try await call("add_message", of: "bob.test.near") }
        }
        await #expect(throws: ChainError.methodNotFound) {
            try await onChain { try await call("burn", of: "book.test.near") }
        }
        let panic = await #expect(throws: ChainError.contractPanicked) {
            try await onChain { try await call("add_message", #"{"text": 1}"#, of: "book.test.near") }
        }
        #expect(panic?.panicMessage?.isEmpty == false)
        await #expect(throws: ChainError.gasExceeded) {
            try await onChain { try await call("add_message", #"{"text": "a"}"#, of: "book.test.near", gas: "1 Ggas") }
        }
        await #expect(throws: ChainError.named("CreateAccountNotAllowed")) {
            try await onChain {
                try await manager.signAndSendTransaction(receiverId: "new.bob.test.near", actions: [.createAccount])
            }
        }
    }

    @Test
    func theReasonHasItsCauseAndASentence() async throws {
        try await environment.signIn()
        let refusal = await #expect(throws: ChainError.notEnoughBalance) {
            try await onChain { try await manager.sendNEAR(to: "bob.test.near", amount: "20000 NEAR") }
        }
        guard case .invalidTxError(.notEnoughBalance("alice.test.near", "10000 NEAR", _)) = refusal?.cause else {
            Issue.record("the cause is \(String(describing: refusal?.cause))")
            return
        }
        #expect(refusal?.description.hasPrefix("NotEnoughBalance: ") == true)
    }

    @Test
    func anotherReasonIsAnotherRefusal() async throws {
        try await environment.signIn()
        let thrown = await #expect(throws: ChainError.self) {
            try await onChain { try await manager.sendNEAR(to: "nobody.test.near", amount: "1 NEAR") }
        }
        #expect(thrown != .notEnoughBalance)
    }

    @Test
    func whatTheChainDidNotSayStaysAsItIs() async throws {
        try await environment.setScript(["signAndSendTransaction": [["do": "reject", "message": "Not today"]]])
        try await environment.signIn(with: ScriptedWallet.id)
        let error = await #expect(throws: NEARError.self) {
            try await onChain { try await manager.sendNEAR(to: "bob.test.near", amount: "1 NEAR") }
        }
        #expect(error?.code == "wallet-rejected")
        #expect(try await onChain { 7 } == 7)
    }

    private func call(
        _ method: String, _ arguments: String = "{}", of contract: AccountId, gas: Gas = "30 Tgas"
    ) async throws -> FinalExecutionOutcome {
        try await manager.callFunction(
            contractId: contract, methodName: method, args: Array(arguments.utf8), gas: gas)
    }
}
