// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The fields of a call, with the contract's own methods and the user's earlier calls.
@MainActor
final class CallForm: Container {
    let contract = Entry(placeholder: "contract.near")
    let method = Entry(placeholder: "get_greeting")
    let arguments = TextArea(height: 96, isCode: true)
    let gas = Entry(width: 6)
    let deposit = Entry(placeholder: "0", width: 14)
    /// The contract's own words about the method that is written.
    let words = Label().wrapping(at: 60).styled("dim-label", "near-connect-small").hidden()
    /// The sentence about arguments that aren't what the contract's ABI says; they can be sent all the same.
    let advice = Label().wrapping(at: 60).asStatus().styled("near-connect-problem").hidden()
    /// The methods of the contract that is written; none while they are read.
    private(set) var methods = ContractMethods.none
    /// The contract whose methods are known.
    private var described: AccountId?
    /// The sentence below each field that is wrong.
    private(set) var problems: [PartialKeyPath<CallInput.Fields>: Label] = [:]
    /// Called after each change; must hold its owner weakly.
    var onChange: (() -> Void)?

    private let manager: NEARWalletManager
    private let style = NumberStyle.current
    /// The sentence about the contract's methods.
    private let finding = Label().wrapping(at: 60).asStatus().styled("dim-label", "near-connect-small").hidden()
    private var history: [PastCall]
    private var looking: Task<Void, Never>?
    private var advising: Task<Void, Never>?
    private var looked: AccountId?
    /// The arguments that were written for the user.
    private var proposed: String?

    /// - Parameters:
    ///   - manager: The network and the profile.
    ///   - title: The name of the field for the account that is called.
    init(manager: NEARWalletManager, contract title: String) {
        self.manager = manager
        history = ProfileDocument(CallHistoryFile.self, of: manager).read()
        let column = Box(.down, spacing: 12)
        super.init(shared: column.widget)
        keep(column)
        gas.text = CallInput.Fields().gas
        column.append(field(title, contract.filling(), at: \.contract))
        column.append(finding)
        column.append(field(localized("_Method"), method.filling(), at: \.method))
        column.append(words)
        let label = arguments.label(localized("_Arguments, as JSON")).styled("dim-label", "near-connect-small")
        column.append(Box(.down, spacing: 3, label, arguments, problem(of: \.arguments), advice))
        let row = Box(.across, spacing: 12)
        row.append(field(localized("_Gas in Tgas"), gas.aligned(.start), at: \.gas, width: 28))
        row.append(field(localized("_Deposit in NEAR"), deposit.aligned(.start), at: \.deposit, width: 28))
        column.append(row)
        contract.complete(with: history.contracts(on: manager.network.rawValue))
        connectActions()
    }

    isolated deinit {
        looking?.cancel()
        advising?.cancel()
    }

    private func field(
        _ title: String, _ entry: Entry, at path: PartialKeyPath<CallInput.Fields>, width: Int32 = 60
    ) -> WidgetHandle {
        let label = Label(mnemonic: title, for: entry).styled("dim-label", "near-connect-small")
        return Box(.down, spacing: 3, label, entry, problem(of: path, width: width))
    }

    private func problem(of path: PartialKeyPath<CallInput.Fields>, width: Int32 = 60) -> Label {
        let label = Label().wrapping(at: width).styled("near-connect-problem").hidden()
        problems[path] = label
        return label
    }

    private func connectActions() {
        contract.onChange { [weak self] in self?.typedContract() }
        method.onChange { [weak self] in self?.typedMethod() }
        for entry in [gas, deposit] { entry.onChange { [weak self] in self?.check() } }
        arguments.onChange { [weak self] in self?.check() }
        contract.onActivate { [weak self] in self?.method.focus() }
        method.onActivate { [weak self] in self?.arguments.focusText() }
    }

    /// The fields, checked.
    var input: CallInput {
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
        for (field, widget) in fields {
            let (wrong, problem) = (input.problems[field], problems[field])
            widget.setStyle("near-connect-invalid", wrong != nil)
            problem?.text = wrong ?? ""
            problem?.isVisible = wrong != nil
            let label = wrong == nil ? nil : problem
            if widget === arguments { arguments.describeText(by: label) } else { widget.describe(by: label) }
        }
        advise()
        onChange?()
    }

    /// Says how the arguments differ from the method's types, once the fields have their texts.
    ///
    /// GTK replaces a text by none first, and a sentence about that would be read aloud.
    private func advise() {
        advising?.cancel()
        advising = Task { [weak self] in
            await MainLoop.turn()
            guard !Task.isCancelled, let self else { return }
            self.showAdvice()
        }
    }

    private func showAdvice() {
        let input = input
        let types = input.method.flatMap { methods.abi?.function($0)?.arguments }
        let difference = input.members.flatMap { types?.difference(of: $0, calling: input.method ?? "") }
        advice.text = difference ?? ""
        advice.isVisible = difference != nil
        if difference != nil { arguments.describeText(by: advice) }
    }

    // MARK: Methods

    private func typedContract() {
        // The methods are those of the contract that stood there before.
        if described != nil, described != input.contract { know(.none, of: nil) }
        check()
        lookAtContract()
    }

    /// Reads the methods of the contract that is written; one question at a time, the newest last.
    private func lookAtContract() {
        guard looking == nil else { return }
        guard let wanted = input.contract else {
            looked = nil
            say("")
            return know(.none, of: nil)
        }
        guard wanted != looked else { return }
        looked = wanted
        say(localized("Reading the methods of %1$s…", wanted.text))
        looking = Task { [weak self, manager] in
            let methods = await ContractMethods.read(of: wanted, manager)
            guard !Task.isCancelled, let self else { return }
            self.looking = nil
            guard self.input.contract == wanted else { return self.lookAtContract() }
            self.say(methods.sentence)
            self.know(methods, of: wanted)
        }
    }

    private func say(_ text: String) {
        finding.text = text
        finding.isVisible = !text.isEmpty
    }

    private func know(_ methods: ContractMethods, of contract: AccountId?) {
        (self.methods, described) = (methods, contract)
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

    /// Keeps the call that is written, to be offered again.
    func remember() {
        let input = input
        guard let contract = input.contract, let method = input.method else { return }
        let past = PastCall(
            network: manager.network.rawValue, contract: contract, method: method, arguments: arguments.text)
        history = history.adding(past)
        ProfileDocument(CallHistoryFile.self, of: manager).change { $0 = $0.adding(past) }
        self.contract.complete(with: history.contracts(on: manager.network.rawValue))
    }
}
