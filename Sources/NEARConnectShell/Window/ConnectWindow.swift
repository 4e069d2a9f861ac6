// SPDX-License-Identifier: MIT

public import Foundation
public import GLibRuntime
internal import GTKToolkit
public import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// The window of a desktop dApp shell.
///
/// It has a list of pages (the wallet, sending, what was done, apps), shows who is connected and to which network, and
/// the wallets' own pages when a wallet wants to be seen.
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
    /// With one, the window has a page that shows it, in a web view of its own that goes nowhere else.
    public var explorer: URL? {
        didSet { body.explorer = explorer }
    }

    /// The program's version, for what a user reports; `nil` where it has none.
    public var version: String?

    /// Called when the user wants to try the window out on a chain that costs nothing.
    ///
    /// With a handler the start page has a button for it; it must hold its owner weakly.
    public var onTryOut: (() -> Void)? {
        didSet { body.offersTrial = onTryOut != nil }
    }

    /// Called when the user wants to use an account that was opened with its shared key.
    ///
    /// The program shows another manager, whose keystore has the entry, by ``show(_:)``. Without a handler the window
    /// doesn't offer it. It must hold its owner weakly.
    public var onOpened: ((Keystore.Entry) -> Void)? {
        didSet { body.onOpened = onOpened }
    }

    let header: ShellHeader
    let window: Window
    private(set) var body: ShellBody
    private var record: WindowRecord
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// Watches over what a phone is asked for.
    private var vigil: PhoneVigil?
    /// Tells of requests that end unseen.
    private var endVigil: EndVigil?
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
        record = ProfileDocument(WindowRecordFile.self, of: manager).read()
        let screen = WorkArea(around: nil)
        let (width, height) = record.size(onScreenOf: screen?.width, by: screen?.height)
        window = Window(title: title, width: width, height: height)
        if record.isMaximized { window.isMaximized = true }
        header = ShellHeader(title: title)
        body = ShellBody(manager: manager, header: header)
        window.setIcon(ShellIdentity.iconName)
        window.setTitleBar(header)
        window.setContent(body)
        // With the list the window couldn't come back as narrow as it was.
        body.fit(to: width)
        // A page that there isn't any more is not shown.
        body.show(record.page)
        // Otherwise a notice that stands when the window appears gets the focus and shows its text selected.
        body.takeFocus()
        connectActions()
        watch(desktop)
    }

    isolated deinit {
        close()
    }

    private func connectActions() {
        header.onConnect = { [weak self] in self?.manager.connect() }
        header.onBack = { [weak self] in self?.body.goBack() }
        header.onPage = { [weak self] in self?.body.show($0) }
        header.onDisconnect = { [weak self] in self?.manager.disconnect() }
        header.onForgetWallet = { [weak self] in
            guard let self, let account = self.manager.currentAccount else { return }
            ForgetWalletDialog.present(account.walletId, of: self.manager, above: self.body)
        }
        header.onCopyAccount = { [weak self] in
            guard let account = self?.manager.currentAccount else { return }
            Clipboard.copy(account.accountId)
        }
        body.onTryOut = { [weak self] in self?.onTryOut?() }
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
        header.onSharedKeys = { [weak self] in self?.body.showSharedKeys() }
        header.onAbout = { [weak self] in
            guard let self else { return }
            AboutDialog.present(version: self.version, above: self.body)
        }
        header.onShortcuts = { [weak self] in
            if let self { ShortcutsDialog.present(above: self.body) }
        }
        header.onDoctor = { [weak self] in
            if let self { DoctorDialog.present(self.manager, version: self.version, above: self.body) }
        }
        window.onCloseRequest = { [weak self] in self?.closeByUser() }
        window.onKey = { [weak self] in self?.press($0) ?? false }
    }

    /// Does what a key stands for in the whole window.
    ///
    /// - Returns: False for keys that are the focused widget's.
    private func press(_ key: KeyPress) -> Bool {
        if let page = ShellPage.target(
            of: key.name, isControlDown: key.isControlDown, isAltDown: key.isAltDown, from: body.page,
            among: body.offered)
        {
            body.show(page)
            return true
        }
        switch (key.name, key.isControlDown) {
        case ("F6", false): body.moveFocus()
        case ("question", true): ShortcutsDialog.present(above: body)
        case ("q", true): closeByUser()
        // There it closes a tab.
        case ("w", true) where !body.showsApps: closeByUser()
        default: return false
        }
        return true
    }

    private func watch(_ desktop: DesktopServices) {
        let vigil = PhoneVigil(desktop) { [weak self] in self?.window.isActive == true }
        vigil.onShow = { [weak self] in self?.present() }
        vigil.onOver = { [weak self] in
            if self?.isWaitingUnseen == true { self?.close() }
        }
        vigil.follow(manager)
        self.vigil = vigil
        let endVigil = EndVigil(desktop) { [weak self] in self?.window.isActive == true }
        endVigil.onShow = { [weak self] in self?.present() }
        endVigil.follow(manager)
        self.endVigil = endVigil
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
        let page = body.page
        body.end()
        body = ShellBody(manager: manager, header: header)
        body.explorer = explorer
        window.setContent(body)
        body.show(page)
        body.offersTrial = onTryOut != nil
        body.onTryOut = { [weak self] in self?.onTryOut?() }
        body.onOpened = onOpened
        vigil?.follow(manager)
        endVigil?.follow(manager)
    }

    /// Closes the window; an open operation ends as cancelled.
    ///
    /// Calling it again does nothing.
    public func close() {
        guard !window.isDestroyed else { return }
        keepRecord()
        body.end()
        window.destroy()
        let closed = onClose
        onClose = nil
        closed?()
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Keeps the window's size and page for the next start.
    private func keepRecord() {
        record.isMaximized = window.isMaximized
        record.page = body.page
        if !window.isMaximized, window.isMapped { record.resize(to: window.size) }
        ProfileDocument(WindowRecordFile.self, of: manager).change { $0 = record }
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
