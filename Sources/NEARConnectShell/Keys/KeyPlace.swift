// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARVault
internal import SafeText

/// The places among which a user chooses for a key.
enum KeyPlace {
    /// The profile's vault, with its words for the place.
    case vault(KeyVault, VaultPlace)
    /// near-cli's folder.
    case folder(KeyHome)

    /// The place as an option to choose.
    var option: String {
        switch self {
        case .vault(_, .secretService): localized("In the desktop’s keyring, encrypted")
        case .vault: localized("In a sealed file, encrypted by a passphrase")
        case .folder: localized("In near-cli’s folder, unencrypted")
        }
    }

    /// The sentence that says where the key will be, and who can read it there.
    var sentence: String {
        switch self {
        case .vault(_, .secretService):
            localized(
                "It will be kept in the desktop’s keyring. While that is unlocked, programs of yours can read it.")
        case .vault(_, let place):
            localized(
                "It will be kept in %1$s. Its passphrase is asked for once, until the keys are locked. near-cli and the commands don’t use it.",
                "\(place)")
        case .folder(let home): home.sentence
        }
    }

    /// Returns the sentence for a key that was kept although its user has cancelled.
    func sentence(afterCancelling account: AccountId) -> String {
        switch self {
        case .vault:
            localized(
                "The key of %1$s was already kept as you cancelled. You can remove it in the menu, under “Your keys…”.",
                account.text)
        case .folder(let home):
            localized(
                "The key of %1$s was already kept as you cancelled. Its file is in %2$s: delete it there if you don’t want it.",
                account.text, DisplayText.quotation(home.path, limit: 200))
        }
    }

    /// Keeps a key, unless the task is cancelled before it is stored.
    ///
    /// - Returns: The keystore's entry for it.
    /// - Throws: ``KeyKeepingError``.
    @MainActor
    func keep(_ draft: KeyDraft, on network: String) async throws(KeyKeepingError) -> [Keystore.Entry] {
        switch self {
        case .folder(let home):
            guard !Task.isCancelled else { throw KeyKeepingError(sentence: localized("Cancelled.")) }
            do throws(CredentialStoringError) {
                _ = try await home.keep(draft)
            } catch {
                throw KeyKeepingError(sentence: KeyHome.sentence(of: error))
            }
            return [Keystore.Entry(network: network, accountId: draft.account, secretKey: draft.key)]
        case .vault(let vault, _):
            do throws(VaultError) {
                try await vault.keep(draft, on: network)
            } catch {
                throw KeyKeepingError(sentence: error.description)
            }
            return vault.entries
        }
    }
}

/// The reason why a key isn't kept, as a sentence that says what to do.
struct KeyKeepingError: Error {
    let sentence: String
}
