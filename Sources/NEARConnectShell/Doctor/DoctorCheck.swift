// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnect
internal import NEARConnectCore

/// A group of things that ``Doctor`` looks at. One file a group in `Checks/`; a new one is added to ``Doctor/checks``.
struct DoctorCheck: Sendable {
    /// The group's name; findings may add a part of their own after a dot.
    let name: String
    /// Looks. It changes nothing on this machine and ends within seconds.
    let run: @MainActor @Sendable (DoctorContext) async -> [DoctorFinding]
}

/// What checks look at.
package struct DoctorContext: Sendable {
    let network: NEARWalletManager.Network
    let folders: ProfileFolders
    /// Whether no connection is to be made.
    let isOffline: Bool
    let environment: [String: String]

    /// A path for people: the home folder, and with it the person's name, is `~`.
    func shown(_ path: String) -> String {
        guard let home = environment["HOME"], home.count > 1, path == home || path.hasPrefix(home + "/") else {
            return path
        }
        return "~" + path.dropFirst(home.count)
    }

    /// A variable that is set to something.
    func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where a program on `PATH` is.
    func find(_ program: String) -> String? {
        (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
