// SPDX-License-Identifier: MIT

@testable import NEARConnect
@testable import NEARConnectCore

/// Counts a bridge's reports about its page.
///
/// A state that lasts a moment, such as "not ready", may pass between two looks; a count stays.
@MainActor
final class PageEvents {
    /// The number of lost pages.
    private(set) var losses = 0
    /// The number of times that a page has announced itself.
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
