// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import NEARPrimitives

@Suite struct SeedPhraseTests {
    struct BIP39: Decodable {
        let entropy: HexBytes
        let phrase: String
        let passphrase: String
        let seed: HexBytes
        let nearSecret: HexBytes
        let nearPublic: HexBytes
    }

    struct Derivation: Decodable {
        let seed: HexBytes
        let path: String
        let chainCode: HexBytes
        let secret: HexBytes
        let `public`: HexBytes
    }

    struct Published: Decodable {
        let phrase: String
        let passphrase: String
        let path: String
        let secretKey: String
        let publicKey: PublicKey
    }

    struct File: Decodable {
        let bip39: [BIP39]
        let slip10: [Derivation]
        let published: [Published]
        let languages: [Language]
    }

    struct Language: Decodable {
        let language: String
        let phrase: String
        let passphrase: String
        let seed: HexBytes
    }

    private let file: File

    init() throws {
        file = try Vectors.load("seed-phrases")
    }

    @Test func phrasesAndSeedsAreBIP39s() throws {
        for vector in file.bip39 {
            let phrase = try SeedPhrase(vector.phrase)
            #expect(try SeedPhrase(entropy: vector.entropy.bytes).exposedText() == vector.phrase)
            #expect(phrase.exposedText() == vector.phrase)
            #expect(phrase.seed(passphrase: vector.passphrase) == vector.seed.bytes)
            let key = try phrase.secretKey(passphrase: vector.passphrase)
            #expect(key.publicKey.bytes == vector.nearPublic.bytes)
            #expect(key.publicKey == (try SecretKey(keyType: .ed25519, seed: vector.nearSecret.bytes)).publicKey)
        }
    }

    /// Words of other languages are typed composed and count decomposed, passphrases too.
    @Test func wordsAndPassphrasesCountInFormKD() throws {
        #expect(Set(file.languages.map(\.language)).count >= 10)
        for vector in file.languages {
            for phrase in [vector.phrase, vector.phrase.decomposedStringWithCanonicalMapping] {
                let words = Array(CompatibilityForm.decompose(phrase).utf8)
                let seed = words.withUnsafeBytes { SeedPhrase.seed(words: $0, passphrase: vector.passphrase) }
                #expect(seed == vector.seed.bytes, "\(vector.language): \(vector.phrase)")
            }
        }
    }

    /// GLib's tables against Foundation's, for single scalars and for sequences that have to be reordered.
    @Test func formKDIsFoundations() {
        // Foundation doesn't reorder what follows the two marks of these; Python's unicodedata and GLib do.
        let wrong: [ClosedRange<UInt32>] = [
            0x385...0x385, 0x1FBD...0x1FC1, 0x1FCD...0x1FCF, 0x1FDD...0x1FDF, 0x1FED...0x1FFE,
        ]
        #expect(
            CompatibilityForm.decompose("\u{1FC1}\u{345}\u{5B0}\u{323}").unicodeScalars.map(\.value) == [
                0x20, 0x5B0, 0x323, 0x308, 0x342, 0x345,
            ])
        var generator = SeededGenerator(seed: 39)
        let marks: [UnicodeScalar] = ["\u{301}", "\u{323}", "\u{345}", "\u{3099}", "\u{309A}", "\u{5B0}", "\0"]
        let ranges: [ClosedRange<UInt32>] = [
            0xA0...0x24F, 0x370...0x3FF, 0x1E00...0x1FFF, 0x2070...0x218F, 0x3000...0x30FF, 0x3300...0x33FF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFB00...0xFB06, 0xFF00...0xFFEF, 0x1D400...0x1D7FF,
        ]
        func same(_ text: String) -> Bool {
            Array(CompatibilityForm.decompose(text).utf8) == Array(text.decomposedStringWithCompatibilityMapping.utf8)
        }
        for scalar in ranges.joined().compactMap(UnicodeScalar.init) {
            var text = String.UnicodeScalarView([scalar])
            #expect(same(String(text)), "\(scalar.value)")
            guard !wrong.contains(where: { $0.contains(scalar.value) }) else { continue }
            for _ in 0..<3 { text.append(marks.randomElement(using: &generator) ?? "\0") }
            #expect(same(String(text)), "\(String(text).unicodeScalars.map(\.value))")
        }
    }

    @Test func derivationIsSLIP10s() throws {
        for vector in file.slip10 {
            let node = SLIP10.derive(seed: vector.seed.bytes, path: try DerivationPath(vector.path))
            #expect(node.chainCode == vector.chainCode.bytes)
            #expect(node.bytes.withUnsafeBytes { Array($0.prefix(32)) } == vector.secret.bytes)
            #expect(try node.secretKey().publicKey.bytes == vector.public.bytes)
        }
    }

    @Test func keysAreThoseOfNearsTools() throws {
        for vector in file.published {
            let key = try SeedPhrase(vector.phrase).secretKey(
                path: try DerivationPath(vector.path), passphrase: vector.passphrase)
            #expect(key.exposedText() == vector.secretKey)
            #expect(key.publicKey == vector.publicKey)
        }
    }

    @Test func caseAndWhiteSpaceDoNotMatter() throws {
        let phrase = try #require(file.bip39.first).phrase
        let text = " \n" + phrase.uppercased().split(separator: " ").joined(separator: " \t ") + " "
        #expect(try SeedPhrase(text).exposedText() == phrase)
    }

    @Test func wrongPhrasesAreRefusedWithoutNamingWords() {
        let words = Array(repeating: "abandon", count: 11)
        #expect(throws: SeedPhraseError.checksum) { try SeedPhrase((words + ["zoo"]).joined(separator: " ")) }
        #expect(throws: SeedPhraseError.unknownWord(position: 12)) {
            try SeedPhrase((words + ["bitcoin"]).joined(separator: " "))
        }
        #expect(throws: SeedPhraseError.wordCount(11)) { try SeedPhrase(words.joined(separator: " ")) }
        #expect(throws: SeedPhraseError.wordCount(13)) { try SeedPhrase.generate(wordCount: 13) }
    }

    @Test(arguments: [12, 15, 18, 21, 24])
    func newPhrasesAreValid(count: Int) throws {
        let phrase = try SeedPhrase.generate(wordCount: count)
        #expect(phrase.wordCount == count)
        #expect(try SeedPhrase(phrase.exposedText()).exposedText() == phrase.exposedText())
        #expect("\(phrase)" == "SeedPhrase(\(count) words)")
    }

    @Test func pathsAreReadInEveryNotation() throws {
        #expect(try DerivationPath("m/44'/397'/0'") == .near)
        #expect(try DerivationPath("44h/397H/0'") == .near)
        #expect(DerivationPath.near.description == "m/44'/397'/0'")
        #expect(throws: SeedPhraseError.notHardened(component: 3)) { try DerivationPath("m/44'/397'/0") }
        for text in ["m/44'/x'/0'", "m/44'/2147483648'", "m/44'/+1'", "m/44'/'"] {
            #expect(throws: SeedPhraseError.invalidPath(component: 2)) { try DerivationPath(text) }
        }
        #expect(throws: SeedPhraseError.invalidPath(component: 1)) { try DerivationPath("") }
    }
}

/// The same numbers in each run (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
