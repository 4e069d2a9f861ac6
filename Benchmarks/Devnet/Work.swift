// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives

/// A given amount of work without clocks, for `Scripts/instructions`.
extension Main {
    /// The number behind `work` on the command line; `nil` without one.
    static var workCount: Int? {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, arguments[1] == "work" else { return nil }
        return Int(arguments[2])
    }

    /// Sends `count` transfers over one connection, one after the other, each waiting for `FINAL`.
    static func work(_ count: Int) async throws {
        var configuration = DevnetConfiguration()
        configuration.accounts = [.init(try AccountId("account.near"))]
        let devnet = try await Devnet.start(configuration)
        let port = try port(of: devnet)
        let hash = try latestBlockHash(BareClient(port: port))
        let batch = try requests(from: devnet.accounts[0], to: devnet.rootAccount.id, hash, count: count)
        try await BareClient.onThread { try send(batch, to: port) }
        await devnet.stop()
    }
}
