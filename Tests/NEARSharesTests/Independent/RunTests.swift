// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARShares

/// 1,000 runs, compared byte by byte with an implementation in plain integers (`Vectors/README.md`).
@Suite(.ownThread) struct RunTests {
    struct File: Decodable {
        let digests: [HexBytes]
        let transcripts: [HexBytes]
    }

    @Test func eachRunHasTheSameValues() throws {
        let file = try Vectors.load("runs", as: File.self)
        #expect(file.digests.count == 1000)
        #expect(file.transcripts.count == 8)
        for (number, expected) in file.digests.enumerated() {
            let transcript = try RunInputs(number).transcript()
            if file.transcripts.indices.contains(number) {
                let place = zip(transcript, file.transcripts[number].bytes).enumerated().first { $1.0 != $1.1 }?.offset
                #expect(place == nil, "run \(number) differs at byte \(place ?? 0)")
            }
            #expect(SHA2.sha256(transcript) == expected.bytes, "run \(number)")
        }
    }
}
