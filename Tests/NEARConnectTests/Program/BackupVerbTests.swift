// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectCore
import NEARPrimitives
import NEARVault
import XCTest

/// `near-connect backup` and `restore`: a profile, its keys among it, on another computer.
final class BackupVerbTests: MainLoopTestCase {
    /// A computer with profiles of its own, and commands that get their passphrases by descriptors.
    @MainActor
    private struct Computer {
        let home: URL
        var folders: ProfileFolders {
            get throws { try ProfileFolders(profile: "default", environment: ["HOME": home.path]) }
        }
        var vault: SealedFileVault {
            get throws {
                let folders = try folders
                return SealedFileVault(VaultFolders(data: folders.data.path, state: folders.state.path))
            }
        }
        private var environment: [String: String] {
            ["HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "LANGUAGE": ""]
        }

        init(in root: URL, _ name: String) throws {
            home = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }

        /// Runs a command.
        ///
        /// - Parameter limit: The KiB that a file may have; `nil` for no limit.
        func run(
            _ words: [String], backup: String? = "correct horse", vault: String = "battery staple", limit: Int? = nil
        ) throws -> CommandRun {
            let process = try CommandRun.process([], environment)
            let descriptors = backup == nil ? [] : ["--passphrase", "fd:3", "--vault-passphrase", "fd:4"]
            process.environment?["BACKUP"] = backup ?? ""
            process.environment?["VAULT"] = vault
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
            // Variables of the shell alone: the program sees neither.
            let limiting = limit.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
            let script = limiting + #"b=$BACKUP v=$VAULT; unset BACKUP VAULT; "$0" "$@" 3<<<"$b" 4<<<"$v""#
            process.arguments =
                ["--wait", "/bin/bash", "-c", script, try CommandRun.executable().path] + words + descriptors
            return try CommandRun.run(process)
        }

        func terminal(_ words: [String]) throws -> TerminalRun {
            try TerminalRun([try CommandRun.executable().path] + words, environment)
        }

        /// Keeps a key as the window does.
        func keep(_ key: SecretKey, of account: String) async throws {
            let vault = try vault
            var passphrase = Array("battery staple".utf8)
            let secret = SecretBytes(moving: &passphrase)
            try await vault.unlock { _ in secret }
            var seed = key.exposedSeed
            try await vault.store(
                SecretBytes(moving: &seed),
                as: try SecretName(.importedKey, id: "testnet/\(account)/\(key.publicKey)"))
            await vault.lock()
        }

        func keys() async throws -> [SecretName: SecretBytes] {
            let vault = try vault
            var passphrase = Array("battery staple".utf8)
            let secret = SecretBytes(moving: &passphrase)
            try await vault.unlock { _ in secret }
            var keys: [SecretName: SecretBytes] = [:]
            for name in try await vault.names() { keys[name] = try await vault.secret(named: name) }
            return keys
        }
    }

