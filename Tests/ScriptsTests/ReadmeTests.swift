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
            let parts = match.output.1.split(separator: "#", maxSplits: 1).map(String.init)
            let target = Repository.root.appendingPathComponent(parts[0])
            XCTAssertTrue(FileManager.default.fileExists(atPath: target.path), "\(match.output.1)")
            guard parts.count == 2 else { continue }
            let anchors = try String(contentsOf: target, encoding: .utf8).split(separator: "\n")
                .filter { $0.hasPrefix("#") }.map(Self.anchor)
            XCTAssertTrue(anchors.contains(parts[1]), "\(match.output.1) isn’t one of \(anchors)")
        }
    }

    /// Returns the name that a heading has in links.
    private static func anchor(of heading: Substring) -> String {
        heading.drop { $0 == "#" || $0 == " " }.lowercased().filter {
            $0.isLetter || $0.isNumber || $0 == " " || $0 == "-"
        }
        .replacing(" ", with: "-")
    }
}
