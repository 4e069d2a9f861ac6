// SPDX-License-Identifier: MIT

@testable import NEARConnect
@testable import NEARConnectCore

/// Counts what a bridge reports of its page. A state that lasts for a moment, such as "not ready", may pass between two looks at it; a
/// count stays.
@MainActor
final class PageEvents {
    /// How often a page was lost.
    private(set) var losses = 0
    /// How often a page has announced itself.
    private(set) var starts = 0

    private var tap: BridgeEventTap?

    /// Counts from now on, for as long as this object is kept.
    init(_ coordinator: BridgeCoordinator) {
        tap = BridgeEventTap(coordinator) { [weak self] event, deliver in
            deliver()
            switch event {
            case .lost: self?.losses += 1
            case .ready: self?.starts += 1
            default: break
            }
        }
    }
}
