// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARDevnet
import NEARPrimitives
import NEARRPC

@testable import NEARConnectCore

/// A chain on which Alice has sent transfers, and journals of programs that ended too early to know it.
struct JournalChain: Sendable {
    let devnet: Devnet
    let client: NEARRPCClient
    var alice: DevnetAccount { devnet.accounts[0] }
    var bob: DevnetAccount { devnet.accounts[1] }

    init() async throws {
        var configuration = DevnetConfiguration()
        configuration.accounts = try ["alice.test.near", "bob.test.near"].map {
            DevnetConfiguration.Account(try AccountId($0))
        }
        devnet = try await Devnet.start(configuration)
        client = try NEARRPCClient(
            configuration: RPCClientConfiguration(
                endpoints: [RPCEndpoint(url: devnet.rpcURL)], deadline: .seconds(300),
                transactionDeadline: .seconds(300), attemptTimeout: .seconds(300)))
    }

    /// A process of this one's namespaces that has ended.
    static let ended = ProcessIdentity(
        pid: ProcessIdentity.current.pid, startTicks: ProcessIdentity.current.startTicks + 1,
        boot: ProcessIdentity.current.boot, namespace: ProcessIdentity.current.namespace)

    /// Returns the intent of a request to send `amount` to `receiver`.
    func intent(
        _ amount: NEARToken, to receiver: AccountId? = nil, wallet: String = KeystoreService.walletId,
        kind: JournalEntry.Kind = .transactions, process: ProcessIdentity = Self.ended, network: String = "devnet",
        genesis: String? = nil, startedAt: Date = .now
    ) -> JournalRecord {
        let part = JournalIntent.Part(
            receiverId: receiver ?? bob.id, actions: [JournalAction(.transfer(TransferAction(deposit: amount)))])
        return .intent(
            JournalIntent(
                id: "a", time: Int64(startedAt.timeIntervalSince1970 * 1000), request: "r1", kind: kind,
                network: network, genesis: genesis, signerId: alice.id, walletId: wallet,
                parts: [part], process: process))
    }

    /// Returns the signer's current keys.
    func keys() async throws -> JournalRecord {
        let list = try await client.viewAccessKeyList(of: alice.id)
        var nonces: [PublicKeyHandle: UInt64] = [:]
        for key in list.value.keys { nonces[key.publicKey] = key.accessKey.nonce }
        return .keys(id: "a", JournalKeys(height: list.blockHeight, nonces: nonces))
    }

    /// Signs a transfer of Alice's, and sends it if `isSent`.
    func sign(_ amount: NEARToken, to receiver: AccountId? = nil, isSent: Bool) async throws -> JournalSignature {
        let view = try await client.viewAccessKey(alice.publicKey, of: alice.id)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: alice.id, publicKey: alice.publicKey, nonce: view.value.nonce + 1,
                receiverId: receiver ?? bob.id, blockHash: view.blockHash,
                actions: [.transfer(TransferAction(deposit: amount))]))
        let signed = try SignedTransaction.sign(transaction, with: alice.secretKey)
        if isSent { _ = try await client.sendTransaction(signed, waitUntil: .final) }
        return JournalSignature(
            part: 0, hash: signed.hash,
            key: JournalSignature.SignedNonce(
                publicKey: alice.publicKey.handle, nonce: view.value.nonce + 1, height: view.blockHeight))
    }

    /// Returns what a journal of `lines` says after `client` was asked.
    ///
    /// That is the entries' states, or the error with which the look ended.
    static func verdict(
        _ lines: [JournalLine], asking client: NEARRPCClient
    ) async throws -> Result<JournalEntry.State, NEARError> {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("verdict-\(UUID().uuidString)")
        defer {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                // The journal leaves its folder where it was.
            }
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = JournalFile(folder: folder)
        try Data(lines.flatMap { $0.bytes + [UInt8(ascii: "\n")] }).write(to: file.url)
        let journal = TransactionJournal(file: file, logger: Logger(label: "test"))
        do throws(NEARError) {
            _ = try await journal.reconcile(network: "devnet", client: client)
            return .success(try await journal.contents().entries.first?.state ?? .open)
        } catch {
            return .failure(error)
        }
    }

    /// Returns the same of a journal in memory, of a request on a public network.
    static func verdict(
        of records: [JournalRecord], on network: String = "testnet", asking client: NEARRPCClient
    ) async throws -> Result<JournalEntry.State, NEARError> {
        let journal = TransactionJournal(file: nil, logger: Logger(label: "test"))
        do throws(NEARError) {
            try await journal.append(records)
            _ = try await journal.reconcile(network: network, client: client)
            return .success(try await journal.contents().entries.first?.state ?? .open)
        } catch {
            return .failure(error)
        }
    }
}
