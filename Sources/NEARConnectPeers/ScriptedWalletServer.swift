// SPDX-License-Identifier: MIT

internal import FlyingFox
internal import FlyingSocks
internal import FoundationEssentials
package import NEARPrimitives
internal import Synchronization

/// A scripted wallet's manifest, with its code in it, on a loopback port that the system picks.
package final class ScriptedWalletServer: Sendable {
    /// The server's origin: `http://127.0.0.1:PORT`.
    package let origin: String
    private let server: HTTPServer
    private let running: Task<Void, Never>
    private let wallet: Served

    /// The wallet as it is served now.
    private final class Served: Sendable {
        let value: Mutex<ScriptedWallet>

        init(_ wallet: ScriptedWallet) { value = Mutex(wallet) }
    }

    /// The address of the manifest.
    package var manifest: String { "\(origin)/manifest.json" }

    /// Starts to serve a wallet; when this returns, it answers.
    ///
    /// - Throws: The system's error when it has no port.
    package static func start(_ wallet: ScriptedWallet) async throws -> ScriptedWalletServer {
        let served = Served(wallet)
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
            handler: ClosureHTTPHandler { try answer($0, served.value.withLock { $0 }) })
        let running = Task {
            do {
                try await server.run()
            } catch {
                // It was stopped; if it didn't start, `waitUntilListening` throws the reason.
            }
        }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port)? = await server.listeningAddress else {
            await server.stop()
            throw SocketError.unsupportedAddress
        }
        return ScriptedWalletServer(
            origin: "http://127.0.0.1:\(port)", server: server, running: running, wallet: served)
    }

    private init(origin: String, server: HTTPServer, running: Task<Void, Never>, wallet: Served) {
        self.origin = origin
        self.server = server
        self.running = running
        self.wallet = wallet
    }

    /// Changes the script; whoever fetches the manifest from now on gets it.
    package func change(script: NEARPrimitives.JSONValue) {
        wallet.value.withLock { $0.script = script }
    }

    /// Stops answering, and returns when the port is free again.
    package func stop() async {
        await server.stop()
        await running.value
    }

    private static func answer(_ request: HTTPRequest, _ wallet: ScriptedWallet) throws -> HTTPResponse {
        guard request.method == .GET, request.path == "/manifest.json" else {
            return HTTPResponse(statusCode: .notFound)
        }
        let body = Data(try wallet.manifest().utf8)
        return HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: body)
    }
}
