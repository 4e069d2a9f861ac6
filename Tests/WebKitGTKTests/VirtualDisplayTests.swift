// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import WebKitGTK
import XCTest

@testable import GTKToolkit

/// Servers that don't start, and servers that end.
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

    private static func descriptors() throws -> Set<CInt> {
        Set(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) })
    }

    /// WebKit's processes inherit what they can: one that lives on must not keep the server alive.
    func testAServerEndsWhileOtherChildrenLive() throws {
        try run {
            let before = try Self.descriptors()
            let display = try VirtualDisplay()
            for descriptor in try Self.descriptors().subtracting(before) {
                let flags = fcntl(descriptor, F_GETFD)
                // The folder's own descriptor is closed by now.
                guard flags >= 0 else { continue }
                XCTAssertNotEqual(flags & FD_CLOEXEC, 0, "descriptor \(descriptor) is inherited")
            }
            // What it may, this child inherits.
            var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("600"), nil]
            defer { words.forEach { free($0) } }
            var child: pid_t = 0
            XCTAssertEqual(posix_spawn(&child, "/bin/sleep", nil, nil, &words, nil), 0)
            display.stop()
            XCTAssertEqual(kill(child, SIGKILL), 0, "the server ended first")
            var status: CInt = 0
            XCTAssertEqual(waitpid(child, &status, 0), child)
        }
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
