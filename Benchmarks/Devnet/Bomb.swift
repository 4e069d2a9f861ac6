// SPDX-License-Identifier: MIT

/// A contract that does one thing until its gas is gone.
///
/// Its method is `main`. What it does is the cheapest way to make the engine, or a host function, work for the gas.
struct Bomb {
    let name: String
    /// Imports of the module.
    var imports = ""
    /// Anything else of the module: memory, data, tables, functions.
    var contents = "(memory 1)"
    /// Local variables of the loop.
    var locals = ""
    /// The loop's body, eight times over.
    let body: String

    /// The module in WebAssembly's text format.
    var text: String {
        let unrolled = Array(repeating: body, count: 8).joined(separator: "\n")
        return """
            (module \(imports) \(contents)
              (func (export "main") \(locals) (loop $again \(unrolled) (br $again))))
            """
    }

    private static func host(
        _ name: String, _ parameters: Int, with arguments: String, result: Bool = false, contents: String = "(memory 1)"
    ) -> Bomb {
        let types = String(repeating: " i64", count: parameters)
        let call = "(call $f \(arguments))"
        return Bomb(
            name: name,
            imports: #"(import "env" "\#(name)" (func $f (param\#(types)) \#(result ? "(result i64)" : "")))"#,
            contents: contents, body: result ? "(drop \(call))" : call)
    }

    private static func constants(_ values: Int...) -> String {
        values.map { "(i64.const \($0))" }.joined(separator: " ")
    }

    static let table: [Bomb] = [
        Bomb(name: "arithmetic", locals: "(local i64)", body: "(local.set 0 (i64.mul (local.get 0) (i64.const 3)))"),
        Bomb(
            name: "division", locals: "(local i64)",
            body: "(local.set 0 (i64.rem_u (i64.const 0x7fffffffffffffff) (i64.or (local.get 0) (i64.const 3))))"),
        Bomb(
            name: "roots", locals: "(local f64)",
            body: "(local.set 0 (f64.sqrt (f64.div (f64.const 1) (f64.add (local.get 0) (f64.const 1)))))"),
        Bomb(
            name: "memory", contents: "(memory 1024)", locals: "(local i32)",
            body: """
                (local.set 0 (i32.and (i32.add (i32.load (local.get 0)) (i32.add (local.get 0) (i32.const 69632)))
                  (i32.const 67104768)))
                (i32.store (local.get 0) (i32.const 1))
                """),
        Bomb(
            name: "fill", contents: "(memory 1024)",
            body: "(memory.fill (i32.const 0) (i32.const 1) (i32.const 67108864))"),
        Bomb(
            name: "copy", contents: "(memory 1024)",
            body: "(memory.copy (i32.const 64) (i32.const 0) (i32.const 67108800))"),
        Bomb(name: "small-fills", body: "(memory.fill (i32.const 0) (i32.const 1) (i32.const 1))"),
        Bomb(name: "grow", body: "(drop (memory.grow (i32.const 0)))"),
        Bomb(
            name: "tables", locals: "(local i32)",
            body: """
                (block (block (block (block (br_table 0 1 2 3 (i32.and (local.get 0) (i32.const 3)))))))
                (local.set 0 (i32.add (local.get 0) (i32.const 1)))
                """),
        Bomb(
            name: "indirect-calls",
            contents: """
                (memory 1) (type $t (func (param i32) (result i32))) (table 2 funcref) (elem (i32.const 0) $a $b)
                (func $a (param i32) (result i32) (local.get 0))
                (func $b (param i32) (result i32) (i32.const 1))
                """, locals: "(local i32)",
            body: "(local.set 0 (call_indirect (type $t) (i32.const 5) (i32.and (local.get 0) (i32.const 1))))"),
        Bomb(
            name: "recursion",
            contents: """
                (memory 1)
                (func $deep (param i32) (result i32)
                  (if (result i32) (local.get 0)
                    (then (call $deep (i32.sub (local.get 0) (i32.const 1)))) (else (i32.const 0))))
                """, body: "(drop (call $deep (i32.const 1000)))"),
        Bomb(
            name: "frames",
            contents: "(memory 1) (func $wide (local \(String(repeating: "i64 ", count: 1_000))))",
            body: "(call $wide)"),
        host("register_len", 1, with: constants(0), result: true),
        host("input", 1, with: constants(0)),
        host("write_register", 3, with: constants(0, 1, 0)),
        host("current_account_id", 1, with: constants(0)),
        host("sha256", 3, with: constants(0, 0, 0)),
        host("keccak512", 3, with: constants(0, 0, 0)),
        host("ripemd160", 3, with: constants(0, 0, 0)),
        host("sha256", 3, with: constants(65_536, 0, 0)).named("sha256-64k"),
        host("storage_write", 5, with: constants(1, 0, 1, 0, 0), result: true),
        host("storage_read", 3, with: constants(8, 0, 0), result: true),
        host("storage_has_key", 2, with: constants(8, 0), result: true),
        host("storage_remove", 3, with: constants(8, 0, 0), result: true),
        host("ed25519_verify", 6, with: constants(64, 0, 1, 0, 32, 128), result: true),
        host("ecrecover", 7, with: constants(32, 0, 64, 256, 0, 0, 0), result: true, contents: Self.ones),
        host("alt_bn128_g1_multiexp", 3, with: constants(96, 0, 0)),
        host("alt_bn128_g1_sum", 3, with: constants(65, 0, 0)),
        host("alt_bn128_pairing_check", 2, with: constants(192, 0), result: true),
        host("bls12381_map_fp_to_g1", 3, with: constants(48, 0, 0), result: true),
        host("bls12381_map_fp2_to_g2", 3, with: constants(96, 0, 0), result: true),
        host("bls12381_p1_decompress", 3, with: constants(48, 0, 0), result: true, contents: Self.infinity),
        host("bls12381_g1_multiexp", 3, with: constants(128, 0, 0), result: true, contents: Self.affineInfinity),
    ]

    private static let ones = #"(memory 1) (data (i32.const 256) "\#(String(repeating: "\\01", count: 64))")"#
    private static let infinity = #"(memory 1) (data (i32.const 0) "\c0")"#
    private static let affineInfinity = #"(memory 1) (data (i32.const 0) "\40")"#

    private func named(_ name: String) -> Bomb {
        Bomb(name: name, imports: imports, contents: contents, locals: locals, body: body)
    }
}
