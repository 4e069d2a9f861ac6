// SPDX-License-Identifier: MIT

/// A contract that is as expensive to compile as the limits allow, and does nothing.
struct CompileBomb {
    let name: String
    /// The module in WebAssembly's text format, as large as a transaction can carry.
    let text: String

    /// Bytes of a body that nearcore still takes, less what declares its locals.
    private static let bodySize = 196_000
    private static let moduleSize = 1_400_000

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static func module(_ contents: String) -> String {
        "(module (memory 1) \(contents) (func (export \"main\")))"
    }

    static let table: [CompileBomb] = [
        CompileBomb(name: "nothing", text: module("")),
        // Each addition takes five bytes.
        CompileBomb(
            name: "functions",
            text: module(
                repeated(
                    "(func (param i32) (result i32) (local.get 0)" + repeated("(local.get 0)(i32.add)", 44) + ")", 9_990
                ))),
        CompileBomb(
            name: "empty-functions", text: module(repeated("(func)", 9_999))),
        CompileBomb(
            name: "large-functions",
            text: module(
                repeated(
                    "(func (param i32) (result i32) (local.get 0)" + repeated("(local.get 0)(i32.add)", bodySize / 3)
                        + ")", moduleSize / bodySize))),
        // Each branch ends a run, so that each is followed by a charge.
        CompileBomb(
            name: "charges",
            text: module(
                repeated("(func" + repeated("(br_if 0 (i32.const 0))", bodySize / 4) + ")", 2))),
        CompileBomb(
            name: "calls",
            text: module("(func $f)" + repeated("(func" + repeated("(call $f)", bodySize / 2) + ")", 5))),
        CompileBomb(
            name: "locals",
            text: module(
                repeated(
                    "(func (local " + repeated("i64 ", 49_990) + ")"
                        + repeated("(local.set 49000 (i64.const 1))", 9_000)
                        + ")", 19))),
        CompileBomb(
            name: "blocks",
            text: module(repeated("(func" + repeated("(block ", 4_990) + repeated(")", 4_990) + ")", 10))),
        CompileBomb(
            name: "loops",
            text: module(repeated("(func" + repeated("(loop ", 4_990) + repeated(")", 4_990) + ")", 10))),
        CompileBomb(
            name: "conditions",
            text: module(
                repeated(
                    "(func" + repeated("(if (i32.const 0) (then ", 4_990) + repeated("))", 4_990) + ")", 10))),
        CompileBomb(
            name: "values-in-blocks",
            text: module(
                repeated(
                    "(func (drop " + repeated("(block (result i64) ", 4_990) + "(i64.const 1)" + repeated(")", 4_990)
                        + "))", 10))),
        CompileBomb(
            name: "operands",
            text: module(
                repeated(
                    "(func" + repeated(repeated("(i64.const 1)", 1_020) + repeated("(drop)", 1_020), 64) + ")", 7))),
        CompileBomb(
            name: "branch-tables",
            text: module(
                repeated(
                    "(func" + repeated("(br_table " + repeated("0 ", 65_000) + " (i32.const 0))", 3) + ")", 7))),
        CompileBomb(
            name: "deep-branch-tables",
            text: module(
                repeated(
                    "(func (local i64)" + repeated("(block ", 4_900)
                        + "(br_table " + (0..<60_000).map { "\(128 + $0 % 4_700) " }.joined() + " (i32.const 0))"
                        + repeated(")", 4_900) + ")", 10))),
        CompileBomb(
            name: "types",
            text: module(
                (0..<1_020).map { "(type (func (param" + repeated(" i64", 990) + ") (result i\($0 % 2 * 32 + 32))))" }
                    .joined())),
        CompileBomb(
            name: "imports",
            text: "(module " + repeated(#"(import "env" "input" (func (param i64)))"#, 9_990)
                + "(memory 1) (func (export \"main\")))"),
        CompileBomb(name: "globals", text: module(repeated("(global (mut i64) (i64.const 1))", 270_000))),
        CompileBomb(
            name: "data",
            text: module((0..<99_990).map { "(data (i32.const \($0 * 600)) \"a\")" }.joined())),
        CompileBomb(
            name: "passive-data", text: module((0..<99_990).map { _ in "(data \"a\")" }.joined())),
        CompileBomb(
            name: "elements",
            text: module(
                "(table 10000 funcref) (func $f) "
                    + repeated("(elem (i32.const 0) func" + repeated(" $f", 9_990) + ")", 10))),
        CompileBomb(
            name: "passive-elements",
            text: module("(func $f) (elem func" + repeated(" $f", 99_990) + ")")),
        CompileBomb(
            name: "exports",
            text: module(
                "(func $f) " + (0..<100_000).map { "(export \"m\($0)\" (func $f))" }.joined())),
    ]
}
