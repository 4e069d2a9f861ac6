// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

/// nearcore's error enums, variant by variant, in the JSON that serde writes for them.
@Suite("Errors in outcomes") struct OutcomeErrorTests {
    private static let keyText = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"

    private static func failure(_ json: JSONValue) throws -> TxExecutionError {
        let outcome = try FinalExecutionOutcome(
            json: [
                "status": ["Failure": json],
                "transaction": [
                    "hash": "11111111111111111111111111111111", "signer_id": "a.near", "receiver_id": "b.near",
                    "public_key": .string(keyText), "nonce": 1, "actions": [],
                    "signature":
                        "ed25519:3s1dvMqNDCByoMnDnkhB4GPjTSXCRt4nt3Af5n1RX8W7aJ2FC6MfRf5BNXZ52EBifNJnNVBsGvke6GRYuaEYJXt5",
                ],
                "transaction_outcome": [
                    "id": "11111111111111111111111111111111", "block_hash": "11111111111111111111111111111111",
                    "outcome": [
                        "executor_id": "a.near", "gas_burnt": 0, "tokens_burnt": "0", "logs": [], "receipt_ids": [],
                        "status": "Unknown",
                    ],
                ],
                "receipts_outcome": [],
            ])
        return try #require(outcome.failure)
    }

    private static func actionKind(_ text: String) throws -> ActionErrorKind {
        let json = try JSONValue.parse(text.replacing("KEY", with: keyText))
        guard case .actionError(let error) = try failure(["ActionError": ["index": 1, "kind": json]]) else {
            throw OtherKindError()
        }
        #expect(error.index == 1)
        #expect(error.description.hasPrefix("Action 2 of the transaction failed. "))
        return error.kind
    }

    private static func invalidTx(_ text: String) throws -> InvalidTxError {
        let json = try JSONValue.parse(text.replacing("KEY", with: keyText))
        guard case .invalidTxError(let error) = try failure(["InvalidTxError": json]) else { throw OtherKindError() }
        return error
    }

    private struct OtherKindError: Error {}

    /// Every variant of `ActionErrorKind` in nearcore, with the fields that nearcore gives it.
    static let actionKinds = [
        #"{"AccountAlreadyExists":{"account_id":"a.near"}}"#, #"{"AccountDoesNotExist":{"account_id":"a.near"}}"#,
        #"{"CreateAccountOnlyByRegistrar":{"account_id":"ab","registrar_account_id":"registrar","predecessor_id":"a.near"}}"#,
        #"{"CreateAccountNotAllowed":{"account_id":"a.near","predecessor_id":"b.near"}}"#,
        #"{"ActorNoPermission":{"account_id":"a.near","actor_id":"b.near"}}"#,
        #"{"DeleteKeyDoesNotExist":{"account_id":"a.near","public_key":"KEY"}}"#,
        #"{"AddKeyAlreadyExists":{"account_id":"a.near","public_key":"KEY"}}"#,
        #"{"DeleteAccountStaking":{"account_id":"a.near"}}"#,
        #"{"LackBalanceForState":{"account_id":"a.near","amount":"5"}}"#,
        #"{"TriesToUnstake":{"account_id":"a.near"}}"#,
        #"{"TriesToStake":{"account_id":"a.near","stake":"3","locked":"1","balance":"1"}}"#,
        #"{"InsufficientStake":{"account_id":"a.near","stake":"1","minimum_stake":"2"}}"#,
        #"{"FunctionCallError":"WasmUnknownError"}"#,
        #"{"NewReceiptValidationError":{"InvalidReceiverId":{"account_id":"?"}}}"#,
        #"{"OnlyImplicitAccountCreationAllowed":{"account_id":"a.near"}}"#,
        #"{"DeleteAccountWithLargeState":{"account_id":"a.near"}}"#, #""DelegateActionInvalidSignature""#,
        #"{"DelegateActionSenderDoesNotMatchTxReceiver":{"sender_id":"a.near","receiver_id":"b.near"}}"#,
        #""DelegateActionExpired""#, #"{"DelegateActionAccessKeyError":"RequiresFullAccess"}"#,
        #"{"DelegateActionInvalidNonce":{"delegate_nonce":1,"ak_nonce":2}}"#,
        #"{"DelegateActionNonceTooLarge":{"delegate_nonce":9,"upper_bound":2}}"#,
        #"{"GlobalContractDoesNotExist":{"identifier":{"CodeHash":"11111111111111111111111111111111"}}}"#,
        #"{"GlobalContractDoesNotExist":{"identifier":{"AccountId":"a.near"}}}"#,
        #"{"GasKeyDoesNotExist":{"account_id":"a.near","public_key":"KEY"}}"#,
        #"{"InsufficientGasKeyBalance":{"account_id":"a.near","public_key":"KEY","balance":"1","required":"2"}}"#,
        #"{"GasKeyBalanceTooHigh":{"account_id":"a.near","public_key":null,"balance":"1"}}"#,
        #"{"DelegateActionInvalidNonceIndex":{"nonce_index":3,"num_nonces":2}}"#,
        #"{"TotalPromiseInputSizeExceeded":{"size":3,"limit":2}}"#, #"{"ReceiptStorageProofSizeExceeded":{"limit":2}}"#,
    ]

