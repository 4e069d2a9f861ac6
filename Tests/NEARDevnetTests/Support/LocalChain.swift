// SPDX-License-Identifier: MIT

import NEARPrimitives

@testable import NEARDevnet

/// A chain without a server, for tests of the ledger itself: accounts `root`, `alice.root`, `bob.root`.
struct LocalChain {
    var chain: Chain
    let setup: DevnetSetup

    init(configure: (inout DevnetConfiguration) -> Void = { _ in }) throws {
        var configuration = DevnetConfiguration()
        configuration.rootAccountId = try AccountId("root")
        configuration.accounts = [
            .init(try AccountId("alice.root")), .init(try AccountId("bob.root")),
        ]
        configure(&configuration)
        setup = try DevnetSetup(configuration)
        chain = setup.chain
    }

    var state: LedgerState { chain.state }

    func id(_ text: String) throws -> AccountId { try AccountId(text) }

    /// The key that the seed gives an account.
    func key(_ id: String) throws -> SecretKey {
        try DevnetAccount.secretKey(of: AccountId(id), seed: DevnetConfiguration().seed)
    }

    func balance(_ id: String) throws -> UInt128 { chain.state.account(try AccountId(id))?.amount ?? 0 }

    /// A transaction as the signer would sign it now, changed as the test wants.
    func sign(
        _ signer: String, to receiver: String, _ actions: [Action], key: SecretKey? = nil,
        change: (inout TransactionV0) -> Void = { _ in }
    ) throws -> PendingTransaction {
        let key = try key ?? self.key(signer)
        let signerId = try AccountId(signer)
        let nonce = chain.state.accessKey(signerId, key.publicKey)?.nonce ?? 0
        var body = TransactionV0(
            signerId: signerId, publicKey: key.publicKey, nonce: nonce + 1, receiverId: try AccountId(receiver),
            blockHash: chain.head.hash, actions: actions)
        change(&body)
        return PendingTransaction(try SignedTransaction.sign(.v0(body), with: key))
    }

    /// Takes a transaction and makes blocks until nothing is left to be executed.
    @discardableResult
    mutating func execute(_ transaction: PendingTransaction) throws -> TransactionStatus {
        try chain.checkBlockHash(transaction)
        try TransactionVerifier(parameters: chain.settings.parameters).checkWellFormed(transaction)
        try chain.accept(transaction)
        while chain.hasWork { try chain.produceBlock() }
        guard let status = TransactionStatus(transaction.hash, in: chain) else { throw MissingOutcomeError() }
        return status
    }

    /// Signs, takes and executes a transaction.
    @discardableResult
    mutating func send(
        _ signer: String, to receiver: String, _ actions: [Action], key: SecretKey? = nil
    ) throws -> TransactionStatus {
        try execute(sign(signer, to: receiver, actions, key: key))
    }

    /// YoctoNEAR that anyone owns, and those that are on their way in receipts.
    func countTokens() throws -> UInt128 {
        var total: UInt128 = 0
        for (id, account) in chain.state.allAccounts {
            total += account.amount + account.locked
            total += try chain.state.gasKeyBalance(of: id)
        }
        for receipt in chain.waitingReceipts + chain.state.inbox.postponedReceipts {
            total += try TransactionCost.deposit(of: receipt.action.actions)
            guard !receipt.isRefund else { continue }
            let parameters = chain.settings.parameters
            let gas =
                try TransactionCost.prepaidGas(of: receipt.action.actions)
                + parameters.prepaidSendFees(of: receipt.action.actions)
                + parameters.prepaidExecutionFees(of: receipt.action.actions, at: receipt.receiverId)
                + parameters.fees.actionReceipt.execution
            total += UInt128(gas) * receipt.action.gasPrice
        }
        return total
    }

    struct MissingOutcomeError: Error {}
}

extension TransactionStatus {
    /// The reason why the transaction's own receipt failed, if it did.
    var failure: ActionError? {
        for outcome in receiptOutcomes {
            if case .failure(let error) = outcome.status { return error }
        }
        return nil
    }
}

extension NEARToken {
    static func test(_ whole: UInt128) -> NEARToken { NEARToken(yoctoNEAR: whole * yoctoPerNEAR) }
}
