// SPDX-License-Identifier: MIT

import Testing

@testable import NEARShares

@Suite struct WordSuggestionsTests {
    static let rows: [String: [String]] = [
        "laern": ["learn"], "lern": ["learn"], "learnn": ["learn"], "learning": ["learn"], "leran": ["learn"],
        "wrogn": ["wrong"], "inputflash": ["input"], "qqqqqq": [], "incorrectlyspelled": [], "": [],
    ]

    @Test(arguments: rows.keys.sorted()) func whatIsMeantIsNamed(_ word: String) throws {
        let words = WordSuggestions(for: word).words
        let expected = try #require(Self.rows[word])
        #expect(expected.isEmpty ? words.count <= 3 && !words.contains(word) : words.first == expected[0], "\(words)")
        #expect(words.count <= 3)
    }

    @Test func nothingPrintsAWord() {
        let error = #expect(throws: ShareWordsError.self) { try ShareWords("learn lern learn") }
        guard let error, case .unknownWord(2, let suggestions) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(suggestions.words == ["learn"])
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", String(reflecting: error), String(describing: suggestions), dumped] {
            #expect(!text.contains("learn") && !text.contains("lern"), "\(text)")
        }
        #expect(error.exposedText.contains("“learn”"))
    }

    @Test func otherLanguagesAreUnknownWords() {
        for text in ["ábaco abdomen abeja", "あいこくしん あいさつ", "abaisser abandon", "\u{430}bandon zoo"] {
            #expect(throws: ShareWordsError.self) { try ShareWords(text) }
            guard case .unknownWord(position: 1, _)? = error(of: text) else {
                Issue.record("\(text)")
                continue
            }
        }
    }

    private func error(of text: String) -> ShareWordsError? {
        do throws(ShareWordsError) {
            _ = try ShareWords(text)
            return nil
        } catch {
            return error
        }
    }
}
