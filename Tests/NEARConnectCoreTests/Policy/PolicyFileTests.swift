// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Tests of the reader of policy files: it passes over nothing, and says where a fault is.
@Suite struct PolicyFileTests {
    /// A policy of one rule, with these fields beside its name.
    private static func policy(_ fields: String) -> String {
        #"{"version":1,"rules":[{"name":"a",\#(fields)}]}"#
    }

    private static func fault(_ text: String) -> PolicyError? {
        do throws(PolicyError) {
            _ = try ApprovalPolicy(parsing: Array(text.utf8), file: "p.json")
            return nil
        } catch {
            return error
        }
    }

    private static let accepted = [
        policy(#""chain":"testnet","deposit":"1.5 NEAR""#),
        policy(#""chain":["testnet","mainnet"],"networks":["fun"],"deposit":"0","gas":"30Tgas""#),
        policy(#""networks":["devnet"],"deposit":"250 milliNEAR","messageRecipients":"any","dangerousActions":true"#),
        policy(#""chain":"\#(CryptoHash.sha256([1]))","deposit":" 1_000 mNEAR ","gas":"5 gigagas""#),
        policy(
            #""chain":"testnet","deposit":"1 n","askers":["dapp:https://a.example https://b.example","command:send"]"#),
        policy(
            #""chain":"testnet","deposit":"1 yN","account":"a.near","receivers":["b.near","c.near"],"methods":["m"]"#),
        policy(
            #""chain":"testnet","deposit":"1","sums":[{"per":"1 h","deposit":"5 NEAR"},{"per":"366days","gas":"9 Tgas"}]"#
        ),
        #"{"$schema":"x","rules":[{"deposit":"1","networks":["é"],"name":"\u00e9"}],"version":1}"#,
    ]

    private static let refused = [
        "", "{", "[]", "null", "{}", #"{"version":1}"#, #"{"version":2,"rules":[]}"#, #"{"version":"1","rules":[]}"#,
        #"{"version":1,"rules":[]}"#, #"{"version":1,"rules":{}}"#, #"{"version":1,"rules":[1]}"#,
        #"{"version":1,"rules":[{}]}"#, #"{"version":1,"rules":[],"rule":[]}"#, "\(accepted[0]) x",
        policy(#""deposit":"1""#), policy(#""chain":"testnet""#), policy(#""chain":"fun","deposit":"1""#),
        policy(#""chain":"Mainnet","deposit":"1""#), policy(#""chain":[],"deposit":"1""#),
        policy(#""chain":null,"deposit":"1""#), policy(#""networks":[],"deposit":"1""#),
        policy(#""networks":"devnet","deposit":"1""#), policy(#""networks":[""],"deposit":"1""#),
        policy(#""networks":["a","a"],"deposit":"1""#), policy(#""chain":"testnet","deposit":1"#),
        policy(#""chain":"testnet","deposit":"-1""#), policy(#""chain":"testnet","deposit":"1.5 Tgas""#),
        policy(#""chain":"testnet","deposit":"1,5 NEAR""#), policy(#""chain":"testnet","deposit":"""#),
        policy(#""chain":"testnet","deposit":"1","gas":"1 NEAR""#),
        policy(#""chain":"testnet","deposit":"1","gas":30"#),
        policy(#""chain":"testnet","deposit":"1","receiver":["a.near"]"#),
        policy(#""chain":"testnet","deposit":"1","Receivers":["a.near"]"#),
        policy(#""chain":"testnet","deposit":"1","receivers":[null]"#),
        policy(#""chain":"testnet","deposit":"1","methods":"any""#),
        policy(#""chain":"testnet","deposit":"1","messageRecipients":"all""#),
        policy(#""chain":"testnet","deposit":"1","dangerousActions":"true""#),
        policy(#""chain":"testnet","deposit":"1","askers":["bus:x"]"#),
        policy(#""chain":"testnet","deposit":"1","askers":["dapp:"]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[]"#),
        policy(#""chain":"testnet","deposit":"1","sums":{"per":"1 h","deposit":"5 NEAR"}"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"1 h"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"deposit":"5 NEAR"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":3600,"deposit":"5 NEAR"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"1 week","deposit":"5 NEAR"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"-1 h","deposit":"5 NEAR"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"1.5 h","deposit":"5 NEAR"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"h","deposit":"5 NEAR"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"1 h","deposit":"5 NEAR","each":true}]"#),
        policy(#""chain":"testnet","deposit":"1","name2":"b""#),
    ]

    /// Faults that a schema has no words for.
    private static let refusedByTheReaderAlone = [
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"0 s","deposit":"5"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"367 days","deposit":"5"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"4294967297 s","deposit":"5"}]"#),
        policy(#""chain":"testnet","deposit":"1","sums":[{"per":"60 min","deposit":"5"},{"per":"1h","gas":"5"}]"#),
        #"{"version":1,"version":1,"rules":[{"name":"a","chain":"testnet","deposit":"1"}]}"#,
        policy(#""chain":"testnet","deposit":"1","deposit":"2""#),
        policy(#""chain":"testnet","deposit":"1","d\u0065posit":"2""#),
        #"{"version":1,"rules":[{"name":"a","chain":"testnet","deposit":"1"},{"name":"a","chain":"testnet","deposit":"2"}]}"#,
        policy(#""chain":"testnet","deposit":"340282366920938463463374607431768211456""#),
        policy(#""chain":"testnet","deposit":"0.0000000000000000000000001 NEAR""#),
        policy(#""chain":"testnet","deposit":"1__0""#),
        policy(#""chain":["mainnet","\#(ChainIdentity.mainnetGenesis)"],"deposit":"1""#),
        policy(#""chain":"testnet","deposit":"1","gas":"18446744073709551616""#),
        policy(#""chain":"testnet","deposit":"1","account":"Alice.near""#),
        policy(#""chain":"testnet","deposit":"1","askers":["dapp:https://App.example"]"#),
        policy(#""chain":"mainnet","deposit":"1","askers":["host:/usr/bin/app"]"#),
        policy(#""chain":"mainnet","deposit":"1","askers":["unknown"]"#),
        policy(#""chain":"testnet","deposit":"1","networks":["\#(String(repeating: "é", count: 257))"]"#),
    ]

    private static func schema() throws -> JSONSchema {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("docs/schemas/policy.schema.json")
        return JSONSchema(try JSONValue.parse(Array(try Data(contentsOf: file))))
    }

    private static func isInSchema(_ text: String, _ schema: JSONSchema) throws -> Bool {
        do throws(JSONParsingError) {
            let value = try JSONValue.parse(text)
            return (try? schema.accepts(value)) ?? false
        } catch {
            return false
        }
    }

    @Test func schemaAndReaderAgree() throws {
        let schema = try Self.schema()
        for text in Self.accepted {
            #expect(Self.fault(text) == nil, "\(text)")
            #expect(try Self.isInSchema(text, schema), "\(text)")
        }
        for text in Self.refused {
            #expect(Self.fault(text) != nil, "\(text)")
            #expect(try !Self.isInSchema(text, schema), "\(text)")
        }
        for text in Self.refusedByTheReaderAlone { #expect(Self.fault(text) != nil, "\(text)") }
    }

    /// The schema describes all that the reader takes, also after the file was damaged.
    @Test func whateverIsReadIsInTheSchema() throws {
        let schema = try Self.schema()
        var generator = SplitMix64(seed: 8)
        var count = 0
        for _ in 0..<6_000 {
            var bytes = Array(try #require(Self.accepted.randomElement(using: &generator)).utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
                default: bytes.removeSubrange(place..<min(place + 9, bytes.count - 1))
                }
            }
            do throws(PolicyError) {
                _ = try ApprovalPolicy(parsing: bytes, file: "p.json")
                count += 1
                let text = String(decoding: bytes, as: UTF8.self)
                let isDescribed = (try? Self.isInSchema(text, schema)) ?? false
                #expect(isDescribed, "\(text)")
            } catch {
                let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
                let place = try #require(error.place)
                #expect(place.line >= 1 && place.line <= lines && place.column >= 1, "\(error)")
            }
        }
        #expect(count > 100)
    }

    /// The place is the one that an editor shows.
    @Test(arguments: [
        (
            "{\n  \"version\": 1,\n  \"rules\": [{\"name\": \"é🙂\", \"reciever\": []}]\n}", 3, 28,
            "did you mean “receivers”?"
        ),
        ("{\n\t\"version\": 1,\n\t\"version\": 1}", 3, 2, "remove one"),
        ("{\"version\": 1,\r\n\"rules\": [ {\"name\": \"a\"} ]}", 2, 12, "genesis hash"),
        (
            "{\"version\": 1, \"rules\": [{\"name\": \"a\", \"chain\":\n\"testnet\",\n  \"deposit\":  1 }]}", 3, 15,
            "quotation"
        ),
        ("{\"version\": 1}", 1, 1, "add it"), ("{\"version\": 3, \"rules\": []}", 1, 13, "newer program"),
        ("\n\n  {,}", 3, 4, "JSON"), ("{\"version\": 1,\n", 2, 1, "JSON"),
        (
            "{\"version\": 1, \"rules\": [{\"name\": \"a\", \"sums\": [{\"per\": \"1 w\"}], \"networks\": [\"d\"], \"deposit\": \"1\"}]}",
            1, 57, "10 min"
        ),
        ("{\"version\": 1, \"elephants\": []}", 1, 16, "write one of"),
    ])
    func aFaultIsAtItsPlace(text: String, line: Int, column: Int, advice: String) throws {
        let fault = try #require(Self.fault(text))
        #expect(fault.place == PolicyError.Place(line: line, column: column), "\(fault)")
        #expect(fault.advice.contains(advice), "\(fault)")
        #expect(fault.description.hasPrefix("p.json:\(line):\(column): "))
        #expect(!fault.description.contains("\n"))
    }

    /// Each size is read up to its limit, and not one byte or entry further.
    @Test func sizesAreBounded() throws {
        func list(_ count: Int) -> String { (0..<count).map { "\"m\($0)\"" }.joined(separator: ",") }
        func rules(_ count: Int) -> String {
            let rules = (0..<count).map { #"{"name":"\#($0)","networks":["d"],"deposit":"1"}"# }
            return #"{"version":1,"rules":[\#(rules.joined(separator: ","))]}"#
        }
        func padded(_ size: Int) -> String {
            Self.accepted[0] + String(repeating: " ", count: size - Self.accepted[0].utf8.count)
        }
        func named(_ size: Int) -> String {
            #"{"version":1,"rules":[{"name":"\#(String(repeating: "n", count: size))","networks":["d"],"deposit":"1"}]}"#
        }
        let sizes: [(make: (Int) -> String, limit: Int)] = [
            ({ Self.policy(#""networks":[\#(list($0))],"deposit":"1""#) }, PolicyReader.listLimit),
            (rules, PolicyReader.ruleLimit), (padded, PolicyReader.sizeLimit), (named, PolicyReader.nameLimit),
            ({ Self.policy(#""networks":["\#(String(repeating: "n", count: $0))"],"deposit":"1""#) }, 512),
        ]
        for (index, size) in sizes.enumerated() {
            #expect(Self.fault(size.make(size.limit)) == nil, "\(index)")
            #expect(Self.fault(size.make(size.limit + 1)) != nil, "\(index)")
        }
        #expect(Self.fault(String(repeating: "[", count: 60_000)) != nil)
    }

    @Test func aFileIsReadAndOthersAreRefused() throws {
        let folder = URL(fileURLWithPath: "/tmp/near-connect-policy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("policy.json")
        #expect(throws: PolicyError.self) { try ApprovalPolicy(contentsOf: file.path) }
        try Data(Self.accepted[0].utf8).write(to: file)
        guard case .rules(let rules) = try ApprovalPolicy(contentsOf: file.path) else {
            Issue.record("the file makes no rules")
            return
        }
        #expect(rules.map(\.name) == ["a"] && rules[0].maximumDeposit.formatted() == "1.5")
        #expect(rules[0].chains == [.testnet] && rules[0].networks == nil && rules[0].askers == nil)
        #expect(throws: PolicyError.self) { try ApprovalPolicy(contentsOf: folder.path) }
        try Data(repeating: 0x20, count: PolicyReader.sizeLimit + 1).write(to: file)
        #expect(throws: PolicyError.self) { try ApprovalPolicy(contentsOf: file.path) }
    }
}
