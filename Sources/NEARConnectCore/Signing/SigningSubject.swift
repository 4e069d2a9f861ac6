// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A value that an access key signs.
///
/// A signer gets the value and not only its hash, so that one with a display can show what it signs.
public enum SigningSubject: Sendable, Hashable {
    /// A transaction.
    case transaction(Transaction)
    /// A delegate action (NEP-366), which a relayer sends.
    case delegateAction(DelegateAction)
    /// A message (NEP-413), which is never sent to the chain.
    case message(NEP413Payload)

    /// The hash that the key signs.
    ///
    /// No two kinds share one: delegate actions and messages are hashed with a prefix that no transaction begins with.
    public var hash: CryptoHash {
        switch self {
        case .transaction(let transaction): transaction.hash
        case .delegateAction(let action): action.hash
        case .message(let payload): payload.hash
        }
    }

    /// The key that the value itself names; `nil` for a message, which names none.
    public var publicKey: PublicKey? {
        switch self {
        case .transaction(let transaction): transaction.publicKey
        case .delegateAction(let action): action.publicKey
        case .message: nil
        }
    }
}
