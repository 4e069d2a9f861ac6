// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The cases of nearcore's errors without what they carry, which Swift lists.
///
/// The switches have no default: a new case of an error doesn't compile before it has one here, and then
/// `OutcomeErrorTests` wants a row for it. `unrecognized` is none of nearcore's.
enum OutcomeErrorCase {
    enum OfActionErrorKind: CaseIterable {
        case accountAlreadyExists, accountDoesNotExist, createAccountOnlyByRegistrar, createAccountNotAllowed,
            actorNoPermission, deleteKeyDoesNotExist, addKeyAlreadyExists, deleteAccountStaking,
            lackBalanceForState, triesToUnstake, triesToStake, insufficientStake, functionCallError,
            newReceiptValidationError, onlyImplicitAccountCreationAllowed, deleteAccountWithLargeState,
            delegateActionInvalidSignature, delegateActionSenderDoesNotMatchTxReceiver, delegateActionExpired,
            delegateActionAccessKeyError, delegateActionInvalidNonce, delegateActionNonceTooLarge,
            globalContractDoesNotExist, gasKeyDoesNotExist, insufficientGasKeyBalance, gasKeyBalanceTooHigh,
            delegateActionInvalidNonceIndex, totalPromiseInputSizeExceeded, receiptStorageProofSizeExceeded
    }

    enum OfInvalidTxError: CaseIterable {
        case invalidAccessKeyError, invalidSignerId, signerDoesNotExist, invalidNonce, nonceTooLarge,
            invalidReceiverId, invalidSignature, notEnoughBalance, lackBalanceForState, costOverflow,
            invalidChain, expired, actionsValidation, transactionSizeExceeded, invalidTransactionVersion,
            storageError, shardCongested, shardStuck, invalidNonceIndex, notEnoughGasKeyBalance,
            notEnoughBalanceForDeposit
    }

    enum OfInvalidAccessKeyError: CaseIterable {
        case accessKeyNotFound, receiverMismatch, methodNameMismatch, requiresFullAccess, notEnoughAllowance,
            depositWithFunctionCall, delegateActionRequiresNonGasKey, delegateActionRequiresGasKey
    }

    enum OfStorageError: CaseIterable {
        case storageInternalError, missingTrieValue, unexpectedTrieValue, storageInconsistentState,
            flatStorageBlockNotSupported, memTrieLoadingError
    }

    enum OfActionsValidationError: CaseIterable {
        case deleteActionMustBeFinal, totalPrepaidGasExceeded, totalNumberOfActionsExceeded,
            addKeyMethodNamesNumberOfBytesExceeded, addKeyMethodNameLengthExceeded, integerOverflow,
            invalidAccountId, contractSizeExceeded, functionCallMethodNameLengthExceeded,
            functionCallArgumentsLengthExceeded, unsuitableStakingKey, functionCallZeroAttachedGas,
            functionCallEmptyMethodName, delegateActionMustBeOnlyOne, unsupportedProtocolFeature,
            invalidDeterministicStateInitReceiver, deterministicStateInitKeyLengthExceeded,
            deterministicStateInitValueLengthExceeded, gasKeyInvalidNumNonces, addGasKeyWithNonZeroBalance,
            gasKeyFunctionCallAllowanceNotAllowed, totalNumberOfDeployActionsExceeded
    }

    enum OfReceiptValidationError: CaseIterable {
        case invalidPredecessorId, invalidReceiverId, invalidSignerId, invalidDataReceiverId,
            returnedValueLengthExceeded, numberInputDataDependenciesExceeded, actionsValidation,
            receiptSizeExceeded, invalidRefundTo
    }

    enum OfFunctionCallError: CaseIterable {
        case compilationError, linkError, methodResolveError, wasmTrap, wasmUnknownError, hostError,
            executionError
    }

    enum OfHostError: CaseIterable {
        case guestPanic, gasExceeded, gasLimitExceeded, balanceExceeded, prohibitedInView, deprecated,
            limitExceeded, invalidIndex, invalidInput, named
    }

    enum OfCompilationError: CaseIterable {
        case codeDoesNotExist, prepareError, wasmerCompileError
    }
}

