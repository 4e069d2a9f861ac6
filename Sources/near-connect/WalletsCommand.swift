// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARPrimitives

/// Looks after the wallets of a profile: what lists name, what was agreed to, and what waits.
struct WalletsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallets", abstract: "See, update and agree to the wallets that come from the web.",
        discussion: """
            A wallet's code runs only in the version that was agreed to: by connecting with it for the first time, or with `trust`. \
            `update` compares that with what the web has now; what changed waits until `trust` is said. It all stands in wallets.lock, in \
            the profile's data folder.
            """,
        subcommands: [List.self, Show.self, Update.self, Trust.self, Remove.self], defaultSubcommand: List.self)

    struct Options: ParsableArguments {
        @Option(help: "The profile whose wallets are meant.")
        var profile = "default"

        @Option(
            help: ArgumentHelp(
                "An https address of a list of wallets, in place of the public ones. Repeat it for more."))
        var list: [String] = []

        @Flag(help: "Print one JSON object a line instead of text.")
        var json = false

        func library() throws -> WalletLibrary {
            let folders = try ProfileFolders(profile: profile)
            guard !list.isEmpty else { return WalletLibrary(folders: folders) }
            return WalletLibrary(folders: folders, lists: try Self.addresses(list))
        }

        /// The addresses of lists.
        static func addresses(_ texts: [String]) throws -> [URL] {
            try texts.map { text in
                guard let url = URL(string: text), url.scheme == "https", url.host() != nil else {
                    throw ValidationError("\u{201C}\(text)\u{201D} is not an https address.")
                }
                return url
            }
        }

        /// Writes lines of text, or one JSON object.
        func write(_ lines: [String], _ json: @autoclosure () -> JSONValue) {
            print(self.json ? json().text : lines.joined(separator: "\n"))
        }

        func status(_ id: String) throws -> WalletLibrary.Status {
            try library().status(of: id)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the wallets and how they stand. Nothing is fetched.")

        @OptionGroup var options: Options

        func run() throws {
            for status in try options.library().statuses() {
                let name = status.manifest?.name ?? ""
                options.write(
                    [Self.column(status.id, 24) + Self.column(name, 20) + Self.words(status)], status.json)
            }
        }

        private static func column(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }

        private static func words(_ status: WalletLibrary.Status) -> String {
            switch status.state {
            case .packaged: "ships with this program"
            case .trusted: "agreed to, version \(status.accepted?.version ?? "")"
            case .updateOffered: "agreed to, version \(status.accepted?.version ?? ""); an update waits"
            case .listed: "listed"
            case .altered: "altered: it doesn't run"
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what a wallet may do, where its code comes from, and what would change.")

        @OptionGroup var options: Options
        @Argument(help: "The wallet's id.")
        var id: String

        func run() throws {
            let status = try options.status(id)
            options.write(status.description, status.json)
        }
    }

    struct Update: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fetch the list, and compare what was agreed to with what the web has now.",
            discussion: """
                Wallets that are named and weren't agreed to yet are agreed to by that. \
                Exit codes: 0 nothing waits, 2 a change waits for `trust`, 1 something could not be fetched.
                """)

        @OptionGroup var options: Options
        @Argument(help: "The wallets to look at; all that were agreed to when none is named.")
        var ids: [String] = []

        func run() throws {
            let library = try options.library()
            let (refused, updates) = try MainActor.assumeIsolated {
                try MainLoop.run { (try await library.refresh(), try await library.update(ids, refreshing: false)) }
            }
            for fault in refused { say(fault) }
            var code = ExitCode.success
            for update in updates {
                options.write(Self.lines(update), Self.json(update))
                switch update.outcome {
                case .unchanged, .pinned: break
                case .offered where code == .success: code = ExitCode(2)
                case .offered: break
                case .failed: code = .failure
                }
            }
            if updates.isEmpty && !options.json { print("The list is up to date. No wallet was agreed to yet.") }
            if code != .success { throw code }
        }

        /// An entry of the list that can't be used. It is nobody's fault here, so the exit code doesn't tell.
        private func say(_ fault: WalletManifestFault) {
            options.write(
                ["The list has an entry that is not offered. \(fault)"],
                [
                    "id": .string(fault.wallet), "outcome": "refused", "field": .string(fault.field),
                    "message": .string(fault.description),
                ])
        }

        private static func lines(_ update: WalletLibrary.Update) -> [String] {
            switch update.outcome {
            case .unchanged: ["\(update.id): unchanged"]
            case .pinned(let pin):
                [
                    "\(update.id): agreed to version \(pin.version), \(pin.executor.size) bytes, sha256 \(pin.executor.sha256)"
                ]
            case .offered(_, let difference):
                ["\(update.id): changed; `near-connect wallets trust \(update.id)` agrees to that"]
                    + difference.items.map { "  \($0.text)" }
            case .failed(let error): ["\(update.id): \(error)"]
            }
        }

        private static func json(_ update: WalletLibrary.Update) -> JSONValue {
            switch update.outcome {
            case .unchanged: ["id": .string(update.id), "outcome": "unchanged"]
            case .pinned(let pin): ["id": .string(update.id), "outcome": "pinned", "accepted": pin.json]
            case .offered(let pin, let difference):
                [
                    "id": .string(update.id), "outcome": "offered", "offered": pin.json, "changes": difference.json,
                    "widensReach": .bool(difference.widensReach), "isDowngrade": .bool(difference.isDowngrade),
                ]
            case .failed(let error):
                [
                    "id": .string(update.id), "outcome": "failed", "code": .string(error.code),
                    "message": .string(error.description),
                ]
            }
        }
    }

    struct Trust: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Agree to what `update` found of a wallet, or to a wallet of the list.")

        @OptionGroup var options: Options
        @Argument(help: "The wallet's id.")
        var id: String
        @Flag(help: "Also when the version is lower than the one that runs.")
        var allowDowngrade = false

        func run() throws {
            let library = try options.library()
            let pin = try MainActor.assumeIsolated {
                try MainLoop.run { try await library.trust(id, allowsDowngrade: allowDowngrade) }
            }
            options.write(
                ["\(id): version \(pin.version) runs from now on, sha256 \(pin.executor.sha256)"],
                ["id": .string(id), "accepted": pin.json])
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Forget a wallet and remove its code.")

        @OptionGroup var options: Options
        @Argument(help: "The wallet's id.")
        var id: String

        func run() throws {
            let library = try options.library()
            try MainActor.assumeIsolated { try MainLoop.run { try await library.remove(id) } }
            options.write(["\(id): forgotten"], ["id": .string(id), "removed": true])
        }
    }
}
