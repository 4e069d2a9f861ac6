// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// A dialog with the user's own networks, which adds and removes them.
@MainActor
final class NetworksDialog {
    /// The open dialogs; each removes itself when it is closed.
    private(set) static var open: [NetworksDialog] = []
    static let add = 1
    /// The time that a node has to say which chain it has.
    private static let patience = Duration.seconds(8)

    let dialog: Dialog
    let name = Entry(placeholder: "localnet", width: 24)
    let node = Entry(placeholder: "http://127.0.0.1:3030", width: 40)
    let apiKey = Entry(width: 40)
    /// The label that says what is wrong, what is being done and what was done, which screen readers hear.
    let note = Label().wrapping(at: 50).asStatus().hidden()
    /// The networks that are shown, with the buttons that remove them.
    private(set) var shown: [(network: CustomNetwork, remove: Button)] = []
    private let rows = Box(.down, spacing: 12)
    private let networks: OwnNetworks
    /// The network that the window shows.
    private let current: NEARNetwork
    /// Called after each change; holds its owner weakly.
    private let onChange: @MainActor () -> Void
    private var asking: Task<Void, Never>?
    /// The network whose node gave no answer, which is added when the user insists.
    private var unanswered: CustomNetwork?

    /// Shows the dialog above the window of `parent`.
    ///
    /// - Parameters:
    ///   - networks: The networks.
    ///   - current: The network that the window shows.
    ///   - parent: A widget of the window.
    ///   - onChange: Called after each change; must hold its owner weakly.
    @discardableResult
    static func present(
        _ networks: OwnNetworks, beside current: NEARNetwork, above parent: WidgetHandle,
        onChange: @escaping @MainActor () -> Void
    ) -> NetworksDialog {
        let view = NetworksDialog(networks, beside: current, parent: parent, onChange: onChange)
        open.append(view)
        view.dialog.onResponse = { [weak view] _ in
            view?.asking?.cancel()
            open.removeAll { $0 === view }
        }
        view.dialog.onTry = { [weak view] in
            if $0 == add { view?.start() }
            return $0 != add
        }
        view.dialog.present()
        view.name.focus()
        return view
    }

    private init(
        _ networks: OwnNetworks, beside current: NEARNetwork, parent: WidgetHandle,
        onChange: @escaping @MainActor () -> Void
    ) {
        (self.networks, self.current, self.onChange) = (networks, current, onChange)
        dialog = Dialog(
            title: localized("Networks of your own"), parent: parent, width: 520,
            choices: [
                Dialog.Choice(text: localized("_Close"), response: 0),
                Dialog.Choice(text: localized("_Add"), response: Self.add, look: .suggested),
            ], byDefault: Self.add)
        dialog.append(
            Label(
                localized(
                    "A devnet, a node of yours, or another provider’s node of mainnet or testnet. They are kept in %1$s.",
                    DisplayText.line(networks.place))
            ).wrapping(at: 50).selectable())
        dialog.append(rows)
        field(localized("_Name; “mainnet” or “testnet” for another node of those"), name)
        field(localized("Address of its no_de"), node)
        field(localized("API _key of the node, if it wants one"), apiKey)
        apiKey.hidesText()
        dialog.append(note)
        list()
    }

    private func field(_ title: String, _ entry: Entry) {
        entry.activatesDefault()
        entry.onChange { [weak self] in
            self?.unanswered = nil
            if self?.asking == nil { self?.say("") }
        }
        dialog.append(entry, titled: title)
    }

    /// - Parameter entry: The entry that the text is about; `nil` for what is no problem of one.
    private func say(_ text: String, about entry: Entry? = nil, isProblem: Bool = false) {
        for each in [name, node, apiKey] {
            each.setStyle("near-connect-invalid", each === entry)
            each.describe(by: each === entry ? note : nil)
        }
        note.setStyle("near-connect-problem", entry != nil || isProblem)
        note.text = text
        note.isVisible = !text.isEmpty
        entry?.focus()
        dialog.fit()
    }

    // MARK: The list

    private func list() {
        rows.removeAll()
        shown = []
        do {
            for network in try networks.list() { rows.append(row(network)) }
        } catch {
            say(ErrorReport(error).sentence, isProblem: true)
        }
        rows.isVisible = !rows.children.isEmpty
    }

