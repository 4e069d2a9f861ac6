// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

extension DoctorCheck {
    /// Checks each node of the network: its answer, its chain and its clock.
    static let network = DoctorCheck(name: "network") { context in
        guard !context.isOffline else { return [.ok("network", localized("not asked (--offline)"))] }
        var findings: [DoctorFinding] = []
        var silent: [Int] = []
        var chains: [ChainIdentity] = []
        let clock = ContinuousClock()
        let end = clock.now + context.timeout
        for endpoint in context.network.endpoints {
            // A node that has no time left is asked all the same, and has not answered then.
            let left = max(.milliseconds(1), clock.now.duration(to: end))
            let (finding, chain, isSilent) = await ask(endpoint, of: context.network, within: min(limit, left))
            if isSilent { silent.append(findings.count) }
            if let chain { chains.append(chain) }
            findings.append(finding)
        }
        // One node that answers is enough, if no node works for another chain.
        if findings.contains(where: { $0.level == .ok }) {
            for index in silent {
                let finding = findings[index]
                findings[index] = .warn(finding.check, finding.summary, advice: finding.advice)
            }
        }
        if Set(chains).count > 1 {
            findings.append(
                .fail(
                    "network", localized("the nodes work for different chains, so nothing is signed"),
                    advice: localized("Name only nodes of one chain with --rpc-url.")))
        }
        return findings
    }

    private static let limit = Duration.seconds(5)
    private static let largestLag = 120.0

    private static func ask(
        _ endpoint: RPCEndpoint, of network: NEARWalletManager.Network, within limit: Duration
    ) async -> (finding: DoctorFinding, chain: ChainIdentity?, isSilent: Bool) {
        do {
            let client = try NEARRPCClient(
                configuration: RPCClientConfiguration(
                    endpoints: [endpoint], deadline: limit, attemptTimeout: limit, retryPolicy: .none))
            let status = try await client.status()
            let finding = judge(status, of: endpoint, expecting: network, at: Date())
            return (finding, status.genesisHash.map(ChainIdentity.init(genesisHash:)), false)
        } catch {
            let finding = DoctorFinding.fail(
                "network", localized("%1$s doesn’t answer: %2$s", "\(endpoint)", error.localizedDescription),
                advice: localized(
                    "Check your connection, your firewall and HTTPS_PROXY, or name another node with --rpc-url."))
            return (finding, nil, true)
        }
    }

    /// Returns the finding for one node's status.
    ///
    /// - Parameter now: This machine's time.
    static func judge(
        _ status: StatusView, of endpoint: RPCEndpoint, expecting network: NEARWalletManager.Network, at now: Date
    ) -> DoctorFinding {
        guard let chain = status.genesisHash.map(ChainIdentity.init(genesisHash:)) else {
            return .fail(
                "network",
                localized("%1$s doesn’t say which chain it works for: it names no genesis_hash", "\(endpoint)"),
                advice: localized("The node’s software is old; name another node with --rpc-url."))
        }
        if let problem = problem(chain, named: status.chainId, of: endpoint, expecting: network.rawValue) {
            return problem
        }
        let block = status.syncInfo
        let answers = DoctorFinding.ok(
            "network", localized("%1$s answers, block %2$s", "\(endpoint)", "\(block.latestBlockHeight)"))
        // A private chain makes blocks as it likes.
        if case .other = chain { return answers }
        guard let time = date(block.latestBlockTime) else {
            return .warn("network", localized("%1$s names no time of its last block", "\(endpoint)"), advice: nil)
        }
        let lag = now.timeIntervalSince(time)
        guard abs(lag) <= largestLag else {
            let seconds = "\(Int(min(abs(lag), 1e15)))"
            return .warn(
                "network",
                lag > 0
                    ? localized("the last block of %1$s is %2$s s old", "\(endpoint)", seconds)
                    : localized(
                        "the last block of %1$s is %2$s s ahead of this machine’s clock", "\(endpoint)", seconds),
                advice: localized(
                    "The node is behind, or your machine’s clock is wrong: check it with “timedatectl”."))
        }
        return answers
    }

    /// Returns the finding for a node of a wrong or unexpected chain; `nil` if the chain is right.
    ///
    /// - Parameter name: The node's name for the chain, which only counts where it isn't a public one.
    private static func problem(
        _ chain: ChainIdentity, named name: String, of endpoint: RPCEndpoint, expecting network: String
    ) -> DoctorFinding? {
        if let expected = ChainIdentity(networkId: network) {
            guard chain != expected else { return nil }
            return .fail(
                "network",
                localized(
                    "%1$s is a node of %2$s, not of %3$s, so nothing is signed", "\(endpoint)", "\(chain)", network),
                advice: localized(
                    "Name another address with --rpc-url, or give this chain another id with --network."))
        }
        switch chain {
        case .mainnet:
            return .warn(
                "network", localized("%1$s is a node of mainnet: %2$s is real money", "\(endpoint)", network),
                advice: localized(
                    "Use --network mainnet with the same --rpc-url, so that the network has its own name; policies need allowsMainnet."
                ))
        case .testnet:
            return .warn(
                "network", localized("%1$s is a node of testnet, called %2$s here", "\(endpoint)", network),
                advice: localized(
                    "Use --network testnet with the same --rpc-url, so that the network has its own name."))
        case .other:
            guard name != network else { return nil }
            return .fail(
                "network",
                localized(
                    "%1$s is a node of %2$s, not of %3$s", "\(endpoint)", DisplayText.line(name), network),
                advice: localized("Name another address with --rpc-url."))
        }
    }

    /// Parses a node's time without its fraction: nodes give nine digits, which the formatter doesn't take.
    private static func date(_ text: String) -> Date? {
        let seconds = text.prefix { $0 != "." && $0 != "Z" }
        do {
            return try Date("\(seconds)Z", strategy: .iso8601)
        } catch {
            return nil
        }
    }
}
