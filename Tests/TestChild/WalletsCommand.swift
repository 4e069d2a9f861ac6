// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
internal import NEARConnectCore

/// Pins or removes wallets, for `WalletProcessTests`, in a profile that other processes use, too.
///
/// It prints each error's code in a line of its own. It may die on the way, at a step that the library logs.
struct WalletsCommand: ParsableCommand {
    /// A change of the wallet library.
    enum Change: String, ExpressibleByArgument {
        case trust, remove
    }

    static let configuration = CommandConfiguration(commandName: "wallets")

    /// The profile's folder.
    @Option var profile: String
    /// The address of the wallet list.
    @Option var list: String
    /// The step in the library's log at which the process kills itself.
    @Option var dyingAt: String?
    @Argument var change: Change
    @Argument var ids: [String]

    func run() throws {
        guard let address = URL(string: list) else { throw ValidationError("--list is no address") }
        let library = WalletLibrary(
            folders: ProfileFolders(root: URL(fileURLWithPath: profile)), lists: [WalletList(address)],
            logger: KillingLogHandler.logger(dyingAt: dyingAt, key: "step"))
        let (change, ids) = (change, ids)
        let succeeded = try MainActor.assumeIsolated {
            try MainLoop.run { await Self.apply(change, to: ids, in: library) }
        }
        guard succeeded else { throw ExitCode.failure }
    }

    @MainActor
    private static func apply(_ change: Change, to ids: [String], in library: WalletLibrary) async -> Bool {
        var succeeded = true
        for id in ids {
            do throws(WalletError) {
                switch change {
                case .trust: try await library.pin(id)
                case .remove: try await library.remove(id)
                }
            } catch {
                print(error.code)
                succeeded = false
            }
        }
        return succeeded
    }
}