    private func row(_ network: CustomNetwork) -> WidgetHandle {
        let id = DisplayText.name(network.id)
        let nodes = network.endpoints.map { "\($0)" }.joined(separator: ", ")
        let texts = Box(
            .down, spacing: 3, Label(id).shortening(to: 36, least: 12).styled("near-connect-strong"),
            Label(DisplayText.line(nodes)).wrapping(at: 40).selectable().styled("dim-label", "near-connect-small"))
        let remove = Button(localized("Remove")).accessible(localized("Remove the network %1$s", id))
            .aligned(.end, .center)
        remove.onClick { [weak self] in self?.remove(network) }
        shown.append((network, remove))
        let row = Box(.across, spacing: 12)
        row.append(texts, expands: true)
        row.appendAtEnd(remove)
        return row
    }

    private func remove(_ network: CustomNetwork) {
        do {
            try networks.remove(network)
            list()
            onChange()
            let removed = localized("%1$s is removed.", DisplayText.name(network.id))
            say(
                NEARNetwork.custom(network) == current
                    ? removed + " " + localized("The window stays on it until it goes to another one.") : removed)
        } catch {
            say(ErrorReport(error).sentence, isProblem: true)
        }
    }

    // MARK: Another one

    private func start() {
        guard asking == nil else { return }
        let (id, key) = (TypedText.trimmed(name.text), TypedText.trimmed(apiKey.text))
        guard let url = URL(string: TypedText.trimmed(node.text)), ["http", "https"].contains(url.scheme),
            url.host() != nil
        else { return say(localized("Enter an address that begins with http:// or https://."), about: node) }
        // A line break would begin another header.
        guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return say(localized("An API key has visible ASCII characters only."), about: apiKey)
        }
        let isSafe = url.scheme == "https" || SiteOrigin(ofPage: url.absoluteString)?.isLoopback == true
        guard key.isEmpty || isSafe else {
            return say(localized("An API key goes to an address that begins with https:// only."), about: node)
        }
        let network: CustomNetwork
        do throws(NEARError) {
            network = try CustomNetwork(id: id, rpcURLs: [url])
        } catch {
            return say(localized("A name has 1 to 64 letters, digits, “-”, “_” and “.”."), about: name)
        }
        guard !shown.contains(where: { $0.network.id.hasSameBytes(as: id) }) else {
            return say(
                localized("There is a network of this name: remove it first, or choose another name."), about: name)
        }
        if network == unanswered { return keep(network, key, finding: "") }
        ask(network, key)
    }

    /// Asks the node which chain it has, and adds the network.
    private func ask(_ network: CustomNetwork, _ key: String) {
        guard let url = network.rpcURLs.first else { return }
        let endpoint = key.isEmpty ? RPCEndpoint(url: url) : RPCEndpoint(url: url, apiKey: key)
        say(localized("Asking the node which chain it has…"))
        dialog.button(Self.add)?.isSensitive = false
        asking = Task { [weak self] in
            let answer: Result<String, any Error>
            do {
                let status = try await NEARRPCClient(endpoints: [endpoint]).status(deadline: Self.patience)
                // A public network's id is for its own nodes only.
                try await NetworkIdentity(id: network.id, endpoints: [endpoint]).confirmed()
                answer = .success(status.chainId)
            } catch {
                answer = .failure(error)
            }
            guard !Task.isCancelled, let self else { return }
            self.asking = nil
            self.dialog.button(Self.add)?.isSensitive = true
            switch answer {
            case .success(let chain):
                self.keep(network, key, finding: localized("Its node’s chain is “%1$s”.", DisplayText.name(chain)))
            case .failure(let error as NEARError):
                self.say(ErrorReport(error).sentence, about: self.node)
            case .failure(let error):
                self.unanswered = network
                self.say(
                    localized(
                        "The node gave no answer: %1$s Press “Add” once more to add it all the same.",
                        ReceiverInput.sentence(DisplayText.words(error))), about: self.node)
            }
        }
    }

    private func keep(_ network: CustomNetwork, _ key: String, finding: String) {
        do {
            try networks.add(network, key.isEmpty ? nil : key)
        } catch {
            return say(ErrorReport(error).sentence, isProblem: true)
        }
        for entry in [name, node, apiKey] { entry.text = "" }
        unanswered = nil
        list()
        onChange()
        let id = DisplayText.name(network.id)
        let added =
            network.id.hasSameBytes(as: current.rawValue)
            ? localized("%1$s is added. The window uses it once it has gone to another network and back.", id)
            : localized("%1$s is added; the menu of the network has it.", id)
        say(finding.isEmpty ? added : "\(added) \(finding)")
    }
}
