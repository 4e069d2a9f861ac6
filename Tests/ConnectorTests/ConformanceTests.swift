// SPDX-License-Identifier: MIT

import ConnectorTesting
import Foundation
import MainLoopTesting
import XCTest

/// The wallet protocol, rule by rule, in a real page.
///
/// `NEAR_CONNECT_CONNECTOR=FILE` runs the same rules against another ES bundle and prints the table; what that bundle breaks is
/// shown there and fails nothing, since nobody here can mend it.
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

    /// Without this nobody would know whether the rules can fail: the reference does what upstream is known to do.
    func testTheRulesTellTheReferenceFromTheEmbeddedConnector() throws {
        try run(timeout: 600) {
            let results = try await WalletSite.run { site in
                let suite = ConformanceSuite(.reference, site: site.address)
                return try await suite.run { !$0.isAttack && !$0.isAboutWeakness }
                    + suite.run(impatience: 1_500, where: \.isAboutWeakness)
            }
            for result in results {
                if result.rule.isAboutWeakness {
                    XCTAssertNotNil(
                        result.fault, "\(result.rule.id) holds on upstream's behaviour, so it proves nothing")
                } else {
                    XCTAssertNil(result.fault, "\(result.rule.id) is not how upstream behaves")
                }
            }
        }
    }

    func testAnotherBundleIsReportedAsATable() throws {
        guard let path = ProcessInfo.processInfo.environment["NEAR_CONNECT_CONNECTOR"] else {
            throw XCTSkip("NEAR_CONNECT_CONNECTOR names no bundle")
        }
        try run(timeout: 900) {
            let source = ConnectorSource.file(URL(fileURLWithPath: path))
            let results = try await WalletSite.run { site in
                try await ConformanceSuite(source, site: site.address).run(impatience: 3_000)
            }
            print("\(source.name)\n\(results.table)")
        }
    }
}
