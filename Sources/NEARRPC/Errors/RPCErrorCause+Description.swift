// SPDX-License-Identifier: MIT

import NEARPrimitives
import SafeText

extension RPCErrorCause: CustomStringConvertible {
    /// The error and, where there is one, its remedy, in a sentence.
    public var description: String {
        switch self {
        case .unknownAccount(let id, _):
            localized("The account %1$s doesn’t exist on this network. Check the name and the network.", id.text)
        case .invalidAccount(let id, _): localized("“%1$s” is not a valid account id. Check its spelling.", id)
        case .unknownAccessKey(let key, _):
            localized(
                "The account has no access key %1$s; it was deleted or never added. Add it, or use another key.",
                key.description)
        case .noContractCode(let id, _):
            localized("The account %1$s has no contract to call. Check the account’s name.", id.text)
        case .tooLargeContractState(let id, _):
            localized(
                "The account %1$s has more state than a node shows. Read it through the contract’s methods.", id.text)
        case .contractExecutionError(let error, _):
            ViewCallFailure.read(error).description
        case .unknownBlock: localized("The node doesn’t have this block. An archival node may have it.")
        case .garbageCollectedBlock: localized("The node no longer has this block. Ask an archival node.")
        case .unknownChunk: localized("The node doesn’t have this chunk. An archival node may have it.")
        case .invalidShardId(let id?): localized("There is no shard %1$s. Check its number.", "\(id)")
        case .invalidShardId: localized("There is no such shard. Check its number.")
        case .unknownEpoch: localized("The node doesn’t know this epoch. Check its id.")
        case .validatorInfoUnavailable:
            localized("The node has no validators for this block. Ask for the last block of an epoch.")
        case .unknownReceipt(let id):
            localized("The node doesn’t have the receipt %1$s. Check its id, or ask again later.", id.description)
        case .invalidTransaction(let error): localized("The transaction was refused. %1$s", error.description)
        case .unknownTransaction(let hash?):
            localized(
                "The node doesn’t have the transaction %1$s. Check its hash, or ask again later.", hash.description)
        case .unknownTransaction:
            localized("The node doesn’t have this transaction. Check its hash, or ask again later.")
        case .requestRouted:
            localized("The node passed the transaction on to another one. Look it up by its hash.")
        case .doesNotTrackShard: localized("The node doesn’t follow the signer’s shard. Ask another node.")
        case .timeoutError:
            localized("The node stopped waiting; the transaction may still be executed. Look it up by its hash.")
        case .noSyncedBlocks: localized("The node has no blocks yet. Ask another node.")
        case .notSyncedYet: localized("The node is catching up with the network. Wait, or ask another node.")
        case .unavailableShard: localized("The node doesn’t follow this shard. Ask another node.")
        case .internalError(let message):
            message.isEmpty
                ? localized("The node is broken or overloaded. Try again later, or ask another node.")
                : localized(
                    "The node is broken or overloaded (%1$s). Try again later, or ask another node.",
                    DisplayText.quotation(message))
        case .methodNotFound(let method):
            localized("The node has no method “%1$s”. Check its name, or ask another node.", method)
        case .parseError(let message):
            localized(
                "The node doesn’t understand the call. Check its parameters. It says: %1$s.",
                DisplayText.quotation(message))
        case .unrecognized(let name?, let info): Self.unknown(name, info?.stringValue ?? "")
        case .unrecognized(nil, let info?) where info.stringValue != nil: Self.unknown(nil, info.stringValue ?? "")
        case .unrecognized(nil, _): Self.unknown(nil, "")
        }
    }

    /// Returns the sentence about an error that this version doesn't know, with its words if it came with any.
    ///
    /// Never the error's JSON: that is in `RPCNodeError.json`.
    static func unknown(_ name: String?, _ words: String) -> String {
        switch (name, words.isEmpty) {
        case (let name?, false):
            localized(
                "The node answered with the error %1$s: %2$s. Try again later, or ask another node.",
                DisplayText.quotation(name, limit: 80), DisplayText.quotation(words))
        case (let name?, true):
            localized(
                "The node answered with the error %1$s. Try again later, or ask another node.",
                DisplayText.quotation(name, limit: 80))
        case (nil, false):
            localized(
                "The node answered with an error that has no name: %1$s. Try again later, or ask another node.",
                DisplayText.quotation(words))
        case (nil, true):
            localized("The node answered with an error that has no name. Try again later, or ask another node.")
        }
    }
}
