// SPDX-License-Identifier: MIT

internal import CGLib

/// Watches one file, also while it doesn't exist, and says that it may have changed.
@MainActor
package final class FileWatch {
    private let monitor: GObjectOwner?
    private var connection: SignalConnection?

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - handler: Called on the main thread after each change; several changes may be one call.
    package init(_ path: String, _ handler: @escaping @MainActor () -> Void) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        // Where the system has no watch left, changes are seen when somebody looks next.
        monitor = g_file_monitor_file(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
            .map { GObjectOwner(UnsafeMutableRawPointer($0), .full) }
        connection = monitor?.connect("changed") { _ in handler() }
    }
}
