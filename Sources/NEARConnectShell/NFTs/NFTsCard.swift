// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The NFTs of the account (NEP-171) by contracts that the user has added, with buttons to send them.
///
/// Pictures are shown on demand only: whoever sends one learns who looks at it.
@MainActor
final class NFTsCard: Container {
    /// The field that adds a contract, with the sentence about what was asked for last.
    let entry = ContractEntry(localized("Add NFTs by their c_ontract"), placeholder: "nft.near")
    /// The tokens that are shown, with their buttons.
    private(set) var shown: [(token: NFT, send: Button, picture: Button?)] = []
    /// The notice about what was sent last.
    let result = SentNotice()
    /// The button that asks again what couldn't be read.
    let again = Button(localized("Read the _NFTs again")).aligned(.start).hidden()
    /// The sentence that stands where no collection does.
    let emptiness = Label().wrapping(at: 44).asStatus().styled("dim-label", "near-connect-small")

    private let manager: NEARWalletManager
    private let model: AccountModel
    private let rows = Box(.down, spacing: 12).hidden()
    private let list: ContractList<NFTFile>
    private var reading: Task<Void, Never>?
    /// The holdings that the rows have, and the contracts that couldn't be read.
    private var last: (found: [NFTHoldings], missing: [ContractPlace]) = ([], [])
    /// The account whose NFTs are shown, and its network.
    private var owner: AccountId?
    private var place = ""
    private var isBusy = false

    /// - Parameters:
    ///   - manager: The manager that sends.
    ///   - model: The account.
    ///   - list: The contracts that the user has added.
    init(manager: NEARWalletManager, model: AccountModel, list: ContractList<NFTFile>) {
        (self.manager, self.model, self.list) = (manager, model, list)
        let column = Box(.down, spacing: 12).styled("near-connect-card")
        super.init(shared: column.widget)
        keep(column)
        column.append(Label(localized("NFTs")).styled("near-connect-heading"))
        column.append(rows)
        column.append(emptiness)
        column.append(again)
        column.append(entry)
        column.append(result)
        again.onClick { [weak self] in self?.read() }
        entry.onAdd = { [weak self] in self?.add($0) }
    }

    isolated deinit {
        reading?.cancel()
    }

    /// Takes the buttons that send away from the user while a wallet works.
    func setBusy(_ isBusy: Bool) {
        self.isBusy = isBusy
        for row in shown { row.send.isSensitive = !isBusy }
    }

    // MARK: Holdings

    /// Asks the contracts what the account has.
    func read() {
        reading?.cancel()
        // The button hides, and would leave the keyboard's focus nowhere.
        if again.isFocus { entry.contract.focus() }
        let network = manager.network.rawValue
        let places = list.added.filter { $0.network.hasSameBytes(as: network) }
        // Holdings of another account, or of this one elsewhere, aren't shown while this one is asked for.
        if owner != model.id || place != network {
            show([], missing: [])
            result.isVisible = false
        }
        (owner, place) = (model.id, network)
        guard let account = model.id, !places.isEmpty else {
            show([], missing: [])
            return say(localized("No NFTs yet. Add the contract whose NFTs you have."))
        }
        again.isVisible = false
        if rows.children.isEmpty { say(localized("Asking the contracts…")) }
        reading = Task { [weak self, manager] in
            var (found, missing): ([NFTHoldings], [ContractPlace]) = ([], [])
            for place in places {
                do {
                    found.append(try await NFTReader(client: manager.client()).holdings(of: account, at: place))
                } catch {
                    missing.append(place)
                    manager.logger.debug("NFTs weren't read", metadata: ["contract": "\(place.contract.text)"])
                }
                guard !Task.isCancelled else { return }
            }
            self?.show(found, missing: missing)
        }
    }

    private func say(_ text: String) {
        emptiness.text = text
        emptiness.isVisible = !text.isEmpty
    }

    private func show(_ holdings: [NFTHoldings], missing: [ContractPlace]) {
        say("")
        again.isVisible = !missing.isEmpty
        // Rows that are made anew would take the keyboard's focus away.
        guard (holdings, missing) != last else { return }
        last = (holdings, missing)
        rows.removeAll()
        shown = []
        for collection in holdings {
            rows.append(heading(collection.name, collection.place))
            for token in collection.tokens { rows.append(row(token, of: collection.place)) }
            let note =
                collection.tokens.isEmpty
                ? localized("You have none of these.")
                : collection.hasMore ? localized("You have more; the first %1$s are shown.", "\(NFTReader.count)") : nil
            if let note { rows.append(Label(note).wrapping(at: 44).styled("dim-label", "near-connect-small")) }
        }
        for place in missing {
            rows.append(heading(place.contract.text, place))
            rows.append(
                Label(localized("This contract can’t be read now.")).wrapping(at: 44)
                    .styled("dim-label", "near-connect-small"))
        }
        rows.isVisible = !rows.children.isEmpty
        setBusy(isBusy)
    }

