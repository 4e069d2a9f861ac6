// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import NEARVault

/// The sealed file in use: passphrases, sessions, processes that share it.
@Suite struct SealedFileVaultTests {
    private static let one = importedKey("one")

    @Test func storesLocksUnlocksReplacesListsAndRemoves() async throws {
        let test = try TestFolders()
        let vault = test.sealedVault()
        let share = try SecretName(.keyShare, id: "two")
        try await vault.unlock { question in
            #expect(question == .new(path: test.sealedPath))
            return secret(Array("right".utf8))
        }
        #expect(try await vault.names() == [])
        let first = SecretBytes.random(count: 64)
        try await vault.store(first, as: Self.one)
        try await vault.store(.random(count: VaultLimits.largestSecret), as: share)
        await vault.lock()
        #expect(
            await failure { () throws(VaultError) in try await vault.secret(named: Self.one) } == .locked(vault.place))
        try await vault.unlock { question in
            #expect(question == .existing(path: test.sealedPath))
            return secret(Array("right".utf8))
        }
        #expect(try await vault.secret(named: Self.one) == first)
        let second = SecretBytes.random(count: 64)
        try await vault.store(second, as: Self.one)
        #expect(try await vault.secret(named: Self.one) == second)
        #expect(try await vault.names() == [Self.one, share])
        try await vault.remove(share)
        try await vault.remove(share)
        #expect(try await vault.names() == [Self.one])
        #expect(try await vault.secret(named: share) == nil)
    }

    @Test func everyOperationOfALockedVaultSaysSo() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        await vault.lock()
        let expected = VaultError.locked(.sealedFile(path: test.sealedPath))
        #expect(await failure { () throws(VaultError) in try await vault.secret(named: Self.one) } == expected)
        #expect(
            await failure { () throws(VaultError) in try await vault.store(.random(count: 1), as: Self.one) }
                == expected)
        #expect(await failure { () throws(VaultError) in try await vault.remove(Self.one) } == expected)
        #expect(await failure { () throws(VaultError) in try await vault.names() } == expected)
    }

    @Test func aWrongPassphraseIsNeitherDamageNorAnEmptyVault() async throws {
        let test = try TestFolders()
        _ = try await test.filledVault()
        let vault = test.sealedVault()
        for wrong in ["wrong", "Right", "right ", ""] {
            let error = await failure { () throws(VaultError) in try await vault.unlock(answering(wrong)) }
            #expect(error == .wrongPassphrase(path: test.sealedPath))
        }
        try await vault.unlock(answering("right"))
        #expect(try await vault.names() == [Self.one])
    }

    @Test func noPassphraseAndAnEmptyOneCreateNothing() async throws {
        let test = try TestFolders()
        let vault = test.sealedVault()
        #expect(
            await failure { () throws(VaultError) in try await vault.unlock(answering(nil)) } == .refused(vault.place))
        #expect(
            await failure { () throws(VaultError) in try await vault.unlock(answering("")) }
                == .emptyPassphrase(path: test.sealedPath))
        for count in [VaultLimits.longestPassphrase + 1, 1 << 20] {
            #expect(
                await failure { () throws(VaultError) in
                    try await vault.unlock(answering(String(repeating: "x", count: count)))
                } == .longPassphrase(path: test.sealedPath))
        }
        #expect(!FileManager.default.fileExists(atPath: test.sealedPath))
    }

    @Test func filesAndFoldersAreTheirOwnersOnly() async throws {
        let test = try TestFolders()
        _ = try await test.filledVault()
        for path in [test.sealedPath, test.recordPath, test.folders.lockPath] {
            var facts = stat()
            #expect(stat(path, &facts) == 0)
            #expect(facts.st_mode & 0o7777 == 0o600, "\(path)")
        }
        for path in [test.folders.data, test.folders.state] {
            var facts = stat()
            #expect(stat(path, &facts) == 0)
            #expect(facts.st_mode & 0o7777 == 0o700, "\(path)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: test.folders.data)
        #expect(Set(names) == ["secrets.sealed", "secrets.lock"])
    }

    @Test func noSecretAndNoNameIsInTheFile() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault("visible-name")
        let marker = SecretBytes.random(count: 32)
        try await vault.store(marker, as: SecretName(.importedKey, id: "other-name"))
        let content = Data(try test.bytes(test.sealedPath))
        #expect(content.range(of: marker.withUnsafeBytes { Data($0) }) == nil)
        for text in ["visible-name", "other-name", "imported-key"] {
            #expect(content.range(of: Data(text.utf8)) == nil)
        }
    }

    @Test func processesThatShareTheFileSeeEachOthersChanges() async throws {
        let test = try TestFolders()
        let first = try await test.filledVault()
        let second = test.sealedVault()
        try await second.unlock(answering("right"))
        for index in 0..<10 {
            let (writer, reader) = index.isMultiple(of: 2) ? (first, second) : (second, first)
            let value = SecretBytes.random(count: 32)
            try await writer.store(value, as: Self.one)
            #expect(try await reader.secret(named: Self.one) == value)
        }
        await withTaskGroup { group in
            for index in 0..<20 {
                let vault = index.isMultiple(of: 2) ? first : second
                group.addTask {
                    let error = await failure { () throws(VaultError) in
                        try await vault.store(.random(count: 32), as: SecretName(.importedKey, id: "at-once-\(index)"))
                    }
                    #expect(error == nil)
                }
            }
        }
        #expect(try await first.names().count == 21)
    }

    @Test func aFileWhosePassphraseIsForgottenIsKeptAndComesBack() async throws {
        let test = try TestFolders()
        let vault = test.sealedVault()
        #expect(
            await failure { () throws(VaultError) in try await vault.putAside() } == .missing(path: test.sealedPath))
        for number in 1...2 {
            let filled = try await test.filledVault("id-\(number)", passphrase: "right \(number)")
            let other = test.sealedVault()
            #expect(try await other.putAside() == "\(test.sealedPath).forgotten-\(number)")
            // Whoever has the old file open neither reads nor writes the new one.
            #expect(
                await failure { () throws(VaultError) in try await filled.names() } == .missing(path: test.sealedPath))
            let note = try VaultRecord.read(test.folders.recordFile)
            #expect(note?.kind == .sealedFile && note?.expectsFile == false, "the place stays the profile's")
        }
        try await vault.unlock { question in
            #expect(question == .new(path: test.sealedPath))
            return secret(Array("new".utf8))
        }
        #expect(try await vault.names() == [])
        #expect(try await vault.putAside().hasSuffix(".forgotten-3"))
        var facts = stat()
        #expect(stat("\(test.sealedPath).forgotten-1", &facts) == 0 && facts.st_mode & 0o7777 == 0o600)
        try FileManager.default.moveItem(atPath: "\(test.sealedPath).forgotten-1", toPath: test.sealedPath)
        try await vault.unlock(answering("right 1"))
        #expect(try await vault.names() == [importedKey("id-1")])
    }

    /// A call that moves nothing changes no note: not that of a file that was lost, and not the keyring's.
    @Test func withoutAFileTheNoteStays() async throws {
        let test = try TestFolders()
        _ = try await test.filledVault()
        try FileManager.default.removeItem(atPath: test.sealedPath)
        for kind in [VaultKind.sealedFile, .secretService] {
            if kind == .secretService { try test.folders.recordFile.replace(with: VaultRecord(kind: kind).bytes) }
            let before = try test.bytes(test.recordPath)
            let error = await failure { () throws(VaultError) in try await test.sealedVault().putAside() }
            #expect(error == .missing(path: test.sealedPath))
            #expect(try test.bytes(test.recordPath) == before)
        }
    }

    /// A passphrase that was asked for the old file doesn't become a new file's.
    @Test func aFileThatGoesAsideWhileItsPassphraseIsTypedIsNotMadeAnew() async throws {
        let test = try TestFolders()
        _ = try await test.filledVault()
        let other = test.sealedVault()
        let vault = test.sealedVault()
        let error = await failure { () throws(VaultError) in
            try await vault.unlock { _ in
                _ = await failure { () throws(VaultError) in try await other.putAside() }
                return secret(Array("mistyped".utf8))
            }
        }
        #expect(error == .missing(path: test.sealedPath))
        #expect(!FileManager.default.fileExists(atPath: test.sealedPath))
    }

    /// A link under the next name is passed over, and not followed.
    @Test func noFileIsReplacedByOneThatIsPutAside() async throws {
        let test = try TestFolders()
        _ = try await test.filledVault()
        let own = "\(test.root.path)/mine"
        try Data("mine".utf8).write(to: URL(filePath: own))
        try FileManager.default.createSymbolicLink(
            atPath: "\(test.sealedPath).forgotten-1", withDestinationPath: own)
        #expect(try await test.sealedVault().putAside().hasSuffix(".forgotten-2"))
        #expect(try test.bytes(own) == Array("mine".utf8))
    }

    @Test func aPassphraseIsChangedForEverybody() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        let other = test.sealedVault()
        try await other.unlock(answering("right"))
        let (old, new) = (secret(Array("right".utf8)), secret(Array("new".utf8)))
        #expect(
            await failure { () throws(VaultError) in try await vault.changePassphrase(from: new, to: new) }
                == .wrongPassphrase(path: test.sealedPath))
        #expect(
            await failure { () throws(VaultError) in
                try await vault.changePassphrase(from: old, to: SecretBytes(count: 0) { _ in })
            } == .emptyPassphrase(path: test.sealedPath))
        let before = try test.bytes(test.sealedPath)
        try await vault.changePassphrase(from: old, to: new)
        #expect(try test.bytes(test.sealedPath)[20..<36] != before[20..<36], "the salt stayed")
        #expect(try await vault.names() == [Self.one])
        #expect(await failure { () throws(VaultError) in try await other.names() } == .locked(other.place))
        #expect(
            await failure { () throws(VaultError) in try await other.unlock(answering("right")) }
                == .wrongPassphrase(path: test.sealedPath))
        try await other.unlock(answering("new"))
        #expect(try await other.names() == [Self.one])
    }

    @Test func aVaultThatIsLockedStaysLockedWhenItsPassphraseChanges() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        await vault.lock()
        try await vault.changePassphrase(from: secret(Array("right".utf8)), to: secret(Array("new".utf8)))
        #expect(await failure { () throws(VaultError) in try await vault.names() } == .locked(vault.place))
    }

    @Test func usersGetNoCheaperCostThanTheLeast() async throws {
        let test = try TestFolders()
        _ = try await test.filledVault()
        let vault = SealedFileVault(test.folders)
        #expect(
            await failure { () throws(VaultError) in try await vault.unlock(answering("right")) }
                == .damaged(path: test.sealedPath, .cost))
    }
}
