// SPDX-License-Identifier: MIT

/// A delegate action whose nonce may be one of a gas key's (nearcore's `DelegateActionV2`, NEP-611; protocol version
/// 85).
///
/// The form is nearcore 2.13's; it's young, and relayers may not take it yet.
public struct DelegateActionV2: Sendable, Hashable {
    /// The account that signs the delegate action.
    public var senderId: AccountId
    /// The account that the actions are applied to.
    public var receiverId: AccountId
    /// The actions, in their order.
    ///
    /// None of them is a delegate action.
    public var actions: [Action]
    /// The key's nonce, or one of a gas key's.
    public var nonce: TransactionNonce
    /// The last block that may carry it.
    public var maxBlockHeight: UInt64
    /// The sender's key that signs it.
    public var publicKey: PublicKey

    /// A delegate action.
    public init(
        senderId: AccountId, receiverId: AccountId, actions: [Action], nonce: TransactionNonce,
        maxBlockHeight: UInt64, publicKey: PublicKey
    ) {
        self.senderId = senderId
        self.receiverId = receiverId
        self.actions = actions
        self.nonce = nonce
        self.maxBlockHeight = maxBlockHeight
        self.publicKey = publicKey
    }
}

/// The versions of a delegate action beyond the first (nearcore's `VersionedDelegateActionPayload`).
///
/// The version is part of what is signed.
public enum VersionedDelegateActionPayload: Sendable, Hashable {
    /// Version 2.
    case v2(DelegateActionV2)

    /// NEP-461's prefix of NEP-611: 2³⁰ + 611.
    public static let signingPrefix: UInt32 = 1_073_742_435

    /// The sender's key that signs it.
    public var publicKey: PublicKey {
        switch self {
        case .v2(let action): action.publicKey
        }
    }

    /// The hash that is signed: the SHA-256 of the prefix and the Borsh form (NEP-461).
    public var hash: CryptoHash {
        var encoder = BorshEncoder(capacity: borshCapacityHint + 4)
        encoder.encode(Self.signingPrefix)
        encode(to: &encoder)
        return CryptoHash.sha256(encoder.bytes)
    }
}

/// A versioned delegate action and its signature (nearcore's `VersionedSignedDelegateAction`).
public struct VersionedSignedDelegateAction: Sendable, Hashable {
    /// The delegate action that the signature is for.
    public let delegateAction: VersionedDelegateActionPayload
    /// The signature over its hash.
    public let signature: Signature

    /// A delegate action and a signature from elsewhere, unchecked; see `verify()`.
    public init(delegateAction: VersionedDelegateActionPayload, signature: Signature) {
        self.delegateAction = delegateAction
        self.signature = signature
    }

    /// Signs a delegate action.
    ///
    /// - Throws: `SigningError`.
    public static func sign(
        _ delegateAction: VersionedDelegateActionPayload, with key: SecretKey
    ) throws(SigningError) -> VersionedSignedDelegateAction {
        guard delegateAction.publicKey == key.publicKey else {
            throw .keyMismatch(expected: delegateAction.publicKey, actual: key.publicKey)
        }
        return VersionedSignedDelegateAction(
            delegateAction: delegateAction, signature: try key.signed(delegateAction.hash))
    }

    /// Returns whether the signature is the one of the delegate action's key over its hash.
    public func verify() -> Bool {
        delegateAction.publicKey.verify(signature, hash: delegateAction.hash)
    }
}

extension DelegateActionV2: BorshEncodable, BorshDecodable {
    /// Appends the fields in their order.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(senderId)
        encoder.encode(receiverId)
        encoder.encode(actions)
        encoder.encode(nonce)
        encoder.encode(maxBlockHeight)
        encoder.encode(publicKey)
    }

    /// Reads the fields in their order; refuses a delegate action among the actions.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        senderId = try decoder.decode()
        receiverId = try decoder.decode()
        actions = try decoder.decodeNonDelegateActions()
        nonce = try decoder.decode()
        maxBlockHeight = try decoder.decodeUInt64()
        publicKey = try decoder.decode()
    }

    /// Room for the actions and for all else at its longest.
    public var borshCapacityHint: Int {
        actions.reduce(publicKey.bytes.count + 3 * 64) { $0 + $1.borshCapacityHint }
    }
}

extension VersionedDelegateActionPayload: BorshEncodable, BorshDecodable {
    /// Appends the version's tag and the version.
    public func encode(to encoder: inout BorshEncoder) {
        switch self {
        case .v2(let action):
            encoder.encode(0 as UInt8)
            action.encode(to: &encoder)
        }
    }

    /// Reads the version's tag and the version.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        switch try decoder.decodeUInt8() {
        case 0: self = .v2(try decoder.decode())
        case let tag: throw .unknownTag(offset: start, type: "VersionedDelegateActionPayload", tag: tag)
        }
    }

    /// The version's and its tag's.
    public var borshCapacityHint: Int {
        switch self {
        case .v2(let action): action.borshCapacityHint + 1
        }
    }
}

extension VersionedSignedDelegateAction: BorshEncodable, BorshDecodable {
    /// Appends the delegate action and the signature.
    public func encode(to encoder: inout BorshEncoder) {
        delegateAction.encode(to: &encoder)
        signature.encode(to: &encoder)
    }

    /// Reads the delegate action and the signature; the signature isn't verified.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        delegateAction = try decoder.decode()
        signature = try decoder.decode()
    }

    /// The delegate action's and the signature's.
    public var borshCapacityHint: Int { delegateAction.borshCapacityHint + signature.bytes.count + 1 }
}
