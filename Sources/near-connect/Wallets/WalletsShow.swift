// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives

struct WalletsShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Say what a wallet may do, where its code comes from, its hashes, and what would change.",
        discussion: """
            With --fetch the web is asked what it has now, also of a wallet that nobody has agreed to. That agrees to nothing, and nothing waits \
            because of it.
            """)

    @OptionGroup var options: WalletsOptions
    @Flag(help: "Fetch the list and the wallet's code, and show their hashes. Nothing is agreed to.")
    var fetch = false
    @Argument(help: "The wallet's id.", completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var id: String

    func run() throws {
        try options.perform(id) { library in
            let look =
                fetch
                ? try MainActor.assumeIsolated { try MainLoop.run { try await library.look(at: id) } } : nil
            let status = try library.status(of: id)
            var lines = status.description
            var json = status.json.objectValue ?? [:]
            if let offered = status.offered { lines += ["To agree to it:", "  \(options.agreeing(to: id, offered))"] }
            if let look {
                lines += look.description
                json["fetched"] = look.json
                switch status.state {
                case .listed: lines += ["To agree to it:", "  \(options.agreeing(to: id, look.version))"]
                case .packaged, .trusted, .updateOffered, .altered: break
                }
            }
            options.write(lines, .object(json))
        }
    }
}
