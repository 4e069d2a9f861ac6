// SPDX-License-Identifier: MIT

import ConnectorTesting
import Foundation
import MainLoopTesting
import XCTest

/// The wallet protocol, rule by rule, in a real page.
///
/// `NEAR_CONNECT_CONNECTOR=FILE` runs the same rules against another ES bundle and prints the table. Rules that the
/// bundle breaks are shown there and fail no test.
final class ConformanceTests: MainLoopTestCase {
    func testTheEmbeddedConnectorKeepsEachRule() throws {
        try run(timeout: 600) {
            let results = try await WalletSite.run { site in
                try await ConformanceSuite(.embedded, site: site.address).run()
            }
            XCTAssertGreaterThan(results.count, 150, "the table wasn't read")
            for result in results {
                if let fault = result.fault { XCTFail("\(result.rule.id): \(result.rule.says) But \(fault)") }
            }
        }
    }

    /// Checks that the reference, which does what upstream is known to do, keeps all rules that are about no weakness.
    func testTheReferenceKeepsWhatIsAboutNoWeakness() throws {
        try run(timeout: 600) {
            let results = try await WalletSite.run { site in
                try await ConformanceSuite(.reference, site: site.address).run { !$0.isAttack && !$0.isAboutWeakness }
            }
            for result in results {
                XCTAssertNil(result.fault, "\(result.rule.id) is not how upstream behaves")
            }
        }
    }

    /// Proves that the rules about upstream's weaknesses can fail.
    ///
    /// For rules that upstream hangs on, the test waits a short time only.
    func testTheReferenceAsAnotherBundleShowsEachWeakness() throws {
        try run(timeout: 600) {
            let bundle = FixtureFiles.root.appendingPathComponent("Reference/index.js")
            let page = try WeaknessPage()
            let results = try await WalletSite.run { site in
                let suite = ConformanceSuite(.file(bundle), site: site.address)
                let isKnownToHang = { (rule: ConformanceSuite.Rule) in page.faults[rule.id] == .hangs }
                return try await suite.run(impatience: 2_000) { $0.isAboutWeakness && isKnownToHang($0) }
                    + suite.run { $0.isAboutWeakness && !isKnownToHang($0) }
            }
            for result in results {
                XCTAssertNotNil(result.fault, "\(result.rule.id) holds on upstream's behaviour, so it proves nothing")
            }
            let order = results.sorted { $0.rule.id.localizedStandardCompare($1.rule.id) == .orderedAscending }
            let text = WeaknessPage.text(for: order)
            XCTAssertEqual(page.text, text, "docs/upstream-weaknesses.md should be:\n\(text)")
        }
    }

    func testAnotherBundleIsReportedAsATable() throws {
        guard let path = ProcessInfo.processInfo.environment["NEAR_CONNECT_CONNECTOR"] else {
            throw XCTSkip("NEAR_CONNECT_CONNECTOR names no bundle")
        }
        try run(timeout: 900) {
            let source = TestedConnector.file(URL(fileURLWithPath: path))
            let results = try await WalletSite.run { site in
                try await ConformanceSuite(source, site: site.address).run(impatience: 3_000)
            }
            print("\(source.name)\n\(results.table)")
        }
    }
}
