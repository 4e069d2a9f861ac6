// SPDX-License-Identifier: MIT

import Foundation
import XCTest

/// `Scripts/python/job_summary.py`, by which the action writes a job's summary.
final class JobSummaryTests: XCTestCase {
    private func summary(_ report: String?) throws -> (code: Int32, output: String) {
        let scratch = Scratch()
        try scratch.write(report ?? "", to: report == nil ? "other.xml" : "junit.xml")
        return try Repository.run("Scripts/python/job_summary.py", ["junit.xml"], in: scratch.url)
    }

    func testFailuresComeFirstAndTextsMakeNoMarkup() throws {
        let run = try summary(
            """
            <testsuites><testsuite>
            <testcase name="Fine" time="0.25"/>
            <testcase name="a|b &lt;img src=x&gt; [l](u) @team" time="1.5"><failure message="x.yaml:3:1: `no`&#10;more"/></testcase>
            </testsuite></testsuites>
            """)
        XCTAssertEqual(run.code, 0)
        XCTAssertEqual(
            run.output,
            """
            ### 1 of 2 scenarios failed

            | scenario | result | time |
            | --- | --- | ---: |
            | a&#124;b &lt;img src=x&gt; &#91;l&#93;(u) &#64;team | **failed**: x.yaml&#58;3&#58;1&#58; &#96;no&#96; more | 1.5 s |
            | Fine | succeeded | 0.2 s |

            """)
    }

    func testAReportThatIsMissingIsSaid() throws {
        let run = try summary(nil)
        XCTAssertEqual(run.code, 0)
        XCTAssertTrue(run.output.hasPrefix("### No scenario has run\n"), run.output)
    }

    /// Of a report that breaks off, as a run that was killed leaves it, the summary has what is there.
    func testAReportThatBreaksOffIsSummarizedAsFarAsItGoes() throws {
        let run = try summary(
            """
            <testsuites><testsuite>
            <testcase name="Fine" time="soon"/>
            <testcase name="Bad" time="1"><failure message="no"/></testcase>
            <testcase name="Cut"
            """)
        XCTAssertEqual(run.code, 0, run.output)
        XCTAssertEqual(
            run.output,
            """
            ### The report can't be read to its end

            unclosed token&#58; line 4, column 0. The job's log has what is missing here.

            ### 1 of 2 scenarios failed

            | scenario | result | time |
            | --- | --- | ---: |
            | Bad | **failed**: no | 1.0 s |
            | Fine | succeeded | 0.0 s |

            """)
    }

    func testAReportThatIsNoneIsSaidInASentence() throws {
        for report in ["", "not a report", "<?xml version=\"1.0\" encoding=\"x-none\"?><a/>"] {
            let run = try summary(report)
            XCTAssertEqual(run.code, 0, run.output)
            XCTAssertTrue(run.output.hasPrefix("### The report can't be read to its end\n"), run.output)
            XCTAssertFalse(run.output.contains("scenarios succeeded"), run.output)
        }
    }
}
