// SPDX-License-Identifier: MIT

import GLibRuntime
import Glibc
import MainLoopTesting
import ProcessSetup
import XCTest

/// Child programs that are spoken with by lines.
final class LineProgramTests: MainLoopTestCase {
    func testLinesGoBothWaysUntilTheInputEnds() throws {
        try run {
            let program = try LineProgram(["/bin/cat"])
            for text in ["one", "", "zwei ü 😀", String(repeating: "x", count: 60_000)] {
                try program.write(text)
                let line = await program.line()
                XCTAssertEqual(line, text)
            }
            let status = await program.end()
            XCTAssertEqual(status, 0)
            let line = await program.line()
            XCTAssertNil(line)
        }
    }

    func testAProgramThatHasEndedTakesNoLine() throws {
        try run {
            let program = try LineProgram(["/bin/true"])
            let line = await program.line()
            XCTAssertNil(line)
            // Its output ends a moment before its input does.
            let status = await program.ended()
            XCTAssertEqual(status, 0)
            XCTAssertThrowsError(try program.write("anybody there?"))
        }
    }

    func testTheEndOfAProgramIsSaidAsShellsDo() throws {
        try run {
            for (script, expected) in [("exit 7", Int32(7)), ("kill -KILL $$", 128 + SIGKILL)] {
                let status = await (try LineProgram(["/bin/sh", "-c", script])).end()
                XCTAssertEqual(status, expected)
            }
            XCTAssertThrowsError(try LineProgram(["/nonexistent"]))
        }
    }

    /// A program that would wait for ever ends with the value that started it.
    func testDroppingTheValueEndsTheInput() throws {
        try run {
            let before = Set(ProcessTree.children(named: "cat"))
            var program: LineProgram? = try LineProgram(["/bin/cat"])
            try program?.write("up")
            _ = await program?.line()
            let own = ProcessTree.children(named: "cat").filter { !before.contains($0) }
            XCTAssertEqual(own.count, 1)
            program = nil
            await waitUntil { ProcessTree.children(named: "cat").allSatisfy { !own.contains($0) } }
        }
    }
}
