// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Pins a wallet: the offered version, or the current one of a wallet that isn't pinned.
struct WalletsTrust: FetchingWalletsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: localized("Pin the version of a wallet that “update” has found, or a wallet of a list."),
        discussion: localized(
            "With --sha256 exactly that code is pinned, and none if the web has another: “show --fetch” and “update” print the hashes. If it is pinned already, nothing happens and the exit code is 0, so a pipeline can run this each time."
        ))

    @OptionGroup var options: WalletsOptions
    @OptionGroup var timeout: TimeoutOption
    @Argument(help: help("The wallet’s id."), completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var id: String
    @Option(help: help("The SHA-256 of the code that is meant.", valueName: "hash"))
    var sha256: String?
    @Option(
        help: help(
            "The SHA-256 of the manifest entry, which has the permissions; needs --sha256.", valueName: "hash"))
    var manifestSha256: String?
    @Flag(help: help("Also if the version is lower than the pinned one."))
    var allowDowngrade = false

    func validate() throws { _ = try hashes() }

    private func hashes() throws -> WalletHashes? {
        guard let sha256 else {
            guard manifestSha256 == nil else {
                throw ValidationError(localized("--manifest-sha256 needs --sha256: name both."))
            }
            return nil
        }
        guard let hashes = WalletHashes(code: sha256, manifest: manifestSha256) else {
            throw ValidationError(localized("A SHA-256 has 64 hexadecimal digits."))
        }
        return hashes
    }

    var subject: JSONValue.Members { ["id": .string(id)] }

    func run() throws {
        let hashes = try hashes()
        try perform { library in
            let pin = try fetch { [id, allowDowngrade] in
                try await library.pin(id, allowsDowngrade: allowDowngrade, matching: hashes)
            }
            let lines =
                [localized("%1$s: version %2$s is pinned", id, pin.version)] + Self.lines(id, pin, in: library)
            var fields: JSONValue.Members = ["id": .string(id), "accepted": WalletJSON.object(pin)]
            fields["permissions"] = Self.permissions(id, in: library)
            write(WalletText.safe(lines), fields)
        }
    }

    /// Returns the lines about a pinned version: its hashes, and the wallet's permissions.
    static func lines(_ id: String, _ pin: WalletLock.Pin, in library: WalletLibrary) -> [String] {
        let from = [
            WalletText.row(localized("Code"), pin.executor.url), WalletText.row(localized("Listed by"), pin.source),
        ]
        return
            (from + WalletText.hashes(pin)
            + (manifest(id, in: library).map { WalletText.permissions($0.permissions) } ?? []))
            .map { "  \($0)" }
    }

    /// Returns the permissions of a pinned wallet; `nil` if its manifest can't be read.
    static func permissions(_ id: String, in library: WalletLibrary) -> JSONValue? {
        manifest(id, in: library).map { WalletJSON.object($0.permissions) }
    }

    private static func manifest(_ id: String, in library: WalletLibrary) -> WalletManifest? {
        do throws(WalletError) {
            return try library.status(of: id).manifest
        } catch {
            return nil  // The wallet is pinned; another process may have changed its files since.
        }
    }
}
