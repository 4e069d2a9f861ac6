// SPDX-License-Identifier: MIT

// sample: observe
import NEARConnect
import Observation

/// Keeps a label's text as the manager's state is.
@MainActor
final class StatusLine {
    private let manager: NEARWalletManager
    private let show: (String) -> Void

    /// Shows the state at once, and again after each change for as long as this object lives.
    init(manager: NEARWalletManager, show: @escaping (String) -> Void) {
        self.manager = manager
        self.show = show
        update()
    }

    private func update() {
        let text = withObservationTracking {
            manager.waitingText ?? manager.lastError ?? manager.currentAccount?.shortDisplayName ?? "Not connected"
        } onChange: { [weak self] in
            // This is called before the change. The task runs after it, on the main thread.
            Task { @MainActor in self?.update() }
        }
        show(text)
    }
}
// end of sample
