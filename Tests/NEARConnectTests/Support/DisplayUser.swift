// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting

/// Moves the pointer and presses keys on the display of this process, as X's server sees them from a user.
@MainActor
final class DisplayUser {
    private let process = Process()
    private let input = Pipe()
    private let child: LineChild

    init() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/display_user.py")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path]
        process.standardInput = input
        child = try LineChild(process)
    }

    /// Does what a line of display_user.py says, and waits until the display's server has it.
    func act(_ line: String) async throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        _ = try await child.next()
    }

    /// Presses the pointer's button and lets it go.
    func click() async throws {
        try await act("press")
        try await act("release")
    }

    func stop() throws {
        try input.fileHandleForWriting.close()
        _ = child.end()
    }
}
