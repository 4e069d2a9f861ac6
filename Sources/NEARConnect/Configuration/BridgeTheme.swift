// SPDX-License-Identifier: MIT

/// The look of the bridge page.
public enum BridgeTheme: String, Sendable {
    /// Dark text on a light ground.
    case light
    /// Light text on a dark ground.
    case dark
}
