// SPDX-License-Identifier: MIT

@testable import NEARConnect
@testable import NEARConnectCore

/// Stands between a coordinator and whoever hears its events, until ``remove()`` is called or nobody holds it.
@MainActor
final class BridgeEventTap: BridgeCoordinatorDelegate {
    private weak var coordinator: BridgeCoordinator?
    private weak var next: (any BridgeCoordinatorDelegate)?
    private let take: @MainActor (_ event: BridgeCoordinator.Event, _ deliver: () -> Void) -> Void

    /// - Parameter take: Gets each event, and `deliver`, which gives it on.
    init(
        _ coordinator: BridgeCoordinator,
        take: @escaping @MainActor (_ event: BridgeCoordinator.Event, _ deliver: () -> Void) -> Void
    ) {
        self.coordinator = coordinator
        self.take = take
        next = coordinator.delegate
        coordinator.delegate = self
    }

    isolated deinit {
        remove()
    }

    func remove() {
        // A weak reference to an object in its `deinit` is `nil`.
        guard let coordinator, coordinator.delegate == nil || coordinator.delegate === self else { return }
        coordinator.delegate = next
    }

    var actingWallet: LinkWallet? { next?.actingWallet }

    var isPageNeeded: Bool { next?.isPageNeeded == true }

    func makePage() throws -> BridgePage {
        guard let next else { throw NEARError.managerReleased }
        return try next.makePage()
    }

    func isWalletSite(_ domain: String) -> Bool { next?.isWalletSite(domain) == true }

    func coordinatorReports(_ event: BridgeCoordinator.Event) {
        take(event) { next?.coordinatorReports(event) }
    }
}
