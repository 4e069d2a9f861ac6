// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import Synchronization

/// A scripted wallet's manifest, with its code in it, on a loopback port that the system picks.
package final class ScriptedWalletServer: Sendable {
    private let server: LoopbackWebServer
    private let wallet: Served

    /// The wallet as it is served now.
    private final class Served: Sendable {
        let value: Mutex<ScriptedWallet>

        init(_ wallet: ScriptedWallet) { value = Mutex(wallet) }
    }

    /// The server's origin: `http://127.0.0.1:PORT`.
    package var origin: String { server.origin }

    /// The address of the manifest.
    package var manifest: String { "\(origin)/manifest.json" }

    /// Starts to serve a wallet; when this returns, it answers.
    ///
    /// - Throws: The system's error when it has no port.
    package static func start(_ wallet: ScriptedWallet) async throws -> ScriptedWalletServer {
        let served = Served(wallet)
        let server = try await LoopbackWebServer.start(limit: 0) { request in
            answer(request, served.value.withLock { $0 })
        }
        return ScriptedWalletServer(server: server, wallet: served)
    }

    private init(server: LoopbackWebServer, wallet: Served) {
        self.server = server
        self.wallet = wallet
    }

    /// Changes the script; whoever fetches the manifest from now on gets it.
    package func change(script: NEARPrimitives.JSONValue) {
        wallet.value.withLock { $0.script = script }
    }

    /// Stops answering, and returns when the port is free again.
    package func stop() async {
        await server.stop()
    }

    private static func answer(_ request: WebRequest, _ wallet: ScriptedWallet) -> WebAnswer {
        guard request.method == "GET", request.path == "/manifest.json" else { return WebAnswer(status: 404) }
        do {
            let manifest = try wallet.manifest()
            return WebAnswer(headers: ["Content-Type": "application/json"], body: Array(manifest.utf8))
        } catch {
            return WebAnswer(status: 500, body: Array("\(error)".utf8))
        }
    }
}
