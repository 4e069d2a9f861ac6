// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives

/// What `account.json` says: schema 2, the accounts by network id. Schema 1, one account and its network, is read too.
enum AccountFile {
    /// Why a text is no account file.
    struct Fault: Error {
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

    /// - Throws: ``Fault``.
    static func decode(_ data: Data) throws(Fault) -> [String: NEARAccount] {
        let decoder = JSONDecoder()
        let accounts: [String: NEARAccount]
        do {
            switch try decoder.decode(Schema.self, from: data).schema {
            case 1:
                let content = try decoder.decode(First.self, from: data)
                accounts = [content.network: content.account]
            case current: accounts = try decoder.decode(Second.self, from: data).accounts
            case let schema: throw Fault(reason: "schema \(schema) is not one that this version knows")
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(reason: "not an account file: \(error)")
        }
        for account in accounts.values {
            do throws(AccountIdError) {
                _ = try AccountId(account.accountId)
            } catch {
                throw Fault(reason: "\u{201C}\(account.accountId)\u{201D} is no account id: \(error)")
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
