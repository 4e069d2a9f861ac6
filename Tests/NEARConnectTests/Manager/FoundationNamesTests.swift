// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectFoundation
import XCTest

@testable import NEARConnect

/// The names of near-connect-ios that need all of Foundation: amounts by language, and user defaults.
final class FoundationNamesTests: MainLoopTestCase {
    func testAmountsAreGroupedAsALanguageDoes() {
        let amounts: [(yocto: String, locale: String, text: String)] = [
            ("1500000000000000000000000", "en_US", "1.5"),
            ("1234567500000000000000000000000", "en_US", "1,234,567.5"),
            ("1234567500000000000000000000000", "de_DE", "1.234.567,5"),
            ("1234567500000000000000000000000", "en_IN", "12,34,567.5"),
            ("1234567500000000000000000000000", "fr_FR", "1\u{202F}234\u{202F}567,5"),
            ("1234567500000000000000000000000", "en_US_POSIX", "1234567.5"),
            ("1234500000000000000000000000", "es_ES", "1234,5"),
            ("0", "de_DE", "0"), ("1", "de_DE", "0"), ("9999999999999999999", "en_US", "0"),
            ("10000000000000000000", "en_US", "0.00001"),
            // Cut off, never rounded up.
            ("1999999999999999999999999", "en_US", "1.99999"),
            // Exact beyond what a Double holds.
            ("340282366920938463463374607431768211455", "en_US", "340,282,366,920,938.46346"),
            ("many", "en_US", "0"), ("-1", "en_US", "0"), ("1.5", "en_US", "0"),
        ]
        for (yocto, locale, text) in amounts {
            let found = NEARWalletManager.formatNEAR(yoctoNEAR: yocto, locale: Locale(identifier: locale))
            XCTAssertEqual(found, text, "\(yocto) in \(locale)")
        }
        XCTAssertEqual(
            NEARWalletManager.formatNEAR(yoctoNEAR: amounts[1].yocto),
            NEARWalletManager.formatNEAR(yoctoNEAR: amounts[1].yocto, locale: .current))
    }

    func testDefaultsFindTheirProfileAgain() throws {
        let name = "near-connect-test-\(UUID().uuidString)"
        let other = "\(name)-other"
        defer { for each in [name, other] { UserDefaults.standard.removePersistentDomain(forName: each) } }
        func profile(_ suite: String?) throws -> NEARWalletConfiguration.Profile {
            var configuration = NEARWalletConfiguration(profile: .ephemeral)
            configuration.use(profileOf: try suite.map { try XCTUnwrap(UserDefaults(suiteName: $0)) } ?? .standard)
            return configuration.profile
        }
        XCTAssertEqual(try profile(nil), .named("default"))
        XCTAssertEqual(try profile(nil), NEARWalletConfiguration().profile)
        let first = try profile(name)
        XCTAssertEqual(try profile(name), first)
        XCTAssertNotEqual(first, .named("default"))
        XCTAssertNotEqual(try profile(other), first)
        guard case .named(let folder) = first else { return XCTFail("\(first)") }
        XCTAssertNoThrow(try ProfileFolders(profile: folder))
    }

    func testAManagerKeepsItsAccountInTheProfileOfItsDefaults() throws {
        let name = "near-connect-test-\(UUID().uuidString)"
        defer { UserDefaults.standard.removePersistentDomain(forName: name) }
        try run {
            let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "w")
            let first = NEARWalletManager(userDefaults: try XCTUnwrap(UserDefaults(suiteName: name)))
            let folders = try XCTUnwrap(try first.configuration.folders())
            XCTAssertNil(first.currentAccount)
            try first.account.keep(account)
            first.close()
            let again = NEARWalletManager(userDefaults: try XCTUnwrap(UserDefaults(suiteName: name)))
            XCTAssertEqual(again.currentAccount, account)
            again.close()
            for folder in [folders.data, folders.cache, folders.state]
            where FileManager.default.fileExists(atPath: folder.path) {
                try FileManager.default.removeItem(at: folder)
            }
        }
    }
}
