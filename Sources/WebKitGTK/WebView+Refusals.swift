// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

extension WebView {
    /// Suppresses WebKit's default dialogs and windows, which name no origin or cover where one is named.
    ///
    /// A user who wants to print or to save a page opens it in a browser.
    func connectRefusals() -> [SignalConnection] {
        [
            // The setting keeps pages from asking; this keeps whoever asks all the same.
            connect("enter-fullscreen") { $0.answer(true) },
            connect("print") { $0.answer(true) },
            connect("run-color-chooser") { emission in
                guard let request = emission.object(0) else { return }
                webkit_color_chooser_request_cancel(request.assumingMemoryBound(to: WebKitColorChooserRequest.self))
                emission.answer(true)
            },
            connect("context-menu") { emission in
                guard let object = emission.object(0) else { return }
                let menu = object.assumingMemoryBound(to: WebKitContextMenu.self)
                ContextMenu.reduce(menu)
                emission.answer(webkit_context_menu_get_n_items(menu) == 0)
            },
        ]
    }

    /// Suppresses WebKit's error pages, which would stand under the address of the page that didn't load.
    func connectFailures() -> [SignalConnection] {
        [
            connect("load-failed") { [weak self] emission in
                emission.answer(true)
                guard let error = emission.boxed(2) else { return }
                let failure = GLibError(copying: error.assumingMemoryBound(to: GError.self))
                self?.note(failure, of: emission.string(1) ?? "")
            },
            connect("load-failed-with-tls-errors") { [weak self] emission in
                emission.answer(true)
                self?.report(
                    emission.string(0), .certificate(LoadFailure.CertificateFault.faults(in: emission.flags(2))))
            },
        ]
    }

    private func note(_ failure: GLibError, of uri: String) {
        guard Self.isNews(failure) else { return }
        guard failure.domain == "g-io-error-quark", failure.code == Int(G_IO_ERROR_CANCELLED.rawValue) else {
            return report(uri, .network(failure))
        }
        // The network process gave a connection up. It does so for a load that was stopped or replaced, which is no
        // failure; and where a certificate isn't valid for the connection that WebKit makes ahead and shares with the
        // load, before it tells the load. That one is asked for again, to learn the reason.
        guard let asked = requestedLoad?.uri, requestedLoad?.isNow(at: uri) == true else { return }
        guard requestedLoad?.takeTry() == true else { return report(uri, .network(failure)) }
        webkit_web_view_load_uri(cast(), asked)
    }

    private func report(_ uri: String?, _ reason: LoadFailure.Reason) {
        delegate?.webView(self, failed: LoadFailure(uri: uri ?? "", reason: reason))
    }

    /// Returns whether a load failed, and wasn't only ended.
    ///
    /// A load also ends when it is stopped, replaced by the next one, refused, or turned into a download.
    private static func isNews(_ error: GLibError) -> Bool {
        let domains = [webkit_network_error_quark(), webkit_policy_error_quark()].map { quark in
            g_quark_to_string(quark).map { String(cString: $0) } ?? ""
        }
        if error.domain == domains[0] { return error.code != Int(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue) }
        return error.domain != domains[1]
            || error.code != Int(WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE.rawValue)
    }
}

/// The menu of a page, without what downloads, opens windows or looks into the page.
@MainActor
private enum ContextMenu {
    /// The items of the context menu that stay: text, and addresses to copy.
    ///
    /// A list of what is allowed, since WebKit adds to its menu now and then.
    private static let kept = Set(
        [
            WEBKIT_CONTEXT_MENU_ACTION_COPY, WEBKIT_CONTEXT_MENU_ACTION_CUT, WEBKIT_CONTEXT_MENU_ACTION_PASTE,
            WEBKIT_CONTEXT_MENU_ACTION_PASTE_AS_PLAIN_TEXT, WEBKIT_CONTEXT_MENU_ACTION_DELETE,
            WEBKIT_CONTEXT_MENU_ACTION_SELECT_ALL, WEBKIT_CONTEXT_MENU_ACTION_COPY_LINK_TO_CLIPBOARD,
            WEBKIT_CONTEXT_MENU_ACTION_INPUT_METHODS, WEBKIT_CONTEXT_MENU_ACTION_UNICODE,
            WEBKIT_CONTEXT_MENU_ACTION_INSERT_EMOJI, WEBKIT_CONTEXT_MENU_ACTION_SPELLING_GUESS,
        ].map(\.rawValue))

    static func reduce(_ menu: UnsafeMutablePointer<WebKitContextMenu>) {
        var isAfterItem = false
        var separator: UnsafeMutablePointer<WebKitContextMenuItem>?
        for item in items(of: menu) {
            if webkit_context_menu_item_is_separator(item) != 0 {
                // One between two groups, none at the ends.
                if isAfterItem && separator == nil { separator = item } else { webkit_context_menu_remove(menu, item) }
            } else if kept.contains(webkit_context_menu_item_get_stock_action(item).rawValue) {
                isAfterItem = true
                separator = nil
            } else {
                webkit_context_menu_remove(menu, item)
            }
        }
        if let separator { webkit_context_menu_remove(menu, separator) }
    }

    private static func items(
        of menu: UnsafeMutablePointer<WebKitContextMenu>
    ) -> [UnsafeMutablePointer<WebKitContextMenuItem>] {
        var items: [UnsafeMutablePointer<WebKitContextMenuItem>] = []
        var next = webkit_context_menu_get_items(menu)
        while let entry = next {
            if let data = entry.pointee.data { items.append(data.assumingMemoryBound(to: WebKitContextMenuItem.self)) }
            next = entry.pointee.next
        }
        return items
    }
}
