// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

extension DoctorCheck {
    /// Whether the chain's nodes answer, each for itself, work for the chain that is meant, and have our clock.
    static let network = DoctorCheck(name: "network") { context in
        guard !context.isOffline else { return [.ok("network", "not asked (--offline)")] }
        var findings: [DoctorFinding] = []
        var silent: [Int] = []
        var chains: [ChainIdentity] = []
        for url in context.network.rpcURLs {
            let (finding, chain, isSilent) = await ask(url, of: context.network)
            if isSilent { silent.append(findings.count) }
            if let chain { chains.append(chain) }
            findings.append(finding)
        }
        // One that answers is enough to work with, if none of them is of another chain.
        if findings.contains(where: { $0.level == .ok }) {
            for index in silent {
                let finding = findings[index]
                findings[index] = .warn(finding.check, finding.summary, finding.advice)
            }
        }
        if Set(chains).count > 1 {
            findings.append(
                .fail(
                    "network", "the nodes are of different chains: nothing is signed",
                    "Name nodes of one chain only with --rpc-url."))
        }
        return findings
    }

    private static let limit = Duration.seconds(5)
    private static let largestLag = 120.0

    private static func ask(
        _ url: URL, of network: NEARWalletManager.Network
    ) async -> (finding: DoctorFinding, chain: ChainIdentity?, isSilent: Bool) {
        let endpoint = RPCEndpoint(url: url)
        do {
            let client = try NEARRPCClient(
                configuration: RPCClientConfiguration(
                    endpoints: [endpoint], deadline: limit, attemptTimeout: limit, retryPolicy: .none))
            let status = try await client.status()
            let finding = judge(status, of: endpoint, expecting: network, at: Date())
            return (finding, status.genesisHash.map(ChainIdentity.init(genesisHash:)), false)
        } catch {
            let finding = DoctorFinding.fail(
                "network", "\(endpoint) doesn\u{2019}t answer: \(error.localizedDescription)",
                "Look at the connection, a firewall, or HTTPS_PROXY; --rpc-url names another node.")
            return (finding, nil, true)
        }
    }

    /// - Parameter now: This machine's time.
    static func judge(
        _ status: StatusView, of endpoint: RPCEndpoint, expecting network: NEARWalletManager.Network, at now: Date
    ) -> DoctorFinding {
        guard let chain = status.genesisHash.map(ChainIdentity.init(genesisHash:)) else {
            return .fail(
                "network", "\(endpoint) doesn\u{2019}t say which chain it is of: it names no genesis_hash",
                "Its software is old; name another node with --rpc-url.")
        }
        if let problem = problem(chain, named: status.chainId, of: endpoint, network.rawValue) { return problem }
        let block = status.syncInfo
        let answers = DoctorFinding.ok("network", "\(endpoint) answers, block \(block.latestBlockHeight)")
        // A chain of one's own makes blocks when it likes.
        if case .other = chain { return answers }
        guard let time = date(block.latestBlockTime) else {
            return .warn("network", "\(endpoint) names no time of its last block", nil)
        }
        let lag = now.timeIntervalSince(time)
        guard abs(lag) <= largestLag else {
            return .warn(
                "network",
                "\(endpoint): its last block is \(Int(min(abs(lag), 1e15))) s \(lag > 0 ? "old" : "in our future")",
                "The node is behind, or this machine\u{2019}s clock is wrong (\u{201C}timedatectl\u{201D} says).")
        }
        return answers
    }

    /// What is wrong with a node's chain, or unexpected.
    ///
    /// - Parameter name: What the node calls the chain, which counts only where it isn't a public one.
    private static func problem(
        _ chain: ChainIdentity, named name: String, of endpoint: RPCEndpoint, _ network: String
    ) -> DoctorFinding? {
        if let expected = ChainIdentity(networkId: network) {
            guard chain != expected else { return nil }
            return .fail(
                "network", "\(endpoint) is a node of \(chain), not of \(network): nothing is signed",
                "Name another address with --rpc-url, or give this chain an id of its own.")
        }
        switch chain {
        case .mainnet:
            return .warn(
                "network", "\(endpoint) is a node of mainnet: \(network) is real money",
                "Policies need allowsMainnet. --network mainnet with the same --rpc-url calls it what it is.")
        case .testnet:
            return .warn(
                "network", "\(endpoint) is a node of testnet, called \(network) here",
                "--network testnet with the same --rpc-url calls it what it is.")
        case .other:
            guard name != network else { return nil }
            return .fail(
                "network", "\(endpoint) is a node of \(DisplayText.line(name)), not of \(network)",
                "Name another address with --rpc-url.")
        }
    }

    /// Nodes give nine digits of a second, which the formatter doesn't take.
    private static func date(_ text: String) -> Date? {
        let seconds = text.prefix { $0 != "." && $0 != "Z" }
        do {
            return try Date("\(seconds)Z", strategy: .iso8601)
        } catch {
            return nil
        }
    }
}
