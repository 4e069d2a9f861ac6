// SPDX-License-Identifier: MIT

/// The answer of a wallet that was asked to sign a message (NEP-413).
///
/// It says who signed, with which key, and has the signature.
public struct SignedMessage: Sendable, Hashable {
    /// The account that signed.
    public let accountId: AccountId
    /// The key that signed; only a full-access key of the account counts, which the chain must confirm.
    public let publicKey: PublicKey
    /// The signature over the payload's hash.
    ///
    /// In JSON the bare bytes in Base64.
    public let signature: Signature
    /// The text that the app gave the wallet to carry along; it is not signed.
    public let state: ExactText?

    /// A signed message.
    public init(accountId: AccountId, publicKey: PublicKey, signature: Signature, state: String? = nil) {
        self.accountId = accountId
        self.publicKey = publicKey
        self.signature = signature
        self.state = state.map { ExactText($0) }
    }

    /// Checks that this is `payload`, signed by this message's key, for that account and that request where given.
    ///
    /// It doesn't check that the key is a full-access key of the account; ask the chain (`view_access_key`) for that,
    /// or anyone can sign in as anybody.
    ///
    /// - Throws: `NEP413Error.accountMismatch`, `.stateMismatch`, `.keyUnavailable`, `.signatureInvalid`.
    public func verify(
        _ payload: NEP413Payload, expectedAccount: AccountId? = nil, expectedState: String? = nil
    ) throws(NEP413Error) {
        if let expectedAccount, expectedAccount != accountId {
            throw .accountMismatch(expected: expectedAccount, actual: accountId)
        }
        if let expectedState, ExactText(expectedState) != state {
            throw .stateMismatch
        }
        do throws(KeyError) {
            try publicKey.keyType.requireAvailable()
        } catch {
            throw .keyUnavailable(error)
        }
        guard publicKey.verify(signature, hash: payload.hash) else { throw .signatureInvalid }
    }
}

extension SignedMessage {
    /// Checks the message and, with the chain, that the key is a full-access key of the account.
    ///
    /// Only then has the account signed. The message is checked as `verify(_:expectedAccount:expectedState:)` does it.
    ///
    /// - Parameter permission: Asks the chain what a key of an account may do (`view_access_key`); `nil` where the
    ///   account hasn't that key or doesn't exist. What it throws is thrown on.
    /// - Throws: `NEP413Error`, `.keyNotOfAccount` and `.keyNotFullAccess` among others.
    public func verify(
        _ payload: NEP413Payload, expectedAccount: AccountId? = nil, expectedState: String? = nil,
        permission: (AccountId, PublicKey) async throws -> AccessKeyPermission?
    ) async throws {
        try verify(payload, expectedAccount: expectedAccount, expectedState: expectedState)
        switch try await permission(accountId, publicKey) {
        case .fullAccess, .gasKeyFullAccess: return
        case .functionCall, .gasKeyFunctionCall: throw NEP413Error.keyNotFullAccess
        case nil: throw NEP413Error.keyNotOfAccount
        }
    }
}

extension SignedMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case accountId, publicKey, signature, state
    }

    /// Reads the object that wallets return.
    ///
    /// The signature is Base64 of the bare bytes; the printed form (`ed25519:…`), which some wallets send, is read too.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accountId = try container.decode(AccountId.self, forKey: .accountId)
        publicKey = try container.decode(PublicKey.self, forKey: .publicKey)
        let text = try container.decode(String.self, forKey: .signature)
        if text.contains(":") {
            signature = try container.decode(Signature.self, forKey: .signature)
        } else {
            guard let bytes = Base64.decode(text), bytes.count == publicKey.keyType.signatureByteCount else {
                throw DecodingError.dataCorruptedError(
                    forKey: .signature, in: container,
                    debugDescription: "no Base64 of a signature of type \(publicKey.keyType)")
            }
            signature = Signature(unchecked: publicKey.keyType, bytes)
        }
        state = try container.decodeIfPresent(String.self, forKey: .state).map { ExactText($0) }
    }

    /// Writes the object that wallets return.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accountId, forKey: .accountId)
        try container.encode(publicKey, forKey: .publicKey)
        try container.encode(Base64.encode(signature.bytes), forKey: .signature)
        try container.encodeIfPresent(state?.text, forKey: .state)
    }
}
