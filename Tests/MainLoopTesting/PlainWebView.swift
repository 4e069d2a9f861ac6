// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime
internal import WebKitGTK

/// A `WebKitWebView` as a program makes it that knows nothing of this package's views.
@MainActor
public final class PlainWebView: GObjectOwner {
    /// The windows that the view's pages have opened.
    public private(set) var popups: [PlainWebView] = []
    /// The `WebKitWebView *`.
    public var view: UnsafeMutableRawPointer { pointer }

    private var connections: [SignalConnection] = []
    private lazy var page = ForeignWebView(pointer)

    private init(taking view: UnsafeMutableRawPointer) {
        super.init(view, .floating)
        webkit_settings_set_javascript_can_open_windows_automatically(settings, 1)
        connections = [
            connect("create") { [weak self] emission in
                guard let self else { return }
                let popup = PlainWebView(relatedTo: self)
                self.popups.append(popup)
                emission.answer(unretained: popup.pointer)
            }
        ]
    }

    /// Makes a view with an ephemeral context of its own.
    public convenience init() {
        let context = GObjectOwner(UnsafeMutableRawPointer(webkit_web_context_new_ephemeral()), .full)
        self.init(in: context.pointer)
    }

    /// Makes a view of a context, a `WebKitWebContext *`.
    public convenience init(in context: UnsafeMutableRawPointer) {
        self.init(
            taking: ObjectConstruction.make(webkit_web_view_get_type(), ["web-context": .object(context)]))
    }

    /// Makes a view over data of websites in a folder.
    public convenience init(storingIn folder: String) {
        let data = GObjectOwner(
            ObjectConstruction.make(
                webkit_website_data_manager_get_type(), ["base-data-directory": .string(folder)]), .full)
        let store: UnsafeMutablePointer<WebKitWebsiteDataManager> = data.cast()
        let context = GObjectOwner(
            UnsafeMutableRawPointer(webkit_web_context_new_with_website_data_manager(store)), .full)
        self.init(in: context.pointer)
    }

    /// Makes a view with the content manager of another one.
    public convenience init(sharingWith other: PlainWebView) {
        let manager = UnsafeMutableRawPointer(webkit_web_view_get_user_content_manager(other.cast()))
        let context = UnsafeMutableRawPointer(webkit_web_view_get_context(other.cast()))
        guard let manager, let context else { preconditionFailure("a view has a manager and a context") }
        self.init(
            taking: ObjectConstruction.make(
                webkit_web_view_get_type(),
                ["user-content-manager": .object(manager), "web-context": .object(context)]))
    }

    /// Makes a window for a page of another view.
    public convenience init(relatedTo opener: PlainWebView) {
        self.init(
            taking: ObjectConstruction.make(webkit_web_view_get_type(), ["related-view": .object(opener.pointer)]))
    }

    isolated deinit {
        connections = []
        page?.stop()
        gtk_widget_destroy(cast())
    }

    // MARK: What a program may do to it

    /// Returns the view's content manager, held by the program too.
    public func holdManager() -> GObjectOwner {
        guard let manager = webkit_web_view_get_user_content_manager(cast()) else {
            preconditionFailure("a view has a manager")
        }
        return GObjectOwner(UnsafeMutableRawPointer(manager), .none)
    }

    /// Switches scripts of pages on or off.
    public func setScripts(_ isOn: Bool) { webkit_settings_set_enable_javascript(settings, isOn ? 1 : 0) }

    /// Switches the walls between origins on or off.
    public func setWebSecurity(_ isOn: Bool) { webkit_settings_set_disable_web_security(settings, isOn ? 0 : 1) }

    /// Goes on, or not, where a server doesn't show who it is.
    public func ignoreCertificates(_ ignores: Bool) {
        webkit_website_data_manager_set_tls_errors_policy(
            webkit_web_view_get_website_data_manager(cast()),
            ignores ? WEBKIT_TLS_ERRORS_POLICY_IGNORE : WEBKIT_TLS_ERRORS_POLICY_FAIL)
    }

    /// Adds a script of the program's own to all pages.
    public func addOwnScript(_ source: String) {
        let script = webkit_user_script_new(
            source, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, nil, nil)
        defer { webkit_user_script_unref(script) }
        webkit_user_content_manager_add_script(webkit_web_view_get_user_content_manager(cast()), script)
    }

    /// Has the view's context ask a proxy for all hosts; call it before the first load.
    public func use(_ proxy: LoopbackProxy) {
        let settings = webkit_network_proxy_settings_new(proxy.address, nil)
        defer { webkit_network_proxy_settings_free(settings) }
        webkit_website_data_manager_set_network_proxy_settings(
            webkit_web_view_get_website_data_manager(cast()), WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
    }

    /// Ends the view's web process, as a crash would.
    public func crash() { webkit_web_view_terminate_web_process(cast()) }

    /// Destroys the widget, as its window does when it is closed.
    public func destroy() { gtk_widget_destroy(cast()) }

    private var settings: UnsafeMutablePointer<WebKitSettings>? { webkit_web_view_get_settings(cast()) }

    // MARK: Pages

    /// Begins to load an address.
    public func load(_ address: String) { webkit_web_view_load_uri(cast(), address) }

    /// Loads the page again.
    public func reload() { webkit_web_view_reload(cast()) }

    /// Goes back to the page before.
    public func goBack() { webkit_web_view_go_back(cast()) }

    /// True if the view shows an address and loads nothing.
    public func shows(_ address: String) -> Bool {
        webkit_web_view_is_loading(cast()) == 0
            && webkit_web_view_get_uri(cast()).map { strcmp($0, address) == 0 } ?? false
    }

    /// Runs the body of an asynchronous function in the page's own world, and returns its result as a text.
    public func call(_ body: StaticString, _ arguments: KeyValuePairs<String, String> = [:]) async throws -> String {
        guard let page else { preconditionFailure("this is a view") }
        return try await page.call(body, arguments: arguments)
    }
}
