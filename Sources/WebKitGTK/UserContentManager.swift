// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// A `WebKitUserContentManager`: scripts that are injected into pages, and the messages that they post.
///
/// Scripts and handlers live in an isolated world: they share the page's DOM but none of its JavaScript objects, and
/// nothing in the page, in a frame or in a popup can reach the handler itself.
@MainActor
public final class UserContentManager: GObjectOwner {
    private var connections: [SignalConnection] = []

    /// A manager without scripts and handlers.
    public init() {
        super.init(UnsafeMutableRawPointer(webkit_user_content_manager_new()), .full)
    }

    /// Injects `source` at the start of each document of a top frame whose address matches one of `allowList`.
    ///
    /// - Parameters:
    ///   - source: The script.
    ///   - world: The isolated world to run it in.
    ///   - allowList: URL patterns such as `https://near-connect-bridge.local/*`. Without one the script would also
    ///     land in every popup that shares this manager.
    public func addScript(_ source: String, world: String, allowList: [String]) {
        precondition(!allowList.isEmpty, "a script for every page would reach popups too")
        var patterns = allowList.map { strdup($0).map { UnsafePointer<CChar>($0) } }
        patterns.append(nil)
        defer { patterns.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
        let script = webkit_user_script_new_for_world(
            source, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, world,
            &patterns, nil)
        defer { webkit_user_script_unref(script) }
        webkit_user_content_manager_add_script(cast(), script)
    }

    /// Hands texts that scripts of `world` post to `webkit.messageHandlers.<name>` to `handler`, on the main thread.
    ///
    /// The signal is connected before the handler is registered, so that no early message is lost. Values that aren't
    /// texts arrive as their string form.
    public func onMessage(_ name: String, world: String, _ handler: @escaping @MainActor (String) -> Void) {
        connections.append(
            connect("script-message-received::\(name)") { emission in
                guard let result = emission.boxed(0) else { return }
                let value = webkit_javascript_result_get_js_value(OpaquePointer(result))
                guard let text = jsc_value_to_string(value) else { return }
                defer { g_free(text) }
                MainLoop.runInline { handler(String(cString: text)) }
            })
        let isRegistered = webkit_user_content_manager_register_script_message_handler_in_world(cast(), name, world)
        precondition(isRegistered != 0, "a message handler named \(name) exists already in world \(world)")
    }
}
