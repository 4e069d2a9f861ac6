// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Documents of a profile: a change that could not be read afterwards isn't written.
@Suite struct DocumentStoreTests {
    /// A list of at most two numbers, which it writes whatever their number.
    private enum Numbers: DocumentFormat {
        static let name = "numbers"
        static let schema: Int128 = 1
        static let empty: [Int] = []
        static let full = "full"

        static func content(_ fields: JSONFields) throws -> [Int] {
            try bounded(try fields.array("numbers"), 2).map { Int(try #require($0.integerValue(as: Int128.self))) }
        }

        static func fields(_ content: [Int]) -> JSONValue.Members {
            ["numbers": .array(content.map { .integer(Int128($0)) })]
        }

        static func problem(_ reason: String, movedTo place: String) -> String { "\(reason) \(place)" }
    }

    private let place = TestFolder("documents")

    private var store: DocumentStore<Numbers> {
        DocumentStore(folder: place.url, patience: .seconds(5), now: { Date() }, afterStep: { _ in })
    }

    @Test func aChangeThatCouldNotBeReadIsNotWritten() throws {
        _ = try store.change { $0 = [1, 2] }
        let error = #expect(throws: NEARError.self) { _ = try store.change { $0 = [1, 2, 3] } }
        guard case .storage(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("numbers") && reason.contains("not written"), "\(reason)")
        let kept = try store.load()
        #expect(kept.content == [1, 2] && kept.problem == nil)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.url.path).allSatisfy { !$0.contains("corrupt") })
    }
}
