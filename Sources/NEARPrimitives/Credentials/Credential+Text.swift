// SPDX-License-Identifier: MIT

extension Credential {
    /// The credential of a credential file's JSON, a secret key, or the words of a seed phrase.
    ///
    /// The bytes pass through texts, which nobody can wipe; the caller wipes its own.
    ///
    /// - Throws: `CredentialError`; `.secretKey` where it is neither JSON nor words.
    package init(text bytes: [UInt8]) throws(CredentialError) {
        do throws(CredentialError) {
            self = try Credential(json: bytes)
            return
        } catch .notJSON, .notAnObject {
            // Not JSON: the key alone.
        } catch {
            throw error
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count > 1 else {
            do throws(KeyError) {
                self.init(accountId: nil, secretKey: try SecretKey(String(words.first ?? "")))
            } catch {
                throw .secretKey(error)
            }
            return
        }
        do throws(SeedPhraseError) {
            self.init(accountId: nil, secretKey: try SeedPhrase(text).secretKey())
        } catch {
            throw .seedPhrase(error)
        }
    }
}
