// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// A command about backups, which `near-connect-walletconnect` carries out: it has the vault.
package protocol BackupVerb: JSONCommand {
    /// The command's name, as it is typed.
    static var name: String { get }

    /// The options that both have.
    var options: BackupOptions { get }
}

extension BackupVerb {
    package var printsJSON: Bool { options.output.json }
}

/// Options of `near-connect backup` and `near-connect restore`.
package struct BackupOptions: ParsableArguments {
    @Option(
        help: help(
            "The backup’s passphrase, from descriptor 3 as fd:3; without it you are asked in the terminal.",
            valueName: "fd"))
    package var passphrase: String?

    @Option(
        help: help(
            "The passphrase of the sealed file that your keys are in, from descriptor 4 as fd:4; without it you are asked.",
            valueName: "fd"))
    package var vaultPassphrase: String?

    @OptionGroup package var output: OutputOptions

    package init() {}

    package func validate() throws {
        if let passphrase { try SecretDescriptor.check(passphrase, option: "--passphrase") }
        if let vaultPassphrase {
            try SecretDescriptor.check(vaultPassphrase, option: "--vault-passphrase")
            guard vaultPassphrase != passphrase else {
                throw ValidationError(
                    localized("--passphrase and --vault-passphrase name one descriptor: open two."))
            }
        }
    }
}

/// Seals a profile's files into one.
package struct BackupCommand: BackupVerb {
    package static let name = "backup"
    package static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: localized("Write a profile into one file that a passphrase opens, for another computer."),
        discussion: localized(
            "History, the accounts that are signed in, pinned wallets, permissions of sites, networks, labels, tokens and settings, and with --with-keys the keys that you gave to the window. Not in it: what web wallets store, sessions with phones, and this computer’s share of shared keys, which words or a login replace. “near-connect restore” brings it back."
        ))

    @Argument(help: help("The file to write; it must not exist."), completion: .file())
    package var file: String

    @Option(help: help("The profile."), completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile = "default"

    @Flag(help: help("Keep the keys of the profile’s keyring or sealed file, too: whoever opens the backup has them."))
    package var withKeys = false

    @OptionGroup package var options: BackupOptions

    package init() {}
}

/// Brings a backup's files back.
package struct RestoreCommand: BackupVerb {
    package static let name = "restore"
    package static let configuration = CommandConfiguration(
        commandName: "restore", abstract: localized("Bring back what “near-connect backup” has written."),
        discussion: localized(
            "Nothing is written over: a profile that has files of its own stays as it is. Cut off, it goes on when it is run again. The backup’s accounts are signed in at once; a wallet that keeps its own session, in its web page or on a phone, has to be asked anew."
        ))

    @Argument(help: help("The backup."), completion: .file())
    package var file: String

    @Option(
        help: help("The profile to make; by default the one that the backup is of."),
        completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile: String?

    @OptionGroup package var options: BackupOptions

    package init() {}
}
