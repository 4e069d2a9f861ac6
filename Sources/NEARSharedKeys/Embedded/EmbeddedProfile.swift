// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
public import NEARConnectCore
package import NEARPrimitives
internal import NEARRPC

/// The profile and the network that an embedded wallet works in.
public struct EmbeddedProfile: Sendable {
    let network: NEARNetwork
    let records: ShareSetRecords
    private let known: [NEARNetwork]
    private let approval: ApprovalPolicy
    private let approver: (any Approver & Sendable)?
    private let journal: JournalFile?
    private let asker: Asker

    /// Takes a profile and a network.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders, with its records of shared keys and its journal.
    ///   - network: The network.
    ///   - asker: The one in whose name keys are replaced.
    ///   - approval: The policy that approves the replacement of keys, which is a dangerous action.
    ///   - approver: Asks the user where the policy is to ask.
    public init(
        _ folders: ProfileFolders, network: NEARNetwork, asker: Asker, approval: ApprovalPolicy,
        approver: (any Approver & Sendable)?
    ) {
        self.init(
            network: network, known: [.mainnet, .testnet], records: ShareSetRecords(folders), asker: asker,
            approval: approval, approver: approver, journal: JournalFile(folder: folders.state))
    }

    /// Takes a profile.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - known: The networks that are asked before anything is signed for a custom one.
    ///   - records: The profile's records of shared keys.
    ///   - asker: The one in whose name keys are replaced.
    ///   - approval: The policy that approves the replacement of keys.
    ///   - approver: Asks the user where the policy is to ask.
    ///   - journal: The profile's journal.
    package init(
        network: NEARNetwork, known: [NEARNetwork], records: ShareSetRecords, asker: Asker,
        approval: ApprovalPolicy, approver: (any Approver & Sendable)?, journal: JournalFile?
    ) {
        (self.network, self.known, self.records, self.asker) = (network, known, records, asker)
        (self.approval, self.approver, self.journal) = (approval, approver, journal)
    }

    /// The network's id, by its bytes.
    var networkId: ExactText { ExactText(network.rawValue) }

    /// Returns an account's records on this network, the newest last.
    func sets(of account: AccountId) throws(SharedKeyError) -> [ShareSetRecord] {
        try records.all().filter { $0.account == account && $0.network == networkId }
    }

    /// Returns the keys that an account has, by the chain's nodes; none for an account that isn't there.
    package func keys(
        of account: AccountId, within patience: Duration? = nil
    ) async throws(SharedKeyError) -> [(key: PublicKeyHandle, isFull: Bool)] {
        try await permissions(of: account, within: patience).map { ($0, $1 == .fullAccess) }
    }

    /// Returns the keys of an account that no set of the profile counts on; see ``EmbeddedWallet/strangeKeys()``.
    package func strangeKeys(of account: AccountId) async throws(SharedKeyError) -> [PublicKeyHandle] {
        let known = try sets(of: account).knownKeys
        return try await keys(of: account).map(\.key).filter { !known.contains($0) }
    }

    /// Returns the keys that an account has with what each may do, by the chain's nodes; none for no account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - patience: The time that the nodes have; `nil` for the usual one.
    package func permissions(
        of account: AccountId, within patience: Duration? = nil
    ) async throws(SharedKeyError) -> [(key: PublicKeyHandle, permission: AccessKeyPermissionView)] {
        do {
            let client = try await MainActor.run { try NetworkNodes(network, clock: ContinuousClock()).client() }
            let list = try await client.viewAccessKeyList(of: account, at: .final, deadline: patience)
            return list.value.keys.map { ($0.publicKey, $0.accessKey.permission) }
        } catch {
            if case .unknownAccount? = (error as? RPCError)?.cause { return [] }
            throw SharedKeyError(changing: error)
        }
    }

    /// Returns a client for each node of the network, which asks no other one, once and briefly; each host once.
    func nodesOneByOne() throws(RPCError) -> [NEARRPCClient] {
        var hosts: Set<String> = []
        var clients: [NEARRPCClient] = []
        for endpoint in network.endpoints {
            let host = "\(endpoint.url.host()?.lowercased() ?? ""):\(endpoint.url.port ?? 443)"
            guard hosts.insert(host).inserted else { continue }
            clients.append(
                try NEARRPCClient(
                    configuration: RPCClientConfiguration(
                        endpoints: [endpoint], deadline: .seconds(15), retryPolicy: .none)))
        }
        return clients
    }

    /// Replaces one key by another on the chain, as far as that isn't done yet.
    @MainActor
    func rotate(from old: SharedKey, to new: SharedKey, of account: AccountId) async throws(SharedKeyError) {
        try await SharedKeyRotation(
            from: old, to: new, of: account, asker: asker, nodes: nodes, records: records, approval: approval,
            approver: approver, journal: journal, logger: Logger(label: "near-connect.shared-keys")
        ).run()
    }

    /// Returns a wallet that signs with one key of the account.
    @MainActor
    package func wallet(of account: AccountId, signing key: any AccessKeySigner) -> DirectWallet {
        DirectWallet(
            nodes: nodes,
            keystore: Keystore([Keystore.Entry(network: network.rawValue, accountId: account, signer: key)]),
            account: account, asker: asker, approval: approval, approver: approver, journal: journal,
            logger: Logger(label: "near-connect.shared-keys"))
    }

    @MainActor
    private var nodes: KeystoreNodes {
        let nodes = NetworkNodes(network, clock: ContinuousClock())
        // A chain on this computer is nobody's but the user's: there is no other one to ask about its keys.
        return KeystoreNodes(nodes, known: nodes.hasLocalNodesOnly ? [] : known, clock: ContinuousClock())
    }
}
