// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCErrorCause: CustomStringConvertible {
    /// The error and, where there is one, its remedy, in a sentence.
    public var description: String {
        switch self {
        case .unknownAccount(let id, _): "The account \(id) doesn't exist on this network."
        case .invalidAccount(let id, _): "\"\(id)\" isn't an account id."
        case .unknownAccessKey(let key, _): "The account has no access key \(key); it was deleted or never added."
        case .noContractCode(let id, _): "\(id) has no contract."
        case .tooLargeContractState(let id, _):
            "\(id) has more state than a node shows; read it through the contract's methods."
        case .contractExecutionError(let error, _): "The contract's method failed: \(error)"
        case .unknownBlock: "The node doesn't have that block; an archival node may."
        case .garbageCollectedBlock: "The node no longer has that block; an archival node has."
        case .unknownChunk: "The node doesn't have that chunk; an archival node may."
        case .invalidShardId(let id): "There is no shard \(id.map(String.init) ?? "of that number")."
        case .unknownEpoch: "The node doesn't know that epoch."
        case .validatorInfoUnavailable: "The node has no validators for that block; ask for the last block of an epoch."
        case .unknownReceipt(let id): "The node doesn't have the receipt \(id)."
        case .invalidTransaction(let error): "The transaction was refused. \(error)"
        case .unknownTransaction(let hash):
            "The node doesn't have the transaction\(hash.map { " \($0)" } ?? "")."
        case .requestRouted: "The node passed the transaction on; look it up by its hash."
        case .doesNotTrackShard: "The node doesn't follow the signer's shard; ask another one."
        case .timeoutError: "The node stopped waiting; the transaction may still be executed. Look it up by its hash."
        case .noSyncedBlocks: "The node has no blocks yet; ask another one."
        case .notSyncedYet: "The node is catching up with the network; ask another one."
        case .unavailableShard: "The node doesn't follow that shard; ask another one."
        case .internalError(let message):
            message.isEmpty ? "The node is broken or overloaded." : "The node is broken or overloaded: \(message)"
        case .methodNotFound(let method): "The node has no method \"\(method)\"."
        case .parseError(let message): "The node doesn't understand the call: \(message)"
        case .unrecognized(let name, let info):
            "The node answered \(name ?? "an error without a cause")\(info.map { ": \($0.sentenceText)" } ?? ".")"
        }
    }
}
