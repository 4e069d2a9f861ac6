// SPDX-License-Identifier: MIT

internal import GLibRuntime
public import GTKToolkit
internal import Observation
internal import SafeText
internal import WebKitGTK

/// The bridge view as a widget: the wallet list and the wallets' own frames.
///
/// It has a page for the time until the bridge is ready, and one for a bridge that can't be loaded.
///
/// Pack ``gtkWidget`` anywhere and keep this object as long as the widget is shown. While it lives, it also asks the
/// user for the manager: questions of pages, links that leave the program, and approvals of the keystore wallet become
/// native dialogs above the widget's window. It never owns the window, the loop or the program.
///
/// The bridge view itself stays the manager's. Before the window is destroyed, the view is taken out of it and goes on
/// working unseen; a new widget shows it again. A manager has one bridge widget at a time: the last one made.
///
/// It takes the place of near-connect-ios's `WalletBridgeSheet` and `BridgeWebViewContainer`, follows the manager
/// without `updateUIView(_:context:)`, and no program needs `bridgeWebView`.
@MainActor
public final class BridgeWidget {
    /// The `GtkWidget *` to pack.
    ///
    /// This object keeps one reference. It takes the place of near-connect-ios's `body` and `makeUIView(context:)`.
    public var gtkWidget: UnsafeMutableRawPointer { root.gtkWidget }

    /// The widget as an owned object, in the place of near-connect-ios's `webView`.
    public var handle: WidgetHandle { root }

    let dialogs: DialogPresenter
    let approvals: ApprovalPresenter
    let phoneDialogs: PhoneWalletDialogs

    private enum Page {
        static let bridge = "bridge"
        static let loading = "loading"
        static let failure = "failure"
    }

    private let manager: NEARWalletManager
    private let root: Stack
    private let place: Box
    let failure: FailurePage
    private var shown: UnsafeMutableRawPointer?
    private var connections: [SignalConnection] = []
    private var observer: StateObserver?
    private var unresponsive: UnresponsiveQuestion?
    /// The popups that stand over the bridge; the last one is in front.
    var popups: [WidgetHandle] = []

    /// Makes a widget that shows the bridge of `manager` and asks the user in its name.
    ///
    /// It takes the place of near-connect-ios's `WalletBridgeSheet`, `init()`, and `BridgeWebViewContainer`,
    /// `init(webView:)`.
    public init(manager: NEARWalletManager) {
        StyleSheet.install()
        self.manager = manager
        root = Stack()
        place = Box(.down)
        failure = FailurePage()
        dialogs = DialogPresenter(parent: root, rememberedLinks: manager.rememberedLinks, logger: manager.logger)
        approvals = ApprovalPresenter(parent: root)
        phoneDialogs = PhoneWalletDialogs(
            parent: root, opening: PhoneWalletOpening(logger: manager.logger), search: PhoneWalletSearch(manager),
            clock: ManagerSignClock(manager.configuration.clock))
        root.add(place, name: Page.bridge)
        root.add(LoadingPage.make(), name: Page.loading)
        root.add(failure, name: Page.failure)
        root.setAccessibleName(localized("Wallet"))
        failure.onRetry = { [weak manager] in manager?.reloadBridge() }
        failure.onReset = { [weak manager] in
            Task {
                do {
                    try await manager?.resetCache()
                } catch {
                    // The manager has put it into `lastError`, which the window shows.
                }
            }
        }
        connections = [
            // User handlers run before the container destroys its children: the view survives the window.
            place.connect("destroy") { [weak self] _ in self?.end() },
            root.connect("style-updated") { [weak self] _ in self?.followTheme() },
        ]
        manager.services.widgetApprover = approvals
        manager.phone?.widgetPresenter = phoneDialogs
        phoneDialogs.onOpened = { [weak manager] in manager?.phone?.openedLinks = $0 }
        // The last widget asks; but a program that asks in its own way goes on doing so.
        if manager.services.approver == nil || manager.services.approver is ApprovalPresenter {
            manager.services.approver = approvals
        }
        followTheme()
        connections.append(place.connect("map") { [weak self] _ in self?.lookAtGraphics() })
        observer = StateObserver { [weak self] in self?.refresh() }
    }

    isolated deinit {
        end()
    }

    private func end() {
        observer?.stop()
        unresponsive?.dialog.cancel()
        releaseView()
    }

    func showPopupPage(_ popup: WidgetHandle) {
        if !root.children.contains(where: { $0 === popup }) { root.add(popup, name: Self.name(of: popup)) }
    }

    func removePopupPage(_ popup: WidgetHandle) {
        root.remove(popup)
    }

    private static func name(of popup: WidgetHandle) -> String { "popup-\(popup.gtkWidget)" }

    /// Moves the keyboard's focus into the page.
    public func focus() {
        manager.focusPage()
    }

    /// Hides or shows what users of phone wallets see, where its window is hidden while a phone is asked.
    package func setPhoneDialogs(areShown: Bool) {
        phoneDialogs.isHidden = !areShown
    }

    func refresh() {
        ask(isUnresponsive: manager.isUnresponsive)
        let (isReady, reason) = (manager.isBridgeReady, manager.unavailableReason)
        adoptView()
        if let reason {
            failure.show(
                reason: reason, canRetry: manager.coordinator != nil, canReset: manager.offersCacheReset)
            root.visiblePage = Page.failure
        } else if let popup = popups.last {
            root.visiblePage = Self.name(of: popup)
        } else {
            root.visiblePage = isReady ? Page.bridge : Page.loading
            lookAtGraphics()
        }
    }

    private func ask(isUnresponsive: Bool) {
        guard isUnresponsive else {
            unresponsive?.dialog.cancel()
            unresponsive = nil
            return
        }
        guard unresponsive == nil else { return }
        let question = UnresponsiveQuestion(parent: root) { [weak self] stops in
            guard let self else { return }
            self.unresponsive = nil
            guard self.manager.isUnresponsive else { return }
            if stops { self.manager.stopUnresponsivePage() } else { self.manager.waitForUnresponsivePage() }
        }
        unresponsive = question
        question.dialog.present()
    }

    /// The dialog that is open while the page doesn't answer.
    var unresponsiveDialog: Dialog? { unresponsive?.dialog }

    /// Probes the page if it is visible: hidden views paint nothing.
    private func lookAtGraphics() {
        guard place.isMapped, manager.isBridgeReady else { return }
        manager.bridge.lookAtGraphics()
    }

    /// Puts the manager's view here.
    ///
    /// The container holds the widget's reference, so that the view ends with its coordinator.
    private func adoptView() {
        guard let coordinator = manager.coordinator else { return }
        coordinator.presenter = dialogs
        coordinator.popupSet.host = self
        let view = coordinator.view
        guard shown != view.pointer else { return }
        releaseView()
        place.show(foreign: view)
        shown = view.pointer
        paintBackground()
    }

    private func releaseView() {
        guard let pointer = shown else { return }
        shown = nil
        // The view may be gone, or in another widget, by now.
        guard let view = manager.coordinator?.view, view.pointer == pointer else { return }
        place.release(foreign: view)
    }

    private func followTheme() {
        manager.theme = StyleSheet.isDark(around: root) ? .dark : .light
        paintBackground()
    }

    private func paintBackground() {
        guard let colour = StyleSheet.background(around: root) else { return }
        manager.coordinator?.view.setBackground(red: colour.red, green: colour.green, blue: colour.blue)
    }
}
