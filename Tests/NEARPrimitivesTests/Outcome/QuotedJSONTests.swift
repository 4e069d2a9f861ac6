// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

/// JSON that wallets quote in their words.
struct QuotedJSONTests {
    private static let expired = #"{"TxExecutionError":{"InvalidTxError":"Expired"}}"#
    private static let sentence = "\(InvalidTxError.expired)"

    @Test(arguments: [
        (expired, sentence), ("a \(expired) b", "a \(sentence) b"), ("a \(expired).", "a \(sentence)"),
        ("\(expired) and \(expired)", "\(sentence) and \(sentence)"),
        (#"{"error":{"data":[\#(expired)]}}"#, sentence), (#"{"Failure":{"InvalidTxError":"Expired"}}"#, sentence),
        (#"{"message":"{\"InvalidTxError\":\"Expired\"}"}"#, sentence),
        ("{ \n \"TxExecutionError\" : {\"InvalidTxError\":\"Expired\"} }", sentence),
        (#"{"message":"no"}"#, "no"), (#"{"error":{"message":"no"}}"#, "no"), (#"{"message":"{a"}"#, "…"),
        ("{}", "…"), (#"a {"b"#, "a …"), (#"a {\"b\":1}"#, "a …"), ("a {b} c", "a {b} c"), ("a } b {", "a } b {"),
        ("", ""), ("plain", "plain"), ("é {\"message\":\"é\"} é", "é é é"),
    ])
    func isShownInWords(text: String, words: String) {
        #expect(QuotedJSON.inWords(text) == words)
    }

    @Test
    func theChainsErrorIsFoundInIt() {
        for text in [Self.expired, "x: \(Self.expired)", #"{"a":[{"b":\#(Self.expired)}]}"#] {
            #expect(QuotedJSON.failure(in: text)?.cause == .invalidTxError(.expired))
        }
        for text in ["", "{", #"{"TxExecutionError":7}"#, #"{"a":"b"}"#, "InvalidTxError: Expired"] {
            #expect(QuotedJSON.failure(in: text) == nil)
        }
    }

    /// The time for hostile texts grows with their length, and not with its square.
    @Test
    func hostileTextsAreReadOnce() {
        for text in ["{", "{}", "{a", "{\"", "{\"a\":", "{\"a\":{}}", "\"{", "{ {} "] {
            let words = QuotedJSON.inWords(String(repeating: text, count: 20_000))
            #expect(words.utf8.count <= 80_000)
        }
    }
}
