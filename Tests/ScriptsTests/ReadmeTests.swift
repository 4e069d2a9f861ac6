// SPDX-License-Identifier: MIT

import Foundation
import XCTest

final class ReadmeTests: XCTestCase {
    private static func text() throws -> String {
        try String(contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    }

    func testTheExampleOfTheReadmeIsTheOneThatIsCompiled() throws {
        let run = try Repository.run("Scripts/python/samples.py", ["README.md"])
        XCTAssertEqual(run.output, "")
        XCTAssertEqual(run.code, 0)
        let text = try Self.text()
        XCTAssertTrue(text.contains("<!-- sample: Examples/Program.swift program -->"))
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        let lines = try XCTUnwrap(blocks.first).split(separator: "\n").filter { !$0.hasPrefix("import ") }
        XCTAssertLessThanOrEqual(lines.count, 10)
        XCTAssertGreaterThan(lines.count, 1)
    }

    func testWhatTheReadmeLinksToIsThere() throws {
        for match in try Self.text().matches(of: /\]\(([A-Za-z][^):]*)\)/) {
            let target = Repository.root.appendingPathComponent(String(match.output.1))
            XCTAssertTrue(FileManager.default.fileExists(atPath: target.path), "\(match.output.1)")
        }
    }
}
