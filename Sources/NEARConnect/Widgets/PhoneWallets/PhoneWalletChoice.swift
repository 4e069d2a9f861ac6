// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText
internal import WalletConnectSign

/// The wallets of this computer that a link may be opened with.
///
/// Those that are known by name have a button, marked where a program opens their links; any other is named by its
/// scheme.
@MainActor
final class PhoneWalletChoice: Container {
    /// A wallet that the user has pressed.
    struct Wanted {
        /// The wallet's links; `nil` for the program that takes `wc:` links as they are.
        let links: WalletLinks?
        /// The wallet, as questions name it.
        let wallet: LinkWallet
    }

    /// A wallet with a button of its own.
    struct Offer {
        let name: String
        /// True if a program of this computer opens its links.
        let isInstalled: Bool
        let button: Button
    }

    /// Called with the wallet that the user has pressed; must hold its owner weakly.
    var onChoice: ((Wanted) -> Void)?
    /// The button by which a registry is asked for more wallets; `nil` where there is none.
    let more: MoreWallets?
    /// The wallets with buttons, packaged ones before found ones, and of each those on this computer first.
    private(set) var offers: [Offer] = []
    /// The field for another wallet's scheme.
    let scheme = Entry(placeholder: "near-wallet://", width: 16).filling()
    /// The button that opens the wallet of that scheme.
    let open = Button(localized("O_pen")).accessible(localized("Open the wallet with this scheme"))
    /// The label that says why nothing was opened.
    let problem = Label().wrapping(at: 38).styled("near-connect-problem").hidden()

    /// The most characters of a scheme that are read.
    private static let schemeLimit = 200
    /// The fewest and the most pixels of wallets that are seen at once where some were found.
    private static let scrolledHeight: (least: Int32, most: Int32) = (84, 200)
    /// The height of screens in pixels that everything else in the dialog needs.
    private static let otherHeight: Int32 = 700

    private let isScrolled: Bool
    private weak var dialog: WidgetHandle?
    private let lists = Box(.down, spacing: 6)
    private let place = Box(.down)

    /// - Parameters:
    ///   - search: Finds more wallets where the user wants so.
    ///   - dialog: The dialog that this stands in.
    ///   - isScrolled: True if all of it is in room of one height, so that nothing inside is.
    init(_ search: PhoneWalletSearch?, above dialog: WidgetHandle, isScrolled: Bool) {
        let column = Box(.down, spacing: 6)
        (self.isScrolled, self.dialog) = (isScrolled, dialog)
        more = search.map { MoreWallets($0, above: dialog) }
        super.init(shared: column.widget)
        keep(column)
        let heading = Box(.across, spacing: 9)
        heading.append(
            Label(localized("Wallet on this computer")).wrapping(at: 20).styled("near-connect-strong"), expands: true)
        column.append(heading)
        addOffers(to: column)
        if let more {
            heading.appendAtEnd(more.button)
            heading.appendAtEnd(more.count)
            column.append(more.note)
            more.onFound = { [weak self] in self?.show(found: $0) }
            show(found: more.search.found)
        }
        let row = Box(.across, spacing: 6)
        scheme.setAccessibleName(localized("Scheme of another wallet"))
        scheme.setTooltip(localized("The beginning of the wallet’s links, near-wallet:// for example"))
        row.append(scheme, expands: true)
        row.appendAtEnd(open)
        column.append(row)
        column.append(problem)
        open.onClick { [weak self] in self?.openScheme() }
        scheme.onActivate { [weak self] in self?.openScheme() }
    }

    /// Says why nothing was opened; an empty text takes it back.
    func say(_ text: String) {
        problem.text = text
        problem.isVisible = !text.isEmpty
        scheme.describe(by: nil)
    }

    /// Ends what was begun here.
    func dismiss() { more?.dismiss() }

    // MARK: Wallets with a name

