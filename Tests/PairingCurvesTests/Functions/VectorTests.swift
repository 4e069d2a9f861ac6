// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

/// Values that others have computed or published.
@Suite(.ownThread) struct VectorTests {
    @Test(arguments: try VectorCase.load("published"))
    func aPublishedVectorHolds(_ vector: VectorCase) throws {
        #expect(try vector.answer() == vector.result)
    }

    @Test(arguments: try VectorCase.load("py-ecc"))
    func anotherImplementationSaysTheSame(_ vector: VectorCase) throws {
        #expect(try vector.answer() == vector.result)
    }

    @Test func everyFunctionHasVectors() throws {
        let named = Set(try VectorCase.load("py-ecc").map(\.function))
        #expect(named == Set(VectorCase.elementSizes.keys))
    }
}
