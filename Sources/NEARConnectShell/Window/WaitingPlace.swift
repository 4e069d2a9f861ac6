// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnect
internal import SafeText

/// The place at the window's bottom that says what the program waits for.
///
/// For a while it says that the user has ended it.
@MainActor
final class WaitingPlace: Container {
    /// The time for which an end by the user is told.
    static let patience = Duration.seconds(6)

    let strip = WaitingStrip()

    private let manager: NEARWalletManager
    private let revealer: Revealer
    /// The ends by the user that have been told.
    private var told: Int
    private var isWaiting = false
    private var hiding: Task<Void, Never>?

    init(_ manager: NEARWalletManager) {
        self.manager = manager
        told = manager.cancellations
        revealer = Revealer(strip)
        super.init(shared: revealer.widget)
        keep(revealer)
    }

    isolated deinit {
        hiding?.cancel()
    }

    /// True if no transition is running.
    var isSettled: Bool { !revealer.isChanging }

    /// True if something is said.
    var isRevealed: Bool { revealer.isRevealed }

    /// Shows the manager's state.
    func refresh() {
        let (isBusy, ended) = (manager.isBusy, manager.cancellations)
        defer { isWaiting = isBusy }
        if let text = manager.waitingText { strip.show(text) }
        if isBusy {
            hiding?.cancel()
            hiding = nil
            if !isWaiting { told = ended }
            strip.setWaiting(true)
            revealer.isRevealed = true
        } else if ended != told {
            told = ended
            strip.show(localized("Cancelled."))
            strip.setWaiting(false)
            revealer.isRevealed = true
            hideLater()
        } else if hiding == nil {
            strip.setWaiting(false)
            revealer.isRevealed = false
        }
    }

    private func hideLater() {
        hiding?.cancel()
        hiding = Task { [weak self] in
            do {
                try await Task.sleep(for: Self.patience)
            } catch {
                return  // Something else is waited for.
            }
            self?.hiding = nil
            self?.refresh()
        }
    }
}
