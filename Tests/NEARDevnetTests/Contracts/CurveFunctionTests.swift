// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Contracts that use curves with pairings: what they are given, what they are charged, and how they are refused.
///
/// That the curves themselves are right is `PairingCurvesTests`' business.
@Suite(.ownThread) struct CurveFunctionTests {
    private let g = CurveGenerators()

    /// A contract that hands its input to a function and returns eight bytes of the function's result, and the
    /// register.
    private func module(_ function: String, hasResult: Bool, hasRegister: Bool, inRegister: Bool = false) -> String {
        let arguments =
            (inRegister ? "(i64.const -1) (i64.const 0)" : "(call $length (i64.const 0)) (i64.const 64)")
            + (hasRegister ? " (i64.const 1)" : "")
        let call = "(call $function \(arguments))"
        return """
            (module (import "env" "input" (func $input (param i64)))
              (import "env" "register_len" (func $length (param i64) (result i64)))
              (import "env" "read_register" (func $read (param i64 i64)))
              (import "env" "value_return" (func $return (param i64 i64)))
              (import "env" "\(function)" (func $function (param i64 i64\(hasRegister ? " i64" : ""))\(hasResult ? " (result i64)" : "")))
              (memory 1)
              (func (export "main")
                (call $input (i64.const 0))
                (call $read (i64.const 0) (i64.const 64))
                \(hasResult ? "(i64.store (i32.const 0) \(call))" : call)
                (if (i64.eq (call $length (i64.const 1)) (i64.const -1))
                  (then (call $return (i64.const 8) (i64.const 0)))
                  (else (call $read (i64.const 1) (i64.const 8))
                    (call $return (i64.add (i64.const 8) (call $length (i64.const 1))) (i64.const 0))))))
            """
    }

    private func run(
        _ function: String, _ input: [UInt8], gas: Gas = .tera(300), inRegister: Bool = false
    ) throws -> TransactionStatus {
        var local = try LocalChain()
        let isPairing = function.hasSuffix("pairing_check")
        let text = module(
            function, hasResult: isPairing || function.hasPrefix("bls"), hasRegister: !isPairing,
            inRegister: inRegister)
        try local.deploy(WAT.module(text), to: "bob.root")
        return try local.send(
            "alice.root", to: "bob.root",
            [.functionCall(FunctionCallAction(methodName: "main", args: input, gas: gas, deposit: .zero))])
    }

