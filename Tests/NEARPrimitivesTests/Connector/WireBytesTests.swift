// SPDX-License-Identifier: MIT

import Testing

@testable import NEARPrimitives

/// The five forms of bytes that wallets send, and their broken kin.
struct WireBytesTests {
    @Test(arguments: WireBytes.allCases)
    func everyFormIsReadAsItWasWritten(_ form: WireBytes) throws {
        for bytes in [[], [0], [255, 0, 7], (0..<300).map { UInt8(truncatingIfNeeded: $0) }] as [[UInt8]] {
            let json = try JSONValue.parse(form.json(bytes).text)
            #expect(WireBytes.read(json, limit: 300) == bytes)
            if !bytes.isEmpty { #expect(WireBytes.read(json, limit: bytes.count - 1) == nil) }
        }
    }

    @Test(arguments: [
        "[1,2,256]", "[-1]", "[1.5]", "[1e400]", "[\"1\"]", "[null]", "[[1]]", "[true]",
        #"{"0":1,"2":3}"#, #"{"1":1}"#, #"{"0":256}"#, #"{"0":-1}"#, #"{"0":1.5}"#, #"{"00":1}"#, #"{"0":1,"01":2}"#,
        #"{"0":1,"length":1}"#, #"{"-0":1}"#, #"{"0":1,"1":null}"#, #"{"0 ":1}"#, #"{"٠":1}"#,
        #"{"type":"Buffer"}"#, #"{"type":"Buffer","data":"AQ=="}"#, #"{"type":"buffer","data":[1]}"#,
        #"{"type":"Buffer","data":[256]}"#, #"{"type":"Buffer","data":{"1":1}}"#,
        #"{"type":"Buffer","data":[1],"more":1}"#, #"{"type":"Buffer","data":{"type":"Buffer","data":[1]}}"#,
        #"{"data":[1]}"#, "\"AQ\"", "\"A_==\"", "\"AR==\"", "\"AQ== \"", "\"AQ==\\n\"", "1", "null", "true",
    ])
    func aBrokenFormIsNone(_ text: String) {
        do throws(JSONParsingError) {
            #expect(WireBytes.read(try JSONValue.parse(text), limit: 100) == nil, "\(text)")
        } catch {
            // A text that isn't JSON doesn't get as far.
            #expect(text == "[1e400]", "\(error)")
        }
    }

    @Test func nothingIsNone() {
        #expect(WireBytes.read(nil, limit: 100) == nil)
    }
}
