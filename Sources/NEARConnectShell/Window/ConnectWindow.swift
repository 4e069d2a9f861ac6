// SPDX-License-Identifier: MIT

public import Foundation
internal import GLibRuntime
internal import GTKToolkit
public import NEARConnect
internal import NEARConnectCore
public import NEARPrimitives
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

    /// True if a devnet on this computer, where the window's network is one, gets the page of ``explorer``.
    public var looksForDevnets = false

    /// The program's version, for what a user reports; `nil` where it has none.
    public var version: String?

    /// The program's log, which the doctor's dialog shows; `nil` where it isn't kept.
    package var log: RecentLog?

    /// Called when the user wants to try the window out on a chain that costs nothing.
    ///
    /// With a handler the start page has a button for it; it must hold its owner weakly.
    public var onTryOut: (() -> Void)? {
        didSet {
            body.offersTrial = onTryOut != nil
            header.network.trial.isVisible = onTryOut != nil
        }
    }

    /// The folder in which the window keeps keys that the user brings or makes: near-cli's, for example.
    ///
    /// Without one it keeps none. What is in the folder already is the program's to give to the manager's keystore.
    public var keyFolder: CredentialFolder? {
        didSet {
            body.pages.keyFolder = keyFolder
            header.keys.isVisible = keyFolder != nil || keyVault != nil
        }
    }

    /// The name of the profile whose vault keeps keys, too; `nil` for no vault.
    ///
    /// Set it before ``keyFolder``, at most once.
    public var vaultProfile: String? {
        didSet {
            guard keyVault == nil, let vaultProfile, let folders = manager.folders else { return }
            use(KeyVault(profile: vaultProfile, folders: folders, manager: manager))
        }
    }

    /// The networks that the window's bar offers; with fewer than two it only names its own.
    public var networks: [NEARNetwork] = [] {
        didSet { header.network.offer(networks) }
    }

    /// The user's own networks, for which the window has a dialog; `nil` where the program keeps none.
    public var ownNetworks: OwnNetworks? {
        didSet { if ownNetworks != nil { header.network.offerOwnNetworks() } }
    }

    /// The profiles that the window's menu offers; `nil` for none.
    public var profiles: WindowProfiles? {
        didSet { header.profiles.isVisible = profiles != nil }
    }

    /// Called when the user wants to use an account that was opened with its shared key.
    ///
    /// The program shows another manager, whose keystore has the entry, by ``show(_:)``. Without a handler the window
    /// doesn't offer it. It must hold its owner weakly.
    public var onOpened: ((Keystore.Entry) -> Void)? {
        didSet { body.onOpened = onOpened }
    }

    /// The network on which a devnet was looked for last; `nil` for another manager.
    var lookedAt: NEARNetwork?
    let header: ShellHeader
    let window: Window
    private(set) var body: ShellBody
    var record: WindowRecord
    /// The folders of the profile whose size and preferences the window has; `nil` for the manager's.
    let look: ProfileFolders?
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// Watches over what a phone is asked for.
    private var vigil: PhoneVigil?
    /// Tells of requests that end unseen.
    private var endVigil: EndVigil?
    let appearance: DesktopAppearance
    /// The user's choices.
    var preferences: Preferences
    /// The keys in the profile's vault.
    private(set) var keyVault: KeyVault?
    /// Follows the vault's state.
    var vaultObserver: StateObserver?
    /// True once the user has closed a window that waits for a phone: it ends by itself with the answer.
    private(set) var isWaitingUnseen = false

    /// Creates the window for a manager; nothing is shown before ``present()``.
    ///
    /// - Parameters:
    ///   - manager: The manager that the window shows and drives.
    ///   - title: The program's name.
    ///   - look: The folders of a profile whose size and preferences the window has, in place of the manager's.
    public convenience init(
        manager: NEARWalletManager, title: String = "NEAR Connect", look: ProfileFolders? = nil
    ) {
        self.init(manager: manager, title: title, look: look, desktop: DesktopServices())
    }

    init(
        manager: NEARWalletManager, title: String = "NEAR Connect", look: ProfileFolders? = nil,
        desktop: DesktopServices,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        // Otherwise the account of the first page stands there selected whenever a dialog has gone.
        DisplayLook.keepLabelsUnselected()
        appearance = DesktopAppearance(environment: environment)
        self.look = look
        preferences = ProfileDocument(PreferencesFile.self, of: manager, in: look).read()
        record = ProfileDocument(WindowRecordFile.self, of: manager, in: look).read()
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
        appearance.chosen = preferences.appearance
        appearance.start()
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
        connectBody()
        header.network.onChoose = { [weak self] in self?.go(to: $0) }
        header.network.onOwnNetworks = { [weak self] in
            guard let self, let networks = self.ownNetworks else { return }
            NetworksDialog.present(networks, beside: self.manager.network, above: self.body) { [weak self] in
                self?.offerNetworks()
            }
        }
        header.network.onTryOut = { [weak self] in self?.onTryOut?() }
        header.onLock = { [weak self] in
            guard let vault = self?.keyVault else { return }
            Task { await vault.lock() }
        }
        header.onKeys = { [weak self] in
            guard let self else { return }
            KeysDialog.present(self.keyVault, self.body.pages.keyHome, of: self.manager, above: self.body)
        }
        header.onProfiles = { [weak self] in self?.showProfiles() }
        header.onOtherAccount = { [weak self] in self?.chooseAnotherAccount() }
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
        header.onPreferences = { [weak self] in self?.showPreferences() }
        header.onHelp = { [weak self] in
            if let self { HelpDialog.present(above: self.body) }
        }
        header.onShortcuts = { [weak self] in
            if let self { ShortcutsDialog.present(above: self.body) }
        }
        header.onDoctor = { [weak self] in self?.showReport() }
        window.onCloseRequest = { [weak self] in self?.closeByUser() }
        window.onKey = { [weak self] in self?.press($0) ?? false }
        window.onActive = { [weak self] isActive in
            if isActive { self?.body.freshness.comeBack() }
            self?.body.freshness.isWatched = isActive
        }
    }

    /// Keeps keys in a vault, too.
    func use(_ vault: KeyVault) {
        keyVault = vault
        body.pages.hasVault = true
        header.keys.isVisible = true
        follow(vault)
    }

    private func connectBody() {
        body.onTryOut = { [weak self] in self?.onTryOut?() }
        body.pages.start.onImport = { [weak self] in self?.importKey() }
        body.pages.start.onCreate = { [weak self] in self?.createKey() }
        body.pages.hasVault = keyVault != nil
        body.pages.keyFolder = keyFolder
        body.onReport = { [weak self] in self?.showReport() }
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
        case ("F1", false): HelpDialog.present(above: body)
        case ("comma", true): showPreferences()
        case ("question", true): ShortcutsDialog.present(above: body)
        case ("q", true): closeByUser()
        // There it closes a tab.
        case ("w", true) where !body.showsApps: closeByUser()
        default: return false
        }
        return true
    }

    private func watch(_ desktop: DesktopServices) {
        let isSeen: @MainActor () -> Bool = { [weak self] in
            self?.window.isActive == true || self?.preferences.notifies == false
        }
        let vigil = PhoneVigil(desktop, isSeen: isSeen)
        vigil.onShow = { [weak self] in self?.present() }
        vigil.onOver = { [weak self] in
            if self?.isWaitingUnseen == true { self?.close() }
        }
        vigil.follow(manager)
        self.vigil = vigil
        let endVigil = EndVigil(desktop, isSeen: isSeen)
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

    /// Shows a page by its name: `wallet`, `send`, `contract`, `message`, `delegate`, `activity`, `apps`, `devnet`.
    ///
    /// - Returns: False if the window has none of that name.
    @discardableResult
    public func show(pageNamed name: String) -> Bool {
        guard let page = ShellPage(rawValue: name), body.offered.contains(page) else { return false }
        body.show(page)
        return true
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
        body.noteOpen()
        lookForDevnet()
        present(activationToken: nil)
    }

    func present(activationToken: String?) {
        let isBack = isWaitingUnseen
        isWaitingUnseen = false
        window.present(activationToken: activationToken)
        if isBack { bridge.setPhoneDialogs(areShown: true) }
    }

    /// Shows another manager in the same window; operations of the old one end as cancelled.
    public func show(_ manager: NEARWalletManager) {
        guard !window.isDestroyed, manager !== self.manager else { return }
        let page = body.page
        body.end()
        body = ShellBody(manager: manager, header: header)
        body.noteOpen()
        body.explorer = explorer
        body.freshness.isWatched = window.isActive
        lookedAt = nil
        lookForDevnet()
        window.setContent(body)
        body.show(page)
        body.offersTrial = onTryOut != nil
        connectBody()
        body.onOpened = onOpened
        if let keyVault { manager.addKeys(keyVault.entries) }
        vigil?.follow(manager)
        endVigil?.follow(manager)
    }

    /// Closes the window; an open operation ends as cancelled.
    ///
    /// Calling it again does nothing.
    public func close() {
        guard !window.isDestroyed else { return }
        keepRecord()
        vaultObserver?.stop()
        if let keyVault { Task { await keyVault.lock() } }
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
