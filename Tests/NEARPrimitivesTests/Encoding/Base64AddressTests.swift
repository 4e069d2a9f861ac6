// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

/// Base64 of addresses and tokens, beside the form with the standard alphabet.
@Suite struct Base64AddressTests {
    @Test func eachLengthComesBack() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + count * 251) }
            let text = Base64.encodeForAddress(bytes)
            #expect(Base64.decodeForAddress(text) == bytes)
            #expect(Base64.decodeForAddress("x\(text)".dropFirst()) == bytes)
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
        #expect(Base64.decodeForAddress("-_-_") == [0xFB, 0xFF, 0xBF])
    }

    @Test func otherTextsAreRefused() {
        for text in ["+w", "/w", "-w==", "=", "A", "AAAAA", "-x", "AA-", "A A", "AA\n", "AAAé", "AA\0A"] {
            #expect(Base64.decodeForAddress(text) == nil, "\(text.debugDescription)")
        }
        for text in ["-w==", "_w==", "+w", "+w=", "+w===", "====", "A===", "=w==", "+x=="] {
            #expect(Base64.decode(text) == nil, "\(text)")
        }
    }
}
