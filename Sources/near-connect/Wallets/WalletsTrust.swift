// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

struct WalletsTrust: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Agree to what `update` found of a wallet, or to a wallet of the list.",
        discussion: """
            With --sha256 exactly that code is agreed to, and none where the web has another one: `show --fetch` and `update` print the hashes. \
            Where it runs already, nothing happens and the exit code is 0, so a pipeline can say it each time.
            """)

    @OptionGroup var options: WalletsOptions
    @Argument(help: "The wallet's id.", completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var id: String
    @Option(help: ArgumentHelp("The SHA-256 of the code that is meant.", valueName: "hash"))
    var sha256: String?
    @Option(
        help: ArgumentHelp(
            "The SHA-256 of the manifest entry, which has the permissions; needs --sha256.", valueName: "hash"))
    var manifestSha256: String?
    @Flag(help: "Also when the version is lower than the one that runs.")
    var allowDowngrade = false

    func validate() throws { _ = try hashes() }

    private func hashes() throws -> WalletHashes? {
        guard let sha256 else {
            guard manifestSha256 == nil else { throw ValidationError("--manifest-sha256 needs --sha256.") }
            return nil
        }
        guard let hashes = WalletHashes(code: sha256, manifest: manifestSha256) else {
            throw ValidationError("A SHA-256 has 64 hexadecimal digits.")
        }
        return hashes
    }

    func run() throws {
        let hashes = try hashes()
        try options.perform(id) { library in
            let pin = try MainActor.assumeIsolated {
                try MainLoop.run { try await library.trust(id, allowsDowngrade: allowDowngrade, matching: hashes) }
            }
            let lines = ["\(id): version \(pin.version) runs from now on"] + Self.lines(id, pin, in: library)
            var fields: JSONValue.Members = ["id": .string(id), "accepted": pin.json]
            fields["permissions"] = Self.permissions(id, in: library)
            options.write(lines.map { DisplayText.line($0).replacing("\n", with: "\\n") }, .object(fields))
        }
    }

    /// What was agreed to: hashes, and what the wallet may do.
    static func lines(_ id: String, _ pin: WalletLock.Pin, in library: WalletLibrary) -> [String] {
        let from = ["Code         \(pin.executor.url)", "Listed by    \(pin.source)"]
        return (from + pin.hashLines + (manifest(id, in: library)?.permissionDescriptions ?? [])).map { "  \($0)" }
    }

    static func permissions(_ id: String, in library: WalletLibrary) -> JSONValue? {
        manifest(id, in: library)?.permissions.json
    }

    private static func manifest(_ id: String, in library: WalletLibrary) -> WalletManifest? {
        do throws(WalletError) {
            return try library.status(of: id).manifest
        } catch {
            return nil  // It was agreed to all the same; another process may be at the files by now.
        }
    }
}

struct WalletsRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget a wallet and remove its code.")

    @OptionGroup var options: WalletsOptions
    @Argument(help: "The wallet's id.", completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var id: String

    func run() throws {
        try options.perform(id) { library in
            try MainActor.assumeIsolated { try MainLoop.run { try await library.remove(id) } }
            let accounts = try library.accounts(of: id)
            let words = accounts.map {
                "\($0) is still signed in with it; signing in again agrees to what the wallet is then"
            }
            options.write(
                ["\(id): forgotten"] + words,
                ["id": .string(id), "removed": true, "accounts": .array(accounts.map(JSONValue.string))])
        }
    }
}
