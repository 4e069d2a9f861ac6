// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import NEARVault

/// The plain file: only what talks, only for its owner, and never what is damaged.
@Suite struct PlainFileVaultTests {
    private static func name(_ id: String) throws(VaultError) -> SecretName { try SecretName(.walletConnect, id: id) }

    @Test func storesReadsReplacesListsAndRemoves() async throws {
        let test = try TestFolders()
        let vault = PlainFileVault(test.folders)
        #expect(try await vault.names() == [])
        let value = SecretBytes.random(count: 32)
        try await vault.store(value, as: Self.name("one"))
        try await vault.store(.random(count: 32), as: Self.name("two"))
        #expect(try await PlainFileVault(test.folders).secret(named: Self.name("one")) == value)
        #expect(try await vault.names() == [Self.name("one"), Self.name("two")])
        let marker = value.withUnsafeBytes { Data($0) }
        #expect(Data(try test.bytes(test.plainPath)).range(of: marker) != nil)
        try await vault.remove(Self.name("one"))
        #expect(try await vault.secret(named: Self.name("one")) == nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: test.folders.data) {
            let content = Data(try test.bytes("\(test.folders.data)/\(name)"))
            #expect(content.range(of: marker) == nil, "\(name) has the removed secret")
        }
        var facts = stat()
        #expect(stat(test.plainPath, &facts) == 0)
        #expect(facts.st_mode & 0o7777 == 0o600)
    }

    @Test(arguments: SecretPurpose.allCases.filter { $0.sensitivity == .spends })
    func whatSpendsIsRefusedAndNothingIsWritten(_ purpose: SecretPurpose) async throws {
        let test = try TestFolders()
        let vault = PlainFileVault(test.folders)
        let name = try SecretName(purpose, id: "one")
        let expected = VaultError.plainRefused(name, vault.place)
        #expect(
            await failure { () throws(VaultError) in try await vault.store(.random(count: 32), as: name) } == expected)
        #expect(await failure { () throws(VaultError) in try await vault.secret(named: name) } == expected)
        #expect(!FileManager.default.fileExists(atPath: test.plainPath))
    }

    /// A plain file that somebody else wrote can't bring in a key either.
    @Test func whatSpendsIsNotReadFromAFileThatHasIt() async throws {
        let test = try TestFolders()
        let vault = PlainFileVault(test.folders)
        try await vault.store(.random(count: 32), as: Self.name("one"))
        var table = SecretTable()
        try table.store(.random(count: 32), as: SecretName(.importedKey, id: "one"), in: .memory)
        try test.overwrite(test.plainPath, PlainContainer.bytes(of: table))
        #expect(
            await failure { () throws(VaultError) in try await vault.names() }
                == .damaged(path: test.plainPath, .content))
    }

    @Test func everyFlippedByteAndEveryTruncationIsDamageAndStays() async throws {
        let test = try TestFolders()
        let vault = PlainFileVault(test.folders)
        try await vault.store(.random(count: 32), as: Self.name("one"))
        let bytes = try test.bytes(test.plainPath)
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 0x80
            for content in [flipped, Array(bytes[..<index])] {
                try test.overwrite(test.plainPath, content)
                let error = await failure { () throws(VaultError) in
                    try await vault.store(.random(count: 1), as: Self.name("x"))
                }
                guard case .damaged(test.plainPath, let damage) = error, [.notAVault, .checksum].contains(damage) else {
                    Issue.record("byte \(index): \(String(describing: error))")
                    return
                }
                #expect(try test.bytes(test.plainPath) == content)
            }
        }
    }

    @Test func aFileThatLetsOthersInIsNotUsed() async throws {
        let test = try TestFolders()
        let vault = PlainFileVault(test.folders)
        try await vault.store(.random(count: 32), as: Self.name("one"))
        #expect(chmod(test.plainPath, 0o644) == 0)
        #expect(
            await failure { () throws(VaultError) in try await vault.names() }
                == .openToOthers(path: test.plainPath, mode: 0o644))
        #expect(chmod(test.plainPath, 0o600) == 0)
        guard geteuid() == 0 else { return }
        #expect(chown(test.plainPath, 65_534, 65_534) == 0)
        #expect(
            await failure { () throws(VaultError) in try await vault.names() }
                == .otherOwner(path: test.plainPath, user: 65_534))
    }
}
