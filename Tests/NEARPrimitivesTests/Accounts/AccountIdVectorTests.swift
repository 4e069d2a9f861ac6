// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct AccountIdVectorTests {
    struct File: Decodable {
        struct Case: Decodable {
            let text: String
            let valid: Bool
            let kind: String?
        }

        let cases: [Case]
    }

    @Test func nearcoresTableHolds() throws {
        for vector in try Vectors.load("account-ids", as: File.self).cases {
            if vector.valid {
                let id = try AccountId(vector.text)
                #expect(id.text == vector.text)
                #expect((id.kind == .universal) == (vector.kind == "universal"))
            } else {
                #expect(throws: AccountIdError.self) { try AccountId(vector.text) }
            }
        }
    }
}
