// SPDX-License-Identifier: MIT

/// Lower-case hexadecimal, as implicit account ids are written.
public enum Hexadecimal {
    private static let alphabet = Array("0123456789abcdef".utf8)

    /// Two lower-case digits a byte.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { output in
            var place = 0
            for byte in bytes {
                output[place] = alphabet[Int(byte >> 4)]
                output[place + 1] = alphabet[Int(byte & 15)]
                place += 2
            }
            return place
        }
    }

    /// The bytes that `text` stands for, or `nil` where it isn't an even number of hexadecimal digits of either case.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
