// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The parameters of a request: named, in their order, or none.
///
/// Read with nearcore's complaints.
struct RPCParameters: Sendable {
    let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// The parameters in their order, where they came so.
    var positional: [JSONValue]? { value.arrayValue }

    /// A named parameter, where there is one that isn't null.
    subscript(name: String) -> JSONValue? {
        guard let member = value[name], !member.isNull else { return nil }
        return member
    }

    /// A named parameter that must be there.
    func required(_ name: String) throws(RPCServiceError) -> JSONValue {
        guard let member = self[name] else { throw .arguments("missing field `\(name)`") }
        return member
    }

    /// The same parameters with these names, also where they came in this order without.
    ///
    /// nearcore's parser takes an array for every request that is a plain structure, and old clients send one.
    func named(_ names: ExactText...) throws(RPCServiceError) -> RPCParameters {
        guard let positional else { return self }
        guard positional.count == names.count else {
            let words = names.map { "`\($0)`" }.joined(separator: ", ")
            throw .arguments("invalid length \(positional.count), expected \(words)")
        }
        return RPCParameters(.object(JSONValue.Members(uniqueKeysWithValues: zip(names, positional))))
    }

    /// Two parameters, named or in this order.
    func pair(_ first: String, _ second: String) throws(RPCServiceError) -> (JSONValue, JSONValue) {
        guard let positional else { return (try required(first), try required(second)) }
        guard positional.count == 2 else { throw .arguments("`\(first)` and `\(second)` were expected") }
        return (positional[0], positional[1])
    }

    /// A named string that must be there.
    func string(_ name: String) throws(RPCServiceError) -> String {
        try required(name).asString(name)
    }

    /// A named account id that must be there.
    func accountId(_ name: String) throws(RPCServiceError) -> AccountId {
        try required(name).asAccountId(name)
    }

    /// A named hash that must be there.
    func hash(_ name: String) throws(RPCServiceError) -> CryptoHash {
        try required(name).asHash(name)
    }
}

extension JSONValue {
    func asString(_ name: String) throws(RPCServiceError) -> String {
        guard case .string(let text) = self else { throw .arguments("`\(name)` must be a string") }
        return text
    }

    func asAccountId(_ name: String) throws(RPCServiceError) -> AccountId {
        let text = try asString(name)
        do throws(AccountIdError) {
            return try AccountId(text)
        } catch {
            throw .arguments("`\(name)`: \(error)")
        }
    }

    func asPublicKey(_ name: String) throws(RPCServiceError) -> PublicKey {
        let text = try asString(name)
        do throws(KeyError) {
            return try PublicKey(text)
        } catch {
            throw .arguments("`\(name)` is no public key: \(error)")
        }
    }

    func asHash(_ name: String) throws(RPCServiceError) -> CryptoHash {
        let text = try asString(name)
        do throws(CryptoHash.ParsingError) {
            return try CryptoHash(text)
        } catch {
            throw .arguments("`\(name)` is no hash: \(error)")
        }
    }

    func asBytes(_ name: String) throws(RPCServiceError) -> [UInt8] {
        guard let bytes = Base64.decode(try asString(name)) else { throw .arguments("`\(name)` is not Base64") }
        return bytes
    }

    func asHeight(_ name: String) throws(RPCServiceError) -> UInt64 {
        guard let height = integerValue(as: UInt64.self) else {
            throw .arguments("`\(name)` must be a whole number that isn't negative")
        }
        return height
    }
}

extension RPCServiceError {
    /// The parameters are not those of the method.
    static func arguments(_ text: String) -> RPCServiceError {
        .parse("Failed parsing args: \(text)")
    }
}
