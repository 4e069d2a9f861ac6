// SPDX-License-Identifier: MIT

/// The places where wallets' popups are shown.
public enum PopupPlacement: Sendable, Hashable {
    /// In a window of its own, above the window that shows the bridge.
    case ownWindow
    /// As a page over the bridge, with the same bar above it, for programs with one window.
    ///
    /// Without a ``BridgeWidget`` a popup gets its own window.
    case overBridge
}
