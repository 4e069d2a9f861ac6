// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectShell
import NEARRPC
import SafeText

/// The networks of a profile's window: the public ones, those of a file, and the one that options name.
struct WindowNetworks {
    /// The network that the window begins with.
    let first: NEARNetwork
    /// All networks that it offers.
    let all: [NEARNetwork]

    /// Reads the networks of a window's options.
    ///
    /// Without `--networks` the profile's own file counts, if there is one: `networks.json` in its folder of
    /// configuration. Without `--network` the window begins with the network that it was left with.
    ///
    /// - Throws: `ValidationError`; the error of `CustomNetwork`.
    init(_ options: ShellOptions) throws {
        let folders = try ProfileFolders(profile: options.profile)
        let own = folders.config.appendingPathComponent("networks.json").path
        let path = options.networks ?? (FileManager.default.fileExists(atPath: own) ? own : nil)
        let file = try path.map { try NetworksFile(path: $0) }
        let ids = file?.ids ?? []
        let all =
            try NEARNetwork.allCases.filter { !ids.contains($0.rawValue) }
            + ids.map { .custom(try CustomNetwork(id: $0, endpoints: try file?.endpoints(of: $0) ?? [])) }
        let isNamed = options.network != nil || !options.rpcURL.isEmpty
        let last = isNamed ? nil : ConnectWindow.lastNetwork(in: folders)
        if let last, let network = all.first(where: { $0.rawValue.hasSameBytes(as: last) }) {
            first = network
        } else {
            let id = options.network ?? "mainnet"
            let known = options.rpcURL.isEmpty ? all.first { $0.rawValue.hasSameBytes(as: id) } : nil
            first = try known ?? NetworkChoice.network(id, rpcURLs: options.rpcURL, file: options.networks)
        }
        // Two networks of one id couldn't be told apart in a list.
        let start = first
        self.all = all.contains(start) ? all : all.filter { !$0.rawValue.hasSameBytes(as: start.rawValue) } + [start]
    }
}
