// SPDX-License-Identifier: MIT

/// Base58 with Bitcoin's alphabet and no checksum, as NEAR prints hashes, keys and signatures.
///
/// The work grows with the square of the length, so decoding takes a bound and refuses longer texts before it starts.
/// Secret keys pass through here, so intermediate arrays are overwritten.
public enum Base58 {
    /// The reason why a text is not Base58.
    public enum DecodingError: Error, Sendable, Hashable {
        /// A character outside of the alphabet, at this place of the text's UTF-8.
        ///
        /// `0`, `O`, `I` and `l` are outside.
        case invalidCharacter(position: Int)
        /// The text stands for more than the bytes that were asked for.
        case tooLong(maximumByteCount: Int)
    }

    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// The digit of each byte, 255 where it is none.
    private static let digits: [UInt8] = {
        var digits = [UInt8](repeating: 255, count: 256)
        for (digit, character) in alphabet.enumerated() {
            digits[Int(character)] = UInt8(digit)
        }
        return digits
    }()

    /// 58⁵, the greatest power of 58 that fits into 32 bits: five digits are handled in one step.
    private static let step: UInt64 = 656_356_768
    private static let digitsPerStep = 5

    /// The Base58 text of `bytes`.
    ///
    /// Each leading zero byte becomes a leading `1`.
    public static func encode(_ bytes: [UInt8]) -> String {
        let zeros = bytes.prefix { $0 == 0 }.count
        // The number as 32-bit limbs, most significant first.
        var limbs: [UInt32] = []
        limbs.reserveCapacity(bytes.count / 4 + 1)
        defer { limbs.wipe() }
        var pending = bytes.count % 4
        var limb: UInt32 = 0
        if pending == 0 {
            pending = 4
        }
        for byte in bytes {
            limb = limb << 8 | UInt32(byte)
            pending -= 1
            if pending == 0 {
                limbs.append(limb)
                (limb, pending) = (0, 4)
            }
        }

        var reversed: [UInt8] = []
        // 256 is less than 58^1.38.
        reversed.reserveCapacity(bytes.count * 11 / 8 + digitsPerStep)
        defer { reversed.wipe() }
        var first = limbs.firstIndex { $0 != 0 } ?? limbs.count
        while first < limbs.count {
            var remainder: UInt64 = 0
            for index in first..<limbs.count {
                let value = remainder << 32 | UInt64(limbs[index])
                limbs[index] = UInt32(value / step)
                remainder = value % step
            }
            while first < limbs.count, limbs[first] == 0 {
                first += 1
            }
            for _ in 0..<digitsPerStep {
                reversed.append(alphabet[Int(remainder % 58)])
                remainder /= 58
            }
        }
        while reversed.last == alphabet[0] {
            reversed.removeLast()
        }
        reversed.append(contentsOf: repeatElement(alphabet[0], count: zeros))
        return String(decoding: reversed.reversed(), as: UTF8.self)
    }

    /// The bytes that `text` stands for, at most `maximumByteCount` of them.
    ///
    /// - Throws: `DecodingError`.
    public static func decode(
        _ text: some StringProtocol, maximumByteCount: Int = 8192
    ) throws(DecodingError) -> [UInt8] {
        var characters = Array(text.utf8)
        defer { characters.wipe() }
        // A byte takes at least log₅₈ 256 = 1.365… characters, a zero byte one: longer texts can't be right.
        guard characters.count <= maximumByteCount * 11 / 8 + 1 else {
            throw .tooLong(maximumByteCount: maximumByteCount)
        }
        let zeros = characters.prefix { $0 == alphabet[0] }.count

        // The number as 32-bit limbs, least significant first.
        var limbs: [UInt32] = []
        limbs.reserveCapacity(characters.count / 5 + 1)
        defer { limbs.wipe() }
        var position = zeros
        while position < characters.count {
            let end = min(position + digitsPerStep, characters.count)
            var carry: UInt64 = 0
            var factor: UInt64 = 1
            while position < end {
                let digit = digits[Int(characters[position])]
                guard digit != 255 else { throw .invalidCharacter(position: position) }
                carry = carry * 58 + UInt64(digit)
                factor *= 58
                position += 1
            }
            for index in limbs.indices {
                let value = UInt64(limbs[index]) * factor + carry
                limbs[index] = UInt32(truncatingIfNeeded: value)
                carry = value >> 32
            }
            if carry > 0 {
                limbs.append(UInt32(carry))
            }
        }

        var reversed: [UInt8] = []
        reversed.reserveCapacity(limbs.count * 4 + zeros)
        defer { reversed.wipe() }
        for limb in limbs {
            for shift in [0, 8, 16, 24] as [UInt32] {
                reversed.append(UInt8(truncatingIfNeeded: limb >> shift))
            }
        }
        while reversed.last == 0 {
            reversed.removeLast()
        }
        reversed.append(contentsOf: repeatElement(0, count: zeros))
        guard reversed.count <= maximumByteCount else { throw .tooLong(maximumByteCount: maximumByteCount) }
        return reversed.reversed()
    }
}
