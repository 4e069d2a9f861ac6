// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The answer to a request of a dApp's page.
public enum DAppAnswer: Sendable, Hashable {
    /// Nothing but the end of the request.
    case done
    /// True if something was done.
    case flag(Bool)
    /// Accounts, with the mark of their state for the next subscription.
    case accounts([SiteAccount], mark: UInt64)
    /// Accounts, and the message that the first of them has signed.
    case accountsAndMessage([SiteAccount], mark: UInt64, SignedMessage)
    /// A signed message.
    case message(SignedMessage)
    /// The outcomes of transactions; a page that asked for one gets the first as it is.
    case outcomes([FinalExecutionOutcome], isList: Bool)
    /// A transaction that was signed and not sent.
    case transaction(SignedTransaction)
    /// Transactions that were signed and not sent.
    case transactions([SignedTransaction])
    /// Signed delegate actions.
    case delegateActions([SignedDelegateAction])
    /// Networks, with what a page may know of them.
    case networks([Network])

    /// An account that a site was given.
    public struct SiteAccount: Sendable, Hashable {
        /// The account.
        public let accountId: AccountId
        /// The key that signs for it.
        public let publicKey: PublicKey?
        /// The user's name for it.
        public let label: ExactText?
        /// The network, by id.
        public let network: ExactText

        /// Describes an account.
        public init(
            accountId: AccountId, publicKey: PublicKey?, label: ExactText? = nil, network: ExactText
        ) {
            self.accountId = accountId
            self.publicKey = publicKey
            self.label = label
            self.network = network
        }
    }

    /// A network, with the address of a node only where the site may hear of it.
    public struct Network: Sendable, Hashable {
        /// The id.
        public let id: ExactText
        /// The chain.
        public let chain: ChainIdentity
        /// The version of the protocol; `nil` where no node has said it.
        public let protocolVersion: UInt64?
        /// The number of contracts that the asking site has described.
        public let contracts: Int
        /// The address of a node that the asking site may hear of and can reach; `nil` where there is none.
        public let nodeURL: ExactText?

        /// Describes a network.
        public init(
            id: ExactText, chain: ChainIdentity, protocolVersion: UInt64?, contracts: Int, nodeURL: ExactText? = nil
        ) {
            self.id = id
            self.chain = chain
            self.protocolVersion = protocolVersion
            self.contracts = contracts
            self.nodeURL = nodeURL
        }
    }
}

// MARK: JSON

extension DAppAnswer {
    /// The answer as the provider takes it; `docs/dapp-provider.md` describes it.
    package var json: JSONValue {
        switch self {
        case .done: nil
        case .flag(let flag): .bool(flag)
        case .accounts(let accounts, let mark): Self.json(accounts, mark)
        case .accountsAndMessage(let accounts, let mark, let message):
            .object(
                (Self.json(accounts, mark).objectValue ?? [:]).merging(["signedMessage": Self.json(message)]) { $1 })
        case .message(let message): Self.json(message)
        case .outcomes(let outcomes, isList: true): .array(outcomes.map(\.json))
        case .outcomes(let outcomes, isList: false): outcomes.first?.json ?? nil
        case .transaction(let signed): Self.json(signed)
        case .transactions(let signed): .array(signed.map(Self.json))
        case .delegateActions(let signed): ["signedDelegateActions": .array(signed.map { .string($0.base64) })]
        case .networks(let networks): .array(networks.map(Self.json))
        }
    }

    private static func json(_ accounts: [SiteAccount], _ mark: UInt64) -> JSONValue {
        let list = accounts.map { account -> JSONValue in
            var fields: JSONValue.Members = [
                "accountId": .string(account.accountId.text), "network": .string(account.network.text),
            ]
            if let key = account.publicKey {
                fields["publicKey"] = .string(key.description)
                fields["keyType"] = .string(key.keyType.name)
            }
            if let label = account.label { fields["label"] = .string(label.text) }
            return .object(fields)
        }
        return ["accounts": .array(list), "mark": .integer(Int128(mark))]
    }

    private static func json(_ message: SignedMessage) -> JSONValue {
        var fields: JSONValue.Members = [
            "accountId": .string(message.accountId.text), "publicKey": .string(message.publicKey.description),
            "signature": .string(Base64.encode(message.signature.bytes)),
        ]
        if let state = message.state { fields["state"] = .string(state.text) }
        return .object(fields)
    }

    private static func json(_ signed: SignedTransaction) -> JSONValue {
        [
            "hash": .string(signed.hash.description), "signedTransaction": .string(signed.base64),
            "transaction": .string(Base64.encode(signed.transaction.borshBytes)),
            "publicKey": .string(signed.transaction.publicKey.description),
            "signature": [
                "keyType": .integer(Int128(signed.signature.keyType.rawValue)),
                "data": .string(Base64.encode(signed.signature.bytes)),
            ],
        ]
    }

    private static func json(_ network: Network) -> JSONValue {
        let genesis = network.chain.genesis
        var fields: JSONValue.Members = [
            "networkId": .string(network.id.text), "genesisHash": .string(genesis),
            "contracts": .integer(Int128(network.contracts)),
        ]
        if let hex = genesisInHexadecimal(network.chain) { fields["genesisHashHex"] = .string(hex) }
        if let version = network.protocolVersion { fields["protocolVersion"] = .integer(Int128(version)) }
        if let url = network.nodeURL { fields["nodeUrl"] = .string(url.text) }
        return .object(fields)
    }

    /// Returns the genesis hash as polkadot-js's extension names chains.
    private static func genesisInHexadecimal(_ chain: ChainIdentity) -> String? {
        do throws(CryptoHash.ParsingError) {
            return try CryptoHash(chain.genesis).withUnsafeBytes { "0x\(Hexadecimal.encode(Array($0)))" }
        } catch {
            return nil  // Genesis hashes are hashes.
        }
    }
}