    private func addOffers(to column: Box) {
        let known = KnownPhoneWallet.all(for: "near")
        let grid = Grid(columnSpacing: 6, rowSpacing: 6)
        if let program = LinkHandler.name(for: "wc") {
            let wallet = LinkWallet(id: "wc", name: program, allowsOpen: [])
            add(program, isInstalled: true, to: grid, Wanted(links: nil, wallet: wallet))
        }
        add(known, to: grid)
        lists.append(grid)
        place.append(lists)
        column.append(place)
        let scanning = known.filter { $0.links.openOnly == nil }.map(\.name)
        guard !scanning.isEmpty else { return }
        column.append(
            Label(localized("%1$s takes the code alone.", scanning.joined(separator: ", "))).wrapping(at: 38)
                .styled("dim-label", "near-connect-small"))
    }

    /// Shows the wallets that a registry has named, below those that are packaged.
    private func show(found wallets: [KnownPhoneWallet]) {
        guard !wallets.isEmpty else { return }
        let grid = Grid(columnSpacing: 6, rowSpacing: 6)
        add(wallets, to: grid)
        lists.append(grid)
        guard !isScrolled else { return }
        let room = (WorkArea(around: dialog)?.height ?? 0) - Self.otherHeight
        place.remove(lists)
        place.append(
            ScrolledView(lists, height: min(max(room, Self.scrolledHeight.least), Self.scrolledHeight.most)))
    }

    /// Adds buttons of those wallets that a link opens, those on this computer first.
    private func add(_ wallets: [KnownPhoneWallet], to grid: Grid) {
        let openable = wallets.filter { $0.links.openOnly != nil }.map { wallet in
            (wallet: wallet, isInstalled: Self.program(of: wallet.links) != nil)
        }
        for (wallet, isInstalled) in openable.filter(\.isInstalled) + openable.filter({ !$0.isInstalled }) {
            let wanted = Wanted(
                links: wallet.links,
                wallet: LinkWallet(id: wallet.id, name: wallet.name, allowsOpen: [], website: wallet.site))
            add(wallet.name, isInstalled: isInstalled, hints: wallet.hints, to: grid, wanted)
        }
    }

    private func add(
        _ name: String, isInstalled: Bool, hints: Set<KnownPhoneWallet.Hint> = [], to grid: Grid, _ wanted: Wanted
    ) {
        let shown = DisplayText.name(name)
        let text = isInstalled ? localized("%1$s (installed)", shown) : shown
        let button = Button(text.replacing("_", with: "__")).wrapping(at: 15).expanding(horizontally: true)
        let said =
            isInstalled
            ? localized("A program of this computer opens its links.")
            : localized("No program of this computer opens its links.")
        let hints = hints.map(\.sentence).sorted()
        button.setAccessibleName(
            localized("Open %1$s", shown), description: ([said] + hints).joined(separator: " "))
        if !hints.isEmpty { button.setTooltip(hints.joined(separator: " ")) }
        button.onClick { [weak self] in self?.onChoice?(wanted) }
        let index = Int32(grid.children.count)
        grid.attach(button, column: index % 2, row: index / 2)
        offers.append(Offer(name: name, isInstalled: isInstalled, button: button))
    }

    /// The name of the program that opens a wallet's own scheme.
    private static func program(of links: WalletLinks) -> String? {
        links.native.flatMap { WebAddress($0) }.flatMap { LinkHandler.name(for: $0.scheme) }
    }

    // MARK: Wallets by their scheme

    private func openScheme() {
        let text = scheme.text.split(whereSeparator: \.isWhitespace).joined()
        let shown = DisplayText.quotation(text, limit: 60)
        guard let links = Self.links(written: text), let address = links.openOnly.flatMap({ WebAddress($0) }) else {
            say(localized("%1$s is no wallet’s scheme. Write it as near-wallet://", shown))
            return scheme.describe(by: problem)
        }
        let name = address.isWeb ? address.place : "\(address.scheme):"
        onChoice?(Wanted(links: links, wallet: LinkWallet(id: name, name: name, allowsOpen: [])))
    }

    /// Reads what a user writes for a wallet's scheme: `wallet`, `wallet:`, `wallet://` or `https://wallet.example`.
    static func links(written text: String) -> WalletLinks? {
        guard !text.isEmpty, text.utf8.count <= schemeLimit else { return nil }
        let whole = text.contains("://") ? text : text.hasSuffix(":") ? "\(text)//" : "\(text)://"
        let links = WalletLinks(native: whole, universal: whole)
        return links.openOnly == nil ? nil : links
    }
}
