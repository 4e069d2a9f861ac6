// SPDX-License-Identifier: MIT

public import Foundation
public import GLibRuntime
internal import GTKToolkit
public import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// The window of a desktop dApp shell.
///
/// It shows who is connected and to which network, the account's balance, a form to send NEAR, and the wallets' own
/// pages when a wallet wants to be seen.
///
/// The window owns neither the loop nor the program: show it with ``present()`` while a main loop runs, and learn of
/// its end through ``onClose`` or ``closed()``. Dropping it closes it.
@MainActor
public final class ConnectWindow {
    /// Called once, when the user or the program has closed the window.
    public var onClose: (() -> Void)?

    /// The bridge view inside the window.
    public var bridge: BridgeWidget { body.bridge }

    /// The manager that the window shows and drives; the window keeps it alive, not the other way round.
    public var manager: NEARWalletManager { body.manager }

    /// The address of an explorer of the chain, such as `Devnet.explorerURL`.
    ///
    /// With one, the menu has an entry that shows it in the window, in a web view of its own that goes nowhere else.
    public var explorer: URL? {
        didSet {
            header.explorer.isVisible = explorer != nil
            body.explorer = explorer
        }
    }

    let header: ShellHeader
    let window: Window
    private(set) var body: ShellBody
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// Watches over what a phone is asked for.
    private var vigil: PhoneVigil?
    /// True once the user has closed a window that waits for a phone: it ends by itself with the answer.
    private(set) var isWaitingUnseen = false

    /// Creates the window for a manager; nothing is shown before ``present()``.
    ///
    /// - Parameters:
    ///   - manager: The manager that the window shows and drives.
    ///   - title: The program's name.
    public convenience init(manager: NEARWalletManager, title: String = "NEAR Connect") {
        self.init(manager: manager, title: title, desktop: DesktopServices())
    }

    init(manager: NEARWalletManager, title: String = "NEAR Connect", desktop: DesktopServices) {
        window = Window(title: title, width: 900, height: 680)
        header = ShellHeader(title: title)
        body = ShellBody(manager: manager, header: header)
        window.setIcon(ShellIdentity.iconName)
        window.setTitleBar(header)
        window.setContent(body)
        // Otherwise a notice that stands when the window appears gets the focus and shows its text selected.
        body.home.welcome.button.focus()
        connectActions()
        watch(desktop)
    }

    isolated deinit {
        close()
    }

    private func connectActions() {
        header.onConnect = { [weak self] in self?.manager.connect() }
        header.onBack = { [weak self] in self?.body.goBack() }
        header.onApps = { [weak self] in self?.showApps() }
        header.onExplorer = { [weak self] in self?.body.showExplorer() }
        header.onDisconnect = { [weak self] in self?.manager.disconnect() }
        header.onForgetWallet = { [weak self] in
            guard let self, let account = self.manager.currentAccount else { return }
            ForgetWalletDialog.present(account.walletId, of: self.manager, above: self.body)
        }
        header.onCopyAccount = { [weak self] in
            guard let account = self?.manager.currentAccount else { return }
            Clipboard.copy(account.accountId)
        }
        header.onReload = { [weak self] in self?.manager.reloadBridge() }
        header.onUpdates = { [weak self] in self?.body.showUpdates() }
        header.onLinks = { [weak self] in
            guard let self else { return }
            RememberedLinksDialog.present(self.manager.rememberedLinks, above: self.body)
        }
        header.onPhones = { [weak self] in
            guard let self else { return }
            PhoneWalletsDialog.present(self.manager, above: self.body)
        }
        header.onAbout = { [weak self] in
            guard let self else { return }
            AboutDialog.present(above: self.body)
        }
        window.onCloseRequest = { [weak self] in self?.closeByUser() }
        window.onKey = { [weak self] key in
            guard let self, key.isControlDown, ["w", "q"].contains(key.name) else { return false }
            // There it closes a tab.
            guard key.name == "q" || !self.body.showsApps else { return false }
            self.closeByUser()
            return true
        }
    }

    private func watch(_ desktop: DesktopServices) {
        let vigil = PhoneVigil(desktop) { [weak self] in self?.window.isActive == true }
        vigil.onShow = { [weak self] in self?.present() }
        vigil.onOver = { [weak self] in
            if self?.isWaitingUnseen == true { self?.close() }
        }
        vigil.follow(manager)
        self.vigil = vigil
    }

