// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MainLoopTestKit

/// The sentence about a test that hangs.
struct HangReportTests {
    @Test func theChildThatIsWaitedForIsNamed() throws {
        let child = Process()
        let (input, output) = (Pipe(), Pipe())
        child.executableURL = URL(filePath: "/bin/sh")
        child.arguments = ["-c", "echo here; read line"]
        (child.standardInput, child.standardOutput) = (input, output)
        try child.run()
        // Linux tells a command line a moment after the program was started.
        _ = output.fileHandleForReading.availableData
        let report = HangReport.text()
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
        #expect(report.hasPrefix("load "))
        let sentence = "child \(child.processIdentifier): /bin/sh -c echo here; read line"
        #expect(report.contains(sentence), "\(report)")
        #expect(!HangReport.text().contains(sentence))
    }
}
