// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import WebKitGTK

/// The popups that wallets have open, in the order of opening.
@MainActor
final class PopupSet {
    /// Called after the last popup was closed, with who closed it.
    var onLastClosed: ((PopupWindow.Closer) -> Void)?
    /// Called after a popup was shown, or closed.
    var onChange: (() -> Void)?
    /// Called with the view of each popup that was closed.
    var onClose: ((WebView) -> Void)?
    /// Called after the user has pressed Cancel in a popup.
    var onCancel: (() -> Void)?
    /// The widget that shows popups without a window of their own.
    weak var host: (any PopupHost)?

    private(set) var popups: [PopupWindow] = []
    private let placement: PopupPlacement
    private var waiting: String?
    private var attention = DialogFloodGuard()
    private let clock = ContinuousClock()

    init(placement: PopupPlacement) {
        self.placement = placement
    }

    /// The largest number of popups of one manager.
    ///
    /// Popups beyond that are refused.
    static let limit = 12

    /// True if a popup that is shown stands over the bridge.
    var standsOverBridge: Bool { host != nil && placement == .overBridge && popups.contains(where: \.isPresented) }

    /// Returns the popup that shows `view`.
    func popup(of view: WebView) -> PopupWindow? { popups.first { $0.view === view } }

    /// Makes a popup for a page that `opener` shows; it is shown once WebKit says that it is ready.
    ///
    /// - Returns: `nil` if there are too many.
    func open(from opener: WebView, parent: WidgetHandle?) -> PopupWindow? {
        guard popups.count < Self.limit else { return nil }
        let popup = PopupWindow(
            opener: opener, openerWindow: self.popup(of: opener), parent: parent,
            host: placement == .overBridge ? host : nil)
        popup.show(waiting: waiting)
        popup.onClose = { [weak self, weak popup] closer in
            guard let self, let popup else { return }
            self.onClose?(popup.view)
            self.popups.removeAll { $0 === popup }
            self.onChange?()
            if self.popups.isEmpty && closer != .program { self.onLastClosed?(closer) }
        }
        popup.onCancel = { [weak self] in self?.onCancel?() }
        popups.append(popup)
        return popup
    }

    /// Shows a popup that is ready.
    func present(_ view: WebView) {
        popup(of: view)?.present()
        onChange?()
    }

    /// Brings the newest popup to the front.
    ///
    /// - Returns: True if there was one.
    @discardableResult
    func bringForward() -> Bool {
        guard let popup = popups.last(where: \.isPresented) else { return false }
        popup.bringForward()
        return true
    }

    /// Brings the popup of `view` to the front because its page wants attention, unless it wants that too often.
    func attend(to view: WebView) {
        guard let popup = popup(of: view), popup.isPresented, !popup.isInFront else { return }
        let origin = view.committedURI.flatMap(WebAddress.init)?.origin ?? ""
        if attention.judge(origin, at: clock.now) == .ask { popup.bringForward() }
    }

    /// Shows in each popup what the program waits for; `nil` for nothing.
    func show(waiting text: String?) {
        guard text != waiting else { return }
        waiting = text
        for popup in popups { popup.show(waiting: text) }
    }

    /// Closes all popups; pages notice by `closed`.
    func closeAll() {
        let closing = popups
        popups = []
        for popup in closing { popup.close(by: .program) }
    }
}
