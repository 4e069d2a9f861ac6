// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// Every request to a phone under every fault ends once, with the stated error; the next one succeeds.
final class PhoneFaultMatrixTests: MainLoopTestCase {
    func testEachRequestToAPhoneEndsAsStatedAndTheNextOneSucceeds() throws {
        try run(timeout: 120) {
            let stage = try await PhoneFaultStage.start()
            let clock = ContinuousClock()
            let begin = clock.now
            var (table, cells) = ("", 0)
            for fault in PhoneMatrixFault.allCases {
                var line = fault.rawValue.padding(toLength: 36, withPad: " ", startingAt: 0)
                for request in PhoneMatrixRequest.allCases {
                    guard let expected = fault.ending(of: request) else {
                        line += "–".padding(toLength: 24, withPad: " ", startingAt: 0)
                        continue
                    }
                    let start = clock.now
                    let ending = try await stage.run(fault, request)
                    let milliseconds = Int((start.duration(to: clock.now) / .milliseconds(1)).rounded())
                    XCTAssertEqual(ending, expected, "\(fault.rawValue) × \(request.rawValue)")
                    line += "\(ending) \(milliseconds)".padding(toLength: 24, withPad: " ", startingAt: 0)
                    cells += 1
                }
                table += "\(line)\n"
                FileHandle.standardError.write(Data("\(line)\n".utf8))
            }
            let delegate = try await stage.askForDelegateActions()
            XCTAssertEqual(delegate, "wallet-error")
            try await stage.stop()
            print("\(table)\(cells) cells in \(begin.duration(to: clock.now)); times in ms, with the request after it")
        }
    }
}
