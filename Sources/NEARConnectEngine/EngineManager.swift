// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives

/// A manager of an embedding program, which tells its state as JSON.
@MainActor
final class EngineManager {
    let manager: NEARWalletManager
    let verbs: ManagerVerbs
    /// True once the program has closed it: what starts now ends with ``NEARError/managerReleased``.
    private(set) var isClosed = false
    private let change: @MainActor (String) -> Void
    private var observer: StateObserver?

    /// Makes a manager, and tells its state at once and after each change.
    init(_ configuration: NEARWalletConfiguration, change: @escaping @MainActor (String) -> Void) {
        let manager = NEARWalletManager(configuration: configuration)
        self.manager = manager
        verbs = ManagerVerbs(manager)
        self.change = change
        observer = StateObserver { [weak manager] in
            if let manager { change(Self.state(of: manager).text) }
        }
    }

    /// Tells the state as it is now.
    func tell() {
        change(Self.state(of: manager).text)
    }

    /// Ends what is open.
    func close() {
        isClosed = true
        manager.close()
    }

    /// Ends what is open; no change is told any more.
    func forget() {
        observer?.stop()
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
            "sandboxProblem": text(sandbox.problem),
        ]
    }
}
