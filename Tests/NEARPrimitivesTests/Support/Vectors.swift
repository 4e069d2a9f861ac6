// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

/// The vector files, read with Foundation's decoder so that this package's JSON parser isn't judge in its own case.
enum Vectors {
    static func load<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        let url = try #require(Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "json"))
        return try JSONDecoder().decode(type, from: try Data(contentsOf: url))
    }
}

/// Hexadecimal text, decoded.
struct HexBytes: Decodable, Hashable, CodingKeyRepresentable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        bytes = try #require(Hexadecimal.decode(text))
    }

    init?(codingKey: some CodingKey) {
        guard let bytes = Hexadecimal.decode(codingKey.stringValue) else { return nil }
        self.bytes = bytes
    }

    var codingKey: any CodingKey {
        Name(stringValue: Hexadecimal.encode(bytes))
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }
}
