// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnectCore
internal import WebKitGTK

/// The internal scheme `near-connect:`, which answers the bridge page and its frames only.
///
/// - `near-connect://bridge/<path>` gives the packaged files.
/// - `near-connect://rpc/<network>` takes JSON-RPC by POST and passes it to the network's nodes: an https page may not
///   fetch plain http, not even from loopback, and failover and limits belong to the host.
/// - `near-connect://wallets/<id>/<version>.js` gives a wallet's cached code, to the page itself only.
/// - `near-connect://icons/<name>` gives a wallet's cached icon, by a name that only this wallet and the page know.
/// - `near-connect://connector/<file>` gives the connector, when it isn't the packaged one.
@MainActor
final class BridgeScheme {
    /// The most bytes of a JSON-RPC request that are passed on.
    nonisolated static let requestLimit = 16 * 1024 * 1024

    private let origin: BridgeOrigin
    /// The owner of what is asked for.
    ///
    /// Held weakly: it owns the view, and the view's context holds this object.
    private weak var handler: (any BridgeSchemeHandler)?
    private let logger: Logger
    /// The view whose requests are answered.
    ///
    /// Held weakly: the view's context holds this object.
    weak var view: WebView?
    /// JSON-RPC that is on its way to a node.
    private struct Forward {
        let asker: ForwardBudget.Asker
        let bytes: Int
        let task: Task<Void, Never>
    }

    /// The requests that are under way, by a number of their own.
    private var forwarding: [UInt64: Forward] = [:]
    private var lastForward: UInt64 = 0
    private var budget = ForwardBudget()

    /// The page's modules, joined: joining them once is enough, however often a wallet asks for them.
    private var modules = JoinedModules()

    /// Prepares to answer the page of `origin` with what `handler` has.
    init(origin: BridgeOrigin, handler: any BridgeSchemeHandler, logger: Logger) {
        self.origin = origin
        self.handler = handler
        self.logger = logger
    }

    /// Has the packaged files read anew, for a new page.
    func beginLoad() {
        cancelForwards()
        modules = JoinedModules()
    }

    /// Joins the page's modules before the page asks for them.
    func prepareModules() {
        do throws(PackagedFile.UnreadableError) {
            try modules.prepare()
        } catch {
            // The page's own request fails the same way, and that is reported.
            return
        }
    }

    /// Ends what waits for nodes: the page that asked is gone.
    func cancelForwards() {
        for forward in forwarding.values { forward.task.cancel() }
        forwarding = [:]
        budget = ForwardBudget()
    }

    /// Ends what wallets' frames have left over, if that leaves no room: the next wallet isn't the one that asked.
    func makeRoomForWallet() {
        guard budget.isExhausted(for: .wallets) else { return }
        logger.warning("a wallet's requests to nodes were ended", metadata: ["count": "\(forwarding.count)"])
        for (number, forward) in forwarding where forward.asker == .wallets {
            forward.task.cancel()
            end(number)
        }
    }

    private func end(_ number: UInt64) {
        guard let forward = forwarding.removeValue(forKey: number) else { return }
        budget.give(forward.bytes, of: forward.asker)
    }

    /// Answers one request.
    func answer(_ request: SchemeRequest) {
        guard let view, request.comes(from: view) else {
            return refuse(request, status: 403, "only the bridge page may ask here")
        }
        // Sandboxed frames, that is wallets, have the opaque origin `null`.
        let asker = request.header("Origin")
        guard asker == nil || asker == origin.origin || asker == "null" else {
            return refuse(request, status: 403, "the origin \(asker ?? "") may not ask here")
        }
        guard let address = URLComponents(string: request.uri), address.scheme == InternalScheme.name else {
            return refuse(request, status: 400, "not an address of this scheme")
        }
        switch (address.host, request.method) {
        case ("bridge", "GET"):
            answerFile(request, path: address.percentEncodedPath, isForPage: asker == nil || asker == origin.origin)
        case ("rpc", "POST") where asker != nil:
            answerRPC(
                request, network: String(address.path.dropFirst()), for: asker == origin.origin ? .page : .wallets)
        // A wallet's frame has no business with another wallet's code, and asking for it may count as agreeing to it.
        case ("wallets", "GET") where asker == origin.origin: answerWallet(request, path: address.path)
        case ("connector", "GET") where asker == nil || asker == origin.origin:
            answerConnector(request, name: String(address.path.dropFirst()))
        case ("icons", "GET"): answerIcon(request, name: String(address.path.dropFirst()))
        case ("rpc", "OPTIONS"): request.finish(response(status: 204, type: "text/plain", [], for: request))
        default: refuse(request, status: 404, "nothing is here")
        }
    }

