// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// Reads the answers of phone wallets to NEAR's methods, and compares them with what was asked for.
///
/// Nothing is asked of the chain here. Bytes are read in the five forms that wallets send.
package enum PhoneWalletAnswer {
    /// The most bytes of a signed transaction.
    static let limit = 4 << 20
    /// The most accounts of one answer.
    static let accountLimit = 512

    /// Reads `near_getAccounts`' answer.
    ///
    /// - Throws: `.unreadable`; a wallet without a key for an account names it with an empty one, which is left out.
    static func accounts(_ json: JSONValue) throws(PhoneWalletError) -> [(id: AccountId, key: PublicKey)] {
        guard let elements = json.arrayValue, elements.count <= accountLimit else {
            throw .answerInvalid(.unreadable)
        }
        var accounts: [(id: AccountId, key: PublicKey)] = []
        for element in elements {
            guard let name = element["accountId"]?.stringValue, let key = element["publicKey"]?.stringValue else {
                throw .answerInvalid(.unreadable)
            }
            if key.isEmpty { continue }
            do {
                accounts.append((try AccountId(name), try PublicKey(key)))
            } catch {
                throw .answerInvalid(.unreadable)
            }
        }
        return accounts
    }

    /// Reads signed transactions, each of which must be the one that was asked for, signed by its own key.
    static func transactions(
        _ json: JSONValue, for asked: [Transaction]
    ) throws(PhoneWalletError) -> [SignedTransaction] {
        let elements: [JSONValue]
        if asked.count == 1 {
            elements = [json]
        } else {
            guard let several = json.arrayValue else { throw .answerInvalid(.unreadable) }
            elements = several
        }
        guard elements.count == asked.count else {
            throw .answerInvalid(.count(elements.count, expected: asked.count))
        }
        return try zip(elements, asked).map { (element, transaction) throws(PhoneWalletError) in
            try signed(element, for: transaction)
        }
    }

    /// Reads one signed transaction, which must be the one that was asked for, signed by its own key.
    package static func signed(_ json: JSONValue, for asked: Transaction) throws(PhoneWalletError) -> SignedTransaction
    {
        guard let bytes = WireBytes.read(json, limit: limit) else { throw .answerInvalid(.unreadable) }
        let signed: SignedTransaction
        do {
            signed = try SignedTransaction(borsh: bytes)
        } catch {
            throw .answerInvalid(.unreadable)
        }
        // Compared as bytes: what is signed is exactly what was asked for.
        guard signed.transaction.borshBytes == asked.borshBytes else { throw .answerInvalid(.otherTransaction) }
        guard signed.verify() else { throw .answerInvalid(.signature) }
        return signed
    }
}
