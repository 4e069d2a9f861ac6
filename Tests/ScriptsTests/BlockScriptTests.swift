// SPDX-License-Identifier: MIT

import Foundation
import XCTest

/// `Scripts/python/blocks.py`, which runs the blocks of README in `Scripts/test-examples`.
final class BlockScriptTests: XCTestCase {
    private static let fence = "```"

    private static func block(_ mark: String?, _ language: String, text: String) -> String {
        (mark.map { "<!-- \($0) -->\n" } ?? "") + "\(fence)\(language)\n\(text)\n\(fence)\n\n"
    }

    /// Runs the blocks of a document, and returns the exit code and what was said.
    private func run(_ blocks: [String]) throws -> (code: Int32, output: String) {
        let scratch = Scratch()
        try scratch.write("# Page\n\n" + blocks.joined(), to: "Page.md")
        return try Repository.run("Scripts/python/blocks.py", ["--programs", "/nowhere", "Page.md"], in: scratch.url)
    }

    func testBlocksShareAFolderAndAHomeOfTheirOwn() throws {
        let run = try run([
            Self.block("writes: list.txt", "json", text: "[1, 2]"),
            Self.block(nil, "sh", text: "cp list.txt ~/copy.txt\ntest \"$HOME\" != '\(NSHomeDirectory())'"),
            Self.block("after: WORD=hello", "sh", text: "echo \"$WORD\" $(cat ~/copy.txt)"),
            Self.block("prints", "", text: "hello [7, …"),
            Self.block("not run: it takes a year", "sh", text: "false"),
        ])
        XCTAssertEqual(run.code, 0, run.output)
        XCTAssertTrue(run.output.contains("Page.md:24: not run: it takes a year"), run.output)
        XCTAssertTrue(run.output.hasSuffix("blocks: 1 not run, 1 prints, 2 run, 1 writes\n"), run.output)
    }

    func testWhatFailsOrIsNotPrintedIsNamed() throws {
        let run = try run([
            Self.block(nil, "sh", text: "echo before\nfalse\necho after"),
            Self.block(nil, "sh", text: "printf 'one 1\\ntwo\\n'"), Self.block("prints", "", text: "one 5\nthree"),
        ])
        XCTAssertEqual(run.code, 1)
        XCTAssertTrue(run.output.contains("Page.md:3: it ended with code 1:\nbefore\n"), run.output)
        XCTAssertFalse(run.output.contains("after"), run.output)
        let unlike = "Page.md:14: this isn't printed; what is printed is:\none 1\ntwo"
        XCTAssertTrue(run.output.contains(unlike), run.output)
    }

    /// Questions are answered in a terminal, and what a block leaves running is ended after it.
    func testQuestionsAreAnsweredAndProgramsEnded() throws {
        let run = try run([
            Self.block(
                nil, "sh",
                text: """
                    printf 'Write “yes” to sign it: ' >/dev/tty
                    read -r word </dev/tty
                    sleep 600 &
                    echo "$word $!" > word
                    """),
            Self.block(
                nil, "sh",
                text: """
                    read -r word number < word
                    test "$word" = yes
                    until [[ ! -e /proc/$number || $(cut -d " " -f 3 /proc/$number/stat) == Z ]]; do :; done
                    """),
        ])
        XCTAssertEqual(run.code, 0, run.output)
    }

    func testABlockOfWhichNothingIsSaidIsNamed() throws {
        for (mark, language) in [(nil, "yaml"), (nil, "swift"), ("runs", "json"), ("not run", "sh")] {
            let run = try run([Self.block(mark, language, text: "a: 1")])
            XCTAssertEqual(run.code, 1, run.output)
            XCTAssertTrue(run.output.hasPrefix("Page.md:\(mark == nil ? 3 : 4): "), run.output)
        }
    }
}
