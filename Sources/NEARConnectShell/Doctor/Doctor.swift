// SPDX-License-Identifier: MIT

public import Foundation
public import NEARConnect
public import NEARConnectCore

/// Checks what near-connect needs of a machine, and says what is wrong and what to do about it.
///
/// It changes nothing, and its findings can be shown to strangers: no accounts, no keys, no addresses with secrets.
@MainActor
public struct Doctor {
    /// Drives a browser for a moment by the driver at a path; returns why that failed, or `nil`.
    public typealias DriverTrial = @MainActor @Sendable (String) async -> String?

    /// All checks, in the order in which a user would go through them.
    static let checks: [DoctorCheck] = [
        .versions, .files, .display, .graphics, .sandbox, .driver, .sessionBus, .links, .profile, .wallets, .network,
        .walletConnect,
    ]

    private let context: DoctorContext

    /// Creates a doctor for a profile.
    ///
    /// - Parameters:
    ///   - profile: The profile whose folders are checked.
    ///   - network: The chain whose nodes are asked.
    ///   - isOffline: True to make no connection.
    ///   - timeout: How long the nodes may take as a whole.
    ///   - driverTrial: Tries a WebDriver; `nil` to try none.
    ///   - environment: The process's environment.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for an impossible profile name.
    public init(
        profile: String = "default", network: NEARWalletManager.Network = .mainnet, isOffline: Bool = false,
        timeout: Duration = .seconds(30), driverTrial: DriverTrial? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(NEARError) {
        self.init(
            folders: try ProfileFolders(profile: profile, environment: environment), network: network,
            isOffline: isOffline, timeout: timeout, driverTrial: driverTrial, environment: environment)
    }

    init(
        folders: ProfileFolders, network: NEARWalletManager.Network = .mainnet, isOffline: Bool = true,
        timeout: Duration = .seconds(30), driverTrial: DriverTrial? = nil, environment: [String: String]
    ) {
        context = DoctorContext(
            network: network, folders: folders, isOffline: isOffline, timeout: timeout, driverTrial: driverTrial,
            environment: environment)
    }

    /// Runs every check.
    ///
    /// - Parameter report: Called with each finding at once.
    /// - Returns: All findings.
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
