// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

extension WebView {
    /// WebKit's name for holding back the timers of pages that nobody sees, to one turn a second.
    private static let hiddenPageThrottling = "HiddenPageDOMTimerThrottling"

    /// Lets the page's timers run at their own pace also while the view isn't mapped.
    ///
    /// A wallet's executor works in a view that nobody sees: it polls, and looks whether its popup was closed. Measured
    /// on WebKitGTK 2.50.6, a timer of 20 ms came once a second in a view that was in no window, or on a hidden page of
    /// a stack, and every 20 ms with this switch off. Where the view is makes no difference then, under X11 as under
    /// Wayland. `requestAnimationFrame` still waits for a view that is seen.
    ///
    /// - Returns: Whether this WebKitGTK knows the switch.
    @discardableResult
    func keepHiddenTimersRunning() -> Bool {
        let settings = webkit_web_view_get_settings(cast())
        guard let features = webkit_settings_get_all_features() else { return false }
        defer { webkit_feature_list_unref(features) }
        for index in 0..<webkit_feature_list_get_length(features) {
            guard let feature = webkit_feature_list_get(features, index),
                let name = webkit_feature_get_identifier(feature), String(cString: name) == Self.hiddenPageThrottling
            else { continue }
            webkit_settings_set_feature_enabled(settings, feature, 0)
            return true
        }
        return false
    }
}
