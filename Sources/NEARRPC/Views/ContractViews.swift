// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A contract's code (nearcore's `ContractCodeView`).
public struct ContractCodeView: Sendable, Hashable {
    /// The WebAssembly.
    public let code: [UInt8]
    /// The code's SHA-256.
    public let hash: CryptoHash
}

extension ContractCodeView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        code = try fields.base64("code_base64")
        hash = try fields.value("hash")
    }
}

/// A part of a contract's state (nearcore's `ViewStateResult`).
public struct ContractStateView: Sendable, Hashable {
    /// One key and its value.
    public struct Item: Sendable, Hashable {
        /// The key.
        public let key: [UInt8]
        /// The value.
        public let value: [UInt8]
    }

    /// The keys and values, in the order of the keys.
    public let values: [Item]
    /// The trie's nodes that prove it, when that was asked for.
    public let proof: [[UInt8]]
}

extension ContractStateView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        values = try fields.value("values")
        let proof: [String]? = try fields.value("proof")
        var nodes: [[UInt8]] = []
        for text in proof ?? [] {
            guard let node = Base64.decode(text) else { throw ViewDecodingError("not Base64").inside("proof") }
            nodes.append(node)
        }
        self.proof = nodes
    }
}

extension ContractStateView.Item: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        key = try fields.base64("key")
        value = try fields.base64("value")
    }
}

/// One of an account's keys (nearcore's `AccessKeyInfoView`).
public struct AccessKeyInfoView: Sendable, Hashable {
    /// The key as the chain names it: an ML-DSA-65 key by its hash.
    public let publicKey: PublicKeyHandle
    /// Its nonce and its rights.
    public let accessKey: AccessKeyView
}

extension AccessKeyInfoView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        publicKey = try fields.value("public_key")
        accessKey = try fields.value("access_key")
    }
}

/// An account's keys (nearcore's `AccessKeyList`).
public struct AccessKeyListView: Sendable, Hashable {
    /// The keys.
    public let keys: [AccessKeyInfoView]
}

extension AccessKeyListView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        keys = try ViewFields(json).value("keys")
    }
}
