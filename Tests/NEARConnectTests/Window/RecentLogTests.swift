// SPDX-License-Identifier: MIT

import Logging
import MainLoopTesting
import NEARConnectCore
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectShell

/// The program's log in the window.
final class RecentLogTests: MainLoopTestCase {
    func testTheNewestLinesAreKeptWithoutKeysAndLineBreaks() throws {
        let log = RecentLog()
        var logger = log.logger("test")
        logger[metadataKey: "b"] = "2"
        logger.debug("not kept")
        logger.notice("one", metadata: ["a": "x\ny"])
        XCTAssertEqual(log.lines.count, 1)
        XCTAssertTrue(log.lines[0].hasSuffix(" notice one a=x\\ny b=2"), log.lines[0])
        let secret = try SecretKey.generate()
        logger.error("\(secret.exposedText())")
        XCTAssertFalse(log.lines[1].contains(secret.exposedText()))
        for number in 0..<600 { logger.info("\(number)") }
        XCTAssertEqual(log.lines.count, RecentLog.limit)
        XCTAssertTrue(log.lines.last?.contains(" info 599 ") == true, log.lines.last ?? "")
        logger.info("\(String(repeating: "a", count: 10_000))")
        XCTAssertLessThan(log.lines.last?.count ?? .max, 500)
    }

    func testTheDoctorsDialogShowsIt() throws {
        try run {
            var configuration = NEARWalletConfiguration(profile: .ephemeral)
            configuration.walletLists = []
            let log = RecentLog()
            configuration.logger = log.logger("near-connect")
            let manager = NEARWalletManager(configuration: configuration)
            let window = ConnectWindow(manager: manager)
            window.present()
            let without = DoctorDialog.present(manager, version: nil, above: window.body)
            XCTAssertFalse(without.log.isVisible)
            without.dialog.cancel()
            configuration.logger.notice("something happened")
            let dialog = DoctorDialog.present(manager, version: nil, log: log, above: window.body)
            dialog.log.press()
            let shown = try XCTUnwrap(dialog.logDialog)
            XCTAssertTrue(shown.text.contains("something happened"), shown.text)
            shown.dialog.respond(LogDialog.copy)
            XCTAssertNil(dialog.logDialog)
            dialog.dialog.cancel()
            window.close()
            manager.close()
        }
    }
}