    /// Closes the window as its user does.
    ///
    /// One that waits for a phone goes on unseen until the phone has answered.
    func closeByUser() {
        guard vigil?.isAsked == true, !window.isDestroyed else { return close() }
        isWaitingUnseen = true
        bridge.setPhoneDialogs(areShown: false)
        window.isVisible = false
    }

    /// Shows the browser for dApps in the window.
    public func showApps() {
        body.showApps()
    }

    /// Opens a dApp's address in a new tab of the window's browser.
    ///
    /// - Parameter address: The address as a user writes it, see ``DAppBrowserWidget/open(_:isPrivate:)``.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for what is no address of https or http.
    public func openApp(_ address: String) throws(NEARError) {
        try body.showApps().open(address)
    }

    /// Shows the window and brings it forward.
    public func present() {
        present(activationToken: nil)
    }

    private func present(activationToken: String?) {
        let isBack = isWaitingUnseen
        isWaitingUnseen = false
        window.present(activationToken: activationToken)
        if isBack { bridge.setPhoneDialogs(areShown: true) }
    }

    /// Answers requests of other processes: comes forward, and gives links to the manager.
    ///
    /// The program claims the instance and keeps it alive. A link that the manager doesn't know is offered to the
    /// program's other instances.
    ///
    /// - Parameters:
    ///   - instance: The program's name on the session bus.
    ///   - family: The beginning of the ids of the program's instances.
    public func answer(_ instance: SingleInstance, family: String) {
        instance.onRequest = { [weak self, weak instance] request in
            guard let self, !self.window.isDestroyed else {
                return request.answer(localized("The program is about to end. Try again in a moment."))
            }
            guard let uri = request.uris.first else {
                self.present(activationToken: request.activationToken)
                return request.answer(nil)
            }
            Task { [weak self, weak instance] in
                // A dApp's address is for the profile whose window was asked.
                if let instance, WebAddress(uri)?.isWeb != true, self?.manager.recognizesReturnLink(uri) == false,
                    !request.isForwarded,
                    await instance.forward([uri], toInstancesOf: family)
                {
                    return request.answer(nil)
                }
                request.answer(self?.take(uri, from: request))
            }
        }
    }

    /// Gives a link to the manager.
    ///
    /// - Returns: The reason why the link was refused; `nil` when it was taken.
    private func take(_ uri: String, from request: SingleInstance.Request) -> String? {
        if WebAddress(uri)?.isWeb == true { return open(uri, from: request) }
        // A forwarded link of another instance changes nothing here.
        if request.isForwarded, !manager.recognizesReturnLink(uri) {
            return ReturnLinkError.unknownNonce.errorDescription
        }
        present(activationToken: request.activationToken)
        do {
            try manager.handleReturnLink(uri)
            return nil
        } catch {
            return error.errorDescription ?? error.code
        }
    }

    /// Opens a dApp's address for another process of the user's.
    ///
    /// - Returns: The reason why it was refused; `nil` when it was taken.
    private func open(_ address: String, from request: SingleInstance.Request) -> String? {
        present(activationToken: request.activationToken)
        do throws(NEARError) {
            try openApp(address)
            return nil
        } catch {
            return error.errorDescription ?? error.code
        }
    }

    /// Shows another manager in the same window; operations of the old one end as cancelled.
    public func show(_ manager: NEARWalletManager) {
        guard !window.isDestroyed, manager !== self.manager else { return }
        body.end()
        body = ShellBody(manager: manager, header: header)
        body.explorer = explorer
        window.setContent(body)
        vigil?.follow(manager)
    }

    /// Closes the window; an open operation ends as cancelled.
    ///
    /// Calling it again does nothing.
    public func close() {
        guard !window.isDestroyed else { return }
        body.end()
        window.destroy()
        let closed = onClose
        onClose = nil
        closed?()
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Suspends until the window has been closed.
    public func closed() async {
        guard !window.isDestroyed else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Writes a picture of the window's content, as it is after the next frame, to a PNG file.
    ///
    /// - Parameter url: The file; an existing one is replaced.
    /// - Throws: ``SnapshotError``.
    public func snapshot(to url: URL) async throws {
        let taker = SnapshotTaker(window: window) { [weak self] in self?.body.isSettled ?? true }
        try await taker.write(to: url)
    }
}
