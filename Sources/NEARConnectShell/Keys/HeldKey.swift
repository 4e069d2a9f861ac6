// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARVault
internal import SafeText

/// A key of the user's that this computer holds.
struct HeldKey {
    /// The place where the key is.
    enum Place {
        /// The profile's vault.
        case vault(KeyVault, VaultKey)
        /// A file of near-cli's.
        case file(path: String, SecretKey)
    }

    let network: String
    let account: AccountId
    let publicKey: PublicKey
    let place: Place

    /// Lists the keys of the vault, and those of near-cli's files on one network.
    ///
    /// - Returns: The keys, and the paths of files that can't be used.
    @MainActor
    static func all(in vault: KeyVault?, _ home: KeyHome?) async -> (keys: [HeldKey], unread: [String]) {
        var keys = (vault?.keys ?? []).compactMap { key in
            vault.map {
                HeldKey(
                    network: key.network, account: key.account, publicKey: key.publicKey, place: .vault($0, key))
            }
        }
        guard let home else { return (keys, []) }
        let found = await home.contents()
        keys += found.entries.map { entry in
            HeldKey(
                network: home.network, account: entry.accountId, publicKey: entry.secretKey.publicKey,
                place: .file(path: entry.path, entry.secretKey))
        }
        return (keys, found.failures.map(\.path))
    }

    /// The sentence that says where the key is.
    var placeSentence: String {
        switch place {
        case .vault: localized("On %1$s, encrypted", DisplayText.name(network))
        case .file: localized("On %1$s, in a file of near-cli’s", DisplayText.name(network))
        }
    }

    /// The sentence that has the user type the account's name, since no passphrase is asked for.
    var unaskedSentence: String {
        switch place {
        case .vault:
            localized("No passphrase is asked for while your keyring is open. To say that you mean it:")
        case .file:
            localized("No passphrase is asked for: this key is in a file of near-cli’s. To say that you mean it:")
        }
    }

    /// Returns whether a passphrase is asked for before the secret part is given.
    ///
    /// - Throws: ``KeyKeepingError``.
    @MainActor
    func asksBeforeExport() async throws(KeyKeepingError) -> Bool {
        guard case .vault(let vault, _) = place else { return false }
        do throws(VaultError) {
            return try await vault.asksBeforeExport()
        } catch {
            throw KeyKeepingError(sentence: Self.sentence(of: error))
        }
    }

    /// Returns the secret part; the passphrase of a sealed file is asked for, also where that is open.
    ///
    /// - Throws: ``KeyKeepingError``.
    @MainActor
    func secret() async throws(KeyKeepingError) -> SecretKey {
        switch place {
        case .file(_, let key): return key
        case .vault(let vault, let key):
            let secret: SecretKey?
            do throws(VaultError) {
                secret = try await vault.exportedKey(of: key)
            } catch {
                throw KeyKeepingError(sentence: Self.sentence(of: error))
            }
            guard let secret else {
                throw KeyKeepingError(sentence: localized("The key of %1$s isn’t in the vault any more.", account.text))
            }
            return secret
        }
    }

    private static func sentence(of error: VaultError) -> String {
        switch error {
        case .refused, .cancelled: localized("Cancelled: the key was not exported.")
        default: error.description
        }
    }
}

extension Dialog {
    /// Appends the account and the public half of the key that the dialog is about.
    func append(key: PublicKey, of account: AccountId) {
        append(Label(account.text).wrapping(at: 40).selectable().styled("near-connect-heading"))
        append(Label("\(key)").wrapping(at: 50).selectable().styled("near-connect-account", "near-connect-small"))
    }
}
