// SPDX-License-Identifier: MIT

import Foundation
import XCTest

/// The compiler's word about nonces that are used twice: the type itself is the promise.
final class NonceUseTests: XCTestCase {
    /// The text's calls, one a line, in a function that is given nonces.
    private static func program(_ calls: [String]) -> String {
        """
        import NEARShares
        func use(_ nonces: consuming SigningNonces, _ package: SigningPackage) throws {
        \(calls.map { "    \($0)" }.joined(separator: "\n"))
        }

        """
    }

    /// Compiles a program against the modules of this build.
    private func compile(_ calls: [String]) throws -> (code: Int32, output: String) {
        let scratch = Scratch()
        try scratch.write(Self.program(calls), to: "main.swift")
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let modules = products.appendingPathComponent("Modules").path
        // The map of a target in C is made by the build.
        let maps =
            ["CSodium", "CSecp256k1", "CNettle", "CGLib"].map { "-I \(Repository.root.path)/Sources/\($0)" }
            + ["-I \(products.path)/CNEARConnectResources.build"]
        let headers = "pkg-config --cflags-only-I glib-2.0 libsodium nettle libsecp256k1 | sed 's/-I/-Xcc -I/g'"
        try scratch.write(
            """
            #!/bin/bash
            set -euo pipefail
            swiftc -swift-version 6 -parse-as-library -emit-sil -o /dev/null -I \(modules) \(maps.joined(separator: " ")) \\
                $(\(headers)) main.swift

            """, to: "compile")
        return try Repository.execute(["bash", "compile"], in: scratch.url)
    }

    func testASecondUseDoesNotCompile() throws {
        let once = try compile(["_ = try nonces.sign(package)"])
        XCTAssertEqual(once.code, 0, once.output)
        let twice = try compile(["_ = try nonces.sign(package)", "_ = try nonces.sign(package)"])
        XCTAssertEqual(twice.code, 1)
        XCTAssertTrue(twice.output.contains("'nonces' consumed more than once"), twice.output)
        let copied = try compile(["let copy = copy nonces", "_ = try copy.sign(package)"])
        XCTAssertEqual(copied.code, 1)
        XCTAssertTrue(copied.output.contains("'copy' cannot be applied to noncopyable types"), copied.output)
    }
}
