// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The reason why what a user has typed or chosen is no key to keep.
///
/// It holds nothing of what was typed.
enum KeyDraftError: Error, Equatable {
    /// Nothing was typed and no file was chosen.
    case empty
    /// It is neither a key nor words nor a credential file.
    case key(CredentialError)
    /// The account's id breaks a rule, said as a sentence.
    case account(String)
    /// Nothing says whose key it is, and it has no account of its own.
    case accountNeeded

    /// True if the account is what has to be changed.
    var isAboutAccount: Bool {
        switch self {
        case .account, .accountNeeded: true
        case .empty, .key: false
        }
    }

    /// The reason as a sentence, with what to do.
    var sentence: String {
        switch self {
        case .empty: localized("Enter a secret key or a seed phrase, or choose a file.")
        case .key(let error): localized("This key can’t be used: %1$s.", "\(error)")
        case .account(let sentence): sentence
        case .accountNeeded: localized("Enter the account that this is a key of.")
        }
    }
}

/// A key that a user brings, and the account that it is for.
struct KeyDraft: Sendable {
    let key: SecretKey
    let account: AccountId
    /// True if the account is the key's own, which comes to life when somebody sends it NEAR.
    let isImplicit: Bool

    /// A key and its account; without one, the key's own.
    ///
    /// - Throws: ``KeyDraftError/accountNeeded``.
    init(_ key: SecretKey, of account: AccountId?) throws(KeyDraftError) {
        // The account of a secp256k1 key is a contract, which checks Ethereum's signatures: the key is none of its own.
        let own = key.keyType == .ed25519 ? key.publicKey.implicitAccountId : nil
        guard let account = account ?? own else { throw .accountNeeded }
        (self.key, self.account) = (key, account)
        isImplicit = account == own
    }

    /// Reads what was typed or chosen.
    ///
    /// - Parameters:
    ///   - bytes: A secret key, the words of a seed phrase, or a credential file. The caller wipes them.
    ///   - typed: The account as typed; where it is empty, the file's counts, or else the key's own.
    init(_ bytes: [UInt8], account typed: String) throws(KeyDraftError) {
        guard bytes.contains(where: { !$0.isASCIISpace }) else { throw .empty }
        let credential: Credential
        do throws(CredentialError) {
            credential = try Credential(text: bytes)
        } catch {
            throw .key(error)
        }
        try self.init(credential.secretKey, of: try Self.account(typed) ?? credential.accountId)
    }

    /// Reads an account as typed; `nil` for none.
    static func account(_ typed: String) throws(KeyDraftError) -> AccountId? {
        let text = TypedText.trimmed(typed)
        guard !text.isEmpty else { return nil }
        do throws(AccountIdError) {
            return try AccountId(text)
        } catch {
            throw .account(localized("This is no account id: %1$s.", "\(error)"))
        }
    }
}

extension UInt8 {
    fileprivate var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
