// SPDX-License-Identifier: MIT

import Foundation
import Glibc

@testable import NEARVault

/// Folders for a vault that go away with this object, and ways to change its files.
final class TestFolders: Sendable {
    let root: URL
    let folders: VaultFolders

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("vault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        folders = VaultFolders(data: "\(root.path)/a b/data", state: "\(root.path)/state")
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            print("could not remove \(root.path): \(error)")
        }
    }

    var sealedPath: String { folders.sealedFile.path }
    var plainPath: String { folders.plainFile.path }
    var recordPath: String { folders.recordFile.path }

    /// A vault with the cheap cost of tests, as another process would open it.
    func sealedVault(patience: Duration = .seconds(30)) -> SealedFileVault {
        SealedFileVault(folders, newCost: { .testing }, bounds: .testing, patience: patience)
    }

    /// A vault with one secret in it, unlocked.
    func filledVault(_ id: String = "one", passphrase: String = "right") async throws -> SealedFileVault {
        let vault = sealedVault()
        try await vault.unlock(answering(passphrase))
        try await vault.store(.random(count: 32), as: importedKey(id))
        return vault
    }

    func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    /// Writes over a file without changing its owner or mode.
    func overwrite(_ path: String, _ bytes: [UInt8]) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }
}

/// Answers every question with `passphrase`.
func answering(_ passphrase: String?) -> @Sendable (PassphraseQuestion) async -> SecretBytes? {
    let bytes = passphrase.map { secret(Array($0.utf8)) }
    return { _ in bytes }
}

/// The error that `body` ends with, if it does.
func failure<Value: Sendable>(of body: () async throws(VaultError) -> Value) async -> VaultError? {
    do throws(VaultError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

/// The name of an imported key.
func importedKey(_ id: String) -> SecretName {
    do throws(VaultError) {
        return try SecretName(.importedKey, id: id)
    } catch {
        preconditionFailure("\(error)")
    }
}
