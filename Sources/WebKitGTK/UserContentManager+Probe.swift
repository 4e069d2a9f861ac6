// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

extension UserContentManager {
    private static let probeWorld = "near-connect-probe"

    /// Returns whether this manager is the one that counts for a view's pages.
    ///
    /// WebKit gives the windows of a page the manager of their opener, whatever they name. So a script looks for a
    /// handler that is registered here alone, as long as this takes.
    ///
    /// - Throws: ``GLibError`` if the view runs no scripts.
    public func counts(for view: ForeignWebView) async throws -> Bool {
        let name = "probe" + String(UInt64.random(in: 0 ... .max), radix: 36)
        webkit_user_content_manager_register_script_message_handler_in_world(cast(), name, Self.probeWorld)
        defer {
            webkit_user_content_manager_unregister_script_message_handler_in_world(cast(), name, Self.probeWorld)
        }
        let found = try await view.call(
            "return String(Boolean(window.webkit?.messageHandlers?.[name]))", arguments: ["name": name],
            world: Self.probeWorld)
        return found.utf8.elementsEqual("true".utf8)
    }
}
