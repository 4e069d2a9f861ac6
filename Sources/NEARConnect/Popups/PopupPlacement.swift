// SPDX-License-Identifier: MIT

/// Where the windows that wallets open are shown.
public enum PopupPlacement: Sendable, Hashable {
    /// In a window of its own, above the window that shows the bridge.
    case ownWindow
    /// As a page over the bridge, with the same bar above it, for programs of one window. Without a ``BridgeWidget`` to be shown in, a popup
    /// gets its own window.
    case overBridge
}
