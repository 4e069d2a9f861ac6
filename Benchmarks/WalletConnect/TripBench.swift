// SPDX-License-Identifier: MIT

import BenchFigures
import Foundation
import Glibc
import GuardedMemory
import NEARConnectCore
import NEARConnectPeers
import NEARPrimitives
import NEARVault
import WalletConnectPlatform
import WalletConnectSign

/// Requests with their answers, beside echoes over the same kind of socket, and beside syncs of a file.
@MainActor
struct TripBench {
    private static let trips = 200
    /// The bytes of an echo.
    private static let echo = 600

    let pairs: Int

    /// The most that a request may take with a store in memory, in bare echoes.
    private static let bar = 12.0
    /// The syncs of a file that a store in files may add.
    private static let syncs = 3.0

    /// A request over the relay with a store in memory, by bare echoes of the relay.
    func measureTrip() async throws {
        var figure = Figure("walletconnect-trip", .ratio, bar: .atMost(Self.bar))
        let bench = try await BenchPhone.start()
        let session = try await bench.connected()
        let echo = try await Echo.start(bench.relay.address, bytes: Self.echo)
        for pair in -1..<pairs {
            let own = try await milliseconds { for _ in 0..<Self.trips { try await bench.ask(session) } }
            let bare = try await milliseconds { for _ in 0..<Self.trips { try await echo.once() } }
            guard pair >= 0 else { continue }
            figure.pairs.append((own.time / Double(Self.trips), bare.time / Double(Self.trips)))
        }
        await echo.stop()
        await bench.stop()
        figure.write()
    }

    /// Measures a request with the store in files.
    ///
    /// It is held against the bar of one with a store in memory and three syncs of a file; what the store adds is told,
    /// too.
    func measureStore() async throws {
        var figure = Figure("walletconnect-store", .ratio, bar: .atMost(1))
        var added = Figure("walletconnect-store-added", .ratio, bar: nil)
        let root = URL(filePath: FileManager.default.currentDirectoryPath)
            .appending(path: ".build/bench-walletconnect-\(getpid())")
        let folders = ProfileFolders(root: root)
        let vault = PlainFileVault(VaultFolders(data: folders.data.path, state: folders.state.path))
        let store = FileSignStore(folders, vault: vault)
        let (files, memory) = (try await BenchPhone.start(store: store), try await BenchPhone.start())
        let (inFiles, inMemory) = (try await files.connected(), try await memory.connected())
        let echo = try await Echo.start(memory.relay.address, bytes: Self.echo)
        let file = open(root.appending(path: "sync").path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchError("no file can be made in \(root.path)") }
        let line = [UInt8](repeating: 7, count: 600)
        for pair in -1..<pairs {
            let own = try await milliseconds { for _ in 0..<Self.trips { try await files.ask(inFiles) } }
            let bare = try await milliseconds { for _ in 0..<Self.trips { try await memory.ask(inMemory) } }
            let echoes = try await milliseconds { for _ in 0..<Self.trips { try await echo.once() } }
            let syncs = await milliseconds {
                for _ in 0..<Self.trips {
                    write(file, line, line.count)
                    fdatasync(file)
                }
            }
            guard pair >= 0 else { continue }
            let each = { (time: Double) in time / Double(Self.trips) }
            figure.pairs.append((each(own.time), each(Self.bar * echoes.time + Self.syncs * syncs.time)))
            added.pairs.append((each(own.time - bare.time), each(syncs.time)))
        }
        close(file)
        await echo.stop()
        await files.stop()
        await store.close()
        await memory.stop()
        try FileManager.default.removeItem(at: root)
        figure.write()
        added.write()
    }
}

/// A socket to the relay on which a call is answered and nothing else happens.
@MainActor
private final class Echo {
    private let transport = SoupRelayTransport()
    private var events: AsyncStream<RelayTransportEvent>.Iterator
    private let text: String

    private init(bytes: Int) {
        events = transport.events.makeAsyncIterator()
        // Unsubscribing is answered `true`, whatever the subscription's id is.
        text =
            RPCMessage.request(
                RPCIdentifier(1_763_800_000_123_456_789), method: "irn_unsubscribe",
                params: [
                    "topic": .string(String(repeating: "a", count: 64)),
                    "id": .string(String(repeating: "b", count: bytes)),
                ]
            ).text
    }

    static func start(_ relay: String, bytes: Int) async throws -> Echo {
        let echo = Echo(bytes: bytes)
        guard let identity = ClientIdentity.make(),
            let token = RelayToken(
                of: identity, audience: relay, subject: String(repeating: "c", count: 64),
                at: SystemSignClock().now.wall)
        else { throw BenchError("no key can be made") }
        await echo.transport.open(
            RelayOpening(
                connection: 1, address: "\(relay)?projectId=p&ua=bench", authorization: "Bearer \(token.text)"))
        guard await echo.next()?.kind == .opened else { throw BenchError("the relay lets no echo in") }
        return echo
    }

    private func next() async -> RelayTransportEvent? {
        var events = events
        defer { self.events = events }
        return await events.next(isolation: #isolation)
    }

    func once() async throws {
        await transport.send(text)
        guard case .text? = await next()?.kind else { throw BenchError("no echo came") }
    }

    func stop() async { await transport.close() }
}
