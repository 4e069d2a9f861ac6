// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct BorshTests {
    /// Runs `read` on bytes and expects it to read all of them.
    private func read<Value>(
        _ bytes: [UInt8], _ read: (inout BorshDecoder) throws(BorshError) -> Value
    ) throws(BorshError) -> Value {
        var decoder = BorshDecoder(bytes)
        let value = try read(&decoder)
        try decoder.finish()
        return value
    }

    @Test func integersAreLittleEndian() throws {
        var encoder = BorshEncoder()
        encoder.encode(0x01 as UInt8)
        encoder.encode(0x0203 as UInt16)
        encoder.encode(0x0405_0607 as UInt32)
        encoder.encode(0x0809_0A0B_0C0D_0E0F as UInt64)
        encoder.encode(1 as UInt128)
        #expect(
            encoder.bytes == [1, 3, 2, 7, 6, 5, 4, 15, 14, 13, 12, 11, 10, 9, 8, 1] + Array(repeating: 0, count: 15))
        #expect(try read([0xFF, 0xFF]) { decoder throws(BorshError) in try decoder.decodeUInt16() } == .max)
        let all = [UInt8](repeating: 0xFF, count: 16)
        #expect(try read(all) { decoder throws(BorshError) in try decoder.decodeUInt128() } == .max)
    }

    @Test func textsAndBytesHaveALength() throws {
        var encoder = BorshEncoder()
        encoder.encode("é")
        encoder.encode([1, 2] as [UInt8])
        encoder.encode(["", "a"])
        encoder.encode(nil as String?)
        encoder.encode("b" as String?)
        #expect(
            encoder.bytes == [
                2, 0, 0, 0, 0xC3, 0xA9, 2, 0, 0, 0, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 97, 0, 1, 1, 0, 0, 0, 98,
            ])
        var decoder = BorshDecoder(encoder.bytes)
        #expect(try decoder.decodeString() == "é")
        #expect(try decoder.decodeBytes() == [1, 2])
        #expect(try decoder.decodeStrings() == ["", "a"])
        #expect(try decoder.decodeOptionalString() == nil)
        #expect(try decoder.decodeOptionalString() == "b")
        #expect(throws: Never.self) { try decoder.finish() }
    }

    @Test func tagsAreChecked() {
        #expect(throws: BorshError.unknownTag(offset: 0, type: "bool", tag: 2)) {
            try read([2]) { decoder throws(BorshError) in try decoder.decodeBool() }
        }
        #expect(throws: BorshError.unknownTag(offset: 0, type: "Option", tag: 2)) {
            try read([2]) { decoder throws(BorshError) in try decoder.decodeOptionalString() }
        }
        #expect(throws: BorshError.unknownTag(offset: 0, type: "Action", tag: 15)) { try Action(borsh: [15]) }
        #expect(throws: BorshError.unknownTag(offset: 0, type: "PublicKey", tag: 3)) { try PublicKey(borsh: [3]) }
        #expect(throws: BorshError.unknownTag(offset: 0, type: "AccessKeyPermission", tag: 4)) {
            try AccessKeyPermission(borsh: [4])
        }
        #expect(throws: BorshError.unknownTag(offset: 0, type: "GlobalContractIdentifier", tag: 2)) {
            try GlobalContractIdentifier(borsh: [2])
        }
    }

    @Test func lengthsAreComparedWithWhatIsThere() {
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        #expect(throws: BorshError.lengthOutOfBounds(offset: 0, length: .max)) {
            try read(huge) { decoder throws(BorshError) in try decoder.decodeBytes() }
        }
        #expect(throws: BorshError.lengthOutOfBounds(offset: 0, length: .max)) {
            try read(huge) { decoder throws(BorshError) in try decoder.decodeArray(of: Action.self) }
        }
        #expect(throws: BorshError.lengthOutOfBounds(offset: 0, length: 2)) {
            try read([2, 0, 0, 0, 0, 0, 0, 0]) { decoder throws(BorshError) in try decoder.decodeStrings() }
        }
        #expect(throws: BorshError.endOfInput(offset: 0, needed: 8, available: 1)) {
            try read([1]) { decoder throws(BorshError) in try decoder.decodeUInt64() }
        }
    }

    @Test func valuesKeepTheirOwnRules() throws {
        #expect(throws: BorshError.invalidText(offset: 0)) {
            try read([1, 0, 0, 0, 0xFF]) { decoder throws(BorshError) in try decoder.decodeString() }
        }
        let error = #expect(throws: BorshError.self) { try AccountId(borsh: "Alice".borshForm) }
        guard case .invalidValue(offset: 0, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Keys of a deterministic account's state out of order, then one twice.
        for keys in [[2, 1], [1, 1]] as [[UInt8]] {
            let bytes: [UInt8] =
                [0] + Array(repeating: 0, count: 32) + [2, 0, 0, 0] + keys.flatMap { [1, 0, 0, 0, $0, 0, 0, 0, 0] }
            #expect(throws: BorshError.self) { try DeterministicAccountStateInitV1(borsh: bytes) }
        }
    }

    @Test func base64IsReadAsBytes() throws {
        #expect(try Action(base64: "AA==") == .createAccount)
        #expect(throws: BorshError.invalidBase64) { try Action(base64: "AA") }
    }
}

extension String {
    fileprivate var borshForm: [UInt8] {
        var encoder = BorshEncoder()
        encoder.encode(self)
        return encoder.bytes
    }
}
