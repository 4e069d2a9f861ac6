// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct AmountVectorTests {
    struct File: Decodable {
        struct Case: Decodable {
            let text: String
            let yocto: NEARToken
            let digits: Int
            let shown: String
        }

        let cases: [Case]
    }

    @Test func readingAndFormattingAgreeWithDecimalArithmetic() throws {
        for vector in try Vectors.load("amounts", as: File.self).cases {
            #expect(try NEARToken(vector.text) == vector.yocto)
            #expect(vector.yocto.formatted(maximumFractionDigits: vector.digits) == vector.shown)
            #expect(try NEARToken(vector.yocto.description) == vector.yocto)
            #expect(try NEARToken(vector.yocto.formatted() + " NEAR") == vector.yocto)
        }
    }
}
