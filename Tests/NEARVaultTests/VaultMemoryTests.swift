// SPDX-License-Identifier: MIT

import Foundation
import XCTest

@testable import NEARVault

/// The memory of a process that had a secret and wiped it.
///
/// The child gets secret and passphrase by a pipe, straight into guarded memory, and this process looks through all of
/// its mappings. While the child holds the secret the look must find it, or it would prove nothing.
final class VaultMemoryTests: KeyringTestCase {
    private static func check(_ place: String, _ folders: VaultFolders, environment: [String: String] = [:]) throws {
        let marker = SecretBytes.random(count: 32).withUnsafeBytes { Array($0) }
        let passphrase = SecretBytes.random(count: 32).withUnsafeBytes { Array($0) }
        let child = try VaultChild(["hold", place, folders.data, folders.state], environment: environment)
        try child.send(passphrase + marker)
        try child.expectLine("holding")
        XCTAssertGreaterThan(try child.count(of: marker), 0, "\(place): the look finds nothing")
        XCTAssertEqual(try child.countInADump(of: marker), 0, "\(place): the secret isn't in guarded memory alone")
        XCTAssertEqual(try child.count(of: passphrase), 0, "\(place): the passphrase outlives the unlocking")
        try child.send([1])
        try child.expectLine("erased")
        XCTAssertEqual(try child.count(of: marker), 0, "\(place): the secret outlives the vault")
        XCTAssertEqual(try child.count(of: passphrase), 0, "\(place): the passphrase outlives the vault")
        try child.end()
    }

    func testAMemoryVaultLeavesNothing() throws {
        let test = try TestFolders()
        try Self.check("memory", test.folders)
    }

    func testASealedFileLeavesNothing() throws {
        let test = try TestFolders()
        try Self.check("sealed-file", test.folders)
    }

    func testTheKeyringsClientLeavesNothing() throws {
        let test = try TestFolders()
        try run { bus in
            try await bus.startUnlockedKeyring()
            try Self.check("secret-service", test.folders, environment: bus.environment)
        }
    }
}
