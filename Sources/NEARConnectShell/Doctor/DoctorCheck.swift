// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnect
internal import NEARConnectCore

/// A group of things that ``Doctor`` checks.
///
/// There is one file for each group in `Checks/`; a new one is added to ``Doctor/checks``.
struct DoctorCheck: Sendable {
    /// The group's name; findings may add a part of their own after a dot.
    let name: String
    /// Runs the check; changes nothing on this machine and ends within seconds.
    let run: @MainActor @Sendable (DoctorContext) async -> [DoctorFinding]
}

/// The input of the checks.
package struct DoctorContext: Sendable {
    let network: NEARWalletManager.Network
    let folders: ProfileFolders
    /// True to make no connection.
    let isOffline: Bool
    /// The time that the nodes have as a whole.
    var timeout = Duration.seconds(30)
    /// Tries a driver; `nil` to try none.
    var driverTrial: Doctor.DriverTrial?
    let environment: [String: String]

    /// Returns a path as users see it: the home folder, and with it the user's name, is `~`.
    func shown(_ path: String) -> String {
        guard let home = environment["HOME"], home.count > 1, path == home || path.hasPrefix(home + "/") else {
            return path
        }
        return "~" + path.dropFirst(home.count)
    }

    /// Returns a variable that isn't empty.
    func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the path of a program on `PATH`.
    func find(_ program: String) -> String? {
        (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
