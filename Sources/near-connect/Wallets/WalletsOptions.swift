// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// The options of all commands of `near-connect wallets`.
struct WalletsOptions: ParsableArguments {
    @Option(
        help: help("The profile whose wallets are meant."), completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @Option(help: WalletListChoice.listHelp)
    var list: [String] = []

    @Flag(help: WalletListChoice.loopbackHelp)
    var insecureLoopback = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        do throws(NEARError) {
            _ = try ProfileFolders(profile: profile)
        } catch {
            throw ValidationError(ErrorReport(error).sentence)
        }
        _ = try WalletListChoice.lists(list, allowsPlainLoopback: insecureLoopback)
    }

    /// Returns the profile's wallets, with the lists of the command line.
    func library() throws -> WalletLibrary {
        WalletLibrary(
            folders: try ProfileFolders(profile: profile),
            lists: try WalletListChoice.lists(list, allowsPlainLoopback: insecureLoopback),
            allowsPlainLoopback: insecureLoopback)
    }

    /// Returns the command line that pins exactly this version.
    func pinning(_ id: String, _ pin: WalletLock.Pin) -> String {
        var words = ["near-connect", "wallets", "trust", id, "--sha256", pin.executor.sha256]
        words += ["--manifest-sha256", pin.manifestSHA256]
        if profile != "default" { words += ["--profile", profile] }
        if insecureLoopback { words.append("--insecure-loopback") }
        for list in list { words += ["--list", "'\(list.replacing("'", with: "'\\''"))'"] }
        return words.joined(separator: " ")
    }
}
