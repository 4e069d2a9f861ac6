// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// Tells the user by a notification how a request ended while the window didn't have the keyboard.
@MainActor
final class EndVigil {
    /// Called when the notification is pressed; must hold its owner weakly.
    var onShow: (() -> Void)?

    private let desktop: DesktopServices
    private let isSeen: @MainActor () -> Bool
    private var count = 0
    private var observer: StateObserver?

    /// - Parameters:
    ///   - desktop: The desktop.
    ///   - isSeen: Returns true while the user has the window before them; must hold its owner weakly.
    init(_ desktop: DesktopServices, isSeen: @escaping @MainActor () -> Bool) {
        (self.desktop, self.isSeen) = (desktop, isSeen)
    }

    isolated deinit {
        observer?.stop()
    }

    /// Watches over a manager's requests, in place of those of the one before.
    func follow(_ manager: NEARWalletManager) {
        observer?.stop()
        count = manager.endedRecords.count
        observer = StateObserver { [weak self, weak manager] in
            guard let self, let manager else { return }
            let (ended, told) = (manager.endedRecords, self.count)
            guard ended.count != told else { return }
            self.count = ended.count
            if !self.isSeen() { Task { await self.tell(ended.ends(after: told), of: manager) } }
        }
    }

    private func tell(_ ends: [EndedRecords.End], of manager: NEARWalletManager) async {
        do throws(NEARError) {
            // Other programs of the profile may have begun newer ones.
            let entries = try await manager.historyPage(HistoryQuery(limit: 100)).entries
            for end in ends {
                // Of phones another one tells, and of what the user has ended themselves nobody needs to.
                guard let entry = entries.first(where: { $0.id.hasSameBytes(as: end.id) }),
                    !PhoneWalletSettings.walletIds.contains(entry.walletId),
                    let text = Self.text(of: entry, end.failure)
                else { continue }
                await desktop.notify(text.title, text.body) { [weak self] in self?.onShow?() }
            }
        } catch {
            manager.logger.notice("no notification", metadata: ["code": "\(error.code)"])
        }
    }

    /// Says how an entry ended; `nil` for ends that are no news.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - failure: The error of the request, as a sentence; `nil` where the user has ended it.
    static func text(of entry: JournalEntry, _ failure: String? = nil) -> (title: String, body: String)? {
        let row = ActivityRow(entry)
        let body = localized("%1$s, to %2$s", row.what, row.receiver)
        switch entry.state {
        case .confirmed: return (localized("The transaction is done"), body)
        case .failed: return (localized("The transaction failed"), body)
        case .unknown: return (localized("Nobody knows yet whether the transaction was executed"), body)
        case .notSent: return failure.map { (localized("The transaction was not sent"), "\(body)\n\($0)") }
        case .open, .signed, .refused: return nil
        }
    }
}
