// SPDX-License-Identifier: MIT

/// A seed phrase of BIP-39's English words, checked.
///
/// It doesn't print its words, is not `Codable`, and its memory is overwritten when the last copy goes.
public struct SeedPhrase: Sendable {
    /// The words in lower case with one space between them.
    private let text: WipedBytes
    /// The number of words.
    public let wordCount: Int

    /// The number of bits that a word stands for.
    private static let bitsPerWord = 11

    /// The phrase with these words, in any case, with any white space around them.
    ///
    /// - Throws: `SeedPhraseError.wordCount`, `.unknownWord`, `.checksum`.
    public init(_ text: String) throws(SeedPhraseError) {
        let words = CompatibilityForm.decompose(text).lowercased().split(whereSeparator: \.isWhitespace)
        guard words.count >= 12, words.count <= 24, words.count.isMultiple(of: 3) else {
            throw .wordCount(words.count)
        }
        var bits: [Bool] = []
        for (index, word) in words.enumerated() {
            guard let place = BIP39EnglishWords.places[String(word)] else { throw .unknownWord(position: index + 1) }
            bits.append(contentsOf: Self.bits(of: place, count: Self.bitsPerWord))
        }
        // Of 33 bits, 32 are entropy and one is checksum.
        let checksumCount = bits.count / 33
        let entropyBits = bits.dropLast(checksumCount)
        var entropy: [UInt8] = []
        for start in stride(from: 0, to: entropyBits.count, by: 8) {
            entropy.append(entropyBits[start..<(start + 8)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
        }
        defer { entropy.wipe() }
        guard bits.suffix(checksumCount).elementsEqual(Self.checksum(of: entropy, count: checksumCount)) else {
            throw .checksum
        }
        self.text = WipedBytes(words.joined(separator: " ").utf8)
        wordCount = words.count
    }

    /// The phrase of 16, 20, 24, 28 or 32 random bytes.
    ///
    /// The caller's array isn't wiped.
    ///
    /// - Throws: `SeedPhraseError.entropyLength`.
    public init(entropy: [UInt8]) throws(SeedPhraseError) {
        guard entropy.count >= 16, entropy.count <= 32, entropy.count.isMultiple(of: 4) else {
            throw .entropyLength(byteCount: entropy.count)
        }
        let bits =
            entropy.flatMap { Self.bits(of: Int($0), count: 8) }
            + Self.checksum(of: entropy, count: entropy.count / 4)
        var words: [String] = []
        for start in stride(from: 0, to: bits.count, by: Self.bitsPerWord) {
            let place = bits[start..<(start + Self.bitsPerWord)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
            words.append(BIP39EnglishWords.list[place])
        }
        text = WipedBytes(words.joined(separator: " ").utf8)
        wordCount = words.count
    }

    /// A new phrase of random bytes from the operating system.
    ///
    /// - Throws: `SeedPhraseError.wordCount` for other numbers than 12, 15, 18, 21 and 24.
    public static func generate(wordCount: Int = 12) throws(SeedPhraseError) -> SeedPhrase {
        guard wordCount >= 12, wordCount <= 24, wordCount.isMultiple(of: 3) else { throw .wordCount(wordCount) }
        var generator = SystemRandomNumberGenerator()
        var entropy = (0..<(wordCount / 3 * 4)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        defer { entropy.wipe() }
        return try SeedPhrase(entropy: entropy)
    }

    /// The key at `path`, by default NEAR's first, which near-cli and wallets use.
    ///
    /// `passphrase` is BIP-39's, which NEAR's tools leave empty; another one leads to another key, never to an error.
    ///
    /// - Throws: `SeedPhraseError.key`.
    public func secretKey(
        path: DerivationPath = .near, passphrase: String = ""
    ) throws(SeedPhraseError) -> SecretKey {
        var seed = seed(passphrase: passphrase)
        defer { seed.wipe() }
        return try SLIP10.derive(seed: seed, path: path).secretKey()
    }

    /// BIP-39's seed of 64 bytes: PBKDF2 with HMAC-SHA-512 and 2048 rounds over the words, salted with the passphrase.
    func seed(passphrase: String) -> [UInt8] {
        text.withUnsafeBytes { Self.seed(words: $0, passphrase: passphrase) }
    }

    /// The seed of words in any language, which stand there in normalization form KD.
    static func seed(words: UnsafeRawBufferPointer, passphrase: String) -> [UInt8] {
        let keyed = HMACSHA512(key: words)
        let salt = "mnemonic" + CompatibilityForm.decompose(passphrase)
        var block = keyed.code(of: Array(salt.utf8) + [0, 0, 0, 1])
        var seed = block
        for _ in 1..<2048 {
            block.withUnsafeMutableBytes { keyed.authenticate(UnsafeRawBufferPointer($0), into: $0) }
            for index in block.indices {
                seed[index] ^= block[index]
            }
        }
        block.wipe()
        return seed
    }

    /// The words in plain text.
    ///
    /// Call it only to show them to their owner: a Swift string can't be wiped.
    public func exposedText() -> String {
        text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The first bits of the SHA-256 of the entropy.
    private static func checksum(of entropy: [UInt8], count: Int) -> [Bool] {
        Array(SHA2.sha256(entropy).flatMap { bits(of: Int($0), count: 8) }.prefix(count))
    }

    /// The lower bits of a number, the highest of them first.
    private static func bits(of number: Int, count: Int) -> [Bool] {
        (0..<count).reversed().map { number >> $0 & 1 == 1 }
    }
}

extension SeedPhrase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of words and no more.
    public var description: String { "SeedPhrase(\(wordCount) words)" }

    /// The number of words and no more.
    public var debugDescription: String { description }

    /// The number of words and no more.
    public var customMirror: Mirror { Mirror(self, children: ["wordCount": wordCount]) }
}