    @Test(arguments: actionKinds) func anActionsErrorIsTyped(text: String) throws {
        let kind = try Self.actionKind(text)
        if case .unrecognized(let json) = kind { Issue.record("unrecognized: \(json)") }
        #expect(kind.description.hasSuffix("."), "\(kind)")
        #expect(!kind.description.contains("Optional("))
    }

    /// Every variant of `InvalidTxError` in nearcore.
    static let invalidTxErrors = [
        #"{"InvalidAccessKeyError":{"AccessKeyNotFound":{"account_id":"a.near","public_key":"KEY"}}}"#,
        #"{"InvalidAccessKeyError":{"ReceiverMismatch":{"tx_receiver":"a.near","ak_receiver":"b.near"}}}"#,
        #"{"InvalidAccessKeyError":{"MethodNameMismatch":{"method_name":"m"}}}"#,
        #"{"InvalidAccessKeyError":"RequiresFullAccess"}"#,
        #"{"InvalidAccessKeyError":{"NotEnoughAllowance":{"account_id":"a.near","public_key":"KEY","allowance":"1","cost":"2"}}}"#,
        #"{"InvalidAccessKeyError":"DepositWithFunctionCall"}"#,
        #"{"InvalidAccessKeyError":"DelegateActionRequiresNonGasKey"}"#,
        #"{"InvalidAccessKeyError":"DelegateActionRequiresGasKey"}"#, #"{"InvalidSignerId":{"signer_id":"?"}}"#,
        #"{"SignerDoesNotExist":{"signer_id":"a.near"}}"#, #"{"InvalidNonce":{"tx_nonce":1,"ak_nonce":2}}"#,
        #"{"NonceTooLarge":{"tx_nonce":9,"upper_bound":2}}"#, #"{"InvalidReceiverId":{"receiver_id":"?"}}"#,
        #""InvalidSignature""#, #"{"NotEnoughBalance":{"signer_id":"a.near","balance":"1","cost":"2"}}"#,
        #"{"LackBalanceForState":{"signer_id":"a.near","amount":"2"}}"#, #""CostOverflow""#, #""InvalidChain""#,
        #""Expired""#, #"{"ActionsValidation":"DeleteActionMustBeFinal"}"#,
        #"{"TransactionSizeExceeded":{"size":3,"limit":2}}"#, #""InvalidTransactionVersion""#,
        #"{"StorageError":"StorageInternalError"}"#, #"{"StorageError":{"StorageInconsistentState":"x."}}"#,
        #"{"StorageError":{"MissingTrieValue":{"context":"TrieStorage","hash":"11111111111111111111111111111111"}}}"#,
        #"{"StorageError":"UnexpectedTrieValue"}"#, #"{"StorageError":{"FlatStorageBlockNotSupported":"x."}}"#,
        #"{"StorageError":{"MemTrieLoadingError":"x."}}"#,
        #"{"ShardCongested":{"shard_id":3,"congestion_level":0.97}}"#,
        #"{"ShardCongested":{"shard_id":3,"congestion_level":1}}"#,
        #"{"ShardStuck":{"shard_id":3,"missed_chunks":12}}"#,
        #"{"InvalidNonceIndex":{"tx_nonce_index":null,"num_nonces":0}}"#,
        #"{"NotEnoughGasKeyBalance":{"signer_id":"a.near","balance":"1","cost":"2"}}"#,
        #"{"NotEnoughBalanceForDeposit":{"signer_id":"a.near","balance":"1","cost":"2","reason":"NotEnoughBalance"}}"#,
    ]

