// SPDX-License-Identifier: MIT

import Testing

@testable import NEARConnect

/// The ids of the requests that ended, by how many somebody has heard of already.
@Suite struct EndedRecordsTests {
    @Test func thoseThatCameSinceAreNamedInTheirOrder() {
        var records = EndedRecords()
        #expect(records.ids(after: 0) == [])
        for number in 1...3 { records.append("r\(number)") }
        #expect(records.count == 3)
        #expect(records.ids(after: 1) == ["r2", "r3"])
        #expect(records.ids(after: 3) == [])
        #expect(records.ids(after: 9) == [])
    }

    @Test func ofVeryManyTheLastOnesAreKnown() {
        var records = EndedRecords()
        for number in 1...1_000 { records.append("r\(number)") }
        #expect(records.count == 1_000)
        let ids = records.ids(after: 0)
        #expect(ids.count == 64)
        #expect(ids.first == "r937")
        #expect(ids.last == "r1000")
    }
}
