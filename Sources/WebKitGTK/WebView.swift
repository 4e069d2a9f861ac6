// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// A `WebKitWebView`: a page in a widget.
///
/// The view owns its widget (the floating reference becomes ours). It can run without a parent, which is how the bridge
/// starts: an unmapped view loads faster and takes less memory, and can be put into a window later. Dropping the last
/// reference destroys the widget, whoever shows it.
@MainActor
public final class WebView: PageView {
    /// The object that decides on the page's requests, and is told what the page does.
    ///
    /// Held weakly.
    public weak var delegate: (any WebViewDelegate)?

    /// The load that was asked for last, until it commits or is stopped.
    var requestedLoad: RequestedLoad?

    /// The navigations that wait; `nil` while none is held.
    var heldDecisions: [HeldDecision]?

    private var connections: [SignalConnection] = []
    /// The widget that WebKit would leave of this view; `nil` where it leaves none.
    let keyTranslator: KeyTranslator?

    /// A view of its own.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - contentManager: The scripts of its pages.
    ///   - isDriven: True for a view that a WebDriver has asked for; see ``WebContext/allowAutomation(as:version:_:)``.
    public init(context: WebContext, contentManager: UserContentManager, isDriven: Bool = false) {
        let view: UnsafeMutableRawPointer
        (view, keyTranslator) = KeyTranslator.search {
            ObjectConstruction.make(
                webkit_web_view_get_type(),
                [
                    "web-context": .object(context.pointer),
                    "user-content-manager": .object(contentManager.pointer),
                    "is-controlled-by-automation": .boolean(isDriven),
                ])
        }
        super.init(view, .floating)
        setUp()
    }

    /// A view for a popup of `opener`: same web process, live `window.opener`.
    public init(relatedTo opener: WebView) {
        let view: UnsafeMutableRawPointer
        (view, keyTranslator) = KeyTranslator.search {
            ObjectConstruction.make(webkit_web_view_get_type(), ["related-view": .object(opener.pointer)])
        }
        super.init(view, .floating)
        setUp()
        webkit_settings_set_hardware_acceleration_policy(
            webkit_web_view_get_settings(cast()),
            webkit_settings_get_hardware_acceleration_policy(webkit_web_view_get_settings(opener.cast())))
        // A wallet's page may ask for the camera, to read a QR code; the user decides.
        webkit_settings_set_enable_media_stream(webkit_web_view_get_settings(cast()), 1)
    }

    private func setUp() {
        count(as: .webView)
        applyHardenedSettings()
        keepHiddenTimersRunning()
        connections = connectEvents() + connectQuestions() + connectRefusals() + connectFailures()
    }

    isolated deinit {
        connections = []
        gtk_widget_destroy(cast())
        keyTranslator?.takeOut()
    }

    /// Shows `html` as the document of `baseURI`, whose origin it gets.
    ///
    /// Nothing is fetched from `baseURI`.
    public func load(html: String, baseURI: String) {
        webkit_web_view_load_html(cast(), html, baseURI)
    }

    /// Loads a page by its address.
    public func load(uri: String) {
        requestedLoad = RequestedLoad(uri: uri)
        webkit_web_view_load_uri(cast(), uri)
    }

    /// Stops what is loading.
    public func stopLoading() {
        requestedLoad = nil
        webkit_web_view_stop_loading(cast())
    }

    /// Ends the web process, as a crash would; ``WebViewDelegate/webView(_:processEnded:)`` follows.
    public func terminateWebProcess() {
        webkit_web_view_terminate_web_process(cast())
    }

    /// The page's title; the page chooses it, so it says nothing about who the page is.
    public var title: String? {
        webkit_web_view_get_title(cast()).map { String(cString: $0) }
    }

    /// The part of the load that is done, 0 to 1.
    public var loadProgress: Double {
        webkit_web_view_get_estimated_load_progress(cast())
    }

    /// The colour behind the page until it paints, so that a dark window doesn't flash white.
    ///
    /// Components are 0 to 1.
    public func setBackground(red: Double, green: Double, blue: Double) {
        var colour = GdkRGBA(red: red, green: green, blue: blue, alpha: 1)
        webkit_web_view_set_background_color(cast(), &colour)
    }

    /// Draws pages without the graphics card from now on, this view's popups included.
    public func disableAcceleration() {
        webkit_settings_set_hardware_acceleration_policy(
            webkit_web_view_get_settings(cast()), WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
    }

    /// Gives web pages what wallets need and no more.
    ///
    /// They get no access to files, no developer tools, no clipboard but what the user pastes, no connections that tell
    /// this machine's addresses, and no screen without the bar that says whose page it is.
    private func applyHardenedSettings() {
        let settings = webkit_web_view_get_settings(cast())
        webkit_settings_set_allow_file_access_from_file_urls(settings, 0)
        webkit_settings_set_allow_universal_access_from_file_urls(settings, 0)
        webkit_settings_set_javascript_can_open_windows_automatically(settings, 1)
        webkit_settings_set_enable_back_forward_navigation_gestures(settings, 0)
        webkit_settings_set_enable_developer_extras(settings, 0)
        webkit_settings_set_enable_fullscreen(settings, 0)
        webkit_settings_set_enable_webrtc(settings, 0)
        webkit_settings_set_javascript_can_access_clipboard(settings, 0)
    }
}
