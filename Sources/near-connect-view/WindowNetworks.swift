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
    /// The path of the file with the user's own, which need not be there.
    let path: String

    /// Reads the networks of a window's options.
    ///
    /// Without `--networks` the profile's own file counts, if there is one: `networks.json` in its folder of
    /// configuration. Without `--network` the window begins with the network that it was left with.
    ///
    /// - Throws: `ValidationError`; the error of `CustomNetwork`.
    init(_ options: ShellOptions) throws {
        let folders = try ProfileFolders(profile: options.profile)
        let own = folders.config.appendingPathComponent("networks.json").path
        path = options.networks ?? own
        // A file that was named has to be there.
        let isThere = options.networks != nil || FileManager.default.fileExists(atPath: own)
        let all = Self.all(isThere ? try Self.networks(of: NetworksFile(path: path)) : [])
        let isNamed = options.network != nil || !options.rpcURL.isEmpty
        if !isNamed, let last = ConnectWindow.lastNetwork(in: folders, among: all) {
            first = last
        } else {
            let id = options.network ?? "mainnet"
            let known = options.rpcURL.isEmpty ? all.first { $0.rawValue.hasSameBytes(as: id) } : nil
            first = try known ?? NetworkChoice.network(id, rpcURLs: options.rpcURL, file: options.networks)
        }
        self.all = Self.all(all, with: first)
    }

    /// Returns the networks of the file; none where there is no file.
    static func own(in path: String) throws -> [CustomNetwork] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try networks(of: NetworksFile(path: path))
    }

    /// Returns the networks of a window: those of the file, and the public ones that it has no nodes for.
    static func all(_ own: [CustomNetwork]) -> [NEARNetwork] {
        let isOwn = { (network: NEARNetwork) in own.contains { $0.id.hasSameBytes(as: network.rawValue) } }
        return NEARNetwork.allCases.filter { !isOwn($0) } + own.map { .custom($0) }
    }

    /// Returns networks with the one that the window shows, which takes the place of another one of its id.
    ///
    /// Two networks of one id couldn't be told apart in a list.
    static func all(_ networks: [NEARNetwork], with shown: NEARNetwork) -> [NEARNetwork] {
        networks.contains(shown)
            ? networks : networks.filter { !$0.rawValue.hasSameBytes(as: shown.rawValue) } + [shown]
    }

    private static func networks(of file: NetworksFile) throws -> [CustomNetwork] {
        try file.ids.map { try CustomNetwork(id: $0, endpoints: file.endpoints(of: $0)) }
    }

    /// The user's own networks, for the window's dialog.
    @MainActor
    var own: OwnNetworks {
        let path = path
        return OwnNetworks(
            place: path, list: { try Self.own(in: path) },
            offered: { Self.all(Self.all(try Self.own(in: path)), with: $0) },
            add: { try NetworksFile.add($0, apiKey: $1, to: path) },
            remove: { try NetworksFile.remove($0.id, from: path) })
    }
}
