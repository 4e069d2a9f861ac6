// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// A `WebKitUserContentManager`: scripts that are injected into pages, and the messages that they post.
///
/// Scripts and handlers live in an isolated world: they share the page's DOM but none of its JavaScript objects, and
/// nothing in the page, in a frame or in a popup can reach the handler itself.
@MainActor
public final class UserContentManager: GObjectOwner {
    /// The scripts that were added here and are still there (ownership: full).
    private var scripts: [OpaquePointer] = []
    /// The filters that were set here.
    var filters: [ContentFilter] = []
    private var handlers: [(name: String, world: String)] = []
    private var connections: [SignalConnection] = []

    /// A manager without scripts and handlers.
    public init() {
        super.init(UnsafeMutableRawPointer(webkit_user_content_manager_new()), .full)
    }

    /// The manager of a view that a program has made, if that view alone has it.
    ///
    /// What a manager has counts for all views that share it, and WebKit doesn't say which they are. So nobody else may
    /// hold a reference of it.
    ///
    /// - Returns: `nil` if somebody else holds it.
    public init?(onlyOf view: ForeignWebView) {
        guard let manager = webkit_web_view_get_user_content_manager(view.cast()),
            UnsafeMutableRawPointer(manager).assumingMemoryBound(to: GObject.self).pointee.ref_count == 1
        else { return nil }
        super.init(UnsafeMutableRawPointer(manager), .none)
    }

    isolated deinit {
        for script in scripts { webkit_user_script_unref(script) }
    }

    /// Removes all that was added here; documents that are loaded keep the scripts that they have.
    public func removeAll() {
        removeScripts()
        setFilters([])
        connections = []
        for (name, world) in handlers {
            webkit_user_content_manager_unregister_script_message_handler_in_world(cast(), name, world)
        }
        handlers = []
    }

    /// Has all documents of the views that share this manager drawn with a style sheet of the user's.
    ///
    /// Its declarations count before a page's own where they are `!important`. It takes the place of the one before,
    /// also in documents that are loaded.
    public func setStyleSheet(_ source: String) {
        webkit_user_content_manager_remove_all_style_sheets(cast())
        guard
            let sheet = webkit_user_style_sheet_new(
                source, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_STYLE_LEVEL_USER, nil, nil)
        else { return }
        webkit_user_content_manager_add_style_sheet(cast(), sheet)
        webkit_user_style_sheet_unref(sheet)
    }

    /// The frames of a page that a script runs in.
    public enum Frames: Sendable {
        /// The top frame.
        case top
        /// The top frame and all frames in it.
        case all
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
        addScript(source, world: world, frames: .top, allowList: allowList, blockList: [])
    }

    /// Injects `source` at the start of every document of the views that share this manager; popups do.
    ///
    /// - Parameters:
    ///   - source: The script, a classic one.
    ///   - world: The isolated world to run it in; the pages' own if it is `nil`.
    ///   - frames: The frames to run it in.
    ///   - patterns: URL patterns such as `https://app.example/*`, which know no port: it runs in no document whose
    ///     address matches none of them. Empty for every address.
    ///   - exceptions: URL patterns of documents in which it doesn't run.
    public func addScriptEverywhere(
        _ source: String, world: String?, frames: Frames, matching patterns: [String] = [],
        except exceptions: [String] = []
    ) {
        addScript(source, world: world, frames: frames, allowList: patterns, blockList: exceptions)
    }

    /// Removes the scripts that were added here; documents that are loaded keep theirs.
    public func removeScripts() {
        for script in scripts {
            webkit_user_content_manager_remove_script(cast(), script)
            webkit_user_script_unref(script)
        }
        scripts = []
    }

    private func addScript(
        _ source: String, world: String?, frames: Frames, allowList: [String], blockList: [String]
    ) {
        let place = frames == .top ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES
        let start = WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START
        let script = Self.withPatterns(allowList) { allowed in
            Self.withPatterns(blockList) { blocked in
                if let world {
                    webkit_user_script_new_for_world(source, place, start, world, allowed, blocked)
                } else {
                    webkit_user_script_new(source, place, start, allowed, blocked)
                }
            }
        }
        guard let script else { return }
        webkit_user_content_manager_add_script(cast(), script)
        scripts.append(script)
    }

    /// Calls `body` with a list as WebKit takes it, `nil` for an empty one.
    private static func withPatterns<Value>(
        _ list: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
    ) -> Value {
        guard !list.isEmpty else { return body(nil) }
        var copies = list.map { strdup($0).map { UnsafePointer<CChar>($0) } }
        copies.append(nil)
        defer { copies.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
        return copies.withUnsafeBufferPointer { body($0.baseAddress) }
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

    /// Hands scripts' texts to `handler`, on the main thread, with a way to answer them.
    ///
    /// Scripts of `world` post them to `webkit.messageHandlers.<name>`, whose `postMessage` returns a promise that is
    /// rejected with the answer, see ``MessageReply``.
    ///
    /// - Returns: False if there is a handler of this name in this world already.
    public func onRequest(
        _ name: String, world: String, _ handler: @escaping @MainActor (String, MessageReply) -> Void
    ) -> Bool {
        // Connected first, so that no early message is lost.
        let connection =
            connect("script-message-with-reply-received::\(name)") { emission in
                guard let message = emission.object(0)?.assumingMemoryBound(to: JSCValue.self),
                    let reply = emission.boxed(1)
                else { return }
                emission.answer(true)
                let answer = MessageReply(OpaquePointer(reply))
                guard let text = jsc_value_to_string(message) else { return answer.fail("the message is no text") }
                defer { g_free(text) }
                MainLoop.runInline { handler(String(cString: text), answer) }
            }
        guard webkit_user_content_manager_register_script_message_handler_with_reply(cast(), name, world) != 0 else {
            return false
        }
        connections.append(connection)
        handlers.append((name, world))
        return true
    }
}
