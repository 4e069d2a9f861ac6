// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import NEARVault

/// The faults of the sealed file: damage, old copies, loss, other users, other processes.
@Suite struct SealedFileFaultTests {
    /// A question that must not be asked: what is wrong with the file is told first.
    private static let unasked: @Sendable (PassphraseQuestion) async -> SecretBytes? = { question in
        Issue.record("asked \(question)")
        return nil
    }

    private static func unlockFailure(_ vault: SealedFileVault, _ passphrase: String = "right") async -> VaultError? {
        await failure { () throws(VaultError) in try await vault.unlock(answering(passphrase)) }
    }

    @Test func everyFlippedByteAndEveryTruncationIsDamageBeforeAnybodyIsAsked() async throws {
        let test = try TestFolders()
        let open = try await test.filledVault()
        let bytes = try test.bytes(test.sealedPath)
        let vault = test.sealedVault()
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 0xff
            for content in [flipped, Array(bytes[..<index])] {
                try test.overwrite(test.sealedPath, content)
                let isHeadless = !content.starts(with: SealedContainer.magic) || content.count < 44
                let expected = VaultError.damaged(path: test.sealedPath, isHeadless ? .notAVault : .checksum)
                #expect(await failure { () throws(VaultError) in try await vault.unlock(Self.unasked) } == expected)
                #expect(await failure { () throws(VaultError) in try await open.names() } == expected)
            }
        }
        try test.overwrite(test.sealedPath, bytes)
        #expect(try await open.names().count == 1)
    }

    /// Nothing is written over a file that can't be read: it may be all that is left.
    @Test func aDamagedFileIsNeverOverwritten() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        let damaged = Array(try test.bytes(test.sealedPath).dropLast())
        try test.overwrite(test.sealedPath, damaged)
        for _ in 0..<2 {
            _ = await failure { () throws(VaultError) in try await vault.store(.random(count: 1), as: importedKey("x"))
            }
            _ = await failure { () throws(VaultError) in try await vault.remove(importedKey("one")) }
            _ = await failure { () throws(VaultError) in
                try await vault.changePassphrase(from: secret([1]), to: secret([2]))
            }
            _ = await Self.unlockFailure(test.sealedVault())
            _ = await failure { () throws(VaultError) in
                try await test.sealedVault().unlockAcceptingWhatIsFound(answering("right"))
            }
        }
        #expect(try test.bytes(test.sealedPath) == damaged)
    }

    @Test func aRestoredOldCopyIsFoundUntilItIsAccepted() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        let old = try test.bytes(test.sealedPath)
        try await vault.store(.random(count: 32), as: importedKey("two"))
        try await vault.store(.random(count: 32), as: importedKey("three"))
        try test.overwrite(test.sealedPath, old)
        let expected = VaultError.restored(path: test.sealedPath, generation: 2, known: 4)
        #expect(await failure { () throws(VaultError) in try await vault.names() } == expected)
        #expect(
            await failure { () throws(VaultError) in try await vault.store(.random(count: 1), as: importedKey("x")) }
                == expected)
        let fresh = test.sealedVault()
        #expect(await Self.unlockFailure(fresh, "wrong") == .wrongPassphrase(path: test.sealedPath))
        #expect(await Self.unlockFailure(fresh) == expected)
        #expect(
            await failure { () throws(VaultError) in
                try await fresh.changePassphrase(from: secret(Array("right".utf8)), to: secret([1]))
            } == expected)
        try await fresh.unlockAcceptingWhatIsFound(answering("right"))
        #expect(try await fresh.names() == [importedKey("one")])
        try await fresh.store(.random(count: 32), as: importedKey("four"))
        #expect(await Self.unlockFailure(test.sealedVault()) == nil)
    }

    /// A session remembers by itself what it has seen, also where the note is lost.
    @Test func aRestoredOldCopyIsFoundInASessionWithoutTheNote() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        let old = try test.bytes(test.sealedPath)
        try await vault.store(.random(count: 32), as: importedKey("two"))
        try test.overwrite(test.sealedPath, old)
        try FileManager.default.removeItem(atPath: test.recordPath)
        #expect(
            await failure { () throws(VaultError) in try await vault.names() }
                == .restored(path: test.sealedPath, generation: 2, known: 3))
    }

    @Test func aProcessThatEndedBeforeItsNoteWasWrittenHarmsNothing() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        let note = try test.bytes(test.recordPath)
        try await vault.store(.random(count: 32), as: importedKey("two"))
        try test.overwrite(test.recordPath, note)
        let fresh = test.sealedVault()
        try await fresh.unlock(answering("right"))
        #expect(try await fresh.names().count == 2)
        #expect(try VaultRecord.read(test.folders.recordFile)?.generation == 3)
    }

    @Test func anotherVaultInItsPlaceIsFoundUntilItIsAccepted() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        let other = try TestFolders()
        _ = try await other.filledVault("other")
        try test.overwrite(test.sealedPath, other.bytes(other.sealedPath))
        let expected = VaultError.replaced(path: test.sealedPath)
        #expect(await failure { () throws(VaultError) in try await vault.names() } == expected)
        #expect(await Self.unlockFailure(test.sealedVault()) == expected)
        let fresh = test.sealedVault()
        try await fresh.unlockAcceptingWhatIsFound(answering("right"))
        #expect(try await fresh.names() == [importedKey("other")])
    }

    @Test func aLostFileIsNotAnEmptyVaultUntilTheLossIsAccepted() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        try FileManager.default.removeItem(atPath: test.sealedPath)
        let expected = VaultError.missing(path: test.sealedPath)
        #expect(await failure { () throws(VaultError) in try await vault.names() } == expected)
        let fresh = test.sealedVault()
        #expect(await failure { () throws(VaultError) in try await fresh.unlock(Self.unasked) } == expected)
        #expect(!FileManager.default.fileExists(atPath: test.sealedPath))
        try await fresh.unlockAcceptingWhatIsFound(answering("new"))
        #expect(try await fresh.names() == [])
    }

    @Test func aDamagedNoteIsSaid() async throws {
        let test = try TestFolders()
        _ = try await test.filledVault()
        let note = try test.bytes(test.recordPath)
        for index in note.indices {
            var flipped = note
            flipped[index] ^= 1
            for content in [flipped, Array(note[..<index])] {
                try test.overwrite(test.recordPath, content)
                guard case .damaged(test.recordPath, _) = await Self.unlockFailure(test.sealedVault()) else {
                    Issue.record("byte \(index)")
                    return
                }
            }
        }
    }

    @Test func whatIsNoRegularFileIsNotRead() async throws {
        let test = try TestFolders()
        _ = try await test.filledVault()
        let path = test.sealedPath
        try FileManager.default.moveItem(atPath: path, toPath: "\(path).away")
        let vault = test.sealedVault()
        for make in [
            { mkfifo(path, 0o600) }, { mkdir(path, 0o700) }, { mknod(path, S_IFSOCK | 0o600, 0) },
        ] as [() -> Int32] {
            #expect(make() == 0)
            let error = await failure { () throws(VaultError) in try await vault.unlock(Self.unasked) }
            // A socket can't even be opened.
            #expect(error == .unreadable(path: path, .notRegular) || error == .file(path: path, errno: ENXIO))
            #expect(remove(path) == 0)
        }
        #expect(symlink("\(path).away", path) == 0)
        #expect(
            await failure { () throws(VaultError) in try await vault.unlock(Self.unasked) }
                == .unreadable(path: path, .link))
        #expect(remove(path) == 0)
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]))
        #expect(truncate(path, 1 << 40) == 0)
        #expect(
            await failure { () throws(VaultError) in try await vault.unlock(Self.unasked) }
                == .unreadable(path: path, .tooLarge(limit: SealedContainer.limit)))
    }

    @Test func aFileThatLetsOthersInIsNotUsed() async throws {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        for mode: mode_t in [0o640, 0o620, 0o610, 0o604, 0o602, 0o601] {
            #expect(chmod(test.sealedPath, mode) == 0)
            #expect(
                await failure { () throws(VaultError) in try await vault.names() }
                    == .openToOthers(path: test.sealedPath, mode: mode))
        }
        #expect(chmod(test.sealedPath, 0o600) == 0)
        for mode: mode_t in [0o720, 0o702] {
            #expect(chmod(test.folders.data, mode) == 0)
            #expect(
                await failure { () throws(VaultError) in try await test.sealedVault().unlock(Self.unasked) }
                    == .openToOthers(path: test.folders.data, mode: mode))
        }
        #expect(chmod(test.folders.data, 0o700) == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away")) func anotherUsersFileIsNotUsed() async throws
    {
        let test = try TestFolders()
        let vault = try await test.filledVault()
        for path in [test.sealedPath, test.recordPath] {
            #expect(chown(path, 65_534, 65_534) == 0)
            #expect(
                await failure { () throws(VaultError) in try await vault.names() }
                    == .otherOwner(path: path, user: 65_534))
            #expect(chown(path, 0, 0) == 0)
        }
        #expect(chown(test.folders.data, 65_534, 65_534) == 0)
        #expect(
            await failure { () throws(VaultError) in try await test.sealedVault().unlock(Self.unasked) }
                == .otherOwner(path: test.folders.data, user: 65_534))
        #expect(chown(test.folders.data, 0, 0) == 0)
    }

    @Test func anotherProcessThatHoldsTheLockIsWaitedForAndThenNamed() async throws {
        let test = try TestFolders()
        _ = try await test.filledVault()
        let descriptor = open(test.folders.lockPath, O_RDWR | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX) == 0)
        let vault = test.sealedVault(patience: .milliseconds(50))
        let expected = VaultError.busy(path: test.folders.lockPath, after: .milliseconds(50))
        #expect(await failure { () throws(VaultError) in try await vault.unlock(Self.unasked) } == expected)
        close(descriptor)
        #expect(await Self.unlockFailure(vault) == nil)
    }
}
