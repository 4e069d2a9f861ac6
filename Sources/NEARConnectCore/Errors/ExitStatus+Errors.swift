// SPDX-License-Identifier: MIT

package import NEARRPC

extension NEARError {
    /// The exit status of a command that ends with this error.
    package var status: ExitStatus {
        switch self {
        case .userCancelled, .taskCancelled: .cancelled
        case .walletRejected: .refusedByWallet
        case .transactionFailed: .refusedByChain
        case .transactionUnknown, .partiallySent: .unknownOutcome
        case .bridgeUnavailable: .noDisplay
        case .unknownWallet: .nothing
        case .operationInProgress, .notSignedIn, .invalidURL, .invalidTransaction, .noTransactionHash, .walletError,
            .webViewNotReady, .rpcError, .timedOut, .bridgeCrashed, .bridgeReloaded, .managerReleased,
            .signatureInvalid,
            .invalidArgument, .storage, .journal, .wrongChain:
            .failure
        }
    }
}

extension DirectSigningError {
    /// The exit status of a command that ends with this error.
    package var status: ExitStatus {
        switch self {
        case .refusedByPolicy: .refusedByPolicy
        case .refusedByKeystore: .refusedByWallet
        case .refusedByChain: .refusedByChain
        case .unavailable: .unavailable
        }
    }
}

extension RPCError {
    /// The exit status of a command that ends with this error.
    package var status: ExitStatus {
        switch self {
        case .node(let error): error.cause.status
        case .unavailable, .rateLimited, .deadlineExceeded, .unexpectedResult, .responseTooLarge: .unavailable
        case .uncertain, .transactionUnknown: .unknownOutcome
        case .cancelled: .cancelled
        case .requestTooLarge, .invalidRequest: .failure
        }
    }
}

extension RPCErrorCause {
    /// The exit status of a command that ends with this answer of a node.
    package var status: ExitStatus {
        switch self {
        case .unknownAccount, .invalidAccount, .unknownAccessKey, .noContractCode, .tooLargeContractState,
            .contractExecutionError, .unknownBlock, .garbageCollectedBlock, .unknownChunk, .invalidShardId,
            .unknownEpoch, .validatorInfoUnavailable, .unknownReceipt, .invalidTransaction:
            .refusedByChain
        case .unknownTransaction, .requestRouted, .timeoutError: .unknownOutcome
        case .doesNotTrackShard, .noSyncedBlocks, .notSyncedYet, .unavailableShard, .internalError: .unavailable
        case .methodNotFound, .parseError, .unrecognized: .failure
        }
    }
}

extension RepeatedRequestError {
    /// The exit status of a command that ends with this error.
    var status: ExitStatus {
        switch self {
        case .otherRequest: .usage
        case .unsettled, .inProgress: .unknownOutcome
        }
    }
}
