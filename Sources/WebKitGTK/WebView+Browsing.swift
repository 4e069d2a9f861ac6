// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

extension WebView {
    /// The size of the page's texts and pictures; 1 is the usual one.
    public var zoom: Double {
        get { webkit_web_view_get_zoom_level(cast()) }
        set { webkit_web_view_set_zoom_level(cast(), newValue) }
    }

    /// Marks the places of a text in the page and goes to the first; large and small letters are alike.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - found: Called on the main thread with whether the text is there, after this call and after each step; it
    ///     must hold its owner weakly.
    /// - Returns: The signals' connections, which the caller keeps while it searches.
    public func find(_ text: String, found: @escaping @MainActor (Bool) -> Void) -> [SignalConnection] {
        guard let finder = webkit_web_view_get_find_controller(cast()) else { return [] }
        let object = UnsafeMutableRawPointer(finder)
        let connections = [
            connectSignal("found-text", of: object) { _ in found(true) },
            connectSignal("failed-to-find-text", of: object) { _ in found(false) },
        ]
        let options = WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE.rawValue | WEBKIT_FIND_OPTIONS_WRAP_AROUND.rawValue
        webkit_find_controller_search(finder, text, options, 1000)
        return connections
    }

    /// Goes to the next or the previous place of the text.
    public func findAgain(backwards: Bool) {
        let finder = webkit_web_view_get_find_controller(cast())
        if backwards {
            webkit_find_controller_search_previous(finder)
        } else {
            webkit_find_controller_search_next(finder)
        }
    }

    /// Takes the marks away.
    public func endFind() {
        webkit_find_controller_search_finish(webkit_web_view_get_find_controller(cast()))
    }
}
