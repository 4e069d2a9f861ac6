// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The content of a new tab: the sites that the user knows, with what each may see.
@MainActor
final class StartPage: Container {
    /// A line of the list.
    struct Row: Equatable {
        let origin: SiteOrigin
        /// Sentences that say what the site may see, one a network.
        let grants: [String]
        let persona: SitePersona?
    }

    /// Called with the site whose page the user wants to see.
    var onOpen: ((SiteOrigin) -> Void)?
    /// Called with the site whose permissions end.
    var onDisconnect: ((SiteOrigin) -> Void)?
    /// Called with the network that is to be removed.
    var onRemoveNetwork: ((ExactText) -> Void)?
    /// Called with the site of which nothing is to be known any more.
    var onForget: ((SiteOrigin) -> Void)?

    let note = Label().wrapping(at: 60).styled("near-connect-problem")
    /// The buttons of the rows: open, disconnect, forget.
    private(set) var buttons: [SiteOrigin: [Button]] = [:]
    /// The buttons that remove networks.
    private(set) var networkButtons: [ExactText: Button] = [:]
    private(set) var rows: [Row]?
    private(set) var networks: [SiteNetwork] = []
    private let list = Box(.down, spacing: 12)

    /// - Parameter isPrivate: True if nothing of the tab is kept.
    init(isPrivate: Bool) {
        let title = Label(isPrivate ? localized("Private tab") : localized("Apps")).styled("near-connect-title")
        let words =
            isPrivate
            ? localized(
                "Sites see no permission that you have given elsewhere, and nothing of this tab is kept. What you sign is in your history all the same."
            )
            : localized(
                "Write an app’s address above. An app sees no account until you let it, and asks you each time.")
        let intro = Label(words).wrapping(at: 60).styled("dim-label")
        let column = Box(.down, spacing: 18, title, intro, note, list)
        let scroll = ScrolledView(column.margins(24).minimumSize(width: 300).aligned(.center, .start))
        super.init(shared: scroll.widget)
        keep(scroll)
    }

    /// Shows the sites, or the reason why they aren't known.
    func show(_ rows: [Row], networks: [SiteNetwork], problem: String?) {
        note.text = problem ?? ""
        note.isVisible = problem != nil
        guard rows != self.rows || networks != self.networks else { return }
        self.rows = rows
        self.networks = networks
        list.removeAll()
        buttons = [:]
        networkButtons = [:]
        if !rows.isEmpty { list.append(Label(localized("Sites that you know")).styled("near-connect-heading")) }
        for row in rows { list.append(card(row)) }
        guard !networks.isEmpty else { return }
        list.append(Label(localized("Networks that sites have added")).styled("near-connect-heading"))
        for network in networks { list.append(card(network)) }
    }

    private func card(_ network: SiteNetwork) -> WidgetHandle {
        let id = DisplayText.name(network.id.text)
        let words = Box(.down, spacing: 3, Label(id).keepingEnd().styled("near-connect-strong"))
        let nodes = network.rpcURLs.map { DisplayText.name($0.absoluteString) }.joined(separator: ", ")
        for line in [localized("Added by %1$s", "\(network.provider)"), localized("Nodes: %1$s", nodes)] {
            words.append(Label(line).wrapping(at: 44).styled("near-connect-small"))
        }
        words.append(
            Label(localized("Genesis hash: %1$s", network.chain.genesis)).wrapping(at: 44)
                .styled("near-connect-small", "dim-label"))
        let remove = Button(localized("Remove")).accessible(localized("Remove the network %1$s", id))
        remove.onClick { [weak self] in self?.onRemoveNetwork?(network.id) }
        networkButtons[network.id] = remove
        let line = Box(.across, spacing: 12)
        line.append(words, expands: true)
        line.appendAtEnd(remove.aligned(.end, .center))
        return Box(.down, line).styled("near-connect-call")
    }

    /// Returns the card of a site; its buttons have no letters, which other cards' would share.
    private func card(_ row: Row) -> WidgetHandle {
        let name = "\(row.origin)"
        let parts = row.origin.host.parts(registrable: PublicSuffix.registrable)
        let scheme = row.origin.isSecure ? "" : "http://"
        let title = Box(
            .across, Label(scheme + parts.free).styled("dim-label"),
            Label(parts.registered).keepingEnd().styled("near-connect-strong"),
            Label(row.origin.port.map { ":\($0)" } ?? "").styled("dim-label"))
        title.setTooltip(name)
        let words = Box(.down, spacing: 3, title)
        for line in row.grants { words.append(Label(line).wrapping(at: 44).styled("near-connect-small")) }
        if let persona = row.persona {
            words.append(
                Label(localized("Sees your wallet as %1$s", persona.name)).styled("near-connect-small", "dim-label"))
        }
        let open = Button(localized("Open")).accessible(localized("Open %1$s", name))
        let disconnect = Button(localized("Disconnect")).accessible(localized("Disconnect %1$s", name))
        let forget = Button(localized("Forget")).accessible(localized("Forget %1$s", name))
        disconnect.isSensitive = !row.grants.isEmpty
        open.onClick { [weak self] in self?.onOpen?(row.origin) }
        disconnect.onClick { [weak self] in self?.onDisconnect?(row.origin) }
        forget.onClick { [weak self] in self?.onForget?(row.origin) }
        forget.setTooltip(localized("Ends its permissions, and removes what the site has stored in this program"))
        buttons[row.origin] = [open, disconnect, forget]
        let line = Box(.across, spacing: 12)
        line.append(words, expands: true)
        for button in [forget, disconnect, open] { line.appendAtEnd(button.aligned(.end, .center)) }
        return Box(.down, line).styled("near-connect-call")
    }
}
