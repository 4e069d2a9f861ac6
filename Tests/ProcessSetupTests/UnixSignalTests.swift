// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Glibc
import MainLoopTesting
import ProcessSetup
import XCTest

/// Signals as events of the main loop.
final class UnixSignalTests: MainLoopTestCase {
    func testASignalThatComesAtOnceIsHeard() throws {
        try run {
            for number in [SIGHUP, SIGTERM] {
                for _ in 0..<100 {
                    var count = 0
                    let signal = UnixSignal(number) { count += 1 }
                    // The default would end the tests right here.
                    kill(getpid(), number)
                    await waitUntil("signal \(number)") { count == 1 }
                    withExtendedLifetime(signal) {}
                }
            }
        }
    }

    func testWhatTheSystemDoesByDefaultIsGivenBack() throws {
        try run {
            XCTAssertFalse(UnixSignal.isIgnored(SIGHUP))
            var signal: UnixSignal? = UnixSignal(SIGHUP) {}
            XCTAssertEqual(try Self.isCaught(SIGHUP), signal != nil)
            signal = nil
            XCTAssertFalse(try Self.isCaught(SIGHUP))
        }
    }

    private static func isCaught(_ number: Int32) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try XCTUnwrap(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
        let mask = try XCTUnwrap(line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
        return mask & (1 << (UInt64(number) - 1)) != 0
    }
}
