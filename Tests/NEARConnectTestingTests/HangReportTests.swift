// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MainLoopTestKit

/// The sentence about a test that hangs.
struct HangReportTests {
    @Test func theChildThatIsWaitedForIsNamed() throws {
        let child = Process()
        child.executableURL = URL(filePath: "/bin/sleep")
        child.arguments = ["61"]
        try child.run()
        let report = HangReport.text()
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
        #expect(report.hasPrefix("load "))
        #expect(report.contains("child \(child.processIdentifier): /bin/sleep 61"), "\(report)")
        #expect(!HangReport.text().contains("/bin/sleep 61"))
    }
}
