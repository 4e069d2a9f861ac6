// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The tokens of the account (NEP-141), with buttons to send them and to add one by its contract.
@MainActor
final class TokensCard: Container {
    /// The field that adds a token, with the sentence about what was asked for last.
    let entry = ContractEntry(localized("Add a token by its _contract"), placeholder: "token.near")
    /// The tokens that are shown, and the buttons that send them.
    private(set) var shown: [(holding: TokenHolding, send: Button)] = []
    /// The notice about what was sent last.
    let result = SentNotice()
    /// The button that asks again what couldn't be read.
    let again = Button(localized("Read the tokens a_gain")).aligned(.start).hidden()
    /// The sentence that stands where no token does.
    let emptiness = Label().wrapping(at: 44).asStatus().styled("dim-label", "near-connect-small")

    private let manager: NEARWalletManager
    private let model: AccountModel
    private let rows = Box(.down, spacing: 12).hidden()
    private let list: ContractList<TokenFile>
    private var reading: Task<Void, Never>?
    /// The holdings that the rows have.
    private var last: TokenHoldings?
    /// The account whose tokens are shown, and its network.
    private var owner: AccountId?
    private var place = ""
    private var isBusy = false

    /// - Parameters:
    ///   - manager: The manager that sends.
    ///   - model: The account.
    ///   - list: The tokens that the user has added.
    init(manager: NEARWalletManager, model: AccountModel, list: ContractList<TokenFile>) {
        (self.manager, self.model, self.list) = (manager, model, list)
        let column = Box(.down, spacing: 12).styled("near-connect-card")
        super.init(shared: column.widget)
        keep(column)
        column.append(Label(localized("Tokens")).styled("near-connect-heading"))
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

    /// Takes the buttons away from the user while a wallet works.
    func setBusy(_ isBusy: Bool) {
        self.isBusy = isBusy
        for token in shown { token.send.isSensitive = !isBusy && token.holding.amount.units > 0 }
    }

    // MARK: Holdings

    /// Asks the contracts what the account has.
    func read() {
        reading?.cancel()
        // The button hides, and would leave the keyboard's focus nowhere.
        if again.isFocus { entry.contract.focus() }
        let (network, added) = (manager.network.rawValue, list.added)
        // Holdings of another account, or of this one elsewhere, aren't shown while this one is asked for.
        if owner != model.id || place != network {
            show(.none)
            result.isVisible = false
        }
        (owner, place) = (model.id, network)
        again.isVisible = false
        guard let account = model.id else { return }
        if rows.children.isEmpty { say(localized("Asking the tokens’ contracts…")) }
        reading = Task { [weak self, manager] in
            let holdings = await TokenHoldings.read(of: account, added: added, manager)
            guard !Task.isCancelled, let self else { return }
            for each in holdings.found where added.contains(each.place) {
                var place = each.place
                place.decimals = each.unit.decimals
                self.list.add(place)
            }
            self.show(holdings)
            if self.rows.children.isEmpty { self.say(localized("No tokens yet.")) }
        }
    }

    private func say(_ text: String) {
        emptiness.text = text
        emptiness.isVisible = !text.isEmpty
    }

    private func show(_ holdings: TokenHoldings) {
        say("")
        again.isVisible = !holdings.missing.isEmpty
        // Rows that are made anew would take the keyboard's focus away.
        guard holdings != last else { return }
        last = holdings
        rows.removeAll()
        shown = []
        for holding in holdings.found { rows.append(row(holding)) }
        rows.isVisible = !holdings.found.isEmpty || !holdings.missing.isEmpty
        for each in holdings.missing {
            let texts = Box(
                .down, spacing: 3,
                Label(each.place.contract.text).shortening(to: 36, least: 16).selectable()
                    .styled("near-connect-account"),
                Label(each.reason).wrapping(at: 36)
                    .styled("dim-label", "near-connect-small"))
            let row = Box(.across, spacing: 12)
            row.append(texts, expands: true)
            if list.added.contains(each.place) { row.appendAtEnd(forgetButton(each.place)) }
            rows.append(row)
        }
        setBusy(isBusy)
    }

    private func forgetButton(_ place: ContractPlace) -> Button {
        let forget = Button(
            icon: "list-remove-symbolic", name: localized("Take %1$s off the list", place.contract.text)
        )
        .styled("flat").aligned(.end, .center)
        forget.onClick { [weak self] in self?.forget(place) }
        return forget
    }

    private func row(_ holding: TokenHolding) -> WidgetHandle {
        let amount = holding.amount.text(holding.unit, style: .current)
        // Anybody can call a token by another one's name, so the contract stands with it.
        let texts = Box(
            .down, spacing: 3, Label(amount).wrapping(at: 36).styled("near-connect-strong"),
            Label(holding.place.contract.text).shortening(to: 36, least: 16).selectable()
                .styled("near-connect-account", "near-connect-small"))
        let send = Button(localized("Send…"))
            .accessible(localized("Send %1$s of %2$s", holding.unit.symbol, holding.place.contract.text))
            .aligned(.end, .center)
        send.onClick { [weak self] in self?.ask(holding) }
        shown.append((holding, send))
        let row = Box(.across, spacing: 12)
        row.append(texts, expands: true)
        row.appendAtEnd(send)
        if list.added.contains(holding.place) { row.appendAtEnd(forgetButton(holding.place)) }
        return row
    }

    // MARK: The list

    private func add(_ token: AccountId) {
        guard let account = model.id else { return }
        let place = ContractPlace(network: manager.network.rawValue, contract: token)
        entry.say(localized("Asking %1$s…", token.text))
        Task { [weak self, manager] in
            do {
                let holding = try await TokenReader(client: manager.client()).holding(of: account, at: place)
                self?.keep(
                    ContractPlace(network: place.network, contract: token, decimals: holding.unit.decimals))
            } catch is TokenReader.NoTokenError {
                self?.entry.say(localized("%1$s is no token.", token.text))
            } catch {
                self?.entry.say(localized("%1$s can’t be read as a token: %2$s", token.text, DisplayText.words(error)))
            }
        }
    }

    private func keep(_ place: ContractPlace) {
        entry.contract.text = ""
        list.add(place)
        last = nil
        read()
    }

    private func forget(_ place: ContractPlace) {
        list.remove(place)
        last = nil
        read()
    }

    // MARK: Sending

    private func ask(_ holding: TokenHolding) {
        guard let account = model.id else { return }
        SendTokenDialog.present(holding, from: account, by: manager, above: self) { [weak self] amount, receiver in
            self?.send(amount, of: holding, from: account, to: receiver)
        }
    }

    private func send(
        _ amount: TokenAmount, of holding: TokenHolding, from account: AccountId, to receiver: AccountId
    ) {
        let contract = holding.place.contract
        result.isVisible = false
        entry.say(localized("Asking %1$s whether %2$s can hold it…", contract.text, receiver.text))
        Task { [weak self, manager] in
            do {
                let (actions, storage) = try await TokenReader(client: manager.client()).transfer(
                    amount, of: contract, to: receiver)
                // Another account's tokens are not those that the user wanted to send.
                guard let self else { return }
                guard model.shows(account, on: holding.place.network) else {
                    return entry.say(AccountModel.nothingSent)
                }
                entry.say(
                    storage > .zero
                        ? localized(
                            "%1$s has no place for it yet: you pay %2$s for that.", receiver.text,
                            NumberStyle.current.words(storage))
                        : "")
                let outcome = try await manager.signAndSendTransaction(receiverId: contract, actions: actions)
                let sent = amount.text(holding.unit, style: .current)
                entry.say("")
                result.show(localized("You sent %1$s to %2$s.", sent, receiver.text), outcome)
                read()
                model.read()
            } catch let error as NEARError {
                // The manager puts the others into `lastError`, which the window shows.
                self?.entry.say(error.unsaidSentence ?? "")
            } catch {
                self?.entry.say(localized("%1$s can’t be asked: %2$s", contract.text, DisplayText.words(error)))
            }
        }
    }
}
