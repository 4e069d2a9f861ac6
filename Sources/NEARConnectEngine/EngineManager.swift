// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A manager of an embedding program, which tells its state as JSON.
@MainActor
final class EngineManager {
    /// The things that a manager wants from its program.
    enum Event: String {
        /// The keystore wallet is about to sign something.
        case approval
        /// A node has said what an open approval would do.
        case approvalOutlook = "approval-outlook"
        /// Nobody waits for the answer to an approval any more.
        case approvalEnded = "approval-ended"
        /// Pages stay blank until the program starts again with more in its environment.
        case relaunch
    }
    /// Takes an event with its data; returns false where the program has nobody who hears of it.
    typealias EventHandler = @MainActor (Event, JSONValue) -> Bool

    let manager: NEARWalletManager
    let approver: EngineApprover
    private let verbs: ManagerVerbs
    private let programVerbs: ProgramVerbs
    private let openWork = OpenWork()
    private var event: EventHandler?
    private var observer: StateObserver?

    /// Makes a manager, and tells its state at once and after each change.
    init(
        _ configuration: NEARWalletConfiguration, change: @escaping @MainActor (String) -> Void,
        event: @escaping EventHandler
    ) {
        let manager = NEARWalletManager(configuration: configuration)
        self.manager = manager
        approver = EngineApprover(manager)
        verbs = ManagerVerbs(manager)
        programVerbs = ProgramVerbs(manager)
        self.event = event
        approver.tell = { [weak self] in self?.event?($0, $1) ?? false }
        manager.setApprover(approver)
        manager.offersRelaunch = { [weak self] environment in
            let variables = environment.sorted { $0.key < $1.key }.map { JSONValue.string("\($0.key)=\($0.value)") }
            return self?.event?(.relaunch, .array(variables)) ?? false
        }
        observer = StateObserver { [weak manager] in
            if let manager { change(Self.state(of: manager).text) }
        }
    }

    /// Starts an operation by its name; `answer` comes later, once.
    func start(_ number: UInt64, verb name: String?, parameters: String?, answer: @escaping OpenWork.Answer) {
        let operation = name.flatMap(operation)
        openWork.start(
            number, ending: operation?.ending ?? .byTheManager,
            { () throws(EngineError) in
                guard let operation else { throw .configuration(localized("There is no such operation.")) }
                let json = try CallParameters.json(parameters)
                do throws(NEARError) {
                    return try await operation.perform(json)
                } catch {
                    throw .operation(error)
                }
            }, answer: answer)
    }

    /// Wishes that an operation ends.
    func cancel(_ number: UInt64) {
        openWork.cancel(number)
    }

    /// An operation by its name.
    private struct Operation {
        let ending: WorkEnding
        let perform: @MainActor (JSONValue) async throws(NEARError) -> JSONValue
    }

    private func operation(_ name: String) -> Operation? {
        if let verb = ManagerVerb(rawValue: name) {
            return Operation(ending: verb.ending) { [verbs] json throws(NEARError) in
                try await verbs.perform(verb, json)
            }
        }
        guard let verb = ProgramVerb(rawValue: name) else { return nil }
        return Operation(ending: verb.ending) { [programVerbs] json throws(NEARError) in
            try await programVerbs.perform(verb, json)
        }
    }

    /// Tells the state where it has changed since it was told.
    func tell() {
        observer?.applyChange()
    }

    /// Ends what is open; what starts now ends with ``NEARError/managerReleased``.
    func close() {
        openWork.close()
        manager.close()
    }

    /// Ends what is open; nothing is told any more.
    func forget() {
        observer?.stop()
        event = nil
        close()
    }

    /// Returns the sandbox around web pages by its name, and what is wrong with it.
    private static func sandbox(of manager: NEARWalletManager) -> (name: String, problem: String?) {
        switch manager.sandbox {
        case .on: ("on", nil)
        case .flatpak: ("flatpak", nil)
        case .off: ("off", nil)
        case .unavailable(let problem): ("unavailable", "\(problem.reason) \(problem.advice)")
        }
    }

    private static func state(of manager: NEARWalletManager) -> JSONValue {
        let sandbox = sandbox(of: manager)
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        return [
            "account": VerbResult.account(manager.currentAccount), "session": VerbResult.session(manager.session),
            "ready": .bool(manager.isBridgeReady), "busy": .bool(manager.isBusy),
            "walletVisible": .bool(manager.showWalletUI), "waitingText": text(manager.waitingText),
            "unavailableReason": text(manager.unavailableReason), "lastError": text(manager.lastError),
            "network": .string(manager.network.rawValue), "sandbox": .string(sandbox.name),
            "sandboxProblem": text(sandbox.problem), "unresponsive": .bool(manager.isUnresponsive),
            "offersCacheReset": .bool(manager.offersCacheReset),
        ]
    }
}
