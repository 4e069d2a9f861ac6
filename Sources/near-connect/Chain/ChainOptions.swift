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
            valueName: "seconds"), transform: { try TimeoutOption.duration($0) })
    var chosenTimeout: Duration?

    @Flag(help: OutputOptions.jsonHelp)
    var json = false

    @Flag(name: .shortAndLong, help: OutputOptions.quietHelp)
    var quiet = false

    @Flag(name: .shortAndLong, help: OutputOptions.verboseHelp)
    var verbose = false

    func validate() throws {
        try OutputOptions.check(quiet: quiet, json: json, verbose: verbose)
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
    var timeout: Duration { chosenTimeout ?? TimeoutOption.standard }

    /// The name of the chosen network.
    var network: String { chosen ?? "mainnet" }

    /// Takes a chain of the command's own.
    @MainActor
    mutating func use(_ devnet: CommandDevnet) { (chosen, rpcURL) = (CommandDevnet.network, [devnet.rpcURL]) }

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

    /// Runs a command's work with a client, and prints its answer.
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

    /// Runs a command's work, and prints its answer.
    ///
    /// - Parameters:
    ///   - command: The command's name.
    ///   - ending: Ends what the work has used, once the answer is printed or the work has failed.
    ///   - work: The work.
    func answer(
        _ command: String, ending: @escaping @MainActor () async -> Void = {},
        _ work: @escaping @MainActor () async throws -> ChainAnswer
    ) throws {
        Diagnostics.start(verbose: verbose)
        let printed = Result {
            defer { StandardOutput.flush() }
            let answer = try MainActor.assumeIsolated { try MainLoop.run(work) }
            if quiet { return try answer.writeFailure() }
            try answer.write(asJSON: json, command: command, network: network)
        }
        try MainActor.assumeIsolated { try MainLoop.run { await ending() } }
        try printed.get()
    }
}
