// SPDX-License-Identifier: MIT

/// The payload that a wallet signs when an app asks for a signed message (NEP-413).
///
/// It is no transaction and can't become one.
public struct NEP413Payload: Sendable, Hashable {
    /// NEP-461's prefix of NEP-413: 2³¹ + 413.
    public static let signingPrefix: UInt32 = 2_147_484_061
    /// The length of a nonce in bytes.
    public static let nonceByteCount = 32

    /// The message.
    public let message: ExactText
    /// 32 bytes of the app's choice, never used before.
    public let nonce: [UInt8]
    /// Whom the message is for: the app's domain or account.
    public let recipient: ExactText
    /// The address to which a web wallet sends the browser afterwards.
    ///
    /// A wallet that got one signs it along.
    public let callbackUrl: ExactText?

    /// A payload.
    ///
    /// - Throws: `NEP413Error.nonceLength` where the nonce has not 32 bytes.
    public init(
        message: String, nonce: [UInt8], recipient: String, callbackUrl: String? = nil
    ) throws(NEP413Error) {
        guard nonce.count == Self.nonceByteCount else { throw .nonceLength(byteCount: nonce.count) }
        self.message = ExactText(message)
        self.nonce = nonce
        self.recipient = ExactText(recipient)
        self.callbackUrl = callbackUrl.map { ExactText($0) }
    }

    /// Returns a nonce for a new message: 32 bytes of the system's random numbers.
    public static func randomNonce() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<nonceByteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// The hash that is signed: the SHA-256 of the prefix and the Borsh form.
    public var hash: CryptoHash {
        var encoder = BorshEncoder(capacity: borshCapacityHint + 4)
        encoder.encode(Self.signingPrefix)
        encode(to: &encoder)
        return CryptoHash.sha256(encoder.bytes)
    }

    /// Signs the payload as a wallet of `accountId` does.
    ///
    /// The key must be a full-access key of that account for others to accept it; no one can tell from here. `state`
    /// goes back to the app as it came and is not signed.
    ///
    /// - Throws: `KeyError.signingFailed`.
    public func sign(
        with key: SecretKey, accountId: AccountId, state: String? = nil
    ) throws(KeyError) -> SignedMessage {
        SignedMessage(
            accountId: accountId, publicKey: key.publicKey, signature: try key.sign(hash), state: state)
    }

    /// Signs the payload's hash and no more.
    ///
    /// - Throws: `KeyError.signingFailed`.
    public func sign(with key: SecretKey) throws(KeyError) -> Signature {
        try key.sign(hash)
    }
}

extension NEP413Payload: BorshEncodable, BorshDecodable {
    /// Appends the message, the nonce, the recipient and the callback URL, without the prefix.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(message)
        encoder.encodeFixed(nonce)
        encoder.encode(recipient)
        encoder.encode(callbackUrl)
    }

    /// Reads the message, the nonce, the recipient and the callback URL.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        message = try decoder.decode()
        nonce = try decoder.decodeFixed(Self.nonceByteCount)
        recipient = try decoder.decode()
        callbackUrl = try decoder.decodeOptional()
    }

    /// Exactly as many bytes as are appended.
    public var borshCapacityHint: Int {
        4 + message.utf8.count + nonce.count + 4 + recipient.utf8.count + 1
            + (callbackUrl.map { 4 + $0.utf8.count } ?? 0)
    }
}

/// The reason why a NEP-413 message isn't one, or isn't the one that was asked for.
public enum NEP413Error: Error, Sendable, Hashable {
    /// A nonce has 32 bytes.
    case nonceLength(byteCount: Int)
    /// The wallet signed as another account than the one that was asked.
    case accountMismatch(expected: AccountId, actual: AccountId)
    /// The wallet gave back another `state` than it got: the answer is to another request.
    case stateMismatch
    /// The account has no such key on the chain.
    case keyNotOfAccount
    /// The account has the key, but the key may call contracts only; it can be any app's.
    case keyNotFullAccess
    /// The signature is not that of the message's key over the payload.
    case signatureInvalid
    /// This build can't verify signatures of the key's scheme, so nothing is known about this one.
    case keyUnavailable(KeyError)
}

extension NEP413Error: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .nonceLength(let count): "a nonce has 32 bytes, not \(count)"
        case .accountMismatch(let expected, let actual): "\(actual) signed the message instead of \(expected)"
        case .stateMismatch: "the signed message answers another request"
        case .keyNotOfAccount: "the account has no such key"
        case .keyNotFullAccess: "the account's key is no full-access key"
        case .signatureInvalid: "the signature isn't that of the message"
        case .keyUnavailable(let error): "the signature can't be verified: \(error)"
        }
    }
}