    /// A collection's name with its contract: anybody can call a collection by another one's name.
    private func heading(_ name: String, _ place: ContractPlace) -> WidgetHandle {
        let contract = place.contract.text
        let texts = Box(.down, spacing: 3, Label(name).wrapping(at: 36).styled("near-connect-strong"))
        if name != contract {
            texts.append(
                Label(contract).shortening(to: 36, least: 16).selectable()
                    .styled("near-connect-account", "near-connect-small"))
        }
        let forget = Button(icon: "list-remove-symbolic", name: localized("Take %1$s off the list", contract))
            .styled("flat").aligned(.end, .center)
        forget.onClick { [weak self] in self?.forget(place) }
        let row = Box(.across, spacing: 12)
        row.append(texts, expands: true)
        row.appendAtEnd(forget)
        return row
    }

    private func row(_ token: NFT, of place: ContractPlace) -> WidgetHandle {
        let texts = Box(.down, spacing: 3, Label(token.name).wrapping(at: 30))
        if token.title != nil {
            let id = DisplayText.beginning(of: DisplayText.name(token.id), limit: 60).shown
            texts.append(Label(id).shortening(to: 30, least: 12).styled("dim-label", "near-connect-small"))
        }
        let row = Box(.across, spacing: 12)
        row.append(texts, expands: true)
        let send = Button(localized("Send…"))
            .accessible(localized("Send %1$s of %2$s", token.name, place.contract.text)).aligned(.end, .center)
        send.onClick { [weak self] in self?.ask(token, of: place) }
        row.appendAtEnd(send)
        var picture: Button?
        if let shown = token.picture {
            let button = Button(localized("Picture")).accessible(localized("The picture of %1$s", token.name))
                .aligned(.end, .center)
            if let host = shown.host {
                button.setTooltip(localized("Asks %1$s for it, which learns your internet address", host))
            }
            button.onClick { [weak self] in
                guard let self else { return }
                NFTPictureDialog.present(
                    shown, of: token, isSandboxed: manager.sandbox.isWanted, above: self)
            }
            row.appendAtEnd(button)
            picture = button
        }
        shown.append((token, send, picture))
        return row
    }

    // MARK: The list

    private func add(_ contract: AccountId) {
        guard let account = model.id else { return }
        let place = ContractPlace(network: manager.network.rawValue, contract: contract)
        entry.say(localized("Asking %1$s…", contract.text))
        Task { [weak self, manager] in
            do {
                _ = try await NFTReader(client: manager.client()).holdings(of: account, at: place)
                self?.keep(place)
            } catch is NFTReader.NoNFTError {
                self?.entry.say(localized("%1$s has no NFTs that can be listed.", contract.text))
            } catch {
                self?.entry.say(
                    localized("%1$s can’t be read as a contract of NFTs: %2$s", contract.text, DisplayText.words(error))
                )
            }
        }
    }

    private func keep(_ place: ContractPlace) {
        entry.contract.text = ""
        list.add(place)
        read()
    }

    private func forget(_ place: ContractPlace) {
        list.remove(place)
        read()
    }

    // MARK: Sending

    private func ask(_ token: NFT, of place: ContractPlace) {
        guard let account = model.id else { return }
        SendNFTDialog.present(token, of: place, from: account, by: manager, above: self) { [weak self] in
            self?.send(token, of: place, from: account, to: $0)
        }
    }

    private func send(_ token: NFT, of place: ContractPlace, from account: AccountId, to receiver: AccountId) {
        result.isVisible = false
        // Another account may have an NFT of the same name, which the user hasn't chosen.
        guard model.shows(account, on: place.network) else { return entry.say(AccountModel.nothingSent) }
        entry.say("")
        Task { [weak self, manager] in
            do throws(NEARError) {
                let outcome = try await manager.signAndSendTransaction(
                    receiverId: place.contract, actions: [NFTReader.transfer(token, to: receiver)])
                self?.result.show(localized("You sent %1$s to %2$s.", token.name, receiver.text), outcome)
                self?.read()
                self?.model.read()
            } catch {
                // The manager puts the others into `lastError`, which the window shows.
                if let unsaid = error.unsaidSentence { self?.entry.say(unsaid) }
                // It may be somebody else's by now.
                if case .transactionFailed = error { self?.read() }
            }
        }
    }
}
