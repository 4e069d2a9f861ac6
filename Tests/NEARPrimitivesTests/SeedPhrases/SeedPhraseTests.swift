// SPDX-License-Identifier: MIT

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
