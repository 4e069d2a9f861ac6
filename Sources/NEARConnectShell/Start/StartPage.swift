// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The page of a window without an account: says what this is, and the ways to begin.
@MainActor
final class StartPage: Container {
    /// Called when the user wants to connect.
    var onConnect: (() -> Void)?
    /// Called when the user wants to connect a wallet on a phone.
    var onPhone: (() -> Void)?
    /// Called when the user wants an account that opens with a login.
    var onSharedKeys: (() -> Void)?
    /// Called when the user wants to go on with a key that is kept on this computer.
    var onKeys: (() -> Void)?
    /// Called when the user wants to take over a key.
    var onImport: (() -> Void)?
    /// Called when the user wants a new key.
    var onCreate: (() -> Void)?
    /// Called when the user wants to try the window out.
    var onTryOut: (() -> Void)?

    let button = Button(localized("Connect _wallet")).styled("suggested-action")
    /// The button for wallets on phones; hidden where none can be connected.
    let phone = Button(localized("Connect a _phone wallet"))
    /// The button for accounts that open with a login.
    let sharedKeys = Button(localized("Open with a _login…"))
    /// The button for keys that are there; hidden where there are none.
    let keys = Button(localized("_Use the keys of this computer")).hidden()
    /// The buttons that bring a key; hidden where the window keeps none.
    let importing = Button(localized("_Import a key…"))
    let creating = Button(localized("Create a _new key…"))
    /// The button that starts a chain of the window's own; hidden where the program starts none.
    let trial = Button(localized("_Try it out")).hidden()
    private let ownKeys: StartCard
    private let trialCard: StartCard
    /// The width below which buttons stand below words, in pixels.
    private static let narrow: Int32 = 560
    private var isNarrow = false
    private var resized: SignalConnection?

    /// - Parameter offersPhones: True if wallets on phones can be connected.
    init(offersPhones: Bool) {
        let title = Label(localized("Your NEAR account on this desktop")).wrapping(at: 28).centered()
            .styled("near-connect-title")
        let text = Label(
            localized("See your balance, send NEAR and tokens, call contracts and use apps. Nothing is signed unasked.")
        ).wrapping(at: 46).centered().styled("dim-label")
        phone.isVisible = offersPhones
        let wallets = StartCard(
            localized("Connect a wallet"),
            localized("This program asks, your wallet signs. Your keys stay with the wallet."),
            buttons: [button, phone, sharedKeys])
        ownKeys = StartCard(localized("Use a key of yours"), "", buttons: [keys, importing, creating])
        trialCard = StartCard(
            localized("Try it out"),
            localized("Starts a chain inside this program, with two funded accounts. Nothing on it is worth anything."),
            buttons: [trial])
        let cards = Box(.down, spacing: 12, wallets, ownKeys, trialCard).minimumSize(width: 280)
        let column = Box(
            .down, spacing: 18, LinkMark(size: 64).aligned(.center), Box(.down, spacing: 6, title, text), cards)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.aligned(.center, .center).expanding(horizontally: true, vertically: true).margins(24)
        showKeys([], in: nil)
        offersTrial = false
        resized = scrolled.onResize { [weak self, weak scrolled] in
            // A widget that is being given room may not ask for other room.
            Task { @MainActor in
                guard let self, let width = scrolled?.givenWidth, width > 1 else { return }
                self.fit(isNarrow: width < Self.narrow, cards: [wallets, self.ownKeys, self.trialCard])
            }
        }
        button.onClick { [weak self] in self?.onConnect?() }
        phone.onClick { [weak self] in self?.onPhone?() }
        sharedKeys.onClick { [weak self] in self?.onSharedKeys?() }
        keys.onClick { [weak self] in self?.onKeys?() }
        importing.onClick { [weak self] in self?.onImport?() }
        creating.onClick { [weak self] in self?.onCreate?() }
        trial.onClick { [weak self] in self?.onTryOut?() }
    }

    private func fit(isNarrow: Bool, cards: [StartCard]) {
        guard isNarrow != self.isNarrow else { return }
        self.isNarrow = isNarrow
        for card in cards { card.fit(isNarrow: isNarrow) }
    }

    /// True if the page offers a chain of the window's own.
    var offersTrial: Bool {
        get { trial.isVisible }
        set {
            trial.isVisible = newValue
            trialCard.isVisible = newValue
        }
    }

    /// Shows the keys that are there, and where others would be kept.
    ///
    /// - Parameters:
    ///   - accounts: The accounts with a key on the network that is set.
    ///   - place: The folder of keys; `nil` where the window keeps none.
    ///   - hasVault: True if keys may be kept in a vault, too.
    func showKeys(_ accounts: [AccountId], in place: String?, hasVault: Bool = false) {
        ownKeys.isVisible = place != nil || !accounts.isEmpty
        keys.isVisible = !accounts.isEmpty
        importing.isVisible = place != nil
        creating.isVisible = place != nil
        ownKeys.meaning = KeysText.meaning(accounts, in: place, hasVault: hasVault)
    }
}

extension StartPage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) {
        for button in [button, phone, keys, importing, creating, trial] { button.isSensitive = !isBusy }
    }

    func takeFocus() { button.focus() }
}