extension ActionErrorKind {
    /// The case; `nil` for what this version doesn't know.
    var listed: OutcomeErrorCase.OfActionErrorKind? {
        switch self {
        case .accountAlreadyExists: .accountAlreadyExists
        case .accountDoesNotExist: .accountDoesNotExist
        case .createAccountOnlyByRegistrar: .createAccountOnlyByRegistrar
        case .createAccountNotAllowed: .createAccountNotAllowed
        case .actorNoPermission: .actorNoPermission
        case .deleteKeyDoesNotExist: .deleteKeyDoesNotExist
        case .addKeyAlreadyExists: .addKeyAlreadyExists
        case .deleteAccountStaking: .deleteAccountStaking
        case .lackBalanceForState: .lackBalanceForState
        case .triesToUnstake: .triesToUnstake
        case .triesToStake: .triesToStake
        case .insufficientStake: .insufficientStake
        case .functionCallError: .functionCallError
        case .newReceiptValidationError: .newReceiptValidationError
        case .onlyImplicitAccountCreationAllowed: .onlyImplicitAccountCreationAllowed
        case .deleteAccountWithLargeState: .deleteAccountWithLargeState
        case .delegateActionInvalidSignature: .delegateActionInvalidSignature
        case .delegateActionSenderDoesNotMatchTxReceiver: .delegateActionSenderDoesNotMatchTxReceiver
        case .delegateActionExpired: .delegateActionExpired
        case .delegateActionAccessKeyError: .delegateActionAccessKeyError
        case .delegateActionInvalidNonce: .delegateActionInvalidNonce
        case .delegateActionNonceTooLarge: .delegateActionNonceTooLarge
        case .globalContractDoesNotExist: .globalContractDoesNotExist
        case .gasKeyDoesNotExist: .gasKeyDoesNotExist
        case .insufficientGasKeyBalance: .insufficientGasKeyBalance
        case .gasKeyBalanceTooHigh: .gasKeyBalanceTooHigh
        case .delegateActionInvalidNonceIndex: .delegateActionInvalidNonceIndex
        case .totalPromiseInputSizeExceeded: .totalPromiseInputSizeExceeded
        case .receiptStorageProofSizeExceeded: .receiptStorageProofSizeExceeded
        case .unrecognized: nil
        }
    }
}

extension InvalidTxError {
    /// The case; `nil` for what this version doesn't know.
    var listed: OutcomeErrorCase.OfInvalidTxError? {
        switch self {
        case .invalidAccessKeyError: .invalidAccessKeyError
        case .invalidSignerId: .invalidSignerId
        case .signerDoesNotExist: .signerDoesNotExist
        case .invalidNonce: .invalidNonce
        case .nonceTooLarge: .nonceTooLarge
        case .invalidReceiverId: .invalidReceiverId
        case .invalidSignature: .invalidSignature
        case .notEnoughBalance: .notEnoughBalance
        case .lackBalanceForState: .lackBalanceForState
        case .costOverflow: .costOverflow
        case .invalidChain: .invalidChain
        case .expired: .expired
        case .actionsValidation: .actionsValidation
        case .transactionSizeExceeded: .transactionSizeExceeded
        case .invalidTransactionVersion: .invalidTransactionVersion
        case .storageError: .storageError
        case .shardCongested: .shardCongested
        case .shardStuck: .shardStuck
        case .invalidNonceIndex: .invalidNonceIndex
        case .notEnoughGasKeyBalance: .notEnoughGasKeyBalance
        case .notEnoughBalanceForDeposit: .notEnoughBalanceForDeposit
        case .unrecognized: nil
        }
    }
}

extension InvalidAccessKeyError {
    /// The case; `nil` for what this version doesn't know.
    var listed: OutcomeErrorCase.OfInvalidAccessKeyError? {
        switch self {
        case .accessKeyNotFound: .accessKeyNotFound
        case .receiverMismatch: .receiverMismatch
        case .methodNameMismatch: .methodNameMismatch
        case .requiresFullAccess: .requiresFullAccess
        case .notEnoughAllowance: .notEnoughAllowance
        case .depositWithFunctionCall: .depositWithFunctionCall
        case .delegateActionRequiresNonGasKey: .delegateActionRequiresNonGasKey
        case .delegateActionRequiresGasKey: .delegateActionRequiresGasKey
        case .unrecognized: nil
        }
    }
}

extension StorageError {
    /// The case; `nil` for what this version doesn't know.
    var listed: OutcomeErrorCase.OfStorageError? {
        switch self {
        case .storageInternalError: .storageInternalError
        case .missingTrieValue: .missingTrieValue
        case .unexpectedTrieValue: .unexpectedTrieValue
        case .storageInconsistentState: .storageInconsistentState
        case .flatStorageBlockNotSupported: .flatStorageBlockNotSupported
        case .memTrieLoadingError: .memTrieLoadingError
        case .unrecognized: nil
        }
    }
}

