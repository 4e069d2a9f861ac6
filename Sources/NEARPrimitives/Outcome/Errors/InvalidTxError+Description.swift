// SPDX-License-Identifier: MIT

internal import SafeText

extension InvalidTxError: CustomStringConvertible {
    /// The reason why the transaction is refused and the remedy, in sentences for the user.
    public var description: String {
        switch self {
        case .invalidAccessKeyError(let error): error.description
        case .invalidSignerId(let id):
            localized("The signer %1$s is no account id. Correct it and sign again.", DisplayText.quotation(id))
        case .signerDoesNotExist(let id):
            localized(
                "The account %1$s, which signed, doesn’t exist on this network. Check the name and the network, or create it first.",
                id.text)
        case .invalidNonce(let nonce, let keyNonce):
            localized(
                "The nonce %1$s is used up: the next one has to be above the key’s nonce %2$s. Sign again with a new nonce.",
                "\(nonce)", "\(keyNonce)")
        case .nonceTooLarge(let nonce, let bound):
            localized(
                "The nonce %1$s is too far ahead: it has to be below %2$s. Sign again with the key’s nonce plus 1.",
                "\(nonce)", "\(bound)")
        case .invalidReceiverId(let id):
            localized("The receiver %1$s is no account id. Correct it and sign again.", DisplayText.quotation(id))
        case .invalidSignature:
            localized(
                "The signature doesn’t belong to this transaction and this key. Sign again with the signer’s key.")
        case .invalidChain:
            localized("The transaction’s block hash isn’t of this network. Check the network and sign again.")
        case .expired:
            localized("The transaction has expired: its block hash is too old. Sign again with a recent block hash.")
        case .actionsValidation(let error): error.description
        case .transactionSizeExceeded(let size, let limit):
            localized(
                "The transaction has %1$s bytes and %2$s are allowed. Make it smaller, or split it.", "\(size)",
                "\(limit)")
        case .invalidTransactionVersion:
            localized("The network doesn’t take this version of transactions yet. Use version 0.")
        case .storageError(let error):
            localized("The node couldn’t read its storage. %1$s Try another node.", error.description)
        case .shardCongested(let shard, _):
            localized("Shard %1$s is congested and takes no transactions now. Try again in a while.", "\(shard)")
        case .shardStuck(let shard, let missed):
            localizedPlural(
                "Shard %1$s has missed %2$s chunk and takes no transactions now. Try again in a while.",
                "Shard %1$s has missed %2$s chunks and takes no transactions now. Try again in a while.",
                count: Int(clamping: missed), "\(shard)", "\(missed)")
        case .unrecognized(let json):
            localized(
                "The transaction is refused for a reason that this version doesn’t know (%1$s). Install a newer version to see why.",
                ErrorWords.name(of: json))
        case .notEnoughBalance(let id, let balance, let cost):
            localized(
                "The account %1$s has %2$s and needs %3$s: it is short by %4$s. Send it NEAR, or spend less.", id.text,
                ErrorWords.amount(balance), ErrorWords.amount(cost), ErrorWords.missing(cost, balance))
        case .lackBalanceForState(let id, let amount):
            localized(
                "The account %1$s would be short by %2$s for its storage afterwards. Send it NEAR, or spend less.",
                id.text, "\(amount)")
        case .costOverflow:
            localized("The amounts of the transaction are too large to be added up. Make them smaller.")
        case .notEnoughGasKeyBalance(let id, let balance, let cost):
            localized(
                "The gas key of %1$s has %2$s and the gas needs %3$s: it is short by %4$s. Transfer NEAR to the gas key.",
                id.text, ErrorWords.amount(balance), ErrorWords.amount(cost), ErrorWords.missing(cost, balance))
        case .notEnoughBalanceForDeposit(let id, let balance, let cost, _):
            localized(
                "The account %1$s has %2$s and the deposit needs %3$s: it is short by %4$s. Send it NEAR, or attach less.",
                id.text, ErrorWords.amount(balance), ErrorWords.amount(cost), ErrorWords.missing(cost, balance))
        case .invalidNonceIndex(nil, let count):
            localizedPlural(
                "The key is a gas key with %1$s nonce, and the transaction names none. Sign again with a nonce index.",
                "The key is a gas key with %1$s nonces, and the transaction names none. Sign again with a nonce index.",
                count: Int(count), "\(count)")
        case .invalidNonceIndex(let index?, 0):
            localized(
                "The key is no gas key, and the transaction names its nonce %1$s. Sign again without a nonce index.",
                "\(index)")
        case .invalidNonceIndex(let index?, let count):
            localizedPlural(
                "The gas key has %1$s nonce and the transaction names nonce %2$s, counted from 0. Sign again with an index below.",
                "The gas key has %1$s nonces and the transaction names nonce %2$s, counted from 0. Sign again with an index below.",
                count: Int(count), "\(count)", "\(index)")
        }
    }
}
