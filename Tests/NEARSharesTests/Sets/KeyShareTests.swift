// SPDX-License-Identifier: MIT

import GuardedMemory
import Testing

@testable import NEARShares

@Suite struct KeyShareTests {
    private let dealt: DealtShares

    init() throws {
        dealt = try ShareDealer.deal(to: Set(ShareHolder.allCases))
    }

    @Test func packedSharesComeBack() throws {
        for proven in dealt.shares {
            let read = try KeyShare(packed: proven.share.packed)
            #expect(read.holder == proven.holder && read.packed == proven.share.packed)
            #expect(throws: Never.self) { try ProvenShare(read, of: dealt.set) }
        }
    }

    @Test func whatIsNoShareIsRefused() throws {
        for count in [0, 31, 33] {
            #expect(throws: KeyShareError.length(count)) {
                try KeyShare(packed: guarded([UInt8](repeating: 0x21, count: count)))
            }
        }
        #expect(throws: KeyShareError.noHolder) { try KeyShare(packed: guarded(number(5))) }
        let order = GroupOrder.bytes
        for holder in ShareHolder.allCases {
            let mark = holder.rawValue << 5
            let refused = [number(0), order, [UInt8](repeating: 0xFF, count: 31) + [0x1F]]
            for bytes in refused {
                let packed = bytes.dropLast() + [bytes[31] | mark]
                #expect(throws: KeyShareError.notAScalar) { try KeyShare(packed: guarded(Array(packed))) }
            }
        }
    }

    /// Each share at each other holder's place, and each bit of one that is flipped.
    @Test func aWrongShareIsFoundAloneAndNamed() throws {
        for proven in dealt.shares {
            for holder in ShareHolder.allCases where holder != proven.holder {
                let moved = KeyShare(holder: holder, scalar: proven.share.scalar)
                #expect(throws: KeyShareError.foreign(holder)) { try ProvenShare(moved, of: dealt.set) }
            }
        }
        let packed = dealt.shares[2].share.packed.withUnsafeBytes { Array($0) }
        for bit in 0..<253 {
            var changed = packed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            // A number that is out of range now is no share at all.
            guard let share = try? KeyShare(packed: guarded(changed)) else { continue }
            #expect(throws: KeyShareError.foreign(.recovery)) { try ProvenShare(share, of: dealt.set) }
        }
    }

    @Test func sharesOfTwoSetsOrOfNoHolderAreNamed() throws {
        let other = try ShareDealer.deal(to: [.login, .device])
        let login = try other.share(of: .login)
        #expect(throws: KeyShareError.foreign(.login)) { try ProvenShare(login.share, of: dealt.set) }
        let recovery = try dealt.share(of: .recovery)
        #expect(throws: KeyShareError.notAHolder(.recovery)) { try ProvenShare(recovery.share, of: other.set) }
        #expect(throws: KeyShareError.otherSet) { try SharePair(login, dealt.share(of: .device)) }
        #expect(throws: KeyShareError.sameHolder(.login)) { try SharePair(login, login) }
    }

    @Test func noTextShowsAShare() throws {
        let proven = dealt.shares[0]
        let bytes = proven.share.packed.withUnsafeBytes { Array($0) }
        for value in [proven, proven.share, dealt, try ShareWords(proven.share)] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("\(bytes[0]), \(bytes[1])") && !text.contains("scalar"), "\(text)")
            }
        }
    }
}
