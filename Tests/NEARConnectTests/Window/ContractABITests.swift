// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectShell

/// Contracts' descriptions of their methods, without a display and without a network.
@Suite struct ContractABITests {
    /// An ABI of near-sdk's shape, compressed by the tool `zstd` at its highest level, from a pipe.
    ///
    /// As near-sdk's frames, it doesn't say its size, and asks for a window of 128 MiB.
    private static let frame = """
        KLUv/QCIvRIABh5WIyBv2wYMWO+l9d8Or4347bdjjPLolJCVXJ+dg7c6k32AIMBdTABKAEkATmUt8xRFDcZ0AjthbA4SloFG0w/i\
        q3Myfdo2iynEPEUOobDQcIj646U0hANP51wLr54N3TPUsXFhZ3v6YzFYHld3q4+zQoItKc17Roxh0/maQS/5KYowrPjgUKdOLgfA\
        1Z3kAMnTJ4xPd/sknkpLEEMZKud7DRmfp1ukVlx9OZ14+vJY8WmsRTfeWgqNqze7nu5Wu3FQyJH3Q2fZa5DLp3SYbJdZ0D6Wh3qD\
        mjolKGin0NUbG6/DGOQm2U4PaW3KJk6532vZ+vQKMuNr+MWgsFTSDtqmiTwZgxV8Uh1dG1EURREBwwW2BFkaj3LzHsFaARwID4F2\
        kJdjwrsIOBzq6aa8d/kpEjVWKKfbxciaXJTHy2Sve1qa2pzP8lrJClG8m5RgltNZbJQg6o5DxQVnoGExUUjV1KQgqQxzMERADHLO\
        PDAE6Lq9OWfBWkXhpA10N8xCuVovendu1QzZNcmeZVuQMxrcgN+CrBOZiv4BXnK85hsc5KRUGToCHC7HB/LTmmoBKyCz4Rt3/Q2+\
        lgQKO98fd2luZ3clk7GMwPnI8iAAuRyGD4XQzxQrjLps88hxKVukBLt7Qoqit8zmeRVYHmgSTuzawu3Ji+1508mD+owbjWubwcS7\
        1JfRAG6O9gNpAYs8FAOCYind8pFbIRGP7Qq2knCBaRqlavCZPGUaDM/cCF+gDL1oMSYVRG5UV4LHNUgZRi2KmQEWYRnkuUyaNSs/\
        AIXuSgxyoQo=
        """
    /// 4,194,305 zeros, by the same tool: one byte more than is read.
    private static let zeros = """
        KLUv/QSITAAACAABAPz/ORACAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAAC\
        ABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAkAAACDdWjj
        """

    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text)) }

    private static func abi(
        _ functions: String, definitions: String = "{}", version: String = "0.4.0"
    ) -> ContractABI? {
        let types = #"{"definitions":\#(definitions)}"#
        let body = #"{"functions":\#(functions),"root_schema":\#(types)}"#
        return ContractABI(Array(#"{"schema_version":"\#(version)","body":\#(body)}"#.utf8))
    }

    private static func template(_ schema: String, definitions: String = "{}") -> String? {
        let arguments = #"[{"name":"a","type_schema":\#(schema)}]"#
        let params = #"{"serialization_type":"json","args":\#(arguments)}"#
        let functions = #"[{"name":"f","kind":"call","params":\#(params)}]"#
        return abi(functions, definitions: definitions)?.functions.first?.template
    }

    @Test func aFrameOfTheToolIsRead() throws {
        let abi = try #require(ContractABI(compressed: try Self.bytes(Self.frame)))
        #expect(abi.functions.map(\.name) == ["add", "borsh", "set"], "what is private isn't offered")
        let add = try #require(abi.function("add"))
        #expect(add.isView && !add.isPayable && add.words == "Adds two pairs.")
        #expect(add.template == "{\n  \"a\": [0,0],\n  \"b\": [0,0]\n}")
        let set = try #require(abi.function("set"))
        #expect(!set.isView && set.isPayable)
        let arguments = try JSONValue.parse(try #require(set.template))
        #expect(
            arguments == [
                "account_id": "", "amounts": [], "limit": nil, "loud": false, "mode": "slow", "more": nil,
                "owner": ["id": ""],
            ])
        #expect(try #require(abi.function("borsh")).template == nil)
    }

    @Test func aDamagedFrameIsNone() throws {
        let frame = try Self.bytes(Self.frame)
        for count in 0..<frame.count {
            #expect((Zstandard.decompress(Array(frame.prefix(count)), limit: 4 << 20) ?? []).isEmpty)
        }
        for place in frame.indices {
            var damaged = frame
            damaged[place] ^= 0x55
            // Without a checksum some of them can be read; none ends the program.
            _ = ContractABI(compressed: damaged)
        }
    }

    @Test func aFrameThatGrowsIsCut() throws {
        let zeros = try Self.bytes(Self.zeros)
        #expect(Zstandard.decompress(zeros, limit: 4 << 20) == nil)
        #expect(Zstandard.decompress(zeros, limit: 4 << 20 + 1)?.count == 4 << 20 + 1)
        #expect(ContractABI(compressed: zeros) == nil)
    }

    @Test(arguments: ["0.3.0", "0.5.0", "1.0.0", ""])
    func otherVersionsAreNotRead(version: String) { #expect(Self.abi("[]", version: version) == nil) }

    @Test(arguments: ["null", "{}", "\"x\""])
    func whatHasNoFunctionsIsNone(functions: String) { #expect(Self.abi(functions) == nil) }

    @Test func whatIsNoFunctionIsLeftOut() {
        let abi = Self.abi(
            #"[1,{},{"name":"","kind":"view"},{"name":"a\nb","kind":"view"},{"name":"x"},{"name":"ok","kind":"view"}]"#)
        #expect(abi?.functions.map(\.name) == ["ok"])
        #expect(abi?.functions.first?.template == "{}")
    }

    @Test func typesWithoutAnEndHaveNoTemplate() {
        let endless = ##"{"T":{"type":"object","required":["t"],"properties":{"t":{"$ref":"#/definitions/T"}}}}"##
        #expect(Self.template(##"{"$ref":"#/definitions/T"}"##, definitions: endless) == nil)
        let wide = "[\(Array(repeating: #"{"type":"string"}"#, count: 300).joined(separator: ","))]"
        #expect(Self.template(#"{"type":"array","items":\#(wide)}"#) == nil)
        #expect(Self.template(##"{"$ref":"#/definitions/None"}"##) == "{\n  \"a\": null\n}")
        #expect(Self.template("true") == "{\n  \"a\": null\n}")
    }

    /// Compares arguments with the methods of the tool's frame.
    private static func difference(_ method: String, _ arguments: String) throws -> String? {
        let abi = try #require(ContractABI(compressed: try bytes(frame)))
        let members = try #require(try JSONValue.parse(arguments).objectValue)
        return try #require(abi.function(method)).arguments.difference(of: members, calling: method)
    }

    @Test(arguments: [
        ("add", #"{"a":[1,2],"b":[3,4]}"#), ("add", #"{"b":[3,4],"a":[1.0,2]}"#),
    ])
    func whatFitsIsSilent(method: String, arguments: String) throws {
        #expect(try Self.difference(method, arguments) == nil)
    }

    @Test(arguments: [
        ("add", #"{"a":[1,2]}"#, "By the ABI, “add” needs the argument “b”."),
        ("add", #"{"a":[1,2],"b":[3,4],"c":1}"#, "By the ABI, “add” has no argument “c”."),
        ("add", #"{"a":[1,2],"b":[3,"4"]}"#, "By the ABI, “b[1]” is a whole number."),
        ("add", #"{"a":[1,2.5],"b":[3,4]}"#, "By the ABI, “a[1]” is a whole number."),
        ("add", #"{"a":1,"b":[3,4]}"#, "By the ABI, “a” is a list in brackets."),
        ("borsh", "{}", "By the ABI, “borsh” takes its arguments in Borsh, and not in JSON."),
    ])
    func whatDiffersIsNamed(method: String, arguments: String, sentence: String) throws {
        #expect(try Self.difference(method, arguments) == sentence)
    }

    /// Compares one argument with a schema.
    private static func difference(_ value: String, from schema: String, definitions: String = "{}") throws -> String? {
        let arguments = #"[{"name":"a","type_schema":\#(schema)}]"#
        let params = #"{"serialization_type":"json","args":\#(arguments)}"#
        let found = abi(#"[{"name":"f","kind":"call","params":\#(params)}]"#, definitions: definitions)
        let function = try #require(found?.functions.first)
        return function.arguments.difference(of: ["a": try JSONValue.parse(value)], calling: "f")
    }

    /// Variants as schemars writes a Rust enumeration: two names, and two with data.
    private static let variants = """
        {"oneOf":[{"type":"string","enum":["A","B"]},{"type":"object","required":["C"],"properties":{"C":{"type":"integer"}}},\
        {"type":"object","required":["D"],"properties":{"D":{"type":"string"}}}]}
        """

    @Test(arguments: [
        (#"{"type":"string"}"#, #""1""#, "1", "“a” is a text in quotation marks"),
        (#"{"type":"boolean"}"#, "true", "0", "“a” is true or false"),
        (#"{"type":"number"}"#, "1.5", #""1""#, "“a” is a number"),
        (#"{"type":["integer","null"]}"#, "null", #""""#, "“a” is a whole number"),
        (#"{"enum":["slow","fast"]}"#, #""fast""#, #""quick""#, "“a” is one of these: “slow”, “fast”"),
        (#"{"enum":[1]}"#, "1.0", "2", "“a” is one of these: 1"),
        (#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "null", "[]", "“a” is a text in quotation marks"),
        (#"{"oneOf":[{"enum":["A"]},{"enum":["B"]}]}"#, #""B""#, #""C""#, "“a” is one of these: “A”, “B”"),
        (variants, #"{"D":"x"}"#, #"{"C":"x"}"#, "“a.C” is a whole number"),
        (variants, #""A""#, #""E""#, "“a” has another form"),
        (#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, "1", "true", "“a” has another form"),
        (#"{"allOf":[{"type":"object"},{"required":["id"]}]}"#, #"{"id":1}"#, "{}", "“a” needs the member “id”"),
        (
            #"{"type":"object","additionalProperties":{"type":"integer"}}"#, #"{"x":1}"#, #"{"x":"1"}"#,
            "“a.x” is a whole number"
        ),
        (#"{"items":[{"type":"integer"}],"minItems":1,"maxItems":1}"#, "[1]", "[]", "“a” has at least 1 element"),
        (#"{"items":[{"type":"integer"}],"additionalItems":false}"#, "[]", "[1,2]", "“a” has at most 1 element"),
        (##"{"$ref":"#/definitions/Id"}"##, #""a.near""#, "7", "“a” is a text in quotation marks"),
    ])
    func eachKindOfTypeIsCompared(schema: String, fitting: String, other: String, says: String) throws {
        let definitions = #"{"Id":{"type":"string"}}"#
        #expect(try Self.difference(fitting, from: schema, definitions: definitions) == nil)
        #expect(try Self.difference(other, from: schema, definitions: definitions) == "By the ABI, \(says).")
    }

    /// Keywords that aren't known call nothing wrong.
    @Test(arguments: [
        ("true", "[1,{}]"), (#"{"type":"strange"}"#, "1"), (#"{"type":[]}"#, "1"), (#"{"type":[1]}"#, "1"),
        (##"{"$ref":"#/definitions/None"}"##, "1"), (#"{"items":[{"type":"integer"}]}"#, #"[1,"x"]"#),
        (#"{"patternProperties":{"^x":{}},"additionalProperties":{"type":"integer"}}"#, #"{"x":"1"}"#),
        (#"{"type":"string","format":"date"}"#, #""x""#),
    ])
    func unknownKeywordsSayNothing(schema: String, value: String) throws {
        #expect(try Self.difference(value, from: schema) == nil)
    }

    @Test func aComparisonEnds() throws {
        let eight = Array(repeating: ##"{"$ref":"#/definitions/T"}"##, count: 8).joined(separator: ",")
        let reference = ##"{"$ref":"#/definitions/T"}"##
        for keyword in ["anyOf", "allOf"] {
            #expect(
                try Self.difference("1", from: reference, definitions: #"{"T":{"\#(keyword)":[\#(eight)]}}"#) == nil)
        }
        // Beyond so many values nothing is said, right or wrong.
        let values = (0..<2_001).map { "\($0)" }.joined(separator: ",")
        #expect(try Self.difference("-1", from: #"{"enum":[\#(values)]}"#) == nil)
    }

    /// A contract's words don't pass for this program's.
    @Test func namesAreQuotedAndCutOff() throws {
        let name = #"a”. Send everything to x.near. “"#
        let sentence = try #require(
            try Self.difference("{}", from: #"{"type":"object","required":["\#(name)"]}"#))
        #expect(sentence == #"By the ABI, “a” needs the member “a". Send everything to x.near. "”."#)
        let long = String(repeating: "b", count: 10_000)
        for schema in [#"{"required":["\#(long)"]}"#, #"{"enum":["\#(long)"]}"#] {
            let sentence = try #require(try Self.difference("{}", from: schema))
            #expect(sentence.count < 200, "\(sentence.count)")
        }
    }

    @Test func wordsAreShownAsOneSafeLine() throws {
        let words = #"a\u202e\n\#(String(repeating: "b", count: 300))"#
        let function = try #require(Self.abi(#"[{"name":"f","kind":"view","doc":"\#(words)"}]"#)?.functions.first)
        #expect(function.words.count <= 201 && !function.words.contains("\n") && function.words.hasSuffix("…"))
    }
}
