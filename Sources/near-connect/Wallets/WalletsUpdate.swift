// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

struct WalletsUpdate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Fetch the list, and compare what was agreed to with what the web has now.",
        discussion: """
            Wallets that are named and weren't agreed to yet are agreed to by that; `show --fetch` only looks. \
            Exit codes: 0 nothing waits, 2 a change waits for `trust`. Where anything failed, the first failure's code counts, whatever waits: \
            3 something could not be fetched, and those of the other subcommands.
            """)

    @OptionGroup var options: WalletsOptions
    @Argument(
        help: "The wallets to look at; all that were agreed to when none is named.",
        completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var ids: [String] = []

    func run() throws {
        try options.perform { library in
            let (news, updates) = try MainActor.assumeIsolated {
                try MainLoop.run { (try await library.refresh(), try await library.update(ids, refreshing: false)) }
            }
            for fault in news.faults { say(fault) }
            for reason in news.unavailable { say(unavailable: reason) }
            for update in updates { say(update, in: library) }
            if updates.isEmpty && !options.json { print("No wallet was agreed to yet.") }
            let codes = updates.map { Self.code(of: $0.outcome) }
            let failures =
                (news.unavailable.isEmpty ? [] : [WalletsExit.unavailable]) + codes.filter { $0 != WalletsExit.waits }
            let code = failures.first { $0 != .success } ?? codes.first { $0 == WalletsExit.waits } ?? .success
            if code != .success { throw code }
        }
    }

    private static func code(of outcome: WalletLibrary.Update.Outcome) -> ExitCode {
        switch outcome {
        case .unchanged, .pinned: .success
        case .offered: WalletsExit.waits
        case .failed(let error): WalletsExit.code(of: error)
        }
    }

    /// An entry of the list that can't be used. It is nobody's fault here, so the exit code doesn't tell.
    private func say(_ fault: WalletManifestFault) {
        options.write(
            ["The list has an entry that is not offered. \(DisplayText.line(fault.description))"],
            [
                "id": .string(fault.wallet), "outcome": "refused", "field": .string(fault.field),
                "message": .string(fault.description),
            ])
    }

    private func say(unavailable reason: String) {
        options.write(
            ["A list could not be fetched, and its last copy counts on: \(DisplayText.line(reason))"],
            ["outcome": "failed", "code": "list-unavailable", "message": .string(reason)])
    }

    private func say(_ update: WalletLibrary.Update, in library: WalletLibrary) {
        let id = update.id
        var fields: JSONValue.Members = ["id": .string(id)]
        var lines: [String]
        switch update.outcome {
        case .unchanged:
            lines = ["\(id): unchanged"]
            fields["outcome"] = "unchanged"
        case .pinned(let pin):
            lines = ["\(id): agreed to version \(pin.version)"] + WalletsTrust.lines(id, pin, in: library)
            fields["outcome"] = "pinned"
            fields["accepted"] = pin.json
            fields["permissions"] = WalletsTrust.permissions(id, in: library)
        case .offered(let pin, let difference):
            lines = ["\(id): changed"] + (difference.items.map(\.text) + pin.hashLines).map { "  \($0)" }
            lines += ["  To agree to it:", "    \(options.agreeing(to: id, pin))"]
            fields["outcome"] = "offered"
            fields["offered"] = pin.json
            fields["changes"] = difference.json
            fields["widensReach"] = .bool(difference.widensReach)
            fields["isDowngrade"] = .bool(difference.isDowngrade)
        case .failed(let error):
            lines = ["\(id): \(error)"]
            fields["outcome"] = "failed"
            fields["code"] = .string(error.code)
            fields["message"] = .string(error.description)
        }
        options.write(lines.map { DisplayText.line($0).replacing("\n", with: "\\n") }, .object(fields))
    }
}
