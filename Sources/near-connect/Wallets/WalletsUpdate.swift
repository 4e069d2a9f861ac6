// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Compares pinned wallets with the web, and offers other versions.
struct WalletsUpdate: FetchingWalletsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: localized("Fetch the list, and compare pinned wallets with the web’s current versions."),
        discussion: localized(
            "Wallets that you name and that aren’t pinned yet are pinned; “show --fetch” only looks. Exit codes: 0 nothing is offered, 2 an update is offered and waits for “trust”. If anything failed, the first failure’s code counts, whatever is offered: 3 something could not be fetched, and those of the other subcommands."
        ))

    @OptionGroup var options: WalletsOptions
    @OptionGroup var timeout: TimeoutOption
    @Argument(
        help: help("The wallets to compare; without any, all pinned ones."),
        completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    var ids: [String] = []

    func run() throws {
        try perform { library in
            let (lists, updates) = try fetch { [ids] in
                (try await library.fetchLists(), try await library.checkForUpdates(of: ids, fetchingLists: false))
            }
            for fault in lists.faults { say(fault) }
            for reason in lists.unavailable { say(unavailable: reason) }
            for update in updates { say(update, in: library) }
            if updates.isEmpty { options.output.write([localized("No wallet is pinned yet.")], nil) }
            let statuses = updates.map { Self.status(of: $0.outcome) }
            let failures =
                (lists.unavailable.isEmpty ? [] : [ExitStatus.unavailable]) + statuses.filter { $0 != .waits }
            let status = failures.first { $0 != .success } ?? statuses.first { $0 == .waits } ?? .success
            if status != .success { throw ExitCode(status) }
        }
    }

    private static func status(of outcome: WalletLibrary.Update.Outcome) -> ExitStatus {
        switch outcome {
        case .unchanged, .pinned: .success
        case .offered: .waits
        case .failed(let error): error.status
        }
    }

    /// Reports an entry of the list that can't be used.
    ///
    /// The exit status doesn't show it: the user can't change the list.
    private func say(_ fault: WalletManifestError) {
        write(
            [
                localized("The list has an entry that can’t be used: %1$s", DisplayText.line(fault.description))
            ],
            [
                "id": .string(fault.wallet), "outcome": "refused", "field": .string(fault.field),
                "message": .string(fault.description),
            ])
    }

    private func say(unavailable reason: String) {
        write(
            [localized("A list could not be fetched, so its cached copy is used: %1$s", DisplayText.line(reason))],
            [
                "outcome": "failed", "code": "list-unavailable", "message": .string(reason),
                "status": .integer(Int128(ExitStatus.unavailable.rawValue)),
            ])
    }

    private func say(_ update: WalletLibrary.Update, in library: WalletLibrary) {
        let id = update.id
        var fields: JSONValue.Members = ["id": .string(id)]
        var lines: [String]
        switch update.outcome {
        case .unchanged:
            lines = [localized("%1$s: unchanged", id)]
            fields["outcome"] = "unchanged"
        case .pinned(let pin):
            lines =
                [localized("%1$s: version %2$s is pinned", id, pin.version)] + WalletsTrust.lines(id, pin, in: library)
            fields["outcome"] = "pinned"
            fields["accepted"] = WalletJSON.object(pin)
            fields["permissions"] = WalletsTrust.permissions(id, in: library)
        case .offered(let pin, let difference):
            lines = [localized("%1$s: changed", id)]
            lines += (difference.items.map(\.text) + WalletText.hashes(pin)).map { "  \($0)" }
            let heading = localized("To pin it:")
            lines += ["  \(heading)", "    \(options.pinning(id, pin))"]
            fields["outcome"] = "offered"
            fields["offered"] = WalletJSON.object(pin)
            fields["changes"] = WalletJSON.list(difference)
            fields["widensReach"] = .bool(difference.addsPermissions)
            fields["isDowngrade"] = .bool(difference.isDowngrade)
        case .failed(let error):
            lines = [localized("%1$s: %2$s", id, error.description)]
            fields["outcome"] = "failed"
            fields["code"] = .string(error.code)
            fields["message"] = .string(error.description)
            fields["status"] = .integer(Int128(error.status.rawValue))
        }
        write(WalletText.safe(lines), fields)
    }
}
