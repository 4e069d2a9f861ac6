// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
internal import SafeText

/// The control channel of a driven browser: who drives it decides here what its wallet does.
///
/// `docs/dapp-testing.md` has the methods. They belong to the role ``LocalRole/controls`` alone: no socket that other
/// programs get has them.
@MainActor
package final class ControlChannel {
    /// The parts that the channel works on.
    package struct Parts {
        let approver: DrivingApprover
        let host: DAppRequestHandler
        let signer: KeystoreDAppSigner
        let journal: RequestJournal
        let chain: (any ControlledChain)?
        let facts: JSONValue.Members
        let pages: @MainActor () -> [JSONValue]

        /// Names the parts.
        ///
        /// - Parameters:
        ///   - approver: Answers the pages' requests.
        ///   - host: Answers the pages.
        ///   - signer: Signs, and has the keys.
        ///   - journal: The journal of what is signed.
        ///   - chain: The chain of one's own, if it is one.
        ///   - facts: What `state` says of the browser and doesn't change.
        ///   - pages: Describes the pages that are open.
        package init(
            approver: DrivingApprover, host: DAppRequestHandler, signer: KeystoreDAppSigner, journal: RequestJournal,
            chain: (any ControlledChain)?, facts: JSONValue.Members, pages: @escaping @MainActor () -> [JSONValue]
        ) {
            self.approver = approver
            self.host = host
            self.signer = signer
            self.journal = journal
            self.chain = chain
            self.facts = facts
            self.pages = pages
        }
    }

    /// A method's work; there is no caller where the call comes over no connection.
    typealias Body = @MainActor (ControlChannel, JSONValue?, LocalCaller?) async throws(LocalCallError) -> JSONValue

    /// The method of all events.
    private static let eventMethod = "event"

    let parts: Parts
    private var listeners: [LocalCaller] = []
    private var server: LocalServer?
    private var seenSites: SitePermissions.Mark

    /// Prepares the channel; nothing listens yet.
    package init(_ parts: Parts) {
        self.parts = parts
        seenSites = parts.host.permissions.mark
        parts.approver.onChange = { [weak self] request in
            self?.send("requests.\(request.state == .open ? "opened" : "closed")", ["request": request.json])
        }
        parts.host.onChange = { [weak self] in self?.noteSites() }
    }

    /// Listens at a socket.
    ///
    /// - Throws: ``LocalServerError``.
    package func open(at path: String, logger: Logger) async throws(LocalServerError) {
        server = try await LocalServer.open(at: path, role: .controls, methods: methods, logger: logger)
    }

    /// Ends all connections and removes the socket.
    package func close() async {
        listeners = []
        await server.take()?.close()
    }

    /// The methods; those of a chain of one's own only where there is one.
    package var methods: [LocalMethod] {
        bodies.map { name, body in
            LocalMethod(
                name, for: .controls,
                onMainActor: { [weak self] params, caller throws(LocalCallError) in
                    guard let self else { throw .cancelled }
                    return try await self.call(body, with: params, from: caller)
                })
        }
    }

    /// Answers a call that comes over no connection: for tests, and for the fuzzer.
    package func answer(_ method: String, _ params: JSONValue?) async throws(LocalCallError) -> JSONValue {
        guard let body = bodies[method] else { throw .unknownMethod }
        return try await call(body, with: params, from: nil)
    }

    private var bodies: [String: Body] {
        var all = Self.walletMethods.merging(Self.requestMethods) { first, _ in first }
        if parts.chain != nil { all.merge(Self.chainMethods) { first, _ in first } }
        return all
    }

    private func call(
        _ body: Body, with params: JSONValue?, from caller: LocalCaller?
    ) async throws(LocalCallError) -> JSONValue {
        try await body(self, params, caller)
    }

    // MARK: Events

    /// Sends a connection all events from now on.
    func listen(_ caller: LocalCaller) {
        guard !listeners.contains(where: { $0 === caller }) else { return }
        listeners.append(caller)
    }

    /// Sends an event to all connections that listen.
    func send(_ event: String, _ fields: JSONValue.Members) {
        var fields = fields
        fields["event"] = .string(event)
        listeners.removeAll { !$0.notify(Self.eventMethod, .object(fields)) }
    }

    /// Tells the connections that listen that a page isn't shown, or that something it wanted was refused.
    package func note(_ problem: DrivenPageProblem) { send("pages.problem", ["problem": problem.json]) }

    private func noteSites() {
        let now = parts.host.permissions.mark
        guard now != seenSites else { return }
        seenSites = now
        send("sites.changed", [:])
    }
}

extension LocalCallError {
    /// No request came in time (−32010).
    static let noRequest = LocalCallError(code: -32010, message: localized("no such request came in time"))

    /// There is no open request of this number (−32011).
    static func notOpen(_ id: Int) -> LocalCallError {
        LocalCallError(
            code: -32011, message: localized("request %1$s is not open: it was answered, or its page is gone", "\(id)"))
    }

    /// The wallet can't do what was asked (−32012).
    static func refused(_ reason: String) -> LocalCallError { LocalCallError(code: -32012, message: reason) }

    /// The chain can't do what was asked (−32013).
    package static func chain(_ reason: String) -> LocalCallError { LocalCallError(code: -32013, message: reason) }
}
