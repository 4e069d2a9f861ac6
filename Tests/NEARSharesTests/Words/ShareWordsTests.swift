// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import NEARShares

@Suite struct ShareWordsTests {
    struct File: Decodable {
        let secret: HexBytes
        let slope: HexBytes
        let publicKey: HexBytes
        let shares: [String]
        let tkeyShare: HexBytes
        let tkeyWords: String
    }

    private let file: File
    private let dealt: DealtShares

    init() throws {
        file = try Vectors.load("words")
        dealt = try #require(
            ShareDealer.deal(
                secret: file.secret.bytes, slope: file.slope.bytes, to: [.login, .device, .recovery]))
    }

    @Test func sharesHaveTheirWords() throws {
        #expect(dealt.set.publicKey.bytes == file.publicKey.bytes)
        for (proven, text) in zip(dealt.shares, file.shares) {
            #expect(try ShareWords(proven.share).exposedText() == text)
            let read = try ShareWords(text)
            #expect(read.share.packed == proven.share.packed)
            #expect(throws: SeedPhraseError.checksum) { try SeedPhrase(text) }
        }
    }

    /// As people type and programs paste: capitals, blanks that nobody sees, line breaks, ligatures.
    @Test func theFormOfTheTextDoesNotMatter() throws {
        let words = file.shares[0]
        let blanks = [
            "\n", "\t ", "\r\n", "\u{00A0}", "\u{2003}", "\u{202F}", "\u{3000}", "\u{2028}", "\u{0085}", "\u{200B}",
            "\u{FEFF}", " \u{2060}",
        ]
        var texts = blanks.map { words.split(separator: " ").joined(separator: $0) }
        texts += [words.uppercased(), "  \(words.prefix(1).uppercased())\(words.dropFirst())\n", "\u{FEFF}\(words)"]
        texts.append(words.replacing("flash", with: "\u{FB02}ash"))
        texts.append(words.replacing("input", with: "\u{FF49}\u{FF4E}put"))
        for text in texts {
            #expect(try ShareWords(text).share.packed == dealt.shares[0].share.packed, "\(text.debugDescription)")
            var bytes = text
            let read = try bytes.withUTF8 { try ShareWords(utf8: UnsafeRawBufferPointer($0)) }
            #expect(read.share.packed == dealt.shares[0].share.packed)
        }
    }

    @Test func otherNumbersOfWordsAreNamed() {
        let words = file.shares[0].split(separator: " ").map(String.init)
        for count in (0...40) where count != 24 {
            let text = (0..<count).map { words[$0 % 24] }.joined(separator: " ")
            #expect(throws: ShareWordsError.wordCount(count)) { try ShareWords(text) }
        }
        #expect(throws: ShareWordsError.tooLong) {
            try ShareWords(String(repeating: "abandon ", count: ShareWords.longestText / 8) + " ")
        }
        #expect(throws: ShareWordsError.tooLong) { try ShareWords(String(repeating: " ", count: 1 << 20)) }
    }

    /// A share is never a seed phrase, nor a seed phrase a share.
    @Test func seedPhrasesAreRefusedByName() throws {
        for count in [12, 15, 18, 21, 24] {
            for _ in 0..<20 {
                let phrase = try SeedPhrase.generate(wordCount: count).exposedText()
                #expect(throws: ShareWordsError.seedPhrase(wordCount: count)) { try ShareWords(phrase) }
            }
        }
    }

    /// The one seed phrase in 256 whose last byte is the share's checksum too.
    @Test func whatWouldBeBothIsASeedPhrase() throws {
        var found = 0
        var entropy = try hex("00" + String(repeating: "11", count: 30) + "21")
        while found < 3 {
            entropy[0] &+= 1
            if entropy[0] == 0 { entropy[1] &+= 1 }
            let isBoth = (entropy + [0]).withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { WordBits.shareChecksum($0) == SHA2.sha256(entropy)[0] }
            }
            guard isBoth == true else { continue }
            found += 1
            let phrase = try SeedPhrase(entropy: entropy).exposedText()
            #expect(throws: ShareWordsError.seedPhrase(wordCount: 24)) { try ShareWords(phrase) }
            let share = try KeyShare(packed: guarded(entropy))
            #expect(throws: ShareWordsError.seedPhrase(wordCount: 24)) { try ShareWords(share) }
        }
    }

    /// The words of a Web3Auth share have the form of a seed phrase; the sentence names both.
    @Test func tkeysWordsAreRefusedByName() throws {
        #expect(try SeedPhrase(entropy: file.tkeyShare.bytes).exposedText() == file.tkeyWords)
        let error = #expect(throws: ShareWordsError.seedPhrase(wordCount: 24)) { try ShareWords(file.tkeyWords) }
        #expect(try #require(error).description.contains("Web3Auth"))
    }

    @Test func aWrongWordIsFound() throws {
        let words = file.shares[1].split(separator: " ").map(String.init)
        // Two words that differ are exchanged, and each word is replaced.
        for index in 0..<23 where words[index] != words[index + 1] {
            var exchanged = words
            exchanged.swapAt(index, index + 1)
            expectChecksum(exchanged)
        }
        for index in 0..<24 {
            var replaced = words
            replaced[index] = replaced[index] == "zoo" ? "abandon" : "zoo"
            expectChecksum(replaced)
        }
    }

    /// Of 256 wrong phrases one is a seed phrase, and one another share, which isn't this set's.
    private func expectChecksum(_ words: [String]) {
        do throws(ShareWordsError) {
            let read = try ShareWords(words.joined(separator: " "))
            #expect(throws: KeyShareError.self) { try ProvenShare(read.share, of: dealt.set) }
        } catch {
            let expected: [ShareWordsError] = [.checksum, .seedPhrase(wordCount: 24), .holder, .notAScalar]
            #expect(expected.contains(error))
        }
    }

    @Test func numbersThatAreNoShareAreNamed() throws {
        func words(_ packed: [UInt8]) -> String {
            var bytes = packed + [0]
            return bytes.withUnsafeMutableBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return "" }
                start[32] = WordBits.shareChecksum(start)
                return (0..<24).map { BIP39EnglishWords.list[WordBits.read(at: $0, from: start)] }
                    .joined(separator: " ")
            }
        }
        #expect(throws: ShareWordsError.holder) { try ShareWords(words(number(5))) }
        #expect(throws: ShareWordsError.notAScalar) { try ShareWords(words(number(0).dropLast() + [0x60])) }
        #expect(throws: ShareWordsError.notAScalar) {
            try ShareWords(words(GroupOrder.bytes.dropLast() + [0x70]))
        }
        #expect(try ShareWords(words(number(1).dropLast() + [0x60])).share.holder == .recovery)
    }
}
