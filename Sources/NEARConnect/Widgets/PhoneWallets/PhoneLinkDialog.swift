// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import QRCode
internal import SafeText
internal import WalletConnectSign

/// The dialog with a phone wallet's link.
///
/// It shows the QR code and the link as a text, how long it counts, and the wallets of this computer that it may be
/// opened with. The next link takes the place of one that has ended.
@MainActor
final class PhoneLinkDialog {
    private static let cancel = 0
    /// The screens' height in pixels below which the wallets of this computer are scrolled.
    private static let lowScreen: Int32 = 720
    /// The height in pixels of those wallets then.
    private static let scrolledHeight: Int32 = 84
    /// The approximate height in pixels of everything but the code, on other screens and on low ones.
    ///
    /// It has room for wallets that are found later, so that no code gets smaller under a camera.
    private static let otherHeight: (usual: Int32, low: Int32) = (536, 440)

    let dialog: Dialog
    /// The button that copies the link.
    let copy = Button(localized("C_opy link"))
    /// The label that says how long the link counts.
    let left = Label().styled("dim-label", "near-connect-small")
    /// The label that says that the link was copied.
    let said = Label().styled("dim-label", "near-connect-small").hidden()
    /// The link as a text, for who can't scan the code.
    let address = Label().shortening(to: 24, least: 8).selectable()
        .styled("near-connect-account", "near-connect-small", "dim-label")
    /// The label that says what keeps messages from the relay.
    let trouble = Label().wrapping(at: 38).styled("near-connect-problem").hidden()
    /// The wallets of this computer.
    let choice: PhoneWalletChoice
    /// Asks before a wallet is opened, and opens it.
    let links: LinkPresenter
    /// Hears by which links the user opens a wallet.
    var onOpened: ((WalletLinks) -> Void)?

    private(set) var link: PhoneWalletLink
    private let code = Box(.down)
    private let clock: any SignClock
    /// True on a screen that hasn't room for everything below the code.
    private let isLow: Bool
    private weak var parent: WidgetHandle?
    private var counting: Task<Void, Never>?

    /// - Parameters:
    ///   - link: The link.
    ///   - parent: The dialog stands above its window.
    ///   - opening: The ways out of this program.
    ///   - search: Finds more wallets where the user wants so; `nil` to offer none.
    ///   - clock: The clock by which the link ends.
    init(
        _ link: PhoneWalletLink, parent: WidgetHandle, opening: PhoneWalletOpening, search: PhoneWalletSearch?,
        clock: any SignClock
    ) {
        self.link = link
        self.parent = parent
        self.clock = clock
        isLow = WorkArea(around: parent).map { $0.height < Self.lowScreen } ?? false
        let heading = localized("Connect %1$s", DisplayText.name(link.walletName))
        let hint = localized(
            "Scan this code with the wallet on your phone, or copy the link and paste it there. Whoever has the link can answer it."
        )
        dialog = Dialog(
            title: localized("Connect a phone wallet"), parent: parent, width: 340,
            choices: [Dialog.Choice(text: localized("_Cancel"), response: Self.cancel)], byDefault: Self.cancel)
        links = opening.presenter(above: dialog)
        choice = PhoneWalletChoice(search, above: dialog, isScrolled: isLow)
        dialog.setAccessibleName(heading, description: hint)
        dialog.append(Label(heading).wrapping(at: 30).styled("near-connect-heading"))
        dialog.append(Label(hint).wrapping(at: 38))
        dialog.append(code)
        let row = Box(.across, spacing: 9)
        row.append(address, expands: true)
        row.appendAtEnd(copy)
        dialog.append(row)
        let state = Box(.across, spacing: 9)
        state.append(left, expands: true)
        state.appendAtEnd(said)
        dialog.append(state)
        dialog.append(trouble)
        if isLow { dialog.append(ScrolledView(choice, height: Self.scrolledHeight)) } else { dialog.append(choice) }
        copy.onClick { [weak self] in self?.copyLink() }
        choice.onChoice = { [weak self] in self?.open($0) }
        showCode()
        showTime()
    }

    /// Shows the dialog, and counts down.
    func present() {
        dialog.present()
        count()
    }

    /// Shows the next link in the place of one that has ended.
    func show(_ next: PhoneWalletLink) {
        // The question is over.
        links.dismiss()
        link = next
        said.isVisible = false
        showCode()
        count()
    }

    /// Says what keeps messages from the relay; `nil` once it is over.
    func say(relayTrouble sentence: String?) {
        trouble.text = sentence ?? ""
        trouble.isVisible = sentence != nil
    }

    /// Takes the dialog away; nobody hears of it.
    func close() {
        counting?.cancel()
        links.dismiss()
        choice.dismiss()
        dialog.onResponse = nil
        dialog.cancel()
    }

    private func showCode() {
        code.removeAll()
        if let symbol = QRSymbol(link.uri), let parent {
            code.append(symbol.picture(near: parent, leaving: isLow ? Self.otherHeight.low : Self.otherHeight.usual))
        }
        address.text = link.uri
        address.setTooltip(localized("The link as a text"))
    }

    private func copyLink() {
        Clipboard.copy(link.uri)
        said.text = localized("Copied")
        said.setAccessibleName(localized("The link was copied"))
        said.isVisible = true
    }

    private func open(_ wanted: PhoneWalletChoice.Wanted) {
        let uri = wanted.links.map { link.address(opening: $0) } ?? link.uri
        guard let address = uri.flatMap({ WebAddress($0) }) else {
            return choice.say(localized("This wallet can’t be opened by a link. Scan the code with it."))
        }
        var refusal = ""
        // The user presses each time, so that each press is asked about.
        links.offer(LinkOffer(address: address, wallet: wanted.wallet, mayRemember: true)) { refusal = "\($0)" }
        choice.say(refusal)
        if refusal.isEmpty, let opened = wanted.links { onOpened?(opened) }
    }

    // MARK: Time

    private func count() {
        counting?.cancel()
        let clock = clock
        guard showTime() else { return }
        counting = Task { [weak self] in
            while !Task.isCancelled {
                do {
                    try await clock.sleep(until: clock.now.uptime + .seconds(1))
                } catch {
                    return  // The dialog is gone.
                }
                guard self?.showTime() == true else { return }
            }
        }
    }

    /// Says how long the link counts.
    ///
    /// - Returns: False once it has ended.
    @discardableResult
    private func showTime() -> Bool {
        let now = Double(clock.now.wall.milliseconds) / 1_000
        let seconds = Int((link.expires.timeIntervalSince1970 - now).rounded(.up))
        guard seconds > 0 else {
            left.text = localized("The link has ended; the next one is being made.")
            return false
        }
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        left.text = localized("It counts for %1$s.", "\(minutes):\(rest < 10 ? "0" : "")\(rest)")
        return true
    }
}
