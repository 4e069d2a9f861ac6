// SPDX-License-Identifier: MIT

internal import Observation

/// Says that a manager has another account or another network, as long as it is kept.
///
/// What sites see of the wallet may have changed then.
@MainActor
final class AccountWatch {
    private let manager: NEARWalletManager
    private let work: @MainActor () -> Void

    /// Begins to watch; `work` must hold its owner weakly.
    init(_ manager: NEARWalletManager, _ work: @escaping @MainActor () -> Void) {
        self.manager = manager
        self.work = work
        follow()
    }

    private func follow() {
        withObservationTracking {
            _ = (manager.currentAccount, manager.network)
        } onChange: { [weak self] in
            // It is called before the change.
            Task { @MainActor in
                guard let self else { return }
                self.work()
                self.follow()
            }
        }
    }
}
