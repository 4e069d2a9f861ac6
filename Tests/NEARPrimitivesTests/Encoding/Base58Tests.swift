// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct Base58Tests {
    struct File: Decodable {
        struct Case: Decodable {
            let bytes: HexBytes
            let text: String
        }

        let cases: [Case]
    }

    @Test func textsAreThoseOfOthers() throws {
        for vector in try Vectors.load("base58", as: File.self).cases {
            #expect(Base58.encode(vector.bytes.bytes) == vector.text)
            #expect(try Base58.decode(vector.text) == vector.bytes.bytes)
        }
    }

    @Test func otherTextsAreRefused() {
        for (text, position) in [("0", 0), ("1O", 1), ("11l", 2), ("abcdefI", 6), ("a b", 1), ("é", 0), ("z+", 1)] {
            #expect(throws: Base58.DecodingError.invalidCharacter(position: position)) { try Base58.decode(text) }
        }
    }

    @Test func boundHoldsBeforeTheWork() {
        let long = String(repeating: "z", count: 1_000_000)
        #expect(throws: Base58.DecodingError.tooLong(maximumByteCount: 32)) {
            try Base58.decode(long, maximumByteCount: 32)
        }
        let zeros = String(repeating: "1", count: 33)
        #expect(throws: Base58.DecodingError.tooLong(maximumByteCount: 32)) {
            try Base58.decode(zeros, maximumByteCount: 32)
        }
        let full = Base58.encode(Array(repeating: 255, count: 32))
        #expect(throws: Never.self) { try Base58.decode(full, maximumByteCount: 32) }
    }
}

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func textsAreThoseOfRFC4648(plain: String, text: String) {
        #expect(Base64.encode(Array(plain.utf8)) == text)
        #expect(Base64.decode(text) == Array(plain.utf8))
    }

    @Test(arguments: ["Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zm9v\n", "Zm-v", "Zg==Zg==", "=Zg="])
    func otherTextsAreRefused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func everyLengthComesBack() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }
}
