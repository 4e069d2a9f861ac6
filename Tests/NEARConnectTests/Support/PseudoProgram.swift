// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

@testable import NEARConnectCore

/// A copy of the programs whose texts are all “translated”: each is itself, in brackets, with accents and longer.
final class PseudoProgram {
    /// The environment in which the copy speaks so.
    static let environment = ["LC_ALL": "C.UTF-8", "LANGUAGE": "xx"]

    let program: URL
    private let root: URL

    init() throws {
        let built = try CommandRun.executable().deletingLastPathComponent()
        // On the same disk, so that the programs are links and no copies.
        root = built.appendingPathComponent("pseudo-\(UUID().uuidString)")
        program = root.appendingPathComponent("near-connect")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["Scripts/python/pseudo_tree.py", built.path, root.path]
        process.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        try process.run()
        process.waitForEnd()
        XCTAssertEqual(process.terminationStatus, 0)
    }

    deinit {
        do { try FileManager.default.removeItem(at: root) } catch { XCTFail("\(error)") }
    }
}
