// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARRPC
package import WalletConnectSign

/// A registry of wallets on phones, which is asked when a user wants so and at no other time.
///
/// It learns this computer's address, the project's id and the chain that wallets are wanted for. No other server gets
/// the request: redirects elsewhere aren't followed. Its answer is untrusted text.
package struct WalletRegistry: Sendable {
    /// The address of WalletConnect's own list.
    package static let publicAddress = "https://api.web3modal.org/getWallets"
    /// The time in which it has to answer where nobody says another one.
    package static let patience = Duration.seconds(15)

    /// The largest answer that is read, in bytes: a hundred entries have less than half of it.
    private static let answerLimit = 1 << 20
    /// The name and version of what asks, which the interface wants.
    private static let sender = "st=appkit&sv=near-connect-1"

    /// The registry's host, as users are told it.
    package let host: String
    /// True for a registry on this computer, which needs no project.
    package let isLocal: Bool
    private let address: String
    private let project: String
    private let environment: [String: String]

    /// Creates a way to a registry; nobody is asked yet.
    ///
    /// - Parameters:
    ///   - address: The list's address without a query: `https://…`, or `http://…` on this computer.
    ///   - project: The project's id at WalletConnect.
    ///   - environment: The environment, in which the proxy is looked up.
    /// - Returns: `nil` for any other address.
    package init?(_ address: String, project: String, environment: [String: String]) {
        guard address.utf8.count <= SignLimits.setting, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            !address.contains("?"), !address.contains("#"), let url = URL(string: address), let host = url.host(),
            Downloader(environment: [:], allowsPlainLoopback: true).isTaken(url)
        else { return nil }
        (self.address, self.host, self.project, self.environment) = (address, host, project, environment)
        isLocal = Downloader.isPlainLoopback(url)
    }

    /// Asks for the wallets of a chain.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - limit: The time for all of it.
    /// - Returns: Those that are fit to be shown, in the registry's order; see ``KnownPhoneWallet/links`` for which may
    ///   be opened.
    /// - Throws: ``WalletRegistryError``.
    @MainActor
    package func wallets(
        on chain: ChainID, within limit: Duration = patience
    ) async throws(WalletRegistryError) -> [KnownPhoneWallet] {
        let bytes: [UInt8]
        do {
            bytes = try await TimeLimit(limit).run { try await fetch(chain, limit) }
        } catch let error as DownloadError {
            throw failure(error, limit)
        } catch {
            // Here the time is over: a task that is cancelled ends with the transport's error.
            throw .silent(host: host, after: limit)
        }
        guard let wallets = RegistryAnswer.wallets(in: bytes, on: chain) else { throw .invalid(host: host) }
        return wallets
    }

    private func fetch(_ chain: ChainID, _ limit: Duration) async throws(DownloadError) -> [UInt8] {
        let query =
            "projectId=\(PercentEncoding.encode(project))&\(Self.sender)&page=1&entries=\(RegistryAnswer.mostEntries)"
            + "&chains=\(PercentEncoding.encode("\(chain)"))"
        guard let url = URL(string: "\(address)?\(query)") else { throw .insecureAddress(host) }
        let downloader = Downloader(environment: environment, allowsPlainLoopback: isLocal)
        return try await downloader.file(
            at: url, limit: Self.answerLimit, timeout: limit, redirects: .sameOrigin
        ).body
    }

    private func failure(_ error: DownloadError, _ limit: Duration) -> WalletRegistryError {
        switch error {
        case .status(401), .status(403): .refused(host: host)
        case .transport(let failure) where failure.kind == .cancelled: .cancelled
        case .transport(let failure) where failure.kind == .timedOut: .silent(host: host, after: limit)
        default: .unreachable(host: host, error)
        }
    }
}
