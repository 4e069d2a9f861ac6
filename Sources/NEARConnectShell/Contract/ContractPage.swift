// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The page that asks contracts and calls them.
@MainActor
final class ContractPage: Container {
    let contract = Entry(placeholder: "contract.near")
    let method = Entry(placeholder: "get_greeting")
    let arguments = TextArea(height: 96, isCode: true)
    let gas = Entry(width: 8)
    let deposit = Entry(placeholder: "0", width: 14)
    let view = Button(localized("_View"))
    let call = Button(localized("Ca_ll…")).styled("suggested-action")
    /// The sentence about the contract's methods.
    let finding = Label().wrapping(at: 60).styled("dim-label", "near-connect-small")
    /// The sentence about the last answer.
    let note = Label().wrapping(at: 70).selectable()
    /// The rows of the last answer.
    private(set) var answer: [TreeRow] = []
    /// The contract's own words about the method that is written.
    let words = Label().wrapping(at: 60).styled("dim-label", "near-connect-small").hidden()
    /// The methods of the contract that is written.
    private(set) var methods = ContractMethods.none

    private let manager: NEARWalletManager
    private let style = NumberStyle.current
    private let problem = Label().wrapping(at: 60).styled("near-connect-problem")
    private let tree = TreeTable(
        [
            TableColumn(localized("Name"), width: 180), TableColumn(localized("Value"), width: 260, expands: true),
        ], name: localized("Answer of the contract"), height: 200)
    private var account: NEARAccount?
    private var isBusy = false
    private var history: [PastCall]
    private var looking: Task<Void, Never>?
    private var asking: Task<Void, Never>?
    private var looked: AccountId?
    /// The arguments that were written for the user.
    private var proposed: String?

    init(manager: NEARWalletManager) {
        self.manager = manager
        history = ProfileDocument(CallHistoryFile.self, of: manager).read()
        let column = Box(.down, spacing: 12)
        let scrolled = ScrolledView(column)
        super.init(shared: scrolled.widget)
        keep(scrolled)
        column.margins(horizontal: 18, vertical: 18)
        gas.text = CallInput.Fields().gas
        column.append(field(localized("_Contract"), contract.filling()))
        column.append(finding)
        column.append(field(localized("_Method"), method.filling()))
        column.append(words)
        let label = arguments.label(localized("_Arguments, as JSON")).styled("dim-label", "near-connect-small")
        column.append(Box(.down, spacing: 3, label, arguments))
        let row = Box(.across, spacing: 12)
        row.append(field(localized("_Gas in Tgas"), gas))
        row.append(field(localized("_Deposit in NEAR"), deposit))
        column.append(row)
        column.append(Box(.across, spacing: 12, view, call).aligned(.end))
        column.append(problem)
        column.append(note)
        column.append(tree, expands: true)
        tree.isVisible = false
        contract.complete(with: history.contracts(on: manager.network.rawValue))
        connectActions()
        check()
    }

    isolated deinit {
        looking?.cancel()
        asking?.cancel()
    }

    private func field(_ title: String, _ entry: Entry) -> WidgetHandle {
        Box(.down, spacing: 3, Label(mnemonic: title, for: entry).styled("dim-label", "near-connect-small"), entry)
    }

    private func connectActions() {
        contract.onChange { [weak self] in self?.typedContract() }
        method.onChange { [weak self] in self?.typedMethod() }
        for entry in [gas, deposit] { entry.onChange { [weak self] in self?.check() } }
        arguments.onChange { [weak self] in self?.check() }
        contract.onActivate { [weak self] in self?.method.focus() }
        method.onActivate { [weak self] in self?.arguments.focusText() }
        view.onClick { [weak self] in self?.askContract() }
        call.onClick { [weak self] in self?.callContract() }
    }

    private var input: CallInput {
        CallInput(
            CallInput.Fields(
                contract: contract.text, method: method.text, arguments: arguments.text, gas: gas.text,
                deposit: deposit.text), style: style)
    }

    private func check() {
        let input = input
        let fields: [(field: PartialKeyPath<CallInput.Fields>, widget: WidgetHandle)] = [
            (\.contract, contract), (\.method, method), (\.arguments, arguments), (\.gas, gas), (\.deposit, deposit),
        ]
        var text = ""
        for (field, widget) in fields {
            let wrong = input.problems[field]
            widget.setStyle("near-connect-invalid", wrong != nil)
            if text.isEmpty, let wrong { text = wrong }
            let label = wrong == nil ? nil : problem
            if widget === arguments { arguments.describeText(by: label) } else { widget.describe(by: label) }
        }
        problem.text = text
        problem.isVisible = !text.isEmpty
        view.isSensitive = input.canView
        call.isSensitive = input.call != nil && account != nil && !isBusy
        call.setTooltip(account == nil ? localized("Connect a wallet to call methods that change something.") : nil)
    }

