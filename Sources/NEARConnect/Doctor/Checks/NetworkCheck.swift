// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARRPC

extension DoctorCheck {
    /// Whether the chain's nodes answer, each for itself, and whether their clock is ours.
    static let network = DoctorCheck(name: "network") { context in
        guard !context.isOffline else { return [.ok("network", "not asked (--offline)")] }
        var findings: [DoctorFinding] = []
        for url in context.network.rpcURLs { findings.append(await ask(url, of: context.network)) }
        // One that answers is enough to work with.
        guard findings.contains(where: { $0.level == .ok }) else { return findings }
        return findings.map { $0.level == .fail ? .warn($0.check, $0.summary, $0.advice) : $0 }
    }

    private static let limit = Duration.seconds(5)
    private static let largestLag = 120.0

    private static func ask(_ url: URL, of network: NEARWalletManager.Network) async -> DoctorFinding {
        let endpoint = RPCEndpoint(url: url)
        do {
            let client = try NEARRPCClient(
                configuration: RPCClientConfiguration(
                    endpoints: [endpoint], deadline: limit, attemptTimeout: limit, retryPolicy: .none))
            let status = try await client.status()
            return judge(status, of: endpoint, expecting: network, at: Date())
        } catch {
            return .fail(
                "network", "\(endpoint) doesn\u{2019}t answer: \(error.localizedDescription)",
                "Look at the connection, a firewall, or HTTPS_PROXY; --rpc-url names another node.")
        }
    }

    /// - Parameter now: This machine's time.
    static func judge(
        _ status: StatusView, of endpoint: RPCEndpoint, expecting network: NEARWalletManager.Network, at now: Date
    ) -> DoctorFinding {
        guard status.chainId == network.rawValue else {
            return .fail(
                "network", "\(endpoint) is a node of \(status.chainId), not of \(network.rawValue)",
                "Name another address with --rpc-url.")
        }
        let block = status.syncInfo
        let answers = DoctorFinding.ok("network", "\(endpoint) answers, block \(block.latestBlockHeight)")
        // A chain of one's own makes blocks when it likes.
        if case .custom = network { return answers }
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
