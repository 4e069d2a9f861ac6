// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives

/// A share as 24 words of BIP-39's English list, checked.
///
/// The words stand for the share's packed 32 bytes and one byte of checksum, the first of SHA-256 of
/// "near-connect share 1" and these bytes. They are never a valid seed phrase: a share whose words would be one is
/// neither made nor read.
///
/// It doesn't print its words, is not `Codable`, and its memory is guarded.
public struct ShareWords: Sendable {
    /// The largest text that is read, in bytes: far more than 24 words and what stands between them.
    public static let longestText = 4096

    /// The share that the words stand for.
    public let share: KeyShare

    /// Takes a share for its words.
    ///
    /// - Throws: ``ShareWordsError/seedPhrase(wordCount:)``.
    public init(_ share: KeyShare) throws(ShareWordsError) {
        let isSeedPhrase = Self.withBytes(of: share) { WordBits.isSeedPhrase($0, wordCount: WordBits.wordCount) }
        guard !isSeedPhrase else { throw .seedPhrase(wordCount: WordBits.wordCount) }
        self.share = share
    }

    /// Reads words in any case, with any blanks around them.
    ///
    /// The caller's text stays in memory: no Swift string can be wiped. ``init(utf8:)`` takes guarded memory.
    ///
    /// - Throws: ``ShareWordsError``.
    public init(_ text: String) throws(ShareWordsError) {
        var text = text
        let read = text.withUTF8 { text in Result { () throws(ShareWordsError) in try Self.read(text) } }
        share = try read.get()
    }

    /// Reads words from memory that the caller wipes.
    ///
    /// ASCII is read where it is; of other texts a copy is made and left in memory.
    ///
    /// - Throws: ``ShareWordsError``.
    public init(utf8 text: UnsafeRawBufferPointer) throws(ShareWordsError) {
        share = try Self.read(text.bindMemory(to: UInt8.self))
    }

    /// The words in plain text, in lower case with one blank between them.
    ///
    /// Call it only to show them to their owner: a Swift string can't be wiped.
    public func exposedText() -> String {
        Self.withBytes(of: share) { bytes in
            (0..<WordBits.wordCount).map { BIP39EnglishWords.list[WordBits.read(at: $0, from: bytes)] }
                .joined(separator: " ")
        }
    }

    /// Lends the 33 bytes of a share's words.
    private static func withBytes<Result>(of share: KeyShare, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        withGuardedScratch(count: WordBits.byteCount) { bytes in
            share.packed.withUnsafeBytes { packed in
                UnsafeMutableRawPointer(bytes).copyMemory(
                    from: packed.baseAddress ?? UnsafeRawPointer(bytes), byteCount: packed.count)
            }
            bytes[KeyShare.byteCount] = WordBits.shareChecksum(bytes)
            return body(bytes)
        }
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) throws(ShareWordsError) -> KeyShare {
        guard text.count <= longestText else { throw .tooLong }
        guard text.allSatisfy({ $0 < 0x80 }) else {
            var form = Array(plainForm(of: String(decoding: text, as: UTF8.self)).utf8)
            defer { form.wipe() }
            return try form.withUnsafeBufferPointer { form throws(ShareWordsError) in try readWords(form) }
        }
        return try readWords(text)
    }

    /// Returns the words as BIP-39 takes them (normalization form KD), with ASCII's blank for all others.
    ///
    /// What is copied from a web page or a PDF has ligatures, and blanks that nobody sees.
    private static func plainForm(of text: String) -> String {
        var result = ""
        for scalar in CompatibilityForm.decompose(text).unicodeScalars {
            let isBlank = scalar.properties.isWhitespace || invisibleBlanks.contains(scalar)
            result.unicodeScalars.append(isBlank ? " " : scalar)
        }
        return result
    }

    /// Zero-width space, word joiner, byte order mark.
    private static let invisibleBlanks: Set<Unicode.Scalar> = ["\u{200B}", "\u{2060}", "\u{FEFF}"]

    private static func readWords(_ text: UnsafeBufferPointer<UInt8>) throws(ShareWordsError) -> KeyShare {
        try withGuardedScratch(count: WordBits.byteCount) { bytes throws(ShareWordsError) in
            var count = 0
            for word in text.split(whereSeparator: { $0 <= 0x20 }) {
                count += 1
                let letters = word.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
                let lowered = String(decoding: letters, as: UTF8.self)
                guard let place = BIP39EnglishWords.places[lowered] else {
                    throw .unknownWord(position: count, suggestions: WordSuggestions(for: lowered))
                }
                if count <= WordBits.wordCount { WordBits.write(place, at: count - 1, into: bytes) }
            }
            guard !WordBits.isSeedPhrase(bytes, wordCount: count) else { throw .seedPhrase(wordCount: count) }
            guard count == WordBits.wordCount else { throw .wordCount(count) }
            guard bytes[KeyShare.byteCount] == WordBits.shareChecksum(bytes) else { throw .checksum }
            do throws(KeyShareError) {
                return try KeyShare(packed: UnsafeBufferPointer(start: bytes, count: KeyShare.byteCount))
            } catch {
                throw error == .noHolder ? .holder : .notAScalar
            }
        }
    }
}

extension ShareWords: CustomStringConvertible, CustomReflectable {
    /// The holder and no more.
    public var description: String { "ShareWords(\(share.holder.rawValue))" }

    /// The holder and no more.
    public var customMirror: Mirror { Mirror(self, children: ["holder": share.holder]) }
}
