// SPDX-License-Identifier: MIT

/// A key and the account that it belongs to, as a credential file holds them.
///
/// It prints no secret.
public struct Credential: Sendable {
    /// The account, where the file names one.
    ///
    /// A key that was generated for an account to be has only its implicit one.
    public let accountId: AccountId?
    /// The key.
    public let secretKey: SecretKey

    /// The members that hold a secret key: near-cli's and near-cli-rs's, nearcore's key files', near-cli-rs's exports'.
    private static let secretMembers = ["private_key", "secret_key", "secret_keypair"]

    /// A key and its account.
    public init(accountId: AccountId?, secretKey: SecretKey) {
        self.accountId = accountId
        self.secretKey = secretKey
    }

    /// The credential of a file in one of the JSON forms that NEAR's tools write.
    ///
    /// - near-cli: `account_id`, `public_key`, `private_key`;
    /// - nearcore's key files: `account_id`, `public_key`, `secret_key`;
    /// - near-cli-rs: `public_key` and `private_key` or `secret_keypair`, and where the key was made of words,
    ///   `master_seed_phrase`, `seed_phrase_hd_path` and `implicit_account_id`.
    ///
    /// A secret key is taken before a seed phrase; without one, the key is derived from the phrase and the path, or
    /// from `m/44'/397'/0'`. `account_id` is taken before `implicit_account_id`. Other members are ignored.
    ///
    /// - Throws: `CredentialError`; `.publicKeyMismatch` where the file names another public key.
    public init(json bytes: [UInt8]) throws(CredentialError) {
        let value: JSONValue
        do throws(JSONParsingError) {
            value = try JSONValue.parse(bytes)
        } catch {
            throw .notJSON(error)
        }
        guard value.objectValue != nil else { throw .notAnObject }
        secretKey = try Self.secretKey(of: value)
        if let text = try Self.string("public_key", of: value) {
            let named: PublicKey
            do throws(KeyError) {
                named = try PublicKey(text)
            } catch {
                throw .publicKey(error)
            }
            guard named == secretKey.publicKey else {
                throw .publicKeyMismatch(named: named, actual: secretKey.publicKey)
            }
        }
        var account = try Self.string("account_id", of: value)
        if account == nil {
            account = try Self.string("implicit_account_id", of: value)
        }
        if let account {
            do throws(AccountIdError) {
                accountId = try AccountId(account)
            } catch {
                throw .accountId(error)
            }
        } else {
            accountId = nil
        }
    }

    private static func secretKey(of value: JSONValue) throws(CredentialError) -> SecretKey {
        for member in secretMembers {
            guard let text = try string(member, of: value) else { continue }
            do throws(KeyError) {
                return try SecretKey(text)
            } catch {
                throw .secretKey(error)
            }
        }
        guard let words = try string("master_seed_phrase", of: value) else { throw .noSecret }
        let path = try string("seed_phrase_hd_path", of: value)
        do throws(SeedPhraseError) {
            let phrase = try SeedPhrase(words)
            guard let path else { return try phrase.secretKey() }
            return try phrase.secretKey(path: DerivationPath(path))
        } catch {
            throw .seedPhrase(error)
        }
    }

    /// The member of this name; `nil` where it is missing or `null`.
    private static func string(_ member: String, of value: JSONValue) throws(CredentialError) -> String? {
        switch value[member] {
        case nil, .null?: nil
        case .string(let text)?: text
        default: throw .notAString(member: member)
        }
    }
}