    @MainActor
    private static func withRoot(_ body: @MainActor (URL) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("backup-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try await body(root)
        try FileManager.default.removeItem(at: root)
    }

    @MainActor
    private static func label(_ computer: Computer) throws {
        let run = try computer.run(["keys", "label", "alice.testnet", "Mine", "--network", "testnet"], backup: nil)
        XCTAssertEqual(run.status, 0, run.errors)
    }

    func testAProfileComesBackWithItsKeysAndShowsNone() throws {
        try run {
            try await Self.withRoot { root in
                let old = try Computer(in: root, "old")
                let key = try SecretKey.generate()
                try await old.keep(key, of: "alice.testnet")
                try Self.label(old)
                let file = root.appending(path: "backup")
                let made = try old.run(["backup", file.path, "--with-keys", "--json"])
                XCTAssertEqual(made.status, 0, made.errors)
                let answer = try XCTUnwrap(try AnswerSchema.check(made, of: "backup").first)
                XCTAssertEqual(answer["keys"]?.integerValue(as: Int.self), 1)
                XCTAssertEqual(answer["files"]?.integerValue(as: Int.self), 1)
                let bytes = try Data(contentsOf: file)
                XCTAssertEqual(answer["bytes"]?.integerValue(as: Int.self), bytes.count)
                let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                XCTAssertEqual(mode, 0o600)
                XCTAssertNil(bytes.range(of: Data(key.exposedSeed)), "the key is in the file as it is")
                XCTAssertNil(bytes.range(of: Data("alice.testnet".utf8)), "an account can be read")

                let new = try Computer(in: root, "new")
                let wrong = try new.run(["restore", file.path, "--json"], backup: "correct horse ")
                XCTAssertEqual(wrong.status, 1)
                let failure = try XCTUnwrap(try AnswerSchema.check(wrong, of: "restore").first)
                XCTAssertEqual(failure["code"]?.stringValue, "wrongPassphrase")
                XCTAssertEqual(try FileManager.default.subpathsOfDirectory(atPath: new.home.path), [])

                let restored = try new.run(["restore", file.path, "--json"])
                XCTAssertEqual(restored.status, 0, restored.errors)
                let found = try XCTUnwrap(try AnswerSchema.check(restored, of: "restore").first)
                XCTAssertEqual(found["written"]?.integerValue(as: Int.self), 1)
                let keys = try await new.keys()
                let before = try await old.keys()
                XCTAssertEqual(keys, before)
                XCTAssertEqual(keys.count, 1)
                let labels = try Data(contentsOf: try new.folders.data.appendingPathComponent("labels.json"))
                XCTAssertEqual(labels, try Data(contentsOf: try old.folders.data.appendingPathComponent("labels.json")))

                // Again: everything is there already.
                let again = try new.run(["restore", file.path, "--json"])
                XCTAssertEqual(again.status, 0, again.errors)
                XCTAssertEqual(
                    try AnswerSchema.check(again, of: "restore").first?["written"]?.integerValue(as: Int.self), 0)
                for run in [made, wrong, restored, again] {
                    let shown = run.output + run.errors
                    for secret in ["correct horse", "battery staple", "ed25519:"] {
                        XCTAssertFalse(shown.contains(secret), shown)
                    }
                }
            }
        }
    }

    func testKeysStayWhereTheyAreUnlessAskedFor() throws {
        try run {
            try await Self.withRoot { root in
                let old = try Computer(in: root, "old")
                try await old.keep(try SecretKey.generate(), of: "alice.testnet")
                try Self.label(old)
                let file = root.appending(path: "backup")
                // The vault's passphrase would be refused: it isn't asked for.
                let made = try old.run(["backup", file.path], vault: "wrong")
                XCTAssertEqual(made.status, 0, made.errors)
                XCTAssertTrue(made.output.contains("Keys aren’t in it either"), made.output)
                let refused = try old.run(["backup", file.path + "2", "--with-keys"], vault: "wrong")
                XCTAssertEqual(refused.status, 1)
                XCTAssertTrue(refused.errors.contains("doesn’t open"), refused.errors)
                XCTAssertFalse(FileManager.default.fileExists(atPath: file.path + "2"))
                let new = try Computer(in: root, "new")
                XCTAssertEqual(try new.run(["restore", file.path]).status, 0)
                XCTAssertFalse(
                    FileManager.default.fileExists(
                        atPath: try new.folders.data.appendingPathComponent("secrets.sealed").path))
            }
        }
    }

    func testWhatIsThereStaysAndWhatIsWrongIsNamed() throws {
        try run {
            try await Self.withRoot { root in
                let old = try Computer(in: root, "old")
                let file = root.appending(path: "backup")
                let nothing = try old.run(["backup", file.path])
                XCTAssertEqual(nothing.status, 5)
                XCTAssertTrue(nothing.errors.contains("There is nothing to keep in profile “default”"), nothing.errors)
                try Self.label(old)
                XCTAssertEqual(try old.run(["backup", file.path]).status, 0)
                let bytes = try Data(contentsOf: file)
                let twice = try old.run(["backup", file.path])
                XCTAssertEqual(twice.status, 1)
                XCTAssertTrue(twice.errors.contains("exists already"), twice.errors)
                XCTAssertEqual(try Data(contentsOf: file), bytes)
                let lost = root.appending(path: "nowhere")
                let mistyped = try old.run(["backup", lost.appending(path: "x").path])
                XCTAssertEqual(mistyped.status, 1)
                XCTAssertTrue(mistyped.errors.contains("\(lost.path): No such file"), mistyped.errors)
                XCTAssertFalse(FileManager.default.fileExists(atPath: lost.path))
                let silent = try old.run(["backup", file.path + "2"], backup: nil)
                XCTAssertTrue(silent.errors.contains("Nobody is there to type the backup’s passphrase"), silent.errors)

                let labels = try old.folders.data.appendingPathComponent("labels.json")
                XCTAssertEqual(
                    try old.run(["keys", "label", "bob.testnet", "Yours", "--network", "testnet"], backup: nil).status,
                    0)
                let mine = try Data(contentsOf: labels)
                let over = try old.run(["restore", file.path])
                XCTAssertEqual(over.status, 1)
                XCTAssertTrue(over.errors.contains("nothing is written over: \(labels.path)"), over.errors)
                XCTAssertEqual(try Data(contentsOf: labels), mine)
                XCTAssertEqual(try old.run(["restore", file.path, "--profile", "second"]).status, 0)

                var changed = bytes
                changed[bytes.count / 2] ^= 1
                try changed.write(to: file)
                let damaged = try old.run(["restore", file.path, "--profile", "third"])
                XCTAssertTrue(damaged.errors.contains("is damaged"), damaged.errors)
                let other = try old.run(["restore", labels.path])
                XCTAssertTrue(other.errors.contains("isn’t a backup"), other.errors)
                let none = try old.run(["restore", file.path + "3"])
                XCTAssertEqual(none.status, 5)
                let folder = try old.run(["restore", root.path])
                XCTAssertEqual(folder.status, 1)
                XCTAssertTrue(folder.errors.contains(root.path), folder.errors)
            }
        }
    }

    func testADiskWithoutRoomKeepsNoHalfBackup() throws {
        try run {
            try await Self.withRoot { root in
                let old = try Computer(in: root, "old")
                try Self.label(old)
                let hosts = try old.folders.config.appendingPathComponent("denied-hosts")
                try FileManager.default.createDirectory(
                    at: hosts.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(repeating: UInt8(ascii: "\n"), count: 200_000).write(to: hosts)
                let place = root.appending(path: "disk")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let file = place.appending(path: "backup")
                // No file may be longer than 64 KiB, as on a disk that has no more.
                let full = try old.run(["backup", file.path], limit: 64)
                XCTAssertEqual(full.status, 1, full.errors)
                XCTAssertTrue(full.errors.contains("\(file.path): File too large"), full.errors)
                XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place.path), [])
                XCTAssertEqual(try old.run(["backup", file.path]).status, 0)

                // A restore that finds no room goes on where there is some.
                let new = try Computer(in: root, "new")
                let cut = try new.run(["restore", file.path], limit: 64)
                XCTAssertEqual(cut.status, 1, cut.errors)
                XCTAssertTrue(cut.errors.contains("File too large"), cut.errors)
                let restored = try new.folders.config.appendingPathComponent("denied-hosts")
                XCTAssertFalse(FileManager.default.fileExists(atPath: restored.path))
                let left = try FileManager.default.subpathsOfDirectory(atPath: new.home.path)
                XCTAssertEqual(left.filter { $0.hasSuffix(".tmp") }, [])
                // What was written before isn't written again.
                let labels = try new.folders.data.appendingPathComponent("labels.json")
                let number = try FileManager.default.attributesOfItem(atPath: labels.path)[.systemFileNumber] as? Int
                XCTAssertNotNil(number)
                XCTAssertEqual(try new.run(["restore", file.path]).status, 0)
                XCTAssertEqual(
                    try FileManager.default.attributesOfItem(atPath: labels.path)[.systemFileNumber] as? Int, number)
                XCTAssertEqual(try Data(contentsOf: restored), try Data(contentsOf: hosts))
            }
        }
    }

    func testAUserTypesThePassphraseTwice() throws {
        try run {
            try await Self.withRoot { root in
                let old = try Computer(in: root, "old")
                try Self.label(old)
                let account = NEARAccount(accountId: "alice.testnet", publicKey: nil, walletId: "web-wallet")
                try AccountStore(folder: try old.folders.data).save(.init(network: "testnet", account: account))
                let file = root.appending(path: "backup")
                let make = try old.terminal(["backup", file.path])
                try make.answer("New passphrase for the backup: ", "correct horse")
                try make.answer("The same again: ", "correct house")
                try make.wait(for: "the two differ")
                try make.answer("New passphrase for the backup: ", "correct horse")
                try make.answer("The same again: ", "correct horse")
                try make.wait(for: "2 files.")
                XCTAssertFalse(make.shown.contains("correct ho"), make.shown)
                let restore = try old.terminal(["restore", file.path, "--profile", "second"])
                try restore.answer("Passphrase of the backup: ", "correct house")
                try restore.wait(for: "doesn’t open")
                try restore.answer("Passphrase of the backup: ", "correct horse")
                try restore.wait(for: "Signed in: alice.testnet on testnet. A wallet that keeps its own session")
            }
        }
    }
}
