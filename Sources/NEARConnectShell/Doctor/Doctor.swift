// SPDX-License-Identifier: MIT

public import Foundation
public import NEARConnect
public import NEARConnectCore

/// Looks at everything that near-connect needs of a machine and says what is wrong and what to do about it.
///
/// It changes nothing, and what it says can be shown to strangers: no accounts, no keys, no addresses with secrets in them.
@MainActor
public struct Doctor {
    /// Every group, in the order in which a person would go through them.
    static let checks: [DoctorCheck] = [
        .versions, .display, .graphics, .sandbox, .sessionBus, .links, .profile, .wallets, .network,
    ]

    private let context: DoctorContext

    /// - Parameters:
    ///   - profile: The profile whose folders are looked at.
    ///   - network: The chain whose nodes are asked.
    ///   - isOffline: Whether no connection is to be made.
    ///   - environment: The process's environment.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for a profile that can't be one.
    public init(
        profile: String = "default", network: NEARWalletManager.Network = .mainnet, isOffline: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(NEARError) {
        self.init(
            folders: try ProfileFolders(profile: profile, environment: environment), network: network,
            isOffline: isOffline, environment: environment)
    }

    init(
        folders: ProfileFolders, network: NEARWalletManager.Network = .mainnet, isOffline: Bool = true,
        environment: [String: String]
    ) {
        context = DoctorContext(network: network, folders: folders, isOffline: isOffline, environment: environment)
    }

    /// Runs every check.
    ///
    /// - Parameter report: Called with each finding as soon as there is one.
    /// - Returns: All of them.
    @discardableResult
    public func run(_ report: (DoctorFinding) -> Void = { _ in }) async -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        for check in Self.checks {
            for finding in await check.run(context) {
                findings.append(finding)
                report(finding)
            }
        }
        return findings
    }
}
