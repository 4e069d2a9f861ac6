// SPDX-License-Identifier: MIT

import Testing

@testable import NEARConnect

/// The requests that ended, with their errors, by how many somebody has heard of already.
@Suite struct EndedRecordsTests {
    @Test func thoseThatCameSinceAreNamedInTheirOrder() {
        var records = EndedRecords()
        #expect(records.ends(after: 0).map(\.id) == [])
        for number in 1...3 { records.append("r\(number)", failure: nil) }
        #expect(records.count == 3)
        #expect(records.ends(after: 1).map(\.id) == ["r2", "r3"])
        #expect(records.ends(after: 3).map(\.id) == [])
        #expect(records.ends(after: 9).map(\.id) == [])
    }

    @Test func eachHasAnErrorOfItsOwn() {
        var records = EndedRecords()
        records.append("a", failure: "No node answered.")
        records.append("b", failure: nil)
        #expect(records.ends(after: 0).map(\.failure) == ["No node answered.", nil])
    }

    @Test func ofVeryManyTheLastOnesAreKnown() {
        var records = EndedRecords()
        for number in 1...1_000 { records.append("r\(number)", failure: nil) }
        #expect(records.count == 1_000)
        let ids = records.ends(after: 0).map(\.id)
        #expect(ids.count == 64)
        #expect(ids.first == "r937")
        #expect(ids.last == "r1000")
    }
}
