// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARShares

extension Targets {
    /// Reads the words of a share: they come back, and are never a seed phrase.
    static func shareWords(_ bytes: [UInt8]) {
        do throws(ShareWordsError) {
            let words = try bytes.withUnsafeBytes { text in
                Result { () throws(ShareWordsError) in try ShareWords(utf8: text) }
            }.get()
            let again = try ShareWords(words.exposedText())
            precondition(again.share.packed == words.share.packed, "a share does not come back from its words")
        } catch {
            precondition(!error.description.isEmpty && !error.exposedText.isEmpty, "an error without a sentence")
            guard case .unknownWord(let position, let suggestions) = error else { return }
            precondition(position >= 1 && suggestions.words.count <= 3, "a word that can't be there")
        }
    }

    /// Reads what stands in records and comes from other signers; each value has one form.
    static func shareRecords(_ bytes: [UInt8]) {
        guard let kind = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        switch kind % 4 {
        case 0:
            if let set = try? ShareSet(bytes: rest) { precondition(set.bytes == rest, "a set has two forms") }
        case 1:
            if let word = try? SigningCommitment(bytes: rest) {
                precondition(word.bytes == rest, "a commitment has two forms")
            }
        case 2:
            if let word = try? SignatureShare(bytes: rest) {
                precondition(word.bytes == rest, "a signature share has two forms")
            }
        default:
            let packed = rest.withUnsafeBytes { SecretBytes(copying: $0) }
            if let share = try? KeyShare(packed: packed) {
                precondition(share.packed == packed, "a share has two forms")
            }
        }
    }
}
