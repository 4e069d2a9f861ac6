// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import WebKitGTK
import XCTest

@testable import GTKToolkit

/// Servers that don't start.
final class VirtualDisplayTests: MainLoopTestCase {
    /// Puts a program named Xvfb before the real one for as long as `body` runs.
    @MainActor
    private static func withServer(_ script: String, _ body: () throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try ShellProgram.install(script, at: folder.appendingPathComponent("Xvfb"))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        setenv("PATH", "\(folder.path):\(path)", 1)
        defer { setenv("PATH", path, 1) }
        try body()
        try FileManager.default.removeItem(at: folder)
    }

    func testAServerThatDoesNotStartIsAnErrorAndNotAWait() throws {
        try run {
            for (script, limit) in [
                ("exit 1", Duration.seconds(30)), ("echo nonsense >&3; exec sleep 600", .seconds(30)),
                ("exec sleep 600", .milliseconds(100)),
            ] {
                try Self.withServer(script) {
                    XCTAssertThrowsError(try VirtualDisplay(limit: limit), script) { error in
                        guard case .failed? = error as? VirtualDisplay.StartError else { return XCTFail("\(error)") }
                    }
                }
            }
        }
    }
}
