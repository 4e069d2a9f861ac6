// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// The content of `account.json`: the accounts by network id.
///
/// Schema 2 is written. Schema 1, which held one account and its network, is read too.
enum AccountFile {
    /// The reason for which a text is not an account file.
    struct FormatError: Error {
        let reason: String
    }

    private struct Schema: Codable {
        let schema: Int
    }

    private struct First: Codable {
        let network: String
        let account: NEARAccount
    }

    private struct Second: Codable {
        let schema: Int
        let accounts: [String: NEARAccount]
    }

    private static let current = 2

    /// Reads the file's content.
    ///
    /// - Throws: ``FormatError``.
    static func decode(_ data: Data) throws(FormatError) -> [String: NEARAccount] {
        let decoder = JSONDecoder()
        let accounts: [String: NEARAccount]
        do {
            switch try decoder.decode(Schema.self, from: data).schema {
            case 1:
                let content = try decoder.decode(First.self, from: data)
                accounts = [content.network: content.account]
            case current: accounts = try decoder.decode(Second.self, from: data).accounts
            case let schema: throw FormatError(reason: localized("this version doesn’t know schema %1$s", "\(schema)"))
            }
        } catch let error as FormatError {
            throw error
        } catch {
            throw FormatError(reason: localized("it is not an account file: %1$s", "\(error)"))
        }
        for account in accounts.values {
            do throws(AccountIdError) {
                _ = try AccountId(account.accountId)
            } catch {
                throw FormatError(
                    reason: localized(
                        "“%1$s” is not an account id: %2$s", DisplayText.line(account.accountId), "\(error)"))
            }
        }
        return accounts
    }

    static func encode(_ accounts: [String: NEARAccount]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Second(schema: current, accounts: accounts))
    }
}
