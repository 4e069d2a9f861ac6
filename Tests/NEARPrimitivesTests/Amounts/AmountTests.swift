// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct AmountTests {
    @Test(arguments: [
        ("1.5 NEAR", 1_500_000_000_000_000_000_000_000 as UInt128), ("1.5near", 1_500_000_000_000_000_000_000_000),
        ("0.000000000000000000000001 NEAR", 1), ("100 yoctoNEAR", 100), ("100", 100), (" 1_000 ", 1000),
        ("250 milliNEAR", 250_000_000_000_000_000_000_000),
        ("340282366920938463463374607431768211455", UInt128.max),
        ("1.50000000000000000000000000000 NEAR", 1_500_000_000_000_000_000_000_000),
    ])
    func amountsAreReadExactly(text: String, yocto: UInt128) throws {
        #expect(try NEARToken(text).yoctoNEAR == yocto)
    }

    @Test(arguments: [
        ("", AmountError.empty), ("NEAR", .empty), ("1 dollar", .unknownUnit("dollar")),
        ("1.0000000000000000000000001 NEAR", .tooManyFractionDigits(maximum: 24)),
        ("1.5", .tooManyFractionDigits(maximum: 0)), ("1,5 NEAR", .invalidCharacter(position: 1)),
        ("-1", .invalidCharacter(position: 0)), ("1..5 NEAR", .invalidCharacter(position: 2)),
        ("1. NEAR", .invalidCharacter(position: 1)), (".5 NEAR", .invalidCharacter(position: 0)),
        ("340282366920938463463374607431768211456", .overflow), ("1 2", .invalidCharacter(position: 1)),
    ])
    func otherTextsAreRefused(text: String, error: AmountError) {
        #expect(throws: error) { try NEARToken(text) }
    }

    @Test func formattingCutsAndNeverRoundsUp() throws {
        let token = try NEARToken("1234.999999 NEAR")
        #expect(token.formatted() == "1234.999999")
        #expect(token.formatted(maximumFractionDigits: 2) == "1234.99")
        #expect(token.formatted(maximumFractionDigits: 0) == "1234")
        #expect(NEARToken.oneYocto.formatted() == "0.000000000000000000000001")
        #expect(NEARToken.zero.description == "0 NEAR")
        #expect(NEARToken.oneYocto.description == "1 yoctoNEAR")
    }

    @Test func arithmeticIsChecked() throws {
        let all = NEARToken(yoctoNEAR: .max)
        #expect(throws: AmountError.overflow) { try all.adding(.oneYocto) }
        #expect(throws: AmountError.underflow) { try NEARToken.zero.subtracting(.oneYocto) }
        #expect(throws: AmountError.overflow) { try NEARToken.near(.max) }
    }

    @Test func gasIsReadExactly() throws {
        #expect(try Gas("30 Tgas") == .tera(30))
        #expect(try Gas("2.5 Ggas").gas == 2_500_000_000)
        #expect(try Gas("18446744073709551615").gas == .max)
        #expect(throws: AmountError.overflow) { try Gas("18446744073709551616") }
        #expect(Gas.tera(30).description == "30 Tgas")
    }
}
