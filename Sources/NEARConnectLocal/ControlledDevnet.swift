// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARConnectCore
package import NEARDevnet
package import NEARPrimitives
internal import SafeText

/// An embedded chain that the control channel of a driven browser turns back and forward.
@MainActor
package final class ControlledDevnet: ControlledChain {
    /// The most snapshots that are kept; the oldest goes first.
    private static let limit = 64

    /// The chain.
    package let devnet: Devnet
    private var snapshots: [Int: Devnet.Snapshot] = [:]
    private var next = 1

    private init(_ devnet: Devnet) {
        self.devnet = devnet
    }

    /// Starts a chain with two funded accounts.
    ///
    /// - Throws: `DevnetError`.
    package static func start() async throws -> ControlledDevnet {
        var configuration = DevnetConfiguration()
        configuration.accounts = try ["alice.test.near", "bob.test.near"].map { .init(try AccountId($0)) }
        return ControlledDevnet(try await Devnet.start(configuration))
    }

    /// The keys of the chain's accounts.
    package var keystore: Keystore {
        Keystore(
            devnet.accounts.map { Keystore.Entry(network: devnet.chainId, accountId: $0.id, secretKey: $0.secretKey) })
    }

    package var json: JSONValue {
        [
            "rpcUrl": .string(devnet.rpcURL.absoluteString),
            "accounts": .array(
                (devnet.accounts + [devnet.rootAccount]).map { account in
                    [
                        "accountId": .string(account.id.text), "publicKey": .string("\(account.publicKey)"),
                        "secretKey": .string(account.secretKey.exposedText()),
                    ]
                }),
        ]
    }

    package func snapshot() async throws(LocalCallError) -> (id: Int, height: UInt64) {
        let snapshot = await devnet.snapshot()
        let id = next
        next += 1
        snapshots[id] = snapshot
        if snapshots.count > Self.limit, let oldest = snapshots.keys.min() { snapshots[oldest] = nil }
        return (id, snapshot.height)
    }

    package func restore(_ id: Int) async throws(LocalCallError) -> UInt64 {
        guard let snapshot = snapshots[id] else {
            throw .chain(
                localized("there is no snapshot %1$s, or it was dropped: %2$s are kept", "\(id)", "\(Self.limit)"))
        }
        return try await changing { () throws(DevnetError) in try await devnet.restore(snapshot) }
    }

    package func fastForward(_ blocks: UInt64) async throws(LocalCallError) -> UInt64 {
        try await changing { () throws(DevnetError) in try await devnet.fastForward(blocks) }
    }

    private func changing(_ work: () async throws(DevnetError) -> Void) async throws(LocalCallError) -> UInt64 {
        do throws(DevnetError) {
            try await work()
        } catch {
            throw .chain("\(error)")
        }
        return await devnet.snapshot().height
    }
}
