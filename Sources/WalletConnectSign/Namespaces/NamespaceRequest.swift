// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The chains, methods and events that a program asks for in one namespace.
public struct NamespaceRequest: Sendable, Hashable {
    /// The chains, all of the namespace; empty only where the namespace's key names the chain.
    public let chains: [ChainID]
    /// The methods that will be called.
    public let methods: [String]
    /// The events that are listened to.
    public let events: [String]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - chains: The chains.
    ///   - methods: The methods that will be called.
    ///   - events: The events that are listened to.
    public init(chains: [ChainID], methods: [String], events: [String] = []) {
        self.chains = chains
        self.methods = methods
        self.events = events
    }

    /// The request as wallets decode it: all three lists, empty ones too.
    package var json: JSONValue {
        [
            "chains": .array(chains.map { .string("\($0)") }), "methods": .array(methods.map(JSONValue.string)),
            "events": .array(events.map(JSONValue.string)),
        ]
    }

    /// Reads a request under its key, by the specification's rules 1.1 to 1.9 for proposals.
    ///
    /// - Throws: ``NamespaceError``.
    package init(_ key: String, json: JSONValue) throws(NamespaceError) {
        guard json.objectValue != nil else { throw .notAnObject(key) }
        let texts = try NamespaceRules.texts(json["chains"], of: key)
        guard let texts else {
            guard ChainID(key) != nil else { throw .noChains(key) }
            try self.init(key, chains: [], json: json)
            return
        }
        guard !texts.isEmpty else { throw .noChains(key) }
        var chains: [ChainID] = []
        for text in texts { chains.append(try NamespaceRules.chain(text, under: key)) }
        try self.init(key, chains: chains, json: json)
    }

    private init(_ key: String, chains: [ChainID], json: JSONValue) throws(NamespaceError) {
        self.init(
            chains: chains, methods: try NamespaceRules.names(json["methods"], of: key),
            events: try NamespaceRules.names(json["events"], of: key))
    }
}

/// A wish of a program for a session: namespaces, and the part of the program that asks.
public struct SessionProposal: Sendable, Hashable {
    /// The namespaces without which the program can't work, by their key, for example `near`.
    ///
    /// They travel as optional ones, since many wallets refuse all for one unknown chain, and are checked here.
    public let required: [String: NamespaceRequest]
    /// The namespaces that the program would use too.
    public let optional: [String: NamespaceRequest]
    /// Properties for the wallet.
    public let properties: [String: String]
    /// The part of the program that asks, which is kept with the session, for example a wallet's id.
    public let owner: String

    /// Creates a proposal.
    ///
    /// - Parameters:
    ///   - required: The namespaces without which the program can't work.
    ///   - optional: The namespaces that the program would use too.
    ///   - properties: Properties for the wallet.
    ///   - owner: The part of the program that asks.
    public init(
        required: [String: NamespaceRequest], optional: [String: NamespaceRequest] = [:],
        properties: [String: String] = [:], owner: String = ""
    ) {
        self.required = required
        self.optional = optional
        self.properties = properties
        self.owner = owner
    }

    /// All namespaces as optional ones, required ones first: of two under one key the lists are joined.
    var offered: [String: NamespaceRequest] {
        required.merging(optional) { required, optional in
            func joined<Element: Hashable>(_ lists: [Element]...) -> [Element] {
                var seen: Set<Element> = []
                return lists.joined().filter { seen.insert($0).inserted }
            }
            return NamespaceRequest(
                chains: joined(required.chains, optional.chains), methods: joined(required.methods, optional.methods),
                events: joined(required.events, optional.events))
        }
    }

    /// Checks the proposal by the rules for proposals.
    ///
    /// - Throws: ``NamespaceError``.
    func check() throws(NamespaceError) {
        guard !offered.isEmpty else { throw .empty }
        try NamespaceRules.checkCount(of: offered.values.map { $0.chains.count + $0.methods.count + $0.events.count })
        for (key, request) in required.merging(optional, uniquingKeysWith: { one, _ in one }) {
            try NamespaceRules.check(key: key)
            _ = try NamespaceRequest(key, json: request.chains.isEmpty ? request.json.without("chains") : request.json)
        }
    }
}

extension JSONValue {
    fileprivate func without(_ name: ExactText) -> JSONValue {
        guard var members = objectValue else { return self }
        members[name] = nil
        return .object(members)
    }
}
