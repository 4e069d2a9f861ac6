// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import ProcessSetup

/// The one display of a test process: GTK can't change it.
@MainActor
package enum TestDisplay {
    private static var server: VirtualDisplay?
    private static var isOpen = false

    /// Opens a display at the first call in the process, and does nothing later.
    ///
    /// It comes with a folder for link handlers of the process's own, ``DataHome``.
    ///
    /// - Parameter open: Opens GTK's display; by default a virtual one.
    /// - Throws: What `open` throws.
    package static func start(_ open: @MainActor () throws -> Void = openVirtual) throws {
        guard !isOpen else { return }
        try DataHome.prepare()
        try open()
        isOpen = true
    }

    /// Starts a virtual display that lives as long as the process, and opens it.
    package static func openVirtual() throws {
        server = try VirtualDisplay.replaceEnvironment()
        try GTKDisplay.open()
    }
}
