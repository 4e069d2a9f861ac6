// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// The options of the commands that ask the chain.
struct ChainOptions: ParsableArguments {
    @Option(name: .customLong("network"), help: help("mainnet (by default), testnet, or the id of another chain."))
    var chosen: String?

    @Option(help: NetworkChoice.urlHelp)
    var rpcURL: [String] = []

    @Option(help: NetworkChoice.fileHelp, completion: .file(extensions: ["json"]))
    var networks: String?

    @Flag(
        help: help(
            "Run on a chain for this command alone, with the accounts alice.test.near and bob.test.near, a guest book at book.test.near and a token at token.test.near. Your keys, profiles and history aren’t touched."
        ))
    var devnet = false

    @Option(
        name: .customLong("timeout"),
        help: help(
            "How long it may take as a whole, for example 10, 2.5 or 10s; 30 by default, with a wallet’s page as long as its user needs.",
            valueName: "seconds"), transform: { try Self.duration($0) })
    var chosenTimeout: Duration?

    @Flag(help: help("Print one JSON object instead of text, also of a failure."))
    var json = false

    @Flag(name: .shortAndLong, help: help("Print nothing unless it fails; the exit code says how it went."))
    var quiet = false

    @Flag(name: .shortAndLong, help: help("Log to standard error what happens inside."))
    var verbose = false

    func validate() throws {
        guard !quiet || (!json && !verbose) else {
            throw ValidationError(localized("With --quiet nothing is printed: leave --json and --verbose out."))
        }
        guard devnet else {
            _ = try configuration()
            return
        }
        guard chosen == nil, rpcURL.isEmpty, networks == nil else {
            throw ValidationError(
                localized("--devnet has its own chain: leave --network, --rpc-url and --networks out."))
        }
    }

    /// The time that the command has.
    var timeout: Duration { chosenTimeout ?? .seconds(30) }

    /// The name of the chosen network.
    var network: String { chosen ?? "mainnet" }

    /// Takes a chain of the command's own.
    @MainActor
    mutating func use(_ devnet: CommandDevnet) { (chosen, rpcURL) = ("devnet", [devnet.rpcURL]) }

    /// Refuses `--devnet` for a command whose work would be lost with the chain.
    ///
    /// - Parameter reason: What would be lost, without a full stop.
    /// - Throws: `ValidationError`.
    func requireLastingChain(_ reason: String) throws {
        guard !devnet else {
            throw ValidationError(localized("--devnet ends with this command, and %1$s: leave it out.", reason))
        }
    }

    /// Returns the settings of a client of the chosen network.
    ///
    /// - Throws: `ValidationError`.
    func configuration() throws -> RPCClientConfiguration {
        RPCClientConfiguration(endpoints: try chosenNetwork().endpoints, deadline: timeout)
    }

    /// Returns the chosen network with its nodes.
    ///
    /// - Throws: `ValidationError`.
    func chosenNetwork() throws -> NEARNetwork {
        try Self.asUsage { try NetworkChoice.network(network, rpcURLs: rpcURL, file: networks) }
    }

    /// Runs `body`; what it throws is a fault of the command line.
    static func asUsage<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError(ErrorReport(error).sentence)
        }
    }

    /// Asks nodes that the user has named under a public network's name whether they serve that network.
    ///
    /// - Throws: `NEARError.wrongChain`.
    @MainActor
    private func confirm(_ endpoints: [RPCEndpoint]) async throws(NEARError) {
        guard !rpcURL.isEmpty || networks != nil, ChainIdentity(networkId: network) != nil else { return }
        try await NetworkIdentity(id: network, endpoints: endpoints).confirmed()
    }

    /// Reads a number of seconds, with or without the unit.
    static func duration(_ text: String) throws -> Duration {
        let number = text.hasSuffix("s") ? String(text.dropLast()) : text
        // Digits and a point only: `Double` takes “nan” and “0x1p3”, too.
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let seconds = Double(number), (0.001...86400).contains(seconds)
        else {
            throw ValidationError(
                localized(
                    "%1$s is no time. Write seconds from 0.001 to 86400, for example --timeout 10.",
                    DisplayText.quotation(text, limit: 60)))
        }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }

    /// Runs a command's work with a client, and prints its answer, or its failure as one JSON object.
    ///
    /// - Parameters:
    ///   - command: The command's name, for the JSON.
    ///   - work: Asks the chain.
    func perform(_ command: String, _ work: @escaping @MainActor (NEARRPCClient) async throws -> ChainAnswer) throws {
        let configuration = try configuration()
        try answer(command) {
            try await TimeLimit(timeout).run {
                let client = try NEARRPCClient(configuration: configuration)
                try await confirm(configuration.endpoints)
                return try await work(client)
            }
        }
    }

    /// Runs a command's work, and prints its answer, or its failure as one JSON object.
    func answer(_ command: String, _ work: @escaping @MainActor () async throws -> ChainAnswer) throws {
        Diagnostics.start(verbose: verbose)
        let answer: ChainAnswer
        do {
            answer = try MainActor.assumeIsolated { try MainLoop.run(work) }
        } catch {
            guard json, !(error is ValidationError) else { throw error }
            print(CommandFailure.json(error, command: command, network: network).text)
            throw ExitCode(ErrorReport(error).status)
        }
        if quiet { return try answer.writeFailure() }
        try answer.write(asJSON: json, command: command, network: network)
    }
}
