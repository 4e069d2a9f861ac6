// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import SafeText

struct WalletsList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the wallets and how they stand. Nothing is fetched.")

    @OptionGroup var options: WalletsOptions

    func run() throws {
        try options.perform { library in
            for status in try library.statuses() {
                let name = status.manifest?.name ?? ""
                let line = Self.column(status.id, 24) + Self.column(name, 20) + Self.words(status)
                // What stands in the lock is for everybody to write.
                options.write([DisplayText.line(line).replacing("\n", with: "\\n")], status.json)
            }
        }
    }

    private static func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func words(_ status: WalletLibrary.Status) -> String {
        let version = status.accepted?.version ?? ""
        let isLocal = status.accepted?.source == WalletLock.localSource
        return switch status.state {
        case .packaged: "ships with this program"
        case .trusted where isLocal: "agreed to, version \(version); offered where its manifest is brought"
        case .trusted: "agreed to, version \(version)"
        case .updateOffered: "agreed to, version \(version); an update waits"
        case .listed: "listed"
        case .altered: "altered: it doesn't run"
        }
    }
}