    // MARK: Methods

    private func typedContract() {
        check()
        lookAtContract()
    }

    /// Reads the methods of the contract that is written; one question at a time, the newest last.
    private func lookAtContract() {
        guard looking == nil else { return }
        guard let wanted = input.contract else {
            looked = nil
            return found(.none)
        }
        guard wanted != looked else { return }
        looked = wanted
        finding.text = localized("Reading the methods of %1$s…", wanted.text)
        looking = Task { [weak self, manager] in
            let methods = await ContractMethods.read(of: wanted, manager)
            guard !Task.isCancelled, let self else { return }
            self.looking = nil
            guard self.input.contract == wanted else { return self.lookAtContract() }
            self.found(methods)
        }
    }

    private func found(_ methods: ContractMethods) {
        self.methods = methods
        finding.text = methods.sentence
        method.complete(with: methods.names)
        typedMethod()
    }

    private func typedMethod() {
        let name = TypedText.trimmed(method.text)
        let said = methods.words(about: name)
        words.text = said ?? ""
        words.isVisible = said != nil
        if TypedText.trimmed(arguments.text).isEmpty || arguments.text.hasSameBytes(as: proposed ?? "") {
            propose(argumentsFor: name)
        }
        check()
    }

    /// Writes the arguments of the method's last call, or those that the contract's ABI names.
    private func propose(argumentsFor name: String) {
        let earlier = input.contract.flatMap { history.arguments(of: name, of: $0, on: manager.network.rawValue) }
        let proposal = earlier ?? methods.abi?.function(name)?.template
        guard proposal != nil || proposed != nil else { return }
        // A proposal is written over as long as it stands there as it was; the user's own text never is.
        proposed = proposal
        arguments.text = proposal ?? ""
    }

    private func remember(_ input: CallInput) {
        guard let contract = input.contract, let method = input.method else { return }
        let past = PastCall(
            network: manager.network.rawValue, contract: contract, method: method, arguments: arguments.text)
        history = history.adding(past)
        ProfileDocument(CallHistoryFile.self, of: manager).change { $0 = $0.adding(past) }
        self.contract.complete(with: history.contracts(on: manager.network.rawValue))
    }

    // MARK: Asking and calling

    private func askContract() {
        let input = input
        guard let contract = input.contract, let method = input.method, let arguments = input.arguments else { return }
        remember(input)
        asking?.cancel()
        show([], localized("Asking a node…"))
        asking = Task { [weak self, manager] in
            do {
                let result = try await manager.client().callFunction(method, of: contract, args: arguments)
                guard !Task.isCancelled else { return }
                self?.show(
                    ResultTree.rows(of: result.value.result, logs: result.value.logs),
                    localized("%1$s answered, at block %2$s.", contract.text, "\(result.blockHeight)"))
            } catch {
                guard !Task.isCancelled else { return }
                self?.show([], localized("%1$s gave no answer: %2$s", contract.text, DisplayText.words(error)))
            }
        }
    }

    private func callContract() {
        let input = input
        guard !manager.isBusy, let contract = input.contract, let call = input.call else { return }
        remember(input)
        show([], "")
        Task { [weak self, manager, style] in
            do {
                let outcome = try await manager.signAndSendTransaction(
                    receiverId: contract, actions: [.functionCall(call)])
                var rows = ResultTree.rows(of: outcome.successValue ?? [], logs: outcome.logs)
                if let profile = ResultTree.gasProfile(of: outcome) { rows.append(profile) }
                let text = localized(
                    "Called. The fee was %1$s. Transaction %2$s", style.near(outcome.tokensBurnt, digits: 8),
                    "\(outcome.transactionHash)")
                self?.show(rows, text)
            } catch {
                // The manager puts the error into `lastError`, which the window shows.
            }
        }
    }

    private func show(_ rows: [TreeRow], _ text: String) {
        answer = rows
        tree.show(rows)
        tree.isVisible = !rows.isEmpty
        note.text = text
        note.isVisible = !text.isEmpty
    }
}

extension ContractPage: PageView {
    func show(_ account: NEARAccount?, isBusy: Bool) {
        (self.account, self.isBusy) = (account, isBusy)
        check()
    }

    func takeFocus() { contract.focus() }
}
