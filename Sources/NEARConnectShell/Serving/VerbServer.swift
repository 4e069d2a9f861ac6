// SPDX-License-Identifier: MIT

package import NEARConnect
package import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A manager's verbs for other programs, over the local server: what `near-connect serve` has.
///
/// The methods are ``ManagerVerb``'s and `state`. None approves anything, sets a policy or adds a key, and each call is
/// asked for by the client's program. docs/embedding.md describes them.
@MainActor
package final class VerbServer {
    /// The notification with a new state.
    private static let changed = "changed"
    /// The most clients of a socket at a time.
    private static let clients = 64

    private let manager: NEARWalletManager
    private let verbs: ManagerVerbs
    private let window: ServingWindow
    private var server: LocalServer?
    private var observer: StateObserver?
    private var told: JSONValue?

    /// Prepares the server; nobody is heard yet.
    ///
    /// - Parameters:
    ///   - manager: The manager that does the work.
    ///   - window: The window in which users are asked.
    package init(_ manager: NEARWalletManager, window: ServingWindow) {
        self.manager = manager
        self.window = window
        verbs = ManagerVerbs(manager)
        observer = StateObserver { [weak self] in self?.tell() }
    }

    /// Listens at a socket.
    ///
    /// - Throws: `LocalServerError`.
    package func open(at path: String) async throws(LocalServerError) {
        var limits = LocalLimits()
        limits.connections = Self.clients
        server = try await LocalServer.open(
            at: path, role: .asks, methods: methods, limits: limits, logger: manager.logger)
    }

    /// Serves one client over streams, such as this process's own.
    ///
    /// - Throws: `LocalServerError`.
    package func open(over streams: LocalStreams, to pid: Int32) throws(LocalServerError) {
        server = try LocalServer.open(
            over: streams, to: pid, role: .asks, methods: methods, logger: manager.logger)
    }

    /// Suspends until the client of the streams is gone, or the server was closed.
    package func ended() async { await server?.ended() }

    /// Ends all calls and connections.
    package func close() async {
        observer?.stop()
        await server.take()?.close()
    }

    /// The methods that clients have.
    package var methods: [LocalMethod] {
        ManagerVerb.allCases.map { verb in
            LocalMethod(
                verb.rawValue, for: .asks,
                onMainActor: { [weak self] params, caller throws(LocalCallError) in
                    guard let self else { throw .cancelled }
                    return try await self.perform(verb, params ?? .null, for: caller)
                })
        } + [
            LocalMethod(
                "state", for: .asks,
                onMainActor: { [weak self] params, _ throws(LocalCallError) in
                    guard let self else { throw .cancelled }
                    guard params == nil || params == .object([:]) || params == .array([]) else {
                        throw .invalidParams(localized("“state” has no parameters"))
                    }
                    return self.state
                })
        ]
    }

    private func perform(
        _ verb: ManagerVerb, _ params: JSONValue, for caller: LocalCaller
    ) async throws(LocalCallError) -> JSONValue {
        // The state that belongs to an answer comes before it.
        defer { tell() }
        do throws(NEARError) {
            return try await verbs.perform(verb, params, as: .peer(PeerIdentity(ofProcess: caller.pid)))
        } catch {
            throw LocalCallError(error, isUnseen: window.takeUnseen())
        }
    }

    // MARK: State

    /// The state that all clients share; what other clients wait for is no part of it.
    private var state: JSONValue {
        [
            "account": VerbResult.account(manager.currentAccount), "session": VerbResult.session(manager.session),
            "ready": .bool(manager.isBridgeReady), "network": .string(manager.network.rawValue),
            "unavailableReason": manager.unavailableReason.map { .string($0) } ?? .null,
        ]
    }

    /// Tells the clients the state, if it has changed.
    private func tell() {
        let now = state
        guard now != told else { return }
        told = now
        server?.notify(Self.changed, now)
    }
}

extension LocalCallError {
    /// The number of errors that end an operation, except for wrong parameters and cancelled calls.
    private static let operation = -32020

    /// Says how an operation ended.
    ///
    /// - Parameters:
    ///   - error: The operation's error.
    ///   - isUnseen: True if a wallet wanted to be seen and there is no display.
    fileprivate init(_ error: NEARError, isUnseen: Bool) {
        var data = VerbResult.error(error)
        if isUnseen, case .userCancelled = error {
            data = ["code": "no-display", "message": .string(ServingWindow.unseen)]
        }
        let code =
            switch error {
            case .invalidArgument: LocalCallError.invalidParams("").code
            case .taskCancelled: LocalCallError.cancelled.code
            default: Self.operation
            }
        self.init(code: code, message: data["message"]?.stringValue ?? error.code, data: data)
    }
}
