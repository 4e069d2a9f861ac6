// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import GLibRuntime
import Glibc
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import QRCode
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// Connects a wallet: the link, its QR code, and the session.
@MainActor
struct ConnectVerb {
    private let verb: WalletConnectConnect
    private let proposal: SessionProposal

    init(_ verb: WalletConnectConnect) throws {
        self.verb = verb
        proposal = try Self.proposal(verb)
    }

    func run(_ setting: ClientSetting) throws {
        try MainLoop.run {
            let interruption = Interruption()
            let session = try await OpenClient.run(setting) { speaker in
                let work = Task { try await speaker.connect(proposal) { show($0, until: $1) } }
                let watch = Task {
                    if await interruption.wait() != nil { work.cancel() }
                }
                defer { watch.cancel() }
                return try await work.value
            }
            verb.options.output.write(session.lines, answer("session", ["session": session.json]))
        }
    }

    private func answer(_ event: String, _ fields: JSONValue.Members) -> JSONValue {
        .answer(of: WalletConnectConnect.name, fields.merging(["event": .string(event)]) { one, _ in one })
    }

    /// Shows the link, which goes to standard output and nowhere else.
    private func show(_ text: String, until end: UnixTime) {
        verb.options.output.write(
            (isatty(STDOUT_FILENO) == 1 ? QRSymbol(text).map(TerminalQR.lines) ?? [] : []) + [text],
            answer("uri", ["uri": .string(text), "expires": .string(SessionSummary.text(end))]))
        StandardOutput.flush()
        guard !verb.options.output.quiet, !verb.options.output.json else { return }
        StandardError.say(
            localized(
                "scan the code with a wallet, or paste the link there. Whoever has the link can answer it, until %1$s.",
                SessionSummary.text(end)))
    }

    // MARK: What is asked for

    private static func proposal(_ verb: WalletConnectConnect) throws -> SessionProposal {
        var chains = try verb.chain.map { try ChainArgument.read($0) }
        switch verb.network {
        case nil where !chains.isEmpty: break
        case nil: chains += [ChainID("near:testnet")].compactMap(\.self)
        case "mainnet", "testnet": chains += [ChainID("near:\(verb.network ?? "")")].compactMap(\.self)
        case let other?:
            throw ValidationError(
                localized(
                    "WalletConnect knows no network %1$s. Write --network testnet or mainnet.",
                    DisplayText.quotation(other, limit: 60)))
        }
        var required: [String: NamespaceRequest] = [:]
        var optional: [String: NamespaceRequest] = [:]
        for (namespace, chains) in Dictionary(grouping: chains, by: \.namespace) {
            switch namespace {
            case "near":
                required[namespace] = NamespaceRequest(chains: chains, methods: ["near_getAccounts"] + verb.method)
                optional[namespace] = NamespaceRequest(
                    chains: chains,
                    methods: [
                        "near_signIn", "near_signOut", "near_signTransaction", "near_signTransactions",
                        "near_signMessage",
                    ], events: ["chainChanged", "accountsChanged"])
            case "eip155" where verb.method.isEmpty:
                required[namespace] = NamespaceRequest(
                    chains: chains, methods: ["eth_sendTransaction", "personal_sign"])
                optional[namespace] = NamespaceRequest(
                    chains: chains, methods: [], events: ["chainChanged", "accountsChanged"])
            default:
                guard !verb.method.isEmpty else {
                    throw ValidationError(
                        localized(
                            "Name the methods that you need on %1$s chains with --method.",
                            DisplayText.name(namespace)))
                }
                required[namespace] = NamespaceRequest(chains: chains, methods: verb.method)
            }
        }
        return SessionProposal(required: required, optional: optional, owner: "command")
    }
}
