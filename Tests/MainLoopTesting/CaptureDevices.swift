// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
public import WebKitGTK

extension WebView {
    /// Gives the view's pages WebKit's own made-up camera and microphone, since a build machine has none.
    public func useMockCaptureDevices() {
        webkit_settings_set_enable_mock_capture_devices(webkit_web_view_get_settings(cast()), 1)
    }
}
