// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// A run of tests in a process of its own, without a display, as in CI.
struct TestProcessTests {
    @Test
    func aRunBringsItsDisplayAndKeepsLogsForItself() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("near-connect-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = folder.appendingPathComponent("output")
        let attachments = folder.appendingPathComponent("attachments")
        try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
        let test = ["--filter", "MainActorTests/aWalletSignsInAndSends"]
        for arguments in [test, test + ["--attachments-path", attachments.path]] {
            try Data().write(to: output)
            let status = try await run(arguments, output: output)
            let text = try String(contentsOf: output, encoding: .utf8)
            #expect(status == 0, "\(text)")
            #expect(text.contains("Test run with 1 test in 1 suite passed"), "\(text)")
            for word in ["devnet started", "bridge ready", "info near-connect"] {
                #expect(!text.contains(word), "\(text)")
            }
            #expect(text.contains("Attached") == (arguments != test), "\(text)")
        }
        let logs = try FileManager.default.contentsOfDirectory(at: attachments, includingPropertiesForKeys: nil)
        let log = try String(contentsOf: #require(logs.first), encoding: .utf8)
        #expect(logs.count == 1)
        #expect(log.contains("devnet started") && log.contains("bridge ready"), "\(log)")
        try FileManager.default.removeItem(at: folder)
    }

    /// Runs this process's own program with other tests, and returns its exit code.
    private func run(_ arguments: [String], output: URL) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing"] + arguments
        process.environment = ProcessInfo.processInfo.environment.filter {
            !["DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"].contains($0.key)
        }
        let file = try FileHandle(forWritingTo: output)
        process.standardOutput = file
        process.standardError = file
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}
