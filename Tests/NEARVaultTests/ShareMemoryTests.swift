// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import XCTest

/// The memory of a process that has two shares of a key: the key's number is never in it.
///
/// The child says the shares, this process computes the number and looks through all of the child's mappings. A child
/// that puts the shares together is found, or the look would prove nothing.
final class ShareMemoryTests: XCTestCase {
    private enum Step: UInt8 {
        case sign = 1
        case refuse, signOn, rest, combine
    }

    /// Returns the number of the key whose shares of the places 2 and 3 are in a line.
    private func key(_ line: String) throws -> [UInt8] {
        let shares = try line.split(separator: " ").map { try XCTUnwrap(Hexadecimal.decode(String($0))) }
        return SharedKeyNumber.of(shares[0], shares[1])
    }

    func testTheKeyIsNeverInMemoryOnceItWasDealt() throws {

        let child = try VaultChild(["shares"])
        let key = try key(child.line())
        func perform(_ step: Step) throws {
            try child.send([step.rawValue])
            try child.expectLine("\(step)")
        }
        XCTAssertEqual(try child.count(of: key), 0, "the key outlives its dealing")
        try perform(.sign)
        XCTAssertEqual(try child.count(of: key), 0, "a signature leaves the key")
        try perform(.refuse)
        XCTAssertEqual(try child.count(of: key), 0, "a refused signature leaves the key")
        try perform(.signOn)
        for _ in 0..<20 {
            XCTAssertEqual(try child.whileStopped { try child.count(of: key) }, 0, "the key is there while it signs")
        }
        try perform(.rest)
        XCTAssertEqual(try child.count(of: key), 0, "signatures leave the key")
        try perform(.combine)
        XCTAssertGreaterThan(try child.count(of: key), 0, "the look doesn't find a key that is there")
        try child.end()
    }
}
