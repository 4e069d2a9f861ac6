// SPDX-License-Identifier: MIT

/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
///
/// Arguments, signed transactions, NEP-413 signatures and contract code travel in it.
public enum Base64 {
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    private static let values = table(of: alphabet)

    /// Returns the value of each byte, 255 where it is none.
    static func table(of alphabet: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() {
            values[Int(character)] = UInt8(value)
        }
        return values
    }

    /// The Base64 text of `bytes`, padded.
    public static func encode(_ bytes: [UInt8]) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { output in
            var place = 0
            var index = 0
            func put(_ value: UInt32) {
                output[place] = alphabet[Int(value & 63)]
                place += 1
            }
            while index + 3 <= bytes.count {
                let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
                put(group >> 18)
                put(group >> 12)
                put(group >> 6)
                put(group)
                index += 3
            }
            switch bytes.count - index {
            case 1:
                let group = UInt32(bytes[index]) << 16
                put(group >> 18)
                put(group >> 12)
                output[place] = padding
                output[place + 1] = padding
            case 2:
                let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8
                put(group >> 18)
                put(group >> 12)
                put(group >> 6)
                output[place] = padding
            default: break
            }
            return count
        }
    }

    /// The bytes that `text` stands for, or `nil` where it isn't Base64.
    ///
    /// Refused are a character outside of the alphabet, white space included, a length that is no multiple of four,
    /// padding in the wrong place, and spare bits that aren't zero (so that two texts never stand for the same bytes).
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 4) else { return nil }
        let paddings = characters.suffix(2).reversed().prefix { $0 == padding }.count
        return decode(digits: characters.dropLast(paddings), values)
    }

    /// Decodes digits without their padding, each by its value in a table.
    static func decode(digits: ArraySlice<UInt8>, _ values: [UInt8]) -> [UInt8]? {
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var group: UInt32 = 0
        var bits = 0
        for character in digits {
            let value = values[Int(character)]
            guard value != 255 else { return nil }
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
                group &= (1 << UInt32(bits)) - 1
            }
        }
        return group == 0 ? bytes : nil
    }
}
