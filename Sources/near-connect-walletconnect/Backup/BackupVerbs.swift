// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import GLibRuntime
import Glibc
import GuardedMemory
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARVault
import SafeText

/// Carries out `near-connect backup` and `near-connect restore`.
@MainActor
enum BackupVerbs {
    /// The number of times that a user may type a backup's passphrase.
    private static let tries = 3

    static func perform(_ verb: any BackupVerb) throws {
        Diagnostics.start(verbose: verb.options.output.verbose)
        do {
            try MainLoop.run { () async throws in
                switch verb {
                case let verb as BackupCommand: try await backUp(verb)
                case let verb as RestoreCommand: try await restore(verb)
                default: throw ValidationError(localized("There is no such command."))
                }
            }
        } catch let error as VaultError {
            throw ReportedError(error)
        } catch let error as BackupError {
            let status: ExitStatus = if case .nothing = error { .nothing } else { .failure }
            throw ReportedError(sentence: "\(error)", code: error.code, status: status)
        }
    }

    // MARK: Backup

    private static func backUp(_ verb: BackupCommand) async throws {
        let folders = try ProfileFolders(profile: verb.profile)
        let path = verb.file
        // Before anything is asked for.
        guard access(path, F_OK) != 0 else { throw exists(path) }
        // A folder that isn't there is a name that was mistyped.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard access(folder, W_OK) == 0 else {
            let failure = SystemCallError(call: "access", path: folder, errno: errno)
            throw BackupError.file(FileErrorText.sentence(for: failure, at: DisplayText.line(folder)))
        }
        let backup = try ProfileBackup(of: folders, named: verb.profile, withKeys: verb.withKeys)
        var secrets: [SecretName: SecretBytes] = [:]
        if verb.withKeys {
            let vault = try await vault(of: verb.profile, folders, verb.options)
            for name in try await vault.names() where name.purpose == .importedKey {
                secrets[name] = try await vault.secret(named: name)
            }
        }
        guard !backup.items.isEmpty || !secrets.isEmpty else {
            throw BackupError.nothing(profile: verb.profile)
        }
        let passphrase =
            verb.options.passphrase == nil
            ? VaultPassphrase.typedTwice(localized("New passphrase for the backup: "))
            : VaultPassphrase.read(verb.options.passphrase)
        guard let passphrase else { throw noPassphrase() }
        let sealed = try SealedBackup(sealing: secrets, and: backup.bytes, by: passphrase, path: path)
        let bytes = sealed.bytes
        do {
            try AtomicFile(url: URL(fileURLWithPath: path)).create(with: Data(bytes))
        } catch let error as SystemCallError where error.errno == EEXIST {
            throw exists(path)
        } catch {
            throw BackupError.file(FileErrorText.sentence(for: error, at: path))
        }
        var lines = [
            localized(
                "Profile “%1$s” is in %2$s: %3$s.", verb.profile, DisplayText.line(path),
                contents(backup, secrets.count)),
            localized(
                "Keep file and passphrase apart. What web wallets store, sessions with phones and shares of shared keys aren’t in it."
            ),
        ]
        if !verb.withKeys { lines.append(localized("Keys aren’t in it either; --with-keys keeps them, too.")) }
        verb.options.output.write(
            lines,
            .answer(
                of: BackupCommand.name,
                [
                    "outcome": "done", "profile": .string(verb.profile), "file": .string(path),
                    "files": .integer(Int128(backup.items.count)), "keys": .integer(Int128(secrets.count)),
                    "bytes": .integer(Int128(bytes.count)),
                ]))
    }

    // MARK: Restore

    private static func restore(_ verb: RestoreCommand) async throws {
        let path = verb.file
        let sealed = try read(path)
        let opened = try open(sealed, at: path, verb.options)
        let backup = try ProfileBackup(reading: opened.content)
        let profile = verb.profile ?? backup.profile
        let folders = try ProfileFolders(profile: profile)
        // Before a vault is made or opened.
        _ = try backup.missing(in: folders)
        if !opened.secrets.isEmpty { try await restore(opened.secrets, to: profile, in: folders, verb.options) }
        let count = try backup.restore(to: folders)
        var lines = [
            localized(
                "Profile “%1$s” has what was backed up on %2$s: %3$s.", profile, backup.time.formatted(.iso8601),
                contents(backup, opened.secrets.count))
        ]
        if let accounts = backup.accountsText {
            lines.append(
                localized(
                    "Signed in: %1$s. A wallet that keeps its own session, in its web page or on a phone, has to be asked anew.",
                    accounts))
        }
        verb.options.output.write(
            lines,
            .answer(
                of: RestoreCommand.name,
                [
                    "outcome": "done", "profile": .string(profile), "file": .string(path),
                    "files": .integer(Int128(backup.items.count)), "written": .integer(Int128(count)),
                    "keys": .integer(Int128(opened.secrets.count)), "madeAt": .string(backup.time.formatted(.iso8601)),
                ]))
    }

    private static func read(_ path: String) throws -> SealedBackup {
        let bytes: [UInt8]?
        do {
            bytes = try RegularFile.read(URL(fileURLWithPath: path), limit: SealedBackup.limit, followsLinks: true)
        } catch {
            throw BackupError.file(FileErrorText.sentence(for: error, at: path))
        }
        guard let bytes else {
            throw ReportedError(
                sentence: localized("There is no file %1$s.", DisplayText.line(path)), code: "noFile",
                status: .nothing)
        }
        do throws(VaultContentError) {
            return try SealedBackup(reading: bytes)
        } catch {
            throw VaultError.damaged(path: path, error)
        }
    }

    private static func open(
        _ sealed: SealedBackup, at path: String, _ options: BackupOptions
    ) throws -> SealedBackup.Opened {
        for attempt in 1...tries {
            let passphrase =
                options.passphrase == nil
                ? VaultPassphrase.typed(localized("Passphrase of the backup: "))
                : VaultPassphrase.read(options.passphrase)
            guard let passphrase else { throw noPassphrase() }
            do throws(VaultError) {
                return try sealed.open(with: passphrase, path: path)
            } catch {
                guard case .wrongPassphrase = error, options.passphrase == nil, attempt < tries else { throw error }
                StandardError.say("\(error)")
            }
        }
        throw VaultError.wrongPassphrase(path: path)
    }

    /// Stores keys, and leaves what is there already.
    private static func restore(
        _ secrets: [SecretName: SecretBytes], to profile: String, in folders: ProfileFolders, _ options: BackupOptions
    ) async throws {
        let vault = try await vault(of: profile, folders, options)
        // A key's name has its public key, so another key has another name.
        for (name, secret) in secrets.sorted(by: { $0.key < $1.key }) where name.purpose == .importedKey {
            guard try await vault.secret(named: name) == nil else { continue }
            try await vault.store(secret, as: name)
        }
    }

    // MARK: Parts

    private static func vault(
        of profile: String, _ folders: ProfileFolders, _ options: BackupOptions
    ) async throws -> any SecretVault {
        let choice = try await VaultChoice.choose(
            profile: profile, folders: VaultFolders(data: folders.data.path, state: folders.state.path),
            environment: ProcessInfo.processInfo.environment)
        if !options.output.quiet { StandardError.say(choice.sentence) }
        try await VaultPassphrase.unlock(choice.vault, from: options.vaultPassphrase)
        return choice.vault
    }

    private static func contents(_ backup: ProfileBackup, _ keys: Int) -> String {
        let files = localizedPlural("%1$s file", "%1$s files", count: backup.items.count, "\(backup.items.count)")
        guard keys > 0 else { return files }
        return localized("%1$s and %2$s", files, localizedPlural("%1$s key", "%1$s keys", count: keys, "\(keys)"))
    }

    private static func exists(_ path: String) -> ReportedError {
        ReportedError(
            sentence: localized(
                "%1$s exists already, and nothing is written over it. Name another file.", DisplayText.line(path)),
            code: "exists", status: .failure)
    }

    private static func noPassphrase() -> ReportedError {
        ReportedError(
            sentence: localized(
                "Nobody is there to type the backup’s passphrase: run the command in a terminal, or give it by --passphrase fd:3."
            ), code: "noPassphrase", status: .failure)
    }
}

extension ReportedError {
    /// Tells what a vault or a sealed file has against it.
    init(_ error: VaultError) {
        let (code, status): (String, ExitStatus) =
            switch error {
            case .wrongPassphrase: ("wrongPassphrase", .failure)
            case .damaged: ("damaged", .failure)
            case .cancelled: ("cancelled", .cancelled)
            default: ("vault", .failure)
            }
        self.init(sentence: "\(error)", code: code, status: status)
    }
}