extension ActionsValidationError {
    /// The case; `nil` for what this version doesn't know.
    var listed: OutcomeErrorCase.OfActionsValidationError? {
        switch self {
        case .deleteActionMustBeFinal: .deleteActionMustBeFinal
        case .totalPrepaidGasExceeded: .totalPrepaidGasExceeded
        case .totalNumberOfActionsExceeded: .totalNumberOfActionsExceeded
        case .addKeyMethodNamesNumberOfBytesExceeded: .addKeyMethodNamesNumberOfBytesExceeded
        case .addKeyMethodNameLengthExceeded: .addKeyMethodNameLengthExceeded
        case .integerOverflow: .integerOverflow
        case .invalidAccountId: .invalidAccountId
        case .contractSizeExceeded: .contractSizeExceeded
        case .functionCallMethodNameLengthExceeded: .functionCallMethodNameLengthExceeded
        case .functionCallArgumentsLengthExceeded: .functionCallArgumentsLengthExceeded
        case .unsuitableStakingKey: .unsuitableStakingKey
        case .functionCallZeroAttachedGas: .functionCallZeroAttachedGas
        case .functionCallEmptyMethodName: .functionCallEmptyMethodName
        case .delegateActionMustBeOnlyOne: .delegateActionMustBeOnlyOne
        case .unsupportedProtocolFeature: .unsupportedProtocolFeature
        case .invalidDeterministicStateInitReceiver: .invalidDeterministicStateInitReceiver
        case .deterministicStateInitKeyLengthExceeded: .deterministicStateInitKeyLengthExceeded
        case .deterministicStateInitValueLengthExceeded: .deterministicStateInitValueLengthExceeded
        case .gasKeyInvalidNumNonces: .gasKeyInvalidNumNonces
        case .addGasKeyWithNonZeroBalance: .addGasKeyWithNonZeroBalance
        case .gasKeyFunctionCallAllowanceNotAllowed: .gasKeyFunctionCallAllowanceNotAllowed
        case .totalNumberOfDeployActionsExceeded: .totalNumberOfDeployActionsExceeded
        case .unrecognized: nil
        }
    }
}

extension ReceiptValidationError {
    /// The case; `nil` for what this version doesn't know.
    var listed: OutcomeErrorCase.OfReceiptValidationError? {
        switch self {
        case .invalidPredecessorId: .invalidPredecessorId
        case .invalidReceiverId: .invalidReceiverId
        case .invalidSignerId: .invalidSignerId
        case .invalidDataReceiverId: .invalidDataReceiverId
        case .returnedValueLengthExceeded: .returnedValueLengthExceeded
        case .numberInputDataDependenciesExceeded: .numberInputDataDependenciesExceeded
        case .actionsValidation: .actionsValidation
        case .receiptSizeExceeded: .receiptSizeExceeded
        case .invalidRefundTo: .invalidRefundTo
        case .unrecognized: nil
        }
    }
}

extension FunctionCallError {
    /// The case; `nil` for what this version doesn't know.
    var listed: OutcomeErrorCase.OfFunctionCallError? {
        switch self {
        case .compilationError: .compilationError
        case .linkError: .linkError
        case .methodResolveError: .methodResolveError
        case .wasmTrap: .wasmTrap
        case .wasmUnknownError: .wasmUnknownError
        case .hostError: .hostError
        case .executionError: .executionError
        case .unrecognized: nil
        }
    }
}

extension HostError {
    /// The case; `nil` for what this version doesn't know.
    var listed: OutcomeErrorCase.OfHostError? {
        switch self {
        case .guestPanic: .guestPanic
        case .gasExceeded: .gasExceeded
        case .gasLimitExceeded: .gasLimitExceeded
        case .balanceExceeded: .balanceExceeded
        case .prohibitedInView: .prohibitedInView
        case .deprecated: .deprecated
        case .limitExceeded: .limitExceeded
        case .invalidIndex: .invalidIndex
        case .invalidInput: .invalidInput
        case .named: .named
        case .unrecognized: nil
        }
    }
}

extension CompilationError {
    /// The case; `nil` for what this version doesn't know.
    var listed: OutcomeErrorCase.OfCompilationError? {
        switch self {
        case .codeDoesNotExist: .codeDoesNotExist
        case .prepareError: .prepareError
        case .wasmerCompileError: .wasmerCompileError
        case .unrecognized: nil
        }
    }
}
