// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import Testing

@testable import NEARConnectScenarios

/// Reports of runs, in each of their formats.
struct ReportTests {
    private static let hostile = "a <b> & \"c\" 'd' # e\\, 100%: ]]>\u{1B}[31m\u{0}\nnext\u{202E}"

    static func result(
        name: String = "pays", failing: Bool = false, sentence: String = "Expected is 1, and found was 2.",
        status: NEARConnectCore.ExitStatus = .failure, repetition: Int = 1
    ) -> ScenarioResult {
        let place = PolicyError.Place(line: 7, column: 5)
        let steps = [
            ScenarioResult.Step(
                word: "sign-in", place: .init(line: 6, column: 5), end: .passed, duration: .milliseconds(12),
                detail: "alice.test.near"),
            ScenarioResult.Step(
                word: "send", place: place, end: failing ? .failed : .passed, duration: .milliseconds(1_234), detail: ""
            ),
            ScenarioResult.Step(
                word: "sign-out", place: .init(line: 9, column: 5), end: failing ? .skipped : .passed, duration: .zero,
                detail: ""),
        ]
        let failure = ScenarioRunError(code: "expectation", sentence: sentence, status: status, place: place)
        return ScenarioResult(
            file: "shop.yaml", name: name, repetition: repetition, steps: steps, duration: .milliseconds(1_300),
            failure: failing ? failure : nil, folder: failing ? "results/pays" : nil)
    }

    @Test func theTextNamesPlaceReasonAndFolder() {
        let report = TextReport(isColored: false)
        #expect(
            report.text(of: Self.result(failing: true)) == """
                ✗ pays  1.3 s
                    ✓ sign-in       12 ms  alice.test.near
                    ✗ send          1.2 s
                    · sign-out
                    shop.yaml:7:5: Expected is 1, and found was 2.
                    See results/pays/index.html
                """)
        #expect(report.summary(of: [Self.result(), Self.result(failing: true)]) == "1 of 2 scenarios failed.")
        #expect(report.summary(of: [Self.result()]) == "1 scenario succeeded in 1.3 s.")
        let hostile = report.text(of: Self.result(name: Self.hostile, failing: true, sentence: Self.hostile))
        #expect(!hostile.unicodeScalars.contains { ["\u{1B}", "\u{0}", "\u{202E}"].contains($0) })
        #expect(hostile.split(separator: "\n").count == 6)
    }

    @Test func aResultIsReadBackFromItsJSON() throws {
        for result in [
            Self.result(),
            Self.result(name: Self.hostile, failing: true, sentence: Self.hostile, status: .refusedByChain),
        ] {
            let json = try JSONValue.parse(JSONReport.json(result).text)
            #expect(ScenarioResult(json: json) == result)
            for name in ["file", "name", "repetition", "milliseconds", "steps"] {
                var fields = try #require(json.objectValue)
                fields[ExactText(name)] = nil
                #expect(ScenarioResult(json: .object(fields)) == nil)
            }
        }
        #expect(ScenarioResult(json: ["file": 1]) == nil)
    }

    @Test func theExitStatusIsWhatTheFailuresHaveInCommon() {
        #expect([Self.result()].exitStatus == .success)
        #expect([ScenarioResult]().exitStatus == .success)
        let chain = Self.result(failing: true, status: .refusedByChain)
        #expect([Self.result(), chain, chain].exitStatus == .refusedByChain)
        #expect([chain, Self.result(failing: true, status: .cancelled)].exitStatus == .failure)
    }

    @Test func junitCountsAndEscapes() {
        let xml = JUnitReport.xml(of: [
            Self.result(), Self.result(repetition: 2),
            Self.result(name: Self.hostile, failing: true, sentence: Self.hostile),
        ])
        #expect(xml.contains(#"<testsuite name="shop.yaml" tests="3" failures="1" time="3.900">"#), "\(xml)")
        #expect(
            xml.contains(#"<testcase name="pays (2)" classname="shop.yaml" file="shop.yaml" line="6" time="1.300"/>"#))
        #expect(xml.contains("a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; # e\\, 100%: ]]&gt;[31m&#10;next"))
        #expect(!xml.unicodeScalars.contains { ["\u{1B}", "\u{0}"].contains($0) })
    }

    @Test func tapNumbersAndEscapes() throws {
        let lines = TAPReport.text(of: [
            Self.result(), Self.result(name: "a # skip\nok 2", failing: true, sentence: "b: \"c\"\nnot ok"),
        ]).split(separator: "\n")
        #expect(lines.prefix(3) == ["TAP version 14", "1..2", "ok 1 - pays"])
        #expect(lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }.count == 2, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("not ok 2 - a \\# skip") })
        #expect(lines.contains(#"  message: "b: \"c\"\nnot ok""#))
        #expect(lines.contains(#"  at: "shop.yaml:7:5""#))
    }

    @Test func annotationsAreOneLineEach() {
        let lines = GitHubReport.annotations(of: [
            Self.result(), Self.result(name: "a, b: c", failing: true, sentence: "100%\n::error::x"),
        ])
        #expect(
            lines == ["::error file=shop.yaml,line=7,col=5,title=a%2C b%3A c::100%25%0A::error::x"])
    }

    @Test func thePageShowsAllAndRunsNothing() {
        let entry = TraceEntry(time: .milliseconds(35), source: "NEARRPC", text: "<script>alert(1)</script>")
        let page = HTMLReport(
            result: Self.result(name: Self.hostile, failing: true, sentence: "<img onerror=x>"),
            source: "version: 1\n# <script>\n\n\n\n\n  - send: {}\n", trace: [entry], picture: "page.png",
            state: "devnet"
        ).html
        for words in [
            "&lt;img onerror=x&gt;", "shop.yaml:7:5", "<img src=\"page.png\"", "near-connect devnet --state devnet",
            "<mark>  - send: {}</mark>", "     35 ms  &lt;script&gt;alert(1)&lt;/script&gt;", "<td>skipped</td>",
        ] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(!page.contains("<script") && !page.contains("onerror=x>\n<p>x"))
    }
}
