// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARShares

/// The vector files, read with Foundation's decoder.
enum Vectors {
    static func load<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        let url = try #require(Self.url(name))
        return try JSONDecoder().decode(type, from: try Data(contentsOf: url))
    }

    static func url(_ name: String) -> URL? {
        Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "json")
    }
}

/// Hexadecimal text, decoded.
struct HexBytes: Decodable, Hashable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        bytes = try #require(Hexadecimal.decode(text))
    }
}
