// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// Makes the loads of a bridge page, and hears what the page reports.
@MainActor
protocol BridgeCoordinatorDelegate: AnyObject {
    /// The wallet that is at work, as far as it is known.
    ///
    /// Links of its popups are offered in its name.
    var actingWallet: LinkWallet? { get }

    /// True while a request waits for the page.
    var isPageNeeded: Bool { get }

    /// Makes a load of the page, with a secret of its own.
    func makePage() throws -> BridgePage

    /// Returns true if a wallet of the manifests has its pages on this registrable domain.
    func isWalletSite(_ domain: String) -> Bool

    /// Takes what the coordinator reports, on the main actor.
    func coordinatorReports(_ event: BridgeCoordinator.Event)
}
