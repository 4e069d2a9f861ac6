// SPDX-License-Identifier: MIT

package import WebKitGTK

/// A view of this package's own that shows dApps' pages, and the document that is in it.
@MainActor
package final class DAppPage: PageDocument {
    /// The view.
    package let view: WebView

    /// Makes a page; its view's delegate calls ``noteCommit()``.
    init(_ view: WebView) {
        self.view = view
        super.init(in: view)
    }
}

extension PageAsker {
    /// The asker for a dApp's page.
    init(dApp page: DAppPage) {
        self.init(view: page.view, popup: nil, isBridge: false)
    }
}
