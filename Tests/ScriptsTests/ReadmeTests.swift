// SPDX-License-Identifier: MIT

import Foundation
import XCTest

final class ReadmeTests: XCTestCase {
    private static func text() throws -> String {
        try String(contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    }

    func testTheProgramOfTheReadmeIsShortAndTheOneThatIsCompiled() throws {
        let run = try Repository.run("Scripts/python/samples.py", ["README.md"])
        XCTAssertEqual(run.output, "")
        XCTAssertEqual(run.code, 0)
        let mark = "<!-- sample: Examples/Payment/Sources/Payment/main.swift program -->\n```swift\n"
        let block = try XCTUnwrap(try Self.text().components(separatedBy: mark).dropFirst().first)
        let lines = block.components(separatedBy: "```")[0].split(separator: "\n").filter { !$0.hasPrefix("import ") }
        XCTAssertLessThanOrEqual(lines.count, 20)
        XCTAssertGreaterThan(lines.count, 1)
    }

    /// Every block is run or says why not, and nearly all are run.
    func testEachBlockOfTheReadmeIsRunOrSaysWhyNot() throws {
        let run = try Repository.run("Scripts/python/blocks.py", ["--list", "README.md"])
        XCTAssertEqual(run.code, 0, run.output)
        let fates = run.output.split(separator: "\n").compactMap { $0.split(separator: ": ").last }
        XCTAssertEqual(fates.count, try Self.text().components(separatedBy: "\n```").count / 2)
        XCTAssertLessThanOrEqual(fates.filter { $0 == "not run" }.count, 2, run.output)
        XCTAssertGreaterThanOrEqual(fates.filter { $0 == "run" }.count, 8, run.output)
    }

    /// The packages that the README names are those that Package.swift asks for, and a display.
    func testTheReadmeNamesThePackagesOfTheManifest() throws {
        let manifest = try String(contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let wanted = manifest.matches(of: /\.apt\(\[([^\]]*)\]\)/)
            .flatMap { $0.output.1.matches(of: /"([^"]+)"/).map { String($0.output.1) } }
        let command = "sudo apt-get install --yes --no-install-recommends "
        let after = try XCTUnwrap(try Self.text().components(separatedBy: command).dropFirst().first)
        let named = after.components(separatedBy: "\n```")[0].split { $0.isWhitespace || $0 == "\\" }.map(String.init)
        XCTAssertGreaterThan(wanted.count, 8)
        // libcurl is loaded when a node is asked: the build needs its headers only, and no module map names them.
        let others: Set = ["libcurl4-openssl-dev", "libsqlite3-dev", "pkg-config", "xvfb"]
        XCTAssertEqual(Set(wanted).union(others), Set(named))
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
