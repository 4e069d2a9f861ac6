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
        if let answer = LateSignatures.Answer(late) {
            guard await writeDown(answer, late.chain) else { return }
        } else {
            logger.notice("a phone answered when nobody waited any more", metadata: ["method": "\(late.method)"])
        }
        await client.noted(late)
    }

    /// Writes down what a wallet signed, on the network on which it was asked.
    ///
    /// - Returns: False where that failed, also for a network that isn't known before it is set again.
    private func writeDown(_ answer: LateSignatures.Answer, _ chain: ChainID) async -> Bool {
        // After a restart nothing was asked yet, and the answer may be of the network that is set.
        noteNetwork()
        guard let network = networks.network(of: chain) else {
            logger.error("a phone signed late on a network that isn't known", metadata: ["chain": "\(chain)"])
            return false
        }
        do throws(PhoneWalletError) {
            let hashes = try await LateSignatures(
                nodes: nodes, patience: patience, journal: journal, asker: asker, logger: logger
            ).note(answer, on: network, clock: clock)
            if !hashes.isEmpty {
                logger.notice("a phone signed when nobody waited any more", metadata: ["count": "\(hashes.count)"])
                journal.reconcileInBackground()
            }
            return true
        } catch {
            logger.error("a late signature was not written down", metadata: ["code": "\(error.code)"])
            return false
        }
    }
}
