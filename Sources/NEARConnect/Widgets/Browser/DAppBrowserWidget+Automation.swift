// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WebKitGTK

/// The tabs of a widget as a WebDriver gets them.
@MainActor
final class DrivenTabs: AutomationTarget {
    private weak var widget: DAppBrowserWidget?
    private var automation: Automation?

    /// Lets a driver have tabs of a widget.
    ///
    /// - Throws: ``NEARError`` if the tabs' pages can't be prepared.
    init(of widget: DAppBrowserWidget, as browser: BrowserAutomation) throws(NEARError) {
        self.widget = widget
        automation = try widget.session.allowAutomation(as: browser, self)
    }

    func viewForAutomation() -> WebView? { widget?.openDrivenTab() }

    // The program goes on: the driver was attached to it.
    func automationDidEnd() {}
}

extension DAppBrowserWidget {
    /// Opens an empty tab for a driver, and returns its view; `nil` if there are too many.
    func openDrivenTab() -> WebView? {
        guard let page = session.openDriven() else { return nil }
        let tab = BrowserTab(session)
        tab.show(page)
        _ = insert(tab)
        return page.view
    }
}
