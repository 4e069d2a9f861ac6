// SPDX-License-Identifier: MIT

internal import GTKToolkit
package import NEARConnectCore
internal import WebKitGTK

/// A network process of WebKit's that all pages whose site data is in memory share.
///
/// WebKitGTK starts one for each store of site data. Stores in memory take that of a store in a folder, where one is
/// alive (`networkProcessForSession` in WebKit's WebsiteDataStore.cpp); what they hold stays apart. A start of the
/// process takes 50 ms of a core, mostly to link WebKit's libraries.
@MainActor
package final class SharedNetworkProcess {
    private let context: WebContext

    /// Makes the store; the process starts with the first page.
    ///
    /// - Parameter folders: The store's own, which no page uses.
    /// - Throws: An error of the display or the file system.
    package init(in folders: ProfileFolders) throws {
        try GTKDisplay.open()
        try folders.create()
        context = WebContext(storage: .persistent(data: folders.data, cache: folders.cache))
    }
}
