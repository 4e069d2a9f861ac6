// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// The features that a page asked for when it opened a window (`window.open`'s third argument).
public struct WindowFeatures: Sendable, Equatable {
    /// Pixels from left to right, `nil` when the page didn't say.
    public let width: Int?
    /// Pixels from top to bottom, `nil` when the page didn't say.
    public let height: Int?

    /// Features as a page or a test asks for them.
    public init(width: Int? = nil, height: Int? = nil) {
        self.width = width
        self.height = height
    }
}

extension WebView {
    /// The features that the opener asked for.
    ///
    /// Known when ``WebViewDelegate/webViewIsReadyToShow(_:)`` is called.
    public var windowFeatures: WindowFeatures {
        var geometry = GdkRectangle()
        webkit_window_properties_get_geometry(webkit_web_view_get_window_properties(cast()), &geometry)
        return WindowFeatures(
            width: geometry.width > 0 ? Int(geometry.width) : nil,
            height: geometry.height > 0 ? Int(geometry.height) : nil)
    }

    /// True if there is a page to go back to.
    public var canGoBack: Bool { webkit_web_view_can_go_back(cast()) != 0 }

    /// Shows the page before this one.
    public func goBack() {
        webkit_web_view_go_back(cast())
    }

    /// True if there is a page to go forward to.
    public var canGoForward: Bool { webkit_web_view_can_go_forward(cast()) != 0 }

    /// Shows the page after this one.
    public func goForward() {
        webkit_web_view_go_forward(cast())
    }

    /// The address that ``goBack()`` leads to.
    public var backURI: String? {
        uri(webkit_back_forward_list_get_back_item(webkit_web_view_get_back_forward_list(cast())))
    }

    /// The address that ``goForward()`` leads to.
    public var forwardURI: String? {
        uri(webkit_back_forward_list_get_forward_item(webkit_web_view_get_back_forward_list(cast())))
    }

    private func uri(_ item: UnsafeMutablePointer<WebKitBackForwardListItem>?) -> String? {
        item.flatMap { webkit_back_forward_list_item_get_uri($0) }.map { String(cString: $0) }
    }

    /// Loads the page again.
    public func reload() {
        webkit_web_view_reload(cast())
    }

    /// Moves the keyboard's focus into the page.
    public func focus() {
        gtk_widget_grab_focus(cast())
    }
}
