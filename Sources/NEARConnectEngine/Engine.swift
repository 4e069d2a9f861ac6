// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The managers, calls and widgets of a program that embeds the C library, by number.
///
/// Numbers are never used twice, so that one that a program kept too long meets nothing.
@MainActor
final class Engine {
    static let shared = Engine()

    private var lastNumber: UInt64 = 0
    private var managers: [UInt64: EngineManager] = [:]
    private var widgets: [UInt64: BridgeWidget] = [:]
    /// The manager of each call that is open.
    private var calls: [UInt64: EngineManager] = [:]
    private var forgotten: [Forgotten] = []

    /// A manager whose number is gone, for as long as something holds it.
    private struct Forgotten {
        private weak var manager: NEARWalletManager?
        private weak var approver: EngineApprover?

        init(_ engineManager: EngineManager) {
            (manager, approver) = (engineManager.manager, engineManager.approver)
        }

        var isHeld: Bool { manager != nil || approver != nil }
    }

    private init() {}

    /// The number of things that aren't forgotten, or that live all the same: managers, and what owns something of
    /// GLib's.
    var liveCount: Int {
        managers.count + widgets.count + calls.count + forgotten.count(where: \.isHeld)
            + LiveCount.all.values.reduce(0, +)
    }

    /// Has the main actor run in the loop of GLib's default context.
    func start() {
        MainLoop.joinMainActor()
    }

    private func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Managers

    /// Makes a manager.
    ///
    /// - Parameters:
    ///   - configuration: Its configuration, JSON.
    ///   - change: Takes its state, JSON, now and after each change.
    ///   - event: Takes what it wants from the program; see ``EngineManager/Event``.
    func makeManager(
        _ configuration: String?, change: @escaping @MainActor (String) -> Void,
        event: @escaping EngineManager.EventHandler
    ) throws(EngineError) -> UInt64 {
        var configuration = try EngineConfiguration.read(configuration)
        // A chain on this computer is nobody's but the user's: there is no other one to ask about its keys.
        if NetworkNodes(configuration.network, clock: configuration.clock).hasLocalNodesOnly {
            configuration.knownNetworks = []
        }
        let number = nextNumber()
        managers[number] = EngineManager(configuration, change: change, event: event)
        return number
    }

    /// Ends what is open at a manager, and forgets it.
    func forgetManager(_ number: UInt64) {
        guard let engineManager = managers.removeValue(forKey: number) else { return }
        engineManager.forget()
        forgotten.removeAll { !$0.isHeld }
        forgotten.append(Forgotten(engineManager))
    }

    /// Does one of the commands; false if there is no such manager, or nothing to do.
    func command(_ number: UInt64, name: String?, argument: String?) throws(EngineError) -> Bool {
        guard let engineManager = managers[number] else { return false }
        let manager = engineManager.manager
        switch name {
        case "close": engineManager.close()
        case "reload": manager.reloadBridge()
        case "present-wallet": return manager.presentWallet()
        case "cancel": return manager.cancelPendingOperation()
        case "close-popups": manager.closePopups()
        case "focus": return manager.focusPage()
        case "stop-page", "wait-for-page":
            guard manager.isUnresponsive else { return false }
            if name == "stop-page" { manager.stopUnresponsivePage() } else { manager.waitForUnresponsivePage() }
        case "recognize-link": return manager.recognizesReturnLink(argument ?? "")
        case "answer-approval": return engineManager.approver.answer(try ApprovalDecision(argument))
        case "return-link":
            do throws(ReturnLinkError) {
                try manager.handleReturnLink(argument ?? "")
            } catch {
                throw .configuration(ErrorReport(error).sentence)
            }
        default: throw .configuration(localized("There is no such command."))
        }
        return true
    }

    // MARK: Calls

    /// Starts a verb; `answer` comes later, once.
    ///
    /// - Returns: The call's number; 0 if there is no such manager.
    func call(
        _ manager: UInt64, verb name: String?, parameters: String?, answer: @escaping OpenWork.Answer
    ) -> UInt64 {
        guard let engineManager = managers[manager] else { return 0 }
        let number = nextNumber()
        calls[number] = engineManager
        engineManager.start(number, verb: name, parameters: parameters) { [self] end in
            calls[number] = nil
            // The state that belongs to an answer comes before it.
            managers[manager]?.tell()
            answer(end)
        }
        return number
    }

    /// Wishes that a call ends.
    func cancel(_ number: UInt64) {
        calls[number]?.cancel(number)
    }

    // MARK: Widgets

    /// Makes a widget of a manager; `nil` if there is no such manager.
    func makeWidget(of manager: UInt64) -> (id: UInt64, widget: HostData)? {
        guard let manager = managers[manager]?.manager else { return nil }
        let widget = BridgeWidget(manager: manager)
        let number = nextNumber()
        widgets[number] = widget
        return (number, HostData(widget.gtkWidget))
    }

    /// Forgets a widget.
    func forgetWidget(_ number: UInt64) {
        widgets[number] = nil
    }
}
