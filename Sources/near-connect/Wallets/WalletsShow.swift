// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Shows one wallet of a profile.
struct WalletsShow: FetchingWalletsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: localized(
            "Say what a wallet may do, where its code comes from, its hashes, and what an update would change."),
        discussion: localized(
            "With --fetch the web’s current version is fetched, also of a wallet that isn’t pinned. That pins and offers nothing."
        ))

    @OptionGroup var options: WalletsOptions
    @OptionGroup var timeout: TimeoutOption
    @Flag(help: help("Fetch the list and the wallet’s code, and show their hashes. Nothing is pinned."))
    var fetch = false
    @Argument(help: help("The wallet’s id."), completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var id: String

    var subject: JSONValue.Members { ["id": .string(id)] }

    func run() throws {
        try perform { library in
            let preview = fetch ? try self.fetch { [id] in try await library.preview(of: id) } : nil
            let status = try library.status(of: id)
            var lines = WalletText.lines(status)
            var json = WalletJSON.object(status)
            if let offered = status.offered { lines += [localized("To pin it:"), "  \(options.pinning(id, offered))"] }
            if let preview {
                lines += WalletText.lines(preview)
                json["fetched"] = WalletJSON.object(preview)
                if status.state == .listed {
                    lines += [localized("To pin it:"), "  \(options.pinning(id, preview.version))"]
                }
            }
            write(lines, json)
        }
    }
}