    /// The contract's answer: the function's result, and what was in the register.
    private func answer(_ status: TransactionStatus) throws -> (code: UInt64, register: [UInt8]) {
        let outcome = try #require(status.receiptOutcomes.first)
        guard case .successValue(let bytes) = outcome.status else {
            throw CallError(status: outcome.status)
        }
        return (bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }, Array(bytes.dropFirst(8)))
    }

    private struct CallError: Error {
        let status: OutcomeRecord.Status
    }

    private func gas(_ cost: String, of status: TransactionStatus) -> UInt64? {
        status.receiptOutcomes.first?.gasProfile.costs.first { $0.cost == cost }?.gasUsed.gas
    }

    @Test func altBN128() throws {
        let one = [1] + [UInt8](repeating: 0, count: 31)
        let two = [2] + [UInt8](repeating: 0, count: 31)
        let product = try run(
            "alt_bn128_g1_multiexp", g.bn1 + two + g.bn1 + one + g.bn1 + [UInt8](repeating: 0, count: 32))
        let tripled = try answer(run("alt_bn128_g1_sum", [0] + g.bn1 + [0] + g.bn1 + [0] + g.bn1)).register
        #expect(try answer(product) == (0, tripled))
        #expect(gas("ALT_BN128_G1_MULTIEXP_BASE", of: product) == 713_000_000_000)
        #expect(gas("ALT_BN128_G1_MULTIEXP_ELEMENT", of: product) == 3 * 320_000_000_000)
        let doubled = try run("alt_bn128_g1_sum", [0] + g.bn1 + [0] + g.bn1)
        #expect(try answer(doubled).register == g.bn1Doubled)
        #expect(gas("ALT_BN128_G1_SUM_BASE", of: doubled) == 3_000_000_000)
        #expect(gas("ALT_BN128_G1_SUM_ELEMENT", of: doubled) == 2 * 5_000_000_000)
        let negative = try answer(run("alt_bn128_g1_sum", [1] + g.bn1)).register
        let isOne = try run("alt_bn128_pairing_check", g.bn1 + g.bn2 + negative + g.bn2)
        #expect(try answer(isOne).code == 1)
        #expect(gas("ALT_BN128_PAIRING_CHECK_BASE", of: isOne) == 9_686_000_000_000)
        #expect(gas("ALT_BN128_PAIRING_CHECK_ELEMENT", of: isOne) == 2 * 5_102_000_000_000)
        #expect(try answer(run("alt_bn128_pairing_check", g.bn1 + g.bn2)).code == 0)
        #expect(try answer(run("alt_bn128_pairing_check", [])).code == 1)
        // An input in a register, instead of memory.
        #expect(try answer(run("alt_bn128_g1_sum", [0] + g.bn1, inRegister: true)).register == g.bn1)
    }

    @Test func whatAltBN128Refuses() throws {
        #expect(
            try run("alt_bn128_g1_multiexp", [1, 2, 3, 4]).executionError
                == "AltBn128 invalid input: slice of size 4 cannot be precisely split into chunks of size 96")
        #expect(
            try run("alt_bn128_g1_sum", [9] + g.bn1).executionError == "AltBn128 invalid input: invalid bool: [9]")
        let point = [UInt8](repeating: 1, count: 64)
        let list = point.map { String($0) }.joined(separator: ", ")
        let refused = try run("alt_bn128_pairing_check", point + g.bn2)
        #expect(refused.executionError == "AltBn128 invalid input: invalid g1: [\(list)]")
        // What can't be done is paid for.
        #expect(gas("ALT_BN128_PAIRING_CHECK_ELEMENT", of: refused) == 5_102_000_000_000)
        #expect(
            HostCallError.altBn128InvalidInput("invalid bool: [9]").debugText
                == "AltBn128InvalidInput { msg: \"invalid bool: [9]\" }")
    }

    @Test func bls12381Points() throws {
        let infinity1 = [0x40] + [UInt8](repeating: 0, count: 95)
        let infinity2 = [0x40] + [UInt8](repeating: 0, count: 191)
        let one = [1] + [UInt8](repeating: 0, count: 31)
        let compressed1 = [g.bls1[0] | 0x80] + g.bls1[1..<48]
        let compressed2 = [g.bls2[0] | 0x80] + g.bls2[1..<96]
        let calls: [(String, [UInt8], [UInt8], base: UInt64, element: UInt64, count: UInt64)] = [
            ("p1_sum", [0] + g.bls1 + [1] + g.bls1, infinity1, 16_500_000_000, 6_000_000_000, 2),
            ("p2_sum", [0] + g.bls2 + [1] + g.bls2, infinity2, 18_600_000_000, 15_000_000_000, 2),
            ("g1_multiexp", g.bls1 + one, g.bls1, 16_500_000_000, 930_000_000_000, 1),
            ("g2_multiexp", g.bls2 + one, g.bls2, 18_600_000_000, 1_995_000_000_000, 1),
            ("p1_decompress", compressed1, g.bls1, 15_000_000_000, 81_000_000_000, 1),
            ("p2_decompress", compressed2, g.bls2, 15_000_000_000, 165_000_000_000, 1),
            ("map_fp_to_g1", g.rfcU1, g.rfcP1, 1_500_000_000, 252_000_000_000, 1),
        ]
        for (name, input, result, base, element, count) in calls {
            let status = try run("bls12381_\(name)", input)
            #expect(try answer(status) == (0, result), "\(name)")
            #expect(gas("BLS12381_\(name.uppercased())_BASE", of: status) == base, "\(name)")
            #expect(gas("BLS12381_\(name.uppercased())_ELEMENT", of: status) == count * element, "\(name)")
            // An element that isn't valid gives a code, and leaves the register alone.
            let refused = try run("bls12381_\(name)", [UInt8](repeating: 0xFF, count: input.count))
            #expect(try answer(refused) == (1, []), "\(name)")
        }
        let status = try run("bls12381_map_fp2_to_g2", [UInt8](repeating: 0, count: 192))
        #expect(try answer(status).register.count == 384)
        #expect(gas("BLS12381_MAP_FP2_TO_G2_ELEMENT", of: status) == 2 * 900_000_000_000)
        #expect(gas("BLS12381_MAP_FP2_TO_G2_BASE", of: status) == 1_500_000_000)
    }

    @Test func bls12381Pairings() throws {
        let negative = try answer(run("bls12381_p1_sum", [1] + g.bls1)).register
        let isOne = try run("bls12381_pairing_check", g.bls1 + g.bls2 + negative + g.bls2)
        #expect(try answer(isOne).code == 0)
        #expect(gas("BLS12381_PAIRING_BASE", of: isOne) == 2_130_000_000_000)
        #expect(gas("BLS12381_PAIRING_ELEMENT", of: isOne) == 2 * 2_130_000_000_000)
        #expect(try answer(run("bls12381_pairing_check", g.bls1 + g.bls2)).code == 2)
        #expect(try answer(run("bls12381_pairing_check", [UInt8](repeating: 1, count: 288))).code == 1)
        #expect(try answer(run("bls12381_pairing_check", [])).code == 0)
    }

    @Test func whatBLS12381Refuses() throws {
        #expect(
            try run("bls12381_g1_multiexp", [1, 2, 3, 4, 5]).executionError
                == "BLS12-381 invalid input: Incorrect input length for bls12381_p1_multiexp: 5 is not divisible by 128"
        )
        #expect(
            try run("bls12381_pairing_check", [1]).executionError
                == "BLS12-381 invalid input: Incorrect input length for bls12381_pairing_check: 1 is not divisible by 288"
        )
        // The length that stands for a register is what nearcore of this version charges for.
        #expect(try run("bls12381_p1_sum", [0] + g.bls1, inRegister: true).executionError == "Integer overflow.")
        #expect(
            HostCallError.bls12381InvalidInput("x").debugText == "BLS12381InvalidInput { msg: \"x\" }")
    }

    @Test func anEmptyInputHasAResult() throws {
        for name in ["map_fp_to_g1", "map_fp2_to_g2", "p1_decompress", "p2_decompress"] {
            let status = try run("bls12381_\(name)", [])
            #expect(try answer(status) == (0, []), "\(name)")
            // The register is there, with nothing in it.
            #expect(gas("WRITE_REGISTER_BASE", of: status) == 2 * 2_865_522_486, "\(name)")
        }
        #expect(try answer(run("bls12381_g2_multiexp", [])).register == [0x40] + [UInt8](repeating: 0, count: 191))
        #expect(try answer(run("alt_bn128_g1_multiexp", [])).register == [UInt8](repeating: 0, count: 64))
    }

    @Test(arguments: ["alt_bn128_g1_sum", "bls12381_p1_sum"])
    func memoryThatIsNotThereIsNotRead(_ function: String) throws {
        let result = function.hasPrefix("bls") ? " (result i64)" : ""
        var local = try LocalChain()
        try local.deploy(
            WAT.module(
                """
                (module (import "env" "\(function)" (func $function (param i64 i64 i64)\(result))) (memory 1)
                  (func (export "main") (call $function (i64.const 6305) (i64.const 4000000000) (i64.const 0))
                    \(result.isEmpty ? "" : "drop")))
                """), to: "bob.root")
        #expect(try local.call("bob.root", "main").executionError == "Accessed memory outside the bounds.")
    }

    @Test func gasRunsOutBeforeTheWorkIsDone() throws {
        let status = try run("bls12381_pairing_check", g.bls1 + g.bls2, gas: .tera(4))
        #expect(status.executionError == "Exceeded the prepaid gas.")
    }

    @Test func everyFunctionIsThereForQueriesToo() async throws {
        var local = try LocalChain()
        try local.deploy(
            WAT.module(module("bls12381_p1_sum", hasResult: true, hasRegister: true)), to: "bob.root")
        let answer = try await QueryAnswer(
            state: local.state, block: local.chain.head, settings: local.chain.settings
        ).call(AccountId("bob.root"), method: "main", arguments: [0] + g.bls1)
        #expect(answer["result"]?.arrayValue?.count == 8 + 96)
    }
}
