// SPDX-License-Identifier: MIT

import Foundation
import XCTest

/// `Scripts/python/samples.py`, which the check "samples" runs.
final class SampleScriptTests: XCTestCase {
    private static let source = """
        // sample: greet
        import Shop

        // end of sample
        func test() {
            // sample: greet
            let shop = Shop()
            if shop.isOpen {
                shop.greet()
            }
            // end of sample
        }

        """
    private static let sample = "import Shop\n\nlet shop = Shop()\nif shop.isOpen {\n    shop.greet()\n}"

    private static func document(_ code: String, marker: String = "<!-- sample: Greeting.swift greet -->") -> String {
        "# Greeting\n\n\(marker)\n```swift\n\(code)\n```\n\nThe end.\n"
    }

    private func findings(_ document: String, _ options: [String] = []) throws -> (Int32, String, String) {
        let scratch = Scratch()
        try scratch.write(Self.source, to: "Greeting.swift")
        try scratch.write(document, to: "Page.md")
        let run = try Repository.run("Scripts/python/samples.py", options + ["Page.md"], in: scratch.url)
        let after = try String(contentsOf: scratch.url.appendingPathComponent("Page.md"), encoding: .utf8)
        return (run.code, run.output, after)
    }

    func testASampleThatIsTheCodeIsNoFinding() throws {
        let (code, output, _) = try findings(Self.document(Self.sample))
        XCTAssertEqual(output, "")
        XCTAssertEqual(code, 0)
    }

    func testASampleThatDiffersIsNamed() throws {
        for wrong in [
            Self.sample + "\nshop.close()", Self.sample.replacingOccurrences(of: "isOpen", with: "isClosed"),
            "import Shop",
        ] {
            let (code, output, _) = try findings(Self.document(wrong))
            XCTAssertEqual(output, "Page.md:4: the sample differs from Greeting.swift, greet\n")
            XCTAssertEqual(code, 1)
        }
    }

    func testASampleThatNobodyCompilesIsNamed() throws {
        let (code, output, _) = try findings(Self.document(Self.sample, marker: "In words:"))
        XCTAssertTrue(output.hasPrefix("Page.md:4: this sample isn't compiled"), output)
        XCTAssertEqual(code, 1)
        let (_, missing, _) = try findings(Self.document(Self.sample, marker: "<!-- sample: Greeting.swift leave -->"))
        XCTAssertEqual(missing, "Page.md:4: Greeting.swift has no sample named leave\n")
        let (_, gone, _) = try findings(Self.document(Self.sample, marker: "<!-- sample: Gone.swift greet -->"))
        XCTAssertTrue(gone.hasPrefix("Page.md:4: Gone.swift can't be read"), gone)
    }

    func testTheCodeIsCopiedIntoTheDocument() throws {
        let (code, output, after) = try findings(Self.document("old"), ["--write"])
        XCTAssertEqual(output, "")
        XCTAssertEqual(code, 0)
        XCTAssertEqual(after, Self.document(Self.sample))
    }
}
