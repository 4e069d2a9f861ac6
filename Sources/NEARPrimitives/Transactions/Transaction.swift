// SPDX-License-Identifier: MIT

/// The actions that an account asks the chain to do, unsigned (nearcore's `Transaction`).
public enum Transaction: Sendable, Hashable {
    /// The form that every protocol version takes.
    case v0(TransactionV0)
    /// The form with gas keys' nonces and strict ordering (protocol version 85).
    case v1(TransactionV1)

    /// The account that pays for the transaction and signs it.
    public var signerId: AccountId {
        switch self {
        case .v0(let transaction): transaction.signerId
        case .v1(let transaction): transaction.signerId
        }
    }

    /// The signer's key that signs it.
    public var publicKey: PublicKey {
        switch self {
        case .v0(let transaction): transaction.publicKey
        case .v1(let transaction): transaction.publicKey
        }
    }

    /// The key's nonce.
    public var nonce: TransactionNonce {
        switch self {
        case .v0(let transaction): .nonce(transaction.nonce)
        case .v1(let transaction): transaction.nonce
        }
    }

    /// The account that the actions are applied to.
    public var receiverId: AccountId {
        switch self {
        case .v0(let transaction): transaction.receiverId
        case .v1(let transaction): transaction.receiverId
        }
    }

    /// A block of the last day or so; the transaction is void where the chain doesn't have it.
    public var blockHash: CryptoHash {
        switch self {
        case .v0(let transaction): transaction.blockHash
        case .v1(let transaction): transaction.blockHash
        }
    }

    /// The actions, in their order.
    public var actions: [Action] {
        switch self {
        case .v0(let transaction): transaction.actions
        case .v1(let transaction): transaction.actions
        }
    }

    /// The way the nonce is compared with the key's; version 0 knows one only.
    public var nonceMode: NonceMode {
        switch self {
        case .v0: .monotonic
        case .v1(let transaction): transaction.nonceMode
        }
    }

    /// The SHA-256 of the Borsh form: what is signed, and the transaction's name on the chain.
    public var hash: CryptoHash {
        CryptoHash.sha256(borshBytes)
    }
}

/// A transaction, version 0 (nearcore's `TransactionV0`).
public struct TransactionV0: Sendable, Hashable {
    /// The account that pays for the transaction and signs it.
    public var signerId: AccountId
    /// The signer's key that signs it.
    public var publicKey: PublicKey
    /// Greater than that of any transaction that the key signed before.
    public var nonce: UInt64
    /// The account that the actions are applied to.
    public var receiverId: AccountId
    /// A block of the last day or so.
    public var blockHash: CryptoHash
    /// The actions, in their order.
    public var actions: [Action]

    /// A transaction.
    public init(
        signerId: AccountId, publicKey: PublicKey, nonce: UInt64, receiverId: AccountId, blockHash: CryptoHash,
        actions: [Action]
    ) {
        self.signerId = signerId
        self.publicKey = publicKey
        self.nonce = nonce
        self.receiverId = receiverId
        self.blockHash = blockHash
        self.actions = actions
    }
}

/// A transaction, version 1 (nearcore's `TransactionV1`, protocol version 85).
public struct TransactionV1: Sendable, Hashable {
    /// The account that pays for the transaction and signs it.
    public var signerId: AccountId
    /// The signer's key that signs it.
    public var publicKey: PublicKey
    /// The key's nonce, or one of a gas key's.
    public var nonce: TransactionNonce
    /// The account that the actions are applied to.
    public var receiverId: AccountId
    /// A block of the last day or so.
    public var blockHash: CryptoHash
    /// The actions, in their order.
    public var actions: [Action]
    /// The way the nonce is compared with the key's.
    public var nonceMode: NonceMode

    /// A transaction.
    public init(
        signerId: AccountId, publicKey: PublicKey, nonce: TransactionNonce, receiverId: AccountId,
        blockHash: CryptoHash, actions: [Action], nonceMode: NonceMode = .monotonic
    ) {
        self.signerId = signerId
        self.publicKey = publicKey
        self.nonce = nonce
        self.receiverId = receiverId
        self.blockHash = blockHash
        self.actions = actions
        self.nonceMode = nonceMode
    }
}

/// The way a transaction's nonce is compared with the key's (nearcore's `NonceMode`).
public enum NonceMode: UInt8, Sendable, Hashable {
    /// Any greater nonce will do.
    case monotonic = 0
    /// It must be the next one, so that transactions can't overtake one another.
    case strict = 1
}
