// SPDX-License-Identifier: MIT

// nearcore writes 64-bit numbers as JSON numbers and 128-bit ones as decimal strings; JavaScript clients turn some of
// the former into strings. Both forms are taken for every whole number, and nothing else is: no fraction, no sign, no
// blank.

extension String: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        guard case .string(let text) = json else { throw ViewDecodingError("expected a string") }
        self = text
    }
}

extension Bool: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        guard case .bool(let value) = json else { throw ViewDecodingError("expected true or false") }
        self = value
    }
}

extension Double: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        switch json {
        case .number(let value): self = value
        case .integer(let value): self = Double(value)
        default: throw ViewDecodingError("expected a number")
        }
    }
}

extension ViewDecodable where Self: FixedWidthInteger & UnsignedInteger {
    package init(json: JSONValue) throws(ViewDecodingError) {
        switch json {
        case .integer(let value):
            guard let exact = Self(exactly: value) else { throw ViewDecodingError("\(value) doesn't fit") }
            self = exact
        case .string(let text):
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Self(text) else {
                throw ViewDecodingError("expected a whole number")
            }
            self = value
        default: throw ViewDecodingError("expected a whole number")
        }
    }
}

extension UInt8: ViewDecodable {}
extension UInt16: ViewDecodable {}
extension UInt32: ViewDecodable {}
extension UInt64: ViewDecodable {}
extension UInt128: ViewDecodable {}

extension Gas: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) { self.init(gas: try UInt64(json: json)) }
}

extension NEARToken: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) { self.init(yoctoNEAR: try UInt128(json: json)) }
}

extension AccountId: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let text = try String(json: json)
        do {
            try self.init(text)
        } catch {
            throw ViewDecodingError("not an account id: \(error)")
        }
    }
}

extension CryptoHash: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let text = try String(json: json)
        do {
            try self.init(text)
        } catch {
            throw ViewDecodingError("not a hash: \(error)")
        }
    }
}

extension PublicKey: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let text = try String(json: json)
        do {
            try self.init(text)
        } catch {
            throw ViewDecodingError("not a public key: \(error)")
        }
    }
}

extension PublicKeyHandle: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let text = try String(json: json)
        do {
            try self.init(text)
        } catch {
            throw ViewDecodingError("not the name of a public key: \(error)")
        }
    }
}

extension Signature: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let text = try String(json: json)
        do {
            try self.init(text)
        } catch {
            throw ViewDecodingError("not a signature: \(error)")
        }
    }
}

extension JSONValue: ViewDecodable {
    package init(json: JSONValue) { self = json }
}

extension Array: ViewDecodable where Element: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        guard case .array(let values) = json else { throw ViewDecodingError("expected an array") }
        self = []
        reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do {
                append(try Element(json: value))
            } catch {
                throw error.inside(String(index))
            }
        }
    }
}

extension Optional: ViewDecodable where Wrapped: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        self = json == .null ? nil : try Wrapped(json: json)
    }

    package static var whenAbsent: Wrapped?? { .some(nil) }
}

extension GlobalContractIdentifier: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        guard let variant = ViewVariant(json) else { throw ViewDecodingError("expected a global contract identifier") }
        switch variant.name {
        case "CodeHash", "hash": self = .codeHash(try variant.wrapped())
        case "AccountId", "account_id", "accountId": self = .accountId(try variant.wrapped())
        default: throw ViewDecodingError("unknown global contract identifier \(variant.name)")
        }
    }
}