    private func answerFile(_ request: SchemeRequest, path: String, isForPage: Bool) {
        guard let file = PackagedFile.path(ofRequest: path),
            let type = file.split(separator: ".").last.flatMap({ Self.contentTypes[String($0)] })
        else { return refuse(request, status: 404, "no such file: \(path)") }
        do throws(PackagedFile.UnreadableError) {
            request.finish(response(status: 200, type: type, try modules.bytes(file), for: request))
        } catch {
            // A wallet may ask for what it likes; the page asks for what it needs.
            if isForPage { handler?.packagedFileFailed(error) }
            refuse(request, status: 404, "no such file: \(path)")
        }
    }

    private func answerRPC(_ request: SchemeRequest, network: String, for asker: ForwardBudget.Asker) {
        let body: [UInt8]
        do {
            guard let bytes = try request.body(limit: Self.requestLimit) else {
                return refuse(request, status: 413, "more than \(Self.requestLimit) bytes")
            }
            body = bytes
        } catch {
            return refuse(request, status: 400, "the body can't be read: \(error)")
        }
        guard budget.take(body.count, for: asker) else {
            return refuse(request, status: 429, "too many requests wait for a node: send the next when one has ended")
        }
        lastForward += 1
        let number = lastForward
        let task = Task { [weak self, weak handler] in
            do {
                let reply = try await handler?.forward(body, to: network)
                if let reply {
                    self?.finish(request, reply)
                } else {
                    self?.refuse(request, status: 404, "no network \(network)")
                }
            } catch {
                self?.refuse(request, status: 502, "\(error)")
            }
            self?.end(number)
        }
        forwarding[number] = Forward(asker: asker, bytes: body.count, task: task)
    }

    private func finish(_ request: SchemeRequest, _ reply: [UInt8]) {
        request.finish(response(status: 200, type: "application/json", reply, for: request))
    }

    private func answerConnector(_ request: SchemeRequest, name: String) {
        guard let code = handler?.connectorFile(named: name) else {
            return refuse(request, status: 404, "no such file: \(name)")
        }
        request.finish(response(status: 200, type: "text/javascript;charset=utf-8", code, for: request))
    }

    private func answerIcon(_ request: SchemeRequest, name: String) {
        guard let (type, bytes) = handler?.icon(named: name) else {
            return refuse(request, status: 404, "no such icon")
        }
        var answer = response(status: 200, type: type, bytes, for: request)
        // A picture in `img` runs nothing anyway; this is for whoever finds a way to show it as a document.
        answer.headers.append(("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"))
        request.finish(answer)
    }

    private func answerWallet(_ request: SchemeRequest, path: String) {
        let id = path.split(separator: "/").first.map(String.init) ?? ""
        guard let handler else { return refuse(request, status: 404, "the bridge is closed") }
        Task {
            do {
                let code = try await handler.walletCode(of: id)
                request.finish(response(status: 200, type: "text/javascript;charset=utf-8", code, for: request))
            } catch {
                refuse(request, status: 403, "\(error)")
            }
        }
    }

    private func refuse(_ request: SchemeRequest, status: Int, _ reason: String) {
        // The reason is for the page that asked: it quotes what the page, or a node, said.
        logger.warning(
            "internal scheme refused a request",
            metadata: ["uri": "\(Redaction.address(request.uri))", "status": "\(status)"])
        request.finish(response(status: status, type: "text/plain;charset=utf-8", [UInt8](reason.utf8), for: request))
    }

    private func response(
        status: Int, type contentType: String, _ body: [UInt8], for request: SchemeRequest
    ) -> SchemeRequest.Response {
        SchemeRequest.Response(
            status: status, contentType: contentType,
            headers: [
                ("Access-Control-Allow-Origin", request.header("Origin") == "null" ? "null" : origin.origin),
                ("Access-Control-Allow-Methods", "GET, POST, OPTIONS"),
                ("Access-Control-Allow-Headers", "Content-Type"),
                // For scripts that fetch, such as a wallet's client of nodes.
                ("Content-Type", contentType),
                ("Cache-Control", "no-store"),
                ("X-Content-Type-Options", "nosniff"),
            ], body: body)
    }

    private nonisolated static let contentTypes = [
        "js": "text/javascript;charset=utf-8", "json": "application/json",
        "html": "text/html;charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    ]
}
