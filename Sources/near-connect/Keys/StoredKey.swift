// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import SafeText

/// The answer of commands that store a key.
enum StoredKey {
    /// Returns account, public key and file, in both forms.
    static func answer(_ key: PublicKey, of account: AccountId, in file: String) -> ChainAnswer {
        var answer = ChainAnswer()
        answer.row(localized("account"), account.text)
        answer.row(localized("key"), "\(key)")
        answer.row(localized("file"), file)
        answer.fields = [
            "accountId": .string(account.text), "publicKey": .string("\(key)"), "file": .string(file),
        ]
        return answer
    }
}

extension KeyFolderOptions {
    /// Stores a key, and returns its file.
    ///
    /// - Throws: ``ReportedError``.
    func store(_ key: SecretKey, of account: AccountId) throws -> String {
        try Self.store(key, of: account, network: network, in: folder)
    }

    /// Stores a key in a folder, and returns its file.
    ///
    /// - Throws: ``ReportedError``.
    static func store(
        _ key: SecretKey, of account: AccountId, network: String, in folder: CredentialFolder
    ) throws -> String {
        do throws(CredentialStoringError) {
            return try folder.store(key, of: account, network: network)
        } catch {
            throw ReportedError(
                sentence: localized(
                    "The key can’t be stored: %1$s. Check --credentials.", DisplayText.line("\(error)")),
                code: "key-not-stored", status: .failure)
        }
    }
}
