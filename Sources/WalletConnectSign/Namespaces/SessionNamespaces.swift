// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The grants of a wallet in one namespace.
public struct SessionNamespace: Sendable, Hashable {
    /// The chains that the wallet named; where it named none, those of the accounts.
    public let chains: [ChainID]
    /// The accounts.
    public let accounts: [ChainAccount]
    /// The methods that may be called.
    public let methods: [String]
    /// The events that the wallet may send.
    public let events: [String]
}

/// A grant that a program needs and that a wallet hasn't given.
public enum MissingGrant: Sendable, Hashable {
    /// A chain.
    case chain(ChainID)
    /// An account on a chain that is granted.
    case account(ChainID)
    /// A method on a chain.
    case method(String, ChainID)
    /// An event on a chain.
    case event(String, ChainID)
}

/// All grants of a session, by the key of the namespace: `near`, or `near:mainnet` for one chain alone.
public struct SessionNamespaces: Sendable, Hashable {
    /// The grants by key.
    public let byKey: [String: SessionNamespace]

    /// Reads what a wallet has granted, by the specification's rules 2.1 to 2.11.
    ///
    /// - Throws: ``NamespaceError``.
    package init(json: JSONValue?) throws(NamespaceError) {
        guard let members = json?.objectValue else { throw .notAnObject("") }
        guard !members.isEmpty else { throw .empty }
        guard members.count <= SignLimits.namespaces else { throw .tooMany }
        var byKey: [String: SessionNamespace] = [:]
        for (name, value) in members {
            try NamespaceRules.check(key: name.text)
            byKey[name.text] = try Self.namespace(name.text, value)
        }
        try NamespaceRules.checkCount(
            of: byKey.values.map { $0.chains.count + $0.accounts.count + $0.methods.count + $0.events.count })
        self.byKey = byKey
    }

    private static func namespace(_ key: String, _ json: JSONValue) throws(NamespaceError) -> SessionNamespace {
        guard json.objectValue != nil else { throw .notAnObject(key) }
        var accounts: [ChainAccount] = []
        var seen: Set<ChainAccount> = []
        for text in try NamespaceRules.texts(json["accounts"], of: key) ?? [] {
            guard let account = ChainAccount(text), NamespaceRules.isCovered(account.chain, by: key) else {
                throw .invalidAccount(text)
            }
            if seen.insert(account).inserted { accounts.append(account) }
        }
        guard !accounts.isEmpty else { throw .noAccounts(key) }
        var chains: [ChainID] = []
        for text in try NamespaceRules.texts(json["chains"], of: key) ?? [] {
            let chain = try NamespaceRules.chain(text, under: key)
            if !chains.contains(chain) { chains.append(chain) }
        }
        for account in accounts where !chains.contains(account.chain) { chains.append(account.chain) }
        return SessionNamespace(
            chains: chains, accounts: accounts, methods: try NamespaceRules.names(json["methods"], of: key),
            events: try NamespaceRules.names(json["events"], of: key))
    }

    package var json: JSONValue {
        var members: JSONValue.Members = [:]
        for (key, namespace) in byKey {
            members[ExactText(key)] = [
                "chains": .array(namespace.chains.map { .string("\($0)") }),
                "accounts": .array(namespace.accounts.map { .string("\($0)") }),
                "methods": .array(namespace.methods.map(JSONValue.string)),
                "events": .array(namespace.events.map(JSONValue.string)),
            ]
        }
        return .object(members)
    }

    /// All accounts, in the order of their texts.
    public var accounts: [ChainAccount] { byKey.values.flatMap(\.accounts).sorted() }

    /// Returns the accounts on one chain.
    public func accounts(on chain: ChainID) -> [ChainAccount] {
        covering(chain).flatMap(\.accounts).filter { $0.chain == chain }
    }

    /// Returns whether the wallet has an account on the chain.
    public func grants(_ chain: ChainID) -> Bool { !accounts(on: chain).isEmpty }

    /// Returns whether a method may be called on a chain.
    public func grants(method: String, on chain: ChainID) -> Bool {
        grants(chain) && covering(chain).contains { $0.methods.contains(method) }
    }

    /// Returns whether the wallet may send an event of a chain.
    public func grants(event: String, on chain: ChainID) -> Bool {
        grants(chain) && covering(chain).contains { $0.events.contains(event) }
    }

    /// Returns what a program needs and doesn't get, in order.
    func missing(of required: [String: NamespaceRequest]) -> [MissingGrant] {
        var missing: [MissingGrant] = []
        for (key, request) in required.sorted(by: { $0.key < $1.key }) {
            for chain in request.chains.isEmpty ? [ChainID(key)].compactMap({ $0 }) : request.chains {
                guard covering(chain).contains(where: { $0.chains.contains(chain) }) else {
                    missing.append(.chain(chain))
                    continue
                }
                guard grants(chain) else {
                    missing.append(.account(chain))
                    continue
                }
                missing += request.methods.filter { !grants(method: $0, on: chain) }.map { .method($0, chain) }
                missing += request.events.filter { !grants(event: $0, on: chain) }.map { .event($0, chain) }
            }
        }
        return missing
    }

    private func covering(_ chain: ChainID) -> [SessionNamespace] {
        [chain.namespace, chain.description].compactMap { byKey[$0] }
    }
}
