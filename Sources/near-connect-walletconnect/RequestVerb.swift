// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText
import WalletConnectSign

/// Asks a wallet by any method, and prints its answer.
@MainActor
struct RequestVerb {
    private let verb: WalletConnectRequest
    private let params: JSONValue
    private let chain: ChainID?

    init(_ verb: WalletConnectRequest) throws {
        self.verb = verb
        let bytes = Array((verb.params ?? "{}").utf8)
        do throws(JSONParsingError) {
            params = try JSONValue.parse(bytes)
        } catch {
            throw ValidationError(
                localized(
                    "The parameters are no JSON, at %1$s. Write them as an object or an array.",
                    JSONPlace(of: error, in: bytes).text))
        }
        chain = try verb.chain.map { text in
            guard let chain = ChainID(text) else {
                throw ValidationError(
                    localized(
                        "%1$s is no chain. Write its CAIP-2 id, for example --chain near:testnet.",
                        DisplayText.quotation(text, limit: 60)))
            }
            return chain
        }
        guard (300...604_800).contains(verb.expiry) else {
            throw ValidationError(localized("--expiry takes from 300 to 604800 seconds."))
        }
    }

    func run(_ setting: ClientSetting) throws {
        try MainLoop.run {
            let open = try await OpenClient(setting)
            do {
                let session = try SessionText.find(verb.topic, in: await open.client.sessions)
                let result = try await ask(session, open.client)
                verb.options.output.write(
                    [result.text],
                    .answer(
                        of: WalletConnectRequest.name,
                        ["event": "result", "topic": .string(session.topic.text), "result": result]))
            } catch {
                await open.close()
                throw error
            }
            await open.close()
        }
    }

    private func ask(_ session: SignSession, _ client: SignClient) async throws -> JSONValue {
        let chains = Set(session.namespaces.accounts.map(\.chain))
        guard let chain = chain ?? (chains.count == 1 ? chains.first : nil) else {
            throw ReportedError(
                sentence: localized(
                    "The session has several chains. Name one with --chain: %1$s.",
                    chains.sorted().map { "\($0)" }.joined(separator: ", ")),
                code: "chainAmbiguous", status: .usage)
        }
        let isTold = !verb.options.output.quiet && !verb.options.output.json
        let wallet = DisplayText.name(session.peer.name)
        let request = Task {
            try await client.request(
                verb.method, params, chain: chain, session: session.topic, expiry: .seconds(verb.expiry)
            ) { _ in
                if isTold { StandardError.say(localized("%1$s is asked now: look at it", wallet)) }
            }
        }
        let interruption = Interruption()
        let watch = Task {
            if await interruption.wait() != nil { request.cancel() }
        }
        defer { watch.cancel() }
        return try await request.value
    }
}