    @Test(arguments: invalidTxErrors) func aRefusalIsTyped(text: String) throws {
        let error = try Self.invalidTx(text)
        if case .unrecognized(let json) = error { Issue.record("unrecognized: \(json)") }
        if case .invalidAccessKeyError(.unrecognized(let json)) = error { Issue.record("unrecognized: \(json)") }
        if case .storageError(.unrecognized(let json)) = error { Issue.record("unrecognized: \(json)") }
        #expect(error.description.hasSuffix("."), "\(error)")
    }

    static let validationErrors = [
        #""DeleteActionMustBeFinal""#, #"{"TotalPrepaidGasExceeded":{"total_prepaid_gas":3,"limit":2}}"#,
        #"{"TotalNumberOfActionsExceeded":{"total_number_of_actions":3,"limit":2}}"#,
        #"{"AddKeyMethodNamesNumberOfBytesExceeded":{"total_number_of_bytes":3,"limit":2}}"#,
        #"{"AddKeyMethodNameLengthExceeded":{"length":3,"limit":2}}"#, #""IntegerOverflow""#,
        #"{"InvalidAccountId":{"account_id":"?"}}"#, #"{"ContractSizeExceeded":{"size":3,"limit":2}}"#,
        #"{"FunctionCallMethodNameLengthExceeded":{"length":3,"limit":2}}"#,
        #"{"FunctionCallArgumentsLengthExceeded":{"length":3,"limit":2}}"#,
        #"{"UnsuitableStakingKey":{"public_key":"KEY"}}"#, #""FunctionCallZeroAttachedGas""#,
        #""FunctionCallEmptyMethodName""#, #""DelegateActionMustBeOnlyOne""#,
        #"{"UnsupportedProtocolFeature":{"protocol_feature":"X","version":99}}"#,
        #"{"InvalidDeterministicStateInitReceiver":{"receiver_id":"a.near","derived_id":"b.near"}}"#,
        #"{"DeterministicStateInitKeyLengthExceeded":{"length":3,"limit":2}}"#,
        #"{"DeterministicStateInitValueLengthExceeded":{"length":3,"limit":2}}"#,
        #"{"GasKeyInvalidNumNonces":{"requested_nonces":3,"limit":2}}"#,
        #"{"AddGasKeyWithNonZeroBalance":{"balance":"1"}}"#, #""GasKeyFunctionCallAllowanceNotAllowed""#,
        #"{"TotalNumberOfDeployActionsExceeded":{"number_of_deploy_actions":3,"limit":2}}"#,
    ]

    @Test(arguments: validationErrors) func aBrokenRuleIsTyped(text: String) throws {
        guard case .actionsValidation(let error) = try Self.invalidTx("{\"ActionsValidation\":\(text)}") else {
            Issue.record("not a rule: \(text)")
            return
        }
        if case .unrecognized(let json) = error { Issue.record("unrecognized: \(json)") }
        #expect(error.description.hasSuffix("."), "\(error)")
        // The same rules hold for the receipts that a contract makes.
        let receipt = try Self.actionKind("{\"NewReceiptValidationError\":{\"ActionsValidation\":\(text)}}")
        #expect(receipt == .newReceiptValidationError(.actionsValidation(error)))
    }

    static let receiptErrors = [
        #"{"InvalidPredecessorId":{"account_id":"?"}}"#, #"{"InvalidReceiverId":{"account_id":"?"}}"#,
        #"{"InvalidSignerId":{"account_id":"?"}}"#, #"{"InvalidDataReceiverId":{"account_id":"?"}}"#,
        #"{"ReturnedValueLengthExceeded":{"length":3,"limit":2}}"#,
        #"{"NumberInputDataDependenciesExceeded":{"number_of_input_data_dependencies":3,"limit":2}}"#,
        #"{"ReceiptSizeExceeded":{"size":3,"limit":2}}"#, #"{"InvalidRefundTo":{"account_id":"?"}}"#,
        #"{"ActionsValidation":"DeleteActionMustBeFinal"}"#,
    ]

