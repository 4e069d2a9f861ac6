// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import Glibc

/// Contexts that are kept for some pages, so that others can be told not to store there.
extension WebContext {
    private static let mark = "near-connect-reserved"
    /// The data folders of contexts that were reserved, as the system names them.
    private static var folders: Set<String> = []

    /// Keeps this context and its data for the pages that it has, as long as the process runs.
    public func reserve() {
        let store = webkit_web_context_get_website_data_manager(cast())
        g_object_set_data(cast(), Self.mark, pointer)
        g_object_set_data(UnsafeMutableRawPointer(store)?.assumingMemoryBound(to: GObject.self), Self.mark, pointer)
        if let folder = Self.folder(of: store) { Self.folders.insert(folder) }
    }

    static func isReserved(_ object: UnsafeMutableRawPointer?) -> Bool {
        guard let object else { return false }
        return g_object_get_data(object.assumingMemoryBound(to: GObject.self), mark) != nil
    }

    /// Returns whether a store is a reserved context's, or another one over the same folder.
    static func isReserved(store: UnsafeMutablePointer<WebKitWebsiteDataManager>?) -> Bool {
        isReserved(UnsafeMutableRawPointer(store)) || folder(of: store).map(folders.contains) ?? false
    }

    private static func folder(of store: UnsafeMutablePointer<WebKitWebsiteDataManager>?) -> String? {
        guard let path = webkit_website_data_manager_get_base_data_directory(store),
            let real = realpath(path, nil)
        else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
