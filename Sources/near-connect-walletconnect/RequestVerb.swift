// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText
import WalletConnectPlatform
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
        chain = try verb.chain.map { try ChainArgument.read($0) }
        guard (300...604_800).contains(verb.expiry) else {
            throw ValidationError(localized("--expiry takes from 300 to 604800 seconds."))
        }
    }

    func run(_ setting: ClientSetting) throws {
        try MainLoop.run {
            let interruption = Interruption()
            let (session, result) = try await OpenClient.run(setting) { speaker in
                let session = try SessionSummary.find(verb.topic, in: try await speaker.sessions())
                let request = SpokenRequest(
                    session: session.topic, chain: try Self.chain(chain, of: session), method: verb.method,
                    params: params, expiry: .seconds(verb.expiry))
                let result = try await Self.ask(
                    request, of: session, through: speaker, options: verb.options, interruption: interruption)
                return (session, result)
            }
            verb.options.output.write(
                [result.text],
                .answer(
                    of: WalletConnectRequest.name,
                    ["event": "result", "topic": .string(session.topic.text), "result": result]))
        }
    }

    /// Returns the chain that was named, or the only one of a session.
    static func chain(_ named: ChainID?, of session: SessionSummary) throws -> ChainID {
        let chains = session.chains
        guard let chain = named ?? (chains.count == 1 ? chains.first : nil) else {
            throw ReportedError(
                sentence: localized(
                    "The session has several chains. Name one with --chain: %1$s.",
                    chains.map { "\($0)" }.joined(separator: ", ")),
                code: "chainAmbiguous", status: .usage)
        }
        return chain
    }

    /// Asks a wallet, tells its user where to look, and gives the request up at Ctrl-C.
    static func ask(
        _ request: SpokenRequest, of session: SessionSummary, through speaker: any SignSpeaker,
        options: WalletConnectOptions, interruption: Interruption
    ) async throws -> JSONValue {
        let isTold = !options.output.quiet && !options.output.json
        let wallet = DisplayText.name(session.wallet)
        let work = Task {
            try await speaker.request(request) {
                if isTold { StandardError.say(localized("%1$s is asked now: look at it", wallet)) }
            }
        }
        let watch = Task {
            if await interruption.wait() != nil { work.cancel() }
        }
        defer { watch.cancel() }
        return try await work.value
    }
}
