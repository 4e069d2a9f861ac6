// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WalletConnectSign

/// Answers that come when nobody waits any more.
extension PhoneWalletDesk {
    /// Takes an answer that came too late; until it is written down, each start brings it again.
    ///
    /// It makes no difference whether a request of this program or a wallet's code in the page had asked.
    func take(_ late: LateAnswer) async {
        guard let client = await connection.openedClient else { return }
        if late.chain.namespace == "near", late.result != nil, LateSignatures.areAskedFor(by: late.method) {
            guard await writeDown(late, client) else { return }
        } else {
            logger.notice("a phone answered when nobody waited any more", metadata: ["method": "\(late.method)"])
        }
        await client.noted(late)
    }

    /// Writes down what a wallet signed, on the network on which it was asked.
    ///
    /// - Returns: False where that failed.
    private func writeDown(_ late: LateAnswer, _ client: SignClient) async -> Bool {
        do throws(PhoneWalletError) {
            let hashes: [CryptoHash]
            if late.chain == NEARWalletConnect.chain(of: nodes.network) {
                hashes = try await NEARWalletConnect(
                    client: client, topic: late.session, nodes: nodes, patience: patience, journal: journal,
                    asker: asker, logger: logger
                ).note(late)
                if !hashes.isEmpty { journal.reconcileInBackground() }
            } else {
                guard let elsewhere = try await noteElsewhere(late, client) else { return false }
                hashes = elsewhere
            }
            if !hashes.isEmpty {
                logger.notice("a phone signed when nobody waited any more", metadata: ["count": "\(hashes.count)"])
            }
            return true
        } catch {
            logger.error("a late signature was not written down", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    /// Writes down what was signed for another network than the one that is set.
    ///
    /// - Returns: `nil` for a network that isn't known before it is set again.
    private func noteElsewhere(
        _ late: LateAnswer, _ client: SignClient
    ) async throws(PhoneWalletError) -> [CryptoHash]? {
        let network: NEARNetwork? =
            switch late.chain.reference {
            case "mainnet": .mainnet
            case "testnet": .testnet
            default: networks[late.chain]
            }
        guard let network else {
            logger.error("a phone signed late on a network that isn't known", metadata: ["chain": "\(late.chain)"])
            return nil
        }
        let others = NetworkNodes(network, clock: clock, logger: logger)
        defer { others.stop() }
        return try await NEARWalletConnect(
            client: client, topic: late.session, nodes: others, patience: patience,
            journal: RequestJournal(over: journal, nodes: others), asker: asker, logger: logger
        ).note(late)
    }
}
