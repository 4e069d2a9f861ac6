// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// The codes of the C library, which programs in other languages compare.
@Suite struct CLibraryErrorTests {
    /// The codes that only the C library has.
    private static let own = ["wrong-thread", "forked", "engine", "failed"]

    private static func text(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Sources/CNearConnect/\(path)"), encoding: .utf8)
    }

    @Test func eachErrorHasItsCode() throws {
        let nicks = try Self.text("near-connect-error.c").matches(of: /CODE\([A-Z_]+, "([a-z-]+)"\)/).map { "\($0.1)" }
        let codes = Set(try NEARErrorSamples.all().map(\.code))
        #expect(codes.subtracting(nicks).isEmpty)
        #expect(Set(nicks) == codes.union(Self.own))
        #expect(nicks.count == codes.count + Self.own.count)
    }

    @Test func theCodesAreInTheHeadersOrder() throws {
        let table = try Self.text("near-connect-error.c").matches(of: /CODE\(([A-Z_]+), "([a-z-]+)"\)/)
        let header = try Self.text("near-connect-error.h").matches(of: /\n {4}NEAR_CONNECT_ERROR_([A-Z_]+),/)
        #expect(table.map(\.1) == header.map(\.1))
        for row in table {
            #expect(row.1.lowercased().replacing("_", with: "-") == row.2)
        }
    }
}
