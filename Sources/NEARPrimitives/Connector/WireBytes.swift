// SPDX-License-Identifier: MIT

/// Bytes as wallets send them by WalletConnect, where JSON has no form for a `Uint8Array`.
///
/// Five forms are seen and read; a broken one is none of them. Number arrays are what most wallets read.
package enum WireBytes: CaseIterable, Sendable {
    /// A list of numbers: `[1, 2]`.
    case array
    /// A `Uint8Array` as JavaScript prints it: `{"0": 1, "1": 2}`.
    case indexed
    /// A `Buffer` as Node.js prints it: `{"type": "Buffer", "data": [1, 2]}`.
    case buffer
    /// The same, printed twice: `{"type": "Buffer", "data": {"0": 1, "1": 2}}`.
    case indexedBuffer
    /// Base64 with its padding.
    case base64

    /// Writes bytes in this form.
    package func json(_ bytes: [UInt8]) -> JSONValue {
        let numbers = bytes.map { JSONValue.integer(Int128($0)) }
        var members: JSONValue.Members = [:]
        switch self {
        case .array: return .array(numbers)
        case .base64: return .string(Base64.encode(bytes))
        case .buffer: return ["type": "Buffer", "data": .array(numbers)]
        case .indexed, .indexedBuffer:
            for (index, number) in numbers.enumerated() { members[ExactText("\(index)")] = number }
            return self == .indexed ? .object(members) : ["type": "Buffer", "data": .object(members)]
        }
    }

    /// Reads bytes in any of the five forms.
    ///
    /// - Parameters:
    ///   - json: The bytes' JSON.
    ///   - limit: The most bytes.
    /// - Returns: `nil` for more bytes, gaps, names that aren't `0` to `n - 1`, numbers beyond 255, below 0 or with a
    ///   fraction, and everything else.
    package static func read(_ json: JSONValue?, limit: Int) -> [UInt8]? {
        switch json {
        case .string(let text)?:
            guard text.utf8.count <= (limit + 2) / 3 * 4, let bytes = Base64.decode(text), bytes.count <= limit else {
                return nil
            }
            return bytes
        case .object(let members)? where members.count == 2 && json?["type"] == "Buffer":
            return numbers(members["data"], limit: limit)
        default: return numbers(json, limit: limit)
        }
    }

    private static func numbers(_ json: JSONValue?, limit: Int) -> [UInt8]? {
        switch json {
        case .array(let elements)?:
            guard elements.count <= limit else { return nil }
            return bytes(elements)
        case .object(let members)?:
            guard members.count <= limit else { return nil }
            let elements = (0..<members.count).compactMap { members[ExactText("\($0)")] }
            return elements.count == members.count ? bytes(elements) : nil
        default: return nil
        }
    }

    private static func bytes(_ elements: [JSONValue]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(elements.count)
        for element in elements {
            guard case .integer(let number) = element, let byte = UInt8(exactly: number) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
