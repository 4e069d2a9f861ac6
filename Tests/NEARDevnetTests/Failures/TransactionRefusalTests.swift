// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// A transaction that nearcore would refuse is refused, with nearcore's error value, and changes nothing.
@Suite(.ownThread) struct TransactionRefusalTests {
    @Test(arguments: RefusalCase.cases)
    func isRefusedWithNearcoresError(_ refusal: RefusalCase) throws {
        var (chain, transaction, expected) = try refusal.prepare()
        let before = chain.chain.head.hash
        let error = #expect(throws: InvalidTxError.self) { try chain.execute(transaction) }
        #expect(error?.view == expected)
        #expect(chain.chain.head.hash == before)
        #expect(!chain.chain.hasWork)
    }

    /// The same refusals, as clients see them.
    ///
    /// The methods that wait tell, those that don't take everything, and nothing is known of the transaction
    /// afterwards.
    @Test(arguments: RefusalCase.cases)
    func isToldByEveryMethodThatTakesTransactions(_ refusal: RefusalCase) async throws {
        let (chain, transaction, expected) = try refusal.prepare()
        let service = chain.service()
        let encoded = JSONValue.string(transaction.signed.base64)
        for (method, parameters) in [
            ("send_tx", ["signed_tx_base64": encoded]), ("send_tx", [encoded]), ("broadcast_tx_commit", [encoded]),
        ] as [(String, JSONValue)] {
            let error = try await service.error(method, parameters)
            #expect(error["name"] == "HANDLER_ERROR")
            #expect(error["cause"] == ["name": "INVALID_TRANSACTION", "info": [:]])
            #expect(error["code"] == -32_000)
            #expect(error["message"] == "Server error")
            #expect(error["data"] == ["TxExecutionError": ["InvalidTxError": expected]])
        }
        let hash = JSONValue.hash(transaction.hash)
        #expect(try await service.result("broadcast_tx_async", [encoded]) == hash)
        let wantsNothing: JSONValue = ["signed_tx_base64": encoded, "wait_until": "NONE"]
        #expect(try await service.result("send_tx", wantsNothing) == ["final_execution_status": "NONE"])
        let unknown = try await service.error("tx", ["tx_hash": hash, "sender_account_id": "alice.root"])
        #expect(unknown["cause"] == ["name": "UNKNOWN_TRANSACTION", "info": ["requested_transaction_hash": hash]])
    }

    /// The cases of nearcore's `InvalidTxError` that can occur here.
    static let errors: Set<String> = [
        "InvalidAccessKeyError", "SignerDoesNotExist", "InvalidNonce", "NonceTooLarge", "InvalidSignature",
        "NotEnoughBalance", "LackBalanceForState", "CostOverflow", "Expired", "ActionsValidation",
        "TransactionSizeExceeded", "InvalidTransactionVersion", "InvalidNonceIndex", "NotEnoughGasKeyBalance",
        "NotEnoughBalanceForDeposit",
    ]

    /// The cases of nearcore's `InvalidAccessKeyError`.
    static let keyErrors: Set<String> = [
        "AccessKeyNotFound", "ReceiverMismatch", "MethodNameMismatch", "RequiresFullAccess", "NotEnoughAllowance",
        "DepositWithFunctionCall",
    ]

    /// The cases of nearcore's `ActionsValidationError` that can occur here.
    static let rules: Set<String> = [
        "DeleteActionMustBeFinal", "TotalPrepaidGasExceeded", "TotalNumberOfActionsExceeded",
        "AddKeyMethodNamesNumberOfBytesExceeded", "AddKeyMethodNameLengthExceeded", "IntegerOverflow",
        "InvalidAccountId", "ContractSizeExceeded", "FunctionCallMethodNameLengthExceeded",
        "FunctionCallArgumentsLengthExceeded", "UnsuitableStakingKey", "FunctionCallZeroAttachedGas",
        "DelegateActionMustBeOnlyOne", "UnsupportedProtocolFeature", "InvalidDeterministicStateInitReceiver",
        "DeterministicStateInitKeyLengthExceeded", "DeterministicStateInitValueLengthExceeded",
        "GasKeyInvalidNumNonces", "AddGasKeyWithNonZeroBalance", "GasKeyFunctionCallAllowanceNotAllowed",
    ]

    /// Errors that nearcore has besides, and the reasons why none of them can occur here.
    static let impossible = [
        "InvalidSignerId": "bytes with such an id are no transaction, which is an error of parsing",
        "InvalidReceiverId": "bytes with such an id are no transaction, which is an error of parsing",
        "InvalidChain": "there are no forks",
        "StorageError": "there is no storage that could lack something",
        "ShardCongested": "the one shard takes whatever comes",
        "ShardStuck": "the one shard misses no chunks",
        "DelegateActionRequiresNonGasKey": "only the execution of a delegate action ends so",
        "DelegateActionRequiresGasKey": "delegate actions of version 2 came with protocol version 85",
        "TotalNumberOfDeployActionsExceeded": "the limit is that of all actions before protocol version 84",
        "FunctionCallEmptyMethodName": "came later; a call of nothing fails when it runs",
    ]

    /// The tables have every error that can happen, and no other.
    @Test func everyErrorHasACase() throws {
        var found: Set<String> = []
        var foundKeyErrors: Set<String> = []
        var foundRules: Set<String> = []
        for refusal in RefusalCase.cases {
            let (_, _, expected) = try refusal.prepare()
            found.insert(try #require(expected.variantName))
            if let error = expected["InvalidAccessKeyError"] { foundKeyErrors.insert(try #require(error.variantName)) }
            if let error = expected["ActionsValidation"] { foundRules.insert(try #require(error.variantName)) }
        }
        #expect(found == Self.errors)
        #expect(foundKeyErrors == Self.keyErrors)
        #expect(foundRules == Self.rules)
        let all = Self.errors.union(Self.keyErrors).union(Self.rules)
        #expect(all.isDisjoint(with: Self.impossible.keys))
    }

    /// A transaction with a bad account id isn't read, so `InvalidSignerId` and `InvalidReceiverId` can't occur.
    @Test func transactionOfNobodyIsAnErrorOfParsing() async throws {
        let chain = try LocalChain()
        var bytes = try chain.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))]).signed.borshBytes
        bytes[4] = UInt8(ascii: "A")
        let error = try await chain.service().error("send_tx", [.bytes(bytes)])
        #expect(error["cause"]?["name"] == "PARSE_ERROR")
        #expect(error["data"]?.stringValue?.hasPrefix("Failed to decode transaction: ") == true)
    }
}
