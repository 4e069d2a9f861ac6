// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// A wall clock that a test moves under a program; the monotonic one goes on as it does.
@MainActor
struct MovedClock {
    private let file, library: URL

    /// - Parameter folder: A folder for the library that is preloaded, and the file that says where the clock is.
    init(in folder: URL) throws {
        file = folder.appendingPathComponent("clock")
        library = folder.appendingPathComponent("moved_clock.so")
        try move(by: 0)
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/Clock/moved_clock.c")
        try FileManager.default.copyItem(at: source, to: folder.appendingPathComponent("moved_clock.c"))
        let status = try CommandRun.shell(
            #"""
            tools=$(dirname "$(readlink -f "$(command -v swift)")")
            cd "$1" && exec "$tools/clang" -shared -fPIC -O1 -Wall -Wextra -Werror -o moved_clock.so moved_clock.c
            """#, folder.path)
        XCTAssertEqual(status, 0)
    }

    /// Sets the clock wrong by a number of days.
    func move(by days: Int) throws { try Data("\(days * 86_400)".utf8).write(to: file, options: .atomic) }

    /// The environment of a program that goes by this clock.
    var environment: [String: String] { ["LD_PRELOAD": library.path, "MOVED_CLOCK": file.path] }
}
