// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// A `WebKitWebView` that a program has made and shows itself.
///
/// One reference of it is held. Nothing of it is changed: its settings, its signals and its place in a window stay the
/// program's, and handlers here only listen.
@MainActor
public final class ForeignWebView: PageView {
    /// Called after the view has begun to show another document.
    public var onCommit: () -> Void = {}
    /// Called after the view's web process has ended.
    public var onProcessEnd: () -> Void = {}
    /// Called when the view is destroyed, with its window for example.
    public var onDestroy: () -> Void = {}

    private var connections: [SignalConnection] = []

    /// Listens to a view.
    ///
    /// - Parameter pointer: An object of GLib's (ownership: none).
    /// - Returns: `nil` for an object that is no `WebKitWebView`.
    public init?(_ pointer: UnsafeMutableRawPointer) {
        let instance = pointer.assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(instance, webkit_web_view_get_type()) != 0 else { return nil }
        super.init(pointer, .none)
        connections = [
            connect("load-changed") { [weak self] emission in
                guard let self, emission.enumeration(0) == Int(WEBKIT_LOAD_COMMITTED.rawValue) else { return }
                self.committedURI = self.uri
                self.onCommit()
            },
            connect("web-process-terminated") { [weak self] _ in self?.onProcessEnd() },
            connect("destroy") { [weak self] _ in self?.onDestroy() },
        ]
    }

    /// Stops listening.
    public func stop() {
        connections = []
        (onCommit, onProcessEnd, onDestroy) = ({}, {}, {})
    }

    // MARK: What it is

    /// True while the view has shown nothing and waits for nothing, or shows an empty document.
    public var isBlank: Bool { !isLoading && (uri.map { $0.utf8.elementsEqual("about:blank".utf8) } ?? true) }

    /// True if the view is about to be freed with its window.
    public var isEnding: Bool { gtk_widget_in_destruction(cast()) != 0 }

    /// True if pages' scripts run.
    public var runsScripts: Bool { webkit_settings_get_enable_javascript(webkit_web_view_get_settings(cast())) != 0 }

    /// True if a page reaches into no page of another origin.
    public var keepsOriginsApart: Bool {
        webkit_settings_get_disable_web_security(webkit_web_view_get_settings(cast())) == 0
    }

    /// True if a server that doesn't show who it is is sent nothing.
    public var refusesBadCertificates: Bool {
        webkit_website_data_manager_get_tls_errors_policy(webkit_web_view_get_website_data_manager(cast()))
            == WEBKIT_TLS_ERRORS_POLICY_FAIL
    }

    /// True if the view stores where a context does that is kept for other pages; see ``WebContext/reserve()``.
    public var usesReservedStorage: Bool {
        WebContext.isReserved(UnsafeMutableRawPointer(webkit_web_view_get_context(cast())))
            || WebContext.isReserved(store: webkit_web_view_get_website_data_manager(cast()))
    }

    // MARK: Marks

    /// True if somebody has taken the view.
    public var isTaken: Bool { g_object_get_data(cast(), Self.mark) != nil }

    /// Marks the view as taken.
    public func take() { g_object_set_data(cast(), Self.mark, pointer) }

    /// Removes the mark.
    public func giveBack() { g_object_set_data(cast(), Self.mark, nil) }

    private static let mark = "near-connect-taken"
}