    @Test(arguments: receiptErrors) func aBadReceiptIsTyped(text: String) throws {
        guard
            case .newReceiptValidationError(let error) = try Self.actionKind("{\"NewReceiptValidationError\":\(text)}")
        else {
            Issue.record("not a receipt's error: \(text)")
            return
        }
        if case .unrecognized(let json) = error { Issue.record("unrecognized: \(json)") }
        #expect(error.description.hasSuffix("."), "\(error)")
    }

    static let callErrors: [(String, FunctionCallError)] = [
        (#"{"MethodResolveError":"MethodNotFound"}"#, .methodResolveError(.methodNotFound)),
        (#"{"MethodResolveError":"MethodOfTheFuture"}"#, .methodResolveError(.init(rawValue: "MethodOfTheFuture"))),
        (#"{"WasmTrap":"Unreachable"}"#, .wasmTrap(.unreachable)), (#""WasmUnknownError""#, .wasmUnknownError),
        (#"{"LinkError":{"msg":"no env.foo"}}"#, .linkError(message: "no env.foo")),
        (
            #"{"CompilationError":{"PrepareError":"Deserialization"}}"#,
            .compilationError(.prepareError(.deserialization))
        ),
        (
            #"{"CompilationError":{"WasmerCompileError":{"msg":"bad"}}}"#,
            .compilationError(.wasmerCompileError(message: "bad"))
        ),
        (#"{"HostError":{"GuestPanic":{"panic_msg":"no"}}}"#, .hostError(.guestPanic(message: "no"))),
        (#"{"HostError":"GasExceeded"}"#, .hostError(.gasExceeded)),
        (#"{"HostError":"GasLimitExceeded"}"#, .hostError(.gasLimitExceeded)),
        (#"{"HostError":"BalanceExceeded"}"#, .hostError(.balanceExceeded)),
        (#"{"HostError":"BadUTF8"}"#, .hostError(.named("BadUTF8"))),
        (#"{"HostError":{"ProhibitedInView":{"method_name":"m"}}}"#, .hostError(.prohibitedInView(methodName: "m"))),
        (#"{"HostError":{"Deprecated":{"method_name":"m"}}}"#, .hostError(.deprecated(methodName: "m"))),
        (
            #"{"HostError":{"NumberOfLogsExceeded":{"limit":100}}}"#,
            .hostError(.limitExceeded(name: "NumberOfLogsExceeded", actual: nil, limit: 100))
        ),
        (
            #"{"HostError":{"NumberPromisesExceeded":{"number_of_promises":3,"limit":2}}}"#,
            .hostError(.limitExceeded(name: "NumberPromisesExceeded", actual: 3, limit: 2))
        ),
        (
            #"{"HostError":{"InvalidRegisterId":{"register_id":3}}}"#,
            .hostError(.invalidIndex(name: "InvalidRegisterId", index: 3))
        ),
        (
            #"{"HostError":{"ECRecoverError":{"msg":"bad"}}}"#,
            .hostError(.invalidInput(name: "ECRecoverError", message: "bad"))
        ),
        (
            #"{"HostError":{"BLS12381InvalidInput":{"msg":"bad"}}}"#,
            .hostError(.invalidInput(name: "BLS12381InvalidInput", message: "bad"))
        ),
        (#"{"HostError":{"New":{"x":1}}}"#, .hostError(.unrecognized(["New": ["x": 1]]))),
        (#"{"ExecutionError":"Exceeded the prepaid gas."}"#, .executionError(message: "Exceeded the prepaid gas.")),
        (#"{"_EVMError":"x"}"#, .unrecognized(["_EVMError": "x"])),
    ]

    @Test(arguments: callErrors) func aFailedCallIsTyped(text: String, expected: FunctionCallError) throws {
        #expect(try Self.actionKind("{\"FunctionCallError\":\(text)}") == .functionCallError(expected))
        #expect(!expected.description.isEmpty)
    }

    @Test func everyCaseHasARow() throws {
        func expectAll<Case: CaseIterable & Hashable>(_ rows: [Case?], _: Case.Type = Case.self) {
            #expect(Set(rows.compactMap(\.self)) == Set(Case.allCases))
        }
        let refusals = try Self.invalidTxErrors.map(Self.invalidTx)
        let calls = try (Self.callErrors.map(\.0) + ErrorSentenceTests.calls).compactMap { text in
            guard case .functionCallError(let error) = try Self.actionKind("{\"FunctionCallError\":\(text)}") else {
                return FunctionCallError?.none
            }
            return error
        }
        expectAll(try Self.actionKinds.map { try Self.actionKind($0).listed })
        expectAll(refusals.map(\.listed))
        expectAll(
            refusals.map { error -> OutcomeErrorCase.OfInvalidAccessKeyError? in
                if case .invalidAccessKeyError(let error) = error { error.listed } else { nil }
            })
        expectAll(
            refusals.map { error -> OutcomeErrorCase.OfStorageError? in
                if case .storageError(let error) = error { error.listed } else { nil }
            })
        expectAll(
            try Self.validationErrors.map { text -> OutcomeErrorCase.OfActionsValidationError? in
                let error = try Self.invalidTx("{\"ActionsValidation\":\(text)}")
                if case .actionsValidation(let error) = error { return error.listed } else { return nil }
            })
        expectAll(
            try Self.receiptErrors.map { text -> OutcomeErrorCase.OfReceiptValidationError? in
                let kind = try Self.actionKind("{\"NewReceiptValidationError\":\(text)}")
                if case .newReceiptValidationError(let error) = kind { return error.listed } else { return nil }
            })
        expectAll(calls.map(\.listed))
        expectAll(
            calls.map { error -> OutcomeErrorCase.OfHostError? in
                if case .hostError(let error) = error { error.listed } else { nil }
            })
        expectAll(
            calls.map { error -> OutcomeErrorCase.OfCompilationError? in
                if case .compilationError(let error) = error { error.listed } else { nil }
            })
    }

    @Test func aPanicIsFoundInBothOfItsForms() {
        #expect(FunctionCallError.executionError(message: "Smart contract panicked: no").panicMessage == "no")
        #expect(FunctionCallError.hostError(.guestPanic(message: "no")).panicMessage == "no")
        #expect(FunctionCallError.executionError(message: "Exceeded the prepaid gas.").panicMessage == nil)
        #expect(
            FunctionCallError.executionError(message: "Smart contract panicked: no").description
                == "The contract stopped the call. Check what it asks for. It says: “no”.")
    }

    @Test(arguments: [
        #""New""#, #"{"New":{"a":1}}"#, #"{"AccountDoesNotExist":{}}"#, #"{"AccountDoesNotExist":{"account_id":"A!"}}"#,
        #"{"AccountDoesNotExist":{"account_id":"a.near"},"Another":1}"#, "7", "null", "[]",
    ]) func whatIsNotKnownIsPreserved(text: String) throws {
        if text == "null" {
            #expect(throws: ViewDecodingError.self) { try ActionError(json: ["index": 1, "kind": nil]) }
        } else {
            #expect(try Self.actionKind(text) == .unrecognized(try JSONValue.parse(text)))
        }
    }

    @Test func theFieldsAreThoseThatCame() throws {
        #expect(
            try Self.actionKind(#"{"TriesToStake":{"account_id":"a.near","stake":"3","locked":"1","balance":"2"}}"#)
                == .triesToStake(
                    accountId: try AccountId("a.near"), stake: NEARToken(yoctoNEAR: 3), locked: NEARToken(yoctoNEAR: 1),
                    balance: NEARToken(yoctoNEAR: 2)))
        #expect(
            try Self.invalidTx(#"{"NotEnoughBalance":{"signer_id":"a.near","balance":"1","cost":"2"}}"#)
                == .notEnoughBalance(
                    signerId: try AccountId("a.near"), balance: NEARToken(yoctoNEAR: 1), cost: NEARToken(yoctoNEAR: 2)))
        #expect(try Self.invalidTx(#""Expired""#).isTransient)
        #expect(try !Self.invalidTx(#""InvalidSignature""#).isTransient)
    }
}
