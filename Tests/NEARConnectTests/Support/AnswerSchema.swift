// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import XCTest

/// The schemas of the commands' JSON, in docs/schemas.
enum AnswerSchema {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Returns the schema in a file.
    static func json(_ file: String) throws -> JSONValue {
        try JSONValue.parse(Array(try Data(contentsOf: root.appendingPathComponent("docs/schemas/\(file)"))))
    }

    /// Makes sure that a verb's schema takes all that a run has printed.
    ///
    /// - Returns: What it printed, an object a line.
    @discardableResult
    static func check(
        _ run: CommandRun, of verb: String, file: StaticString = #filePath, line: UInt = #line
    ) throws -> [JSONValue] {
        let schema = JSONSchema(try json("\(verb.replacing(" ", with: "-")).schema.json"))
        let answers = try run.json()
        for answer in answers {
            XCTAssertTrue(try schema.accepts(answer), "\(verb): \(answer.text)", file: file, line: line)
            XCTAssertEqual(answer["command"]?.stringValue, verb, file: file, line: line)
        }
        return answers
    }
}
