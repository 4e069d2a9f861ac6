// SPDX-License-Identifier: MIT

/// Actions that an account signs and another one, the relayer, brings to the chain and pays for (nearcore's
/// `DelegateAction`, NEP-366).
public struct DelegateAction: Sendable, Hashable {
    /// The account that signs the delegate action.
    public var senderId: AccountId
    /// The account that the actions are applied to.
    public var receiverId: AccountId
    /// The actions, in their order.
    ///
    /// None of them is a delegate action; the chain and the decoder refuse one.
    public var actions: [Action]
    /// Greater than that of any transaction or delegate action that the key signed before.
    public var nonce: UInt64
    /// The last block that may carry it.
    public var maxBlockHeight: UInt64
    /// The sender's key that signs it.
    public var publicKey: PublicKey

    /// NEP-461's prefix of NEP-366: 2³⁰ + 366.
    ///
    /// The signed bytes start with it, so that no delegate action is also a transaction.
    public static let signingPrefix: UInt32 = 1_073_742_190

    /// A delegate action.
    public init(
        senderId: AccountId, receiverId: AccountId, actions: [Action], nonce: UInt64, maxBlockHeight: UInt64,
        publicKey: PublicKey
    ) {
        self.senderId = senderId
        self.receiverId = receiverId
        self.actions = actions
        self.nonce = nonce
        self.maxBlockHeight = maxBlockHeight
        self.publicKey = publicKey
    }

    /// The hash that is signed: the SHA-256 of the prefix and the Borsh form (NEP-461).
    public var hash: CryptoHash {
        var encoder = BorshEncoder(capacity: borshCapacityHint + 4)
        encoder.encode(Self.signingPrefix)
        encode(to: &encoder)
        return CryptoHash.sha256(encoder.bytes)
    }
}

/// A delegate action and its signature (nearcore's `SignedDelegateAction`).
public struct SignedDelegateAction: Sendable, Hashable {
    /// The delegate action that the signature is for.
    public let delegateAction: DelegateAction
    /// The signature over the delegate action's hash.
    public let signature: Signature

    /// A delegate action and a signature from elsewhere, unchecked; see `verify()`.
    public init(delegateAction: DelegateAction, signature: Signature) {
        self.delegateAction = delegateAction
        self.signature = signature
    }

    /// Signs a delegate action.
    ///
    /// - Throws: `SigningError`.
    public static func sign(
        _ delegateAction: DelegateAction, with key: SecretKey
    ) throws(SigningError) -> SignedDelegateAction {
        guard delegateAction.publicKey == key.publicKey else {
            throw .keyMismatch(expected: delegateAction.publicKey, actual: key.publicKey)
        }
        return SignedDelegateAction(delegateAction: delegateAction, signature: try key.signed(delegateAction.hash))
    }

    /// Returns whether the signature is the one of the delegate action's key over its hash.
    public func verify() -> Bool {
        delegateAction.publicKey.verify(signature, hash: delegateAction.hash)
    }

    /// The Borsh form in Base64, as wallets return it and relayers take it.
    public var base64: String { Base64.encode(borshBytes) }
}

extension DelegateAction: BorshEncodable, BorshDecodable {
    /// Appends the fields in their order, without the prefix.
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
        nonce = try decoder.decodeUInt64()
        maxBlockHeight = try decoder.decodeUInt64()
        publicKey = try decoder.decode()
    }

    /// Room for the actions and for all else at its longest.
    public var borshCapacityHint: Int {
        actions.reduce(publicKey.bytes.count + 3 * 64) { $0 + $1.borshCapacityHint }
    }
}

extension SignedDelegateAction: BorshEncodable, BorshDecodable {
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

extension BorshDecoder {
    /// Reads a `Vec<NonDelegateAction>`.
    ///
    /// The tag is looked at before the action is read, so hostile bytes can't nest delegate actions to any depth.
    mutating func decodeNonDelegateActions() throws(BorshError) -> [Action] {
        let count = try decodeLength(elementSize: 1)
        var actions: [Action] = []
        for _ in 0..<count {
            let tag = try peek(0)
            guard tag != 8, tag != 14 else {
                throw .invalidValue(offset: offset, reason: "a delegate action can't contain a delegate action")
            }
            actions.append(try decode())
        }
        return actions
    }
}
