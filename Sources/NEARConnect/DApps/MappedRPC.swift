// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText
internal import WebKitGTK

/// Carries driven pages' own JSON-RPC calls to named hosts to the browser's chain.
///
/// It is there in a driven browser only. The call comes through a relay of its own, so neither the page's content
/// security policy nor mixed content nor CORS has a part in it.
@MainActor
final class MappedRPC {
    /// The name of the relay's message handler.
    static let handler = "nearConnectRPC"

    private let prefixes: [MappedPrefix]
    private let nodes: NetworkNodes
    private let logger: Logger
    private let scripts: (page: String, relay: String)
    private var budget = ForwardBudget()

    /// Reads the scripts.
    ///
    /// - Parameters:
    ///   - prefixes: The addresses of the calls.
    ///   - nodes: The nodes of the chain.
    ///   - logger: Says what was refused.
    init(
        _ prefixes: [MappedPrefix], to nodes: NetworkNodes, logger: Logger
    ) throws(PackagedFile.UnreadableError) {
        self.prefixes = prefixes
        self.nodes = nodes
        self.logger = logger
        scripts = (
            try PackagedFile.classicScript(
                "Provider/mapped-rpc/start.js", calling: "startMappedRPC",
                with: ["prefixes": .array(prefixes.map(\.json))]),
            try PackagedFile.classicScript("Provider/mapped-rpc/relay.js", calling: "startMappedRPCRelay")
        )
    }

    /// Hears the relays in the pages of views that use `manager`.
    func listen(to manager: UserContentManager) {
        let isHeard = manager.onRequest(Self.handler, world: ProviderScripts.world) { [weak self] text, reply in
            Task { reply.answer(await self?.answer(text) ?? Self.text(0, "the browser is closed")) }
        }
        precondition(isHeard, "the handler of a view's messages is registered once")
    }

    /// Injects the scripts into all pages of the views that share `manager`.
    func addScripts(to manager: UserContentManager) {
        manager.addScriptEverywhere(scripts.relay, world: ProviderScripts.world, frames: .all)
        manager.addScriptEverywhere(scripts.page, world: nil, frames: .all)
    }

    /// Answers `<method> <address>`, a line break and the body with a status, a line break and the body.
    private func answer(_ text: String) async -> String {
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")),
            let space = text.utf8[..<end].firstIndex(of: UInt8(ascii: " ")),
            let address = WebAddress(String(text[text.utf8.index(after: space)..<end])),
            prefixes.contains(where: { $0.covers(address) })
        else {
            logger.warning("a call to no mapped address was refused")
            return Self.text(0, "the address isn't mapped")
        }
        guard text[..<space].utf8.elementsEqual("POST".utf8) else {
            return Self.error(405, "JSON-RPC is called by POST")
        }
        let body = Array(text.utf8[text.utf8.index(after: end)...])
        guard budget.take(body.count, for: .page) else {
            return Self.error(429, "too many calls wait for the chain: send the next when one has ended")
        }
        defer { budget.give(body.count, of: .page) }
        return await forward(body)
    }

    private func forward(_ body: [UInt8]) async -> String {
        let client: NEARRPCClient
        do throws(NEARError) {
            client = try nodes.client()
        } catch {
            return Self.text(0, DisplayText.line(error.errorDescription ?? error.code))
        }
        do throws(RPCError) {
            return Self.text(200, String(decoding: try await client.forward(body: body), as: UTF8.self))
        } catch {
            switch error {
            case .invalidRequest, .requestTooLarge: return Self.error(400, "\(error)")
            default: return Self.text(0, DisplayText.line("\(error)"))
            }
        }
    }

    private static func error(_ status: Int, _ reason: String) -> String {
        let error: JSONValue = ["code": -32600, "message": .string(reason)]
        return text(status, JSONValue.object(["jsonrpc": "2.0", "id": .null, "error": error]).text)
    }

    private static func text(_ status: Int, _ body: String) -> String { "\(status)\n\(body)" }
}
