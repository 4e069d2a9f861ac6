// SPDX-License-Identifier: MIT

import Synchronization

@testable import WalletConnectSign

/// A websocket in memory to a relay in memory, which writes down what it is told.
final class ScriptedTransport: RelayTransport {
    enum Step: Equatable, Sendable {
        case opened
        case sent(String)
        case closed
        case stored([SignRecordKey])
    }

    private struct State {
        var relay = TestRelay()
        var connection: Int?
        var opening: RelayTransportEvent.Kind? = .opened
        var steps: [Step] = []
    }

    private let state = Mutex(State())
    let events: AsyncStream<RelayTransportEvent>
    private let continuation: AsyncStream<RelayTransportEvent>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream(of: RelayTransportEvent.self)
    }

    deinit { continuation.finish() }

    func open(_ opening: RelayOpening) async {
        let kind = state.withLock { state in
            state.steps.append(.opened)
            state.relay.disconnect()
            state.connection = state.opening == .opened ? opening.connection : nil
            return state.opening
        }
        if let kind { continuation.yield(RelayTransportEvent(connection: opening.connection, kind: kind)) }
    }

    func send(_ text: String) async {
        tell { relay in
            relay.receive(text)
        } note: {
            .sent(text)
        }
    }

    func close() async {
        state.withLock { state in
            state.steps.append(.closed)
            state.connection = nil
        }
    }

    /// Changes the relay, and says to the program what the relay has to say.
    func tell(_ change: (inout TestRelay) -> [String], note: () -> Step? = { nil }) {
        let (texts, connection) = state.withLock { state -> ([String], Int?) in
            if let step = note() { state.steps.append(step) }
            guard let connection = state.connection else { return ([], nil) }
            return (change(&state.relay), connection)
        }
        guard let connection else { return }
        for text in texts { continuation.yield(RelayTransportEvent(connection: connection, kind: .text(text))) }
    }

    func note(_ step: Step) { state.withLock { $0.steps.append(step) } }

    func setOpening(_ kind: RelayTransportEvent.Kind?) { state.withLock { $0.opening = kind } }

    var steps: [Step] { state.withLock(\.steps) }

    func withRelay<Value: Sendable>(_ body: @Sendable (inout TestRelay) throws -> Value) rethrows -> Value {
        try state.withLock { state in try body(&state.relay) }
    }
}

/// A store in memory that writes its changes into the transport's list, and that may fail.
actor ScriptedStore: SignStore {
    private(set) var content = SignStoreContent()
    private let transport: ScriptedTransport
    private var failure: SignStoreError?

    init(_ transport: ScriptedTransport) {
        self.transport = transport
    }

    func fail(_ error: SignStoreError?) { failure = error }

    func load() throws(SignStoreError) -> SignStoreContent {
        if let failure { throw failure }
        return content
    }

    func apply(_ changes: [SignStoreChange]) throws(SignStoreError) {
        if let failure { throw failure }
        for change in changes { content.apply(change) }
        transport.note(.stored(changes.compactMap { if case .put(let key, _) = $0 { key } else { nil } }))
    }
}
