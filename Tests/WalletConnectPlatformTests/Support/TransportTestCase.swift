// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import WalletConnectPlatform
import WalletConnectSign
import XCTest

import enum MainLoopTestKit.DataHome

/// A test case whose methods run main-actor work on GLib's loop, without a display.
class TransportTestCase: XCTestCase {
    /// GLib reads its folders once a process, and the tests of links need their own.
    override class func setUp() {
        super.setUp()
        _ = DataHome.url
    }

    /// Runs `operation`, and fails if it leaves objects, signals or calls of GLib's behind.
    ///
    /// A test that hangs ends the process with a message after sixty seconds.
    func run(name: String = #function, _ operation: @escaping @MainActor () async throws -> Void) throws {
        let watchdog = DispatchSource.makeTimerSource(queue: .global())
        watchdog.schedule(deadline: .now() + 60)
        watchdog.setEventHandler {
            FileHandle.standardError.write(Data("\(name) did not end within 60 s\n".utf8))
            abort()
        }
        watchdog.resume()
        defer { watchdog.cancel() }
        try MainActor.assumeIsolated {
            let before = LiveCount.all
            try MainLoop.run {
                try await operation()
                try await waitUntil("the end of what GLib holds") {
                    LiveCount.all.allSatisfy { $0.value <= before[$0.key, default: 0] }
                }
            }
        }
    }
}

struct ConditionError: Error {
    let text: String
}

/// Waits until a condition holds, while GLib's loop runs.
@MainActor
func waitUntil(_ what: String, within limit: Duration = .seconds(20), _ condition: @MainActor () -> Bool) async throws {
    let end = ContinuousClock.now + limit
    while !condition() {
        guard ContinuousClock.now < end else { throw ConditionError(text: "waited in vain for \(what)") }
        await MainLoop.turn()
    }
}

/// A transport and what it tells.
@MainActor
final class Recorder {
    let transport: SoupRelayTransport
    private(set) var events: [RelayTransportEvent] = []
    private var reader: Task<Void, Never>?

    init(_ settings: RelaySettings = RelaySettings(certificates: nil, proxy: .system, ping: 1)) {
        transport = SoupRelayTransport(settings)
        let events = transport.events
        reader = Task { [weak self] in
            for await event in events { self?.events.append(event) }
        }
    }

    func forget() { events = [] }

    func stop() async {
        await transport.close()
        reader?.cancel()
        await reader?.value
    }

    /// The kinds of a connection's events, pongs left out.
    func kinds(_ connection: Int = 1) -> [RelayTransportEvent.Kind] {
        events.filter { $0.connection == connection && $0.kind != .heard }.map(\.kind)
    }

    func open(_ address: String, _ connection: Int = 1) async {
        await transport.open(
            RelayOpening(connection: connection, address: address, authorization: "Bearer secret-token"))
    }

    /// Opens a connection and waits for the outcome.
    func outcome(_ address: String, _ connection: Int = 1) async throws -> RelayTransportEvent.Kind {
        await open(address, connection)
        try await waitUntil("an outcome") { !kinds(connection).isEmpty }
        return try XCTUnwrap(kinds(connection).first)
    }
}
