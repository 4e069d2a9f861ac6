// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation
import Logging
import NEARPrimitives

/// The HTTP server that a devnet is reached through. Listens on loopback and nowhere else.
struct RPCServer: Sendable {
    private let server: HTTPServer
    private let task: Task<Void, any Error>
    /// The port it listens on.
    let port: UInt16

    /// Bytes of a request's body, as nearcore allows them by default.
    static let maxBodySize = 10 * 1024 * 1024

    /// Starts listening.
    ///
    /// - Parameter port: 0 for a free one.
    /// - Throws: `DevnetError.portInUse` or `.listeningFailed`.
    static func start(_ service: RPCService, port: UInt16) async throws(DevnetError) -> RPCServer {
        let address: sockaddr_in
        do {
            address = try .inet(ip4: "127.0.0.1", port: port)
        } catch {
            throw .listeningFailed(port: port, reason: error.localizedDescription)
        }
        // A request may wait for a transaction longer than FlyingFox would let it.
        let timeout = Double(service.waitLimit.components.seconds) + 15
        let server = HTTPServer(
            address: address, timeout: timeout, pool: NoDelaySocketPool(HTTPServer.defaultPool()),
            logger: SilentSocketLogger(),
            handler: RPCHTTPHandler(service: service))
        // Whichever is first: it listens, or it can't and `run` ends.
        let (events, continuation) = AsyncStream<Result<Void, any Error>>.makeStream()
        let task = Task {
            do {
                try await server.run()
            } catch {
                continuation.yield(.failure(error))
                throw error
            }
        }
        let waiter = Task {
            do {
                try await server.waitUntilListening()
                continuation.yield(.success(()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        defer {
            waiter.cancel()
            continuation.finish()
        }
        do {
            for await event in events {
                try event.get()
                break
            }
            guard case .ip4(_, let actual)? = await server.listeningAddress else {
                throw SocketError.unsupportedAddress
            }
            return RPCServer(server: server, task: task, port: actual)
        } catch {
            await server.stop()
            task.cancel()
            if case SocketError.failed(_, EADDRINUSE, _) = error { throw .portInUse(port) }
            throw .listeningFailed(port: port, reason: error.localizedDescription)
        }
    }

    /// Closes the port and all connections, and waits until that is done.
    func stop() async {
        await server.stop()
        task.cancel()
        // How it ended doesn't matter any more: by `stop`, it always ends with an error.
        _ = await task.result
    }
}

/// FlyingFox logs nothing: what matters is logged where the request is understood.
private struct SilentSocketLogger: FlyingSocks.Logging {
    func logDebug(_ debug: @autoclosure () -> String) {}
    func logInfo(_ info: @autoclosure () -> String) {}
    func logWarning(_ warning: @autoclosure () -> String) {}
    func logError(_ error: @autoclosure () -> String) {}
    func logCritical(_ critical: @autoclosure () -> String) {}
}
