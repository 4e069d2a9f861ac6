// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Chains, accounts and namespaces by CAIP-2, CAIP-10 and the rules of WalletConnect.
struct NamespaceTests {
    @Test(arguments: [
        "near:mainnet", "eip155:1", "abc:-_aZ9", "12345678:" + String(repeating: "a", count: 32), "a-b:x",
    ])
    func chainsComeBack(_ text: String) {
        #expect(ChainID(text)?.description == text)
    }

    @Test(arguments: [
        "", ":", "near", "near:", ":mainnet", "ne:x", "nearnearx:x", "Near:x", "near:main.net", "near:a:b", "near:ä",
        "near:" + String(repeating: "a", count: 33), "near:\u{212A}", "ne ar:x", "near:x\0",
    ]) func otherTextsAreNoChains(_ text: String) {
        #expect(ChainID(text) == nil)
    }

    @Test(arguments: [
        "near:testnet:alice_b.testnet", "eip155:1:0xAb", "near:mainnet:" + String(repeating: "a", count: 128),
        "cosmos:hub-4:a%20b", "near:x:-",
    ]) func accountsComeBack(_ text: String) {
        #expect(ChainAccount(text)?.description == text)
    }

    @Test(arguments: [
        "near:testnet", "near:testnet:", "near:testnet:a:b", "near:testnet:a b", "near:testnet:ä", "near::a",
        "near:testnet:" + String(repeating: "a", count: 129), "near:testnet:a/b", "near:testnet:\u{202E}",
    ]) func otherTextsAreNoAccounts(_ text: String) {
        #expect(ChainAccount(text) == nil)
    }

    @Test func addressesOfEip155AreComparedWithoutCase() throws {
        let (lower, upper) = (try #require(ChainAccount("eip155:1:0xab")), try #require(ChainAccount("eip155:1:0xAB")))
        #expect(lower == upper && Set([lower, upper]).count == 1)
        #expect(try #require(ChainAccount("near:x:ab")) != #require(ChainAccount("near:x:AB")))
    }

    static let good: JSONValue = ["accounts": ["near:testnet:a"], "methods": ["m"], "events": []]

    static let bad: [(JSONValue, NamespaceError)] = [
        (nil, .notAnObject("")), ([], .notAnObject("")), ([:], .empty), (["ne": good], .invalidKey("ne")),
        (["NEAR": good], .invalidKey("NEAR")), (["near:a:b": good], .invalidKey("near:a:b")),
        (["near": nil], .notAnObject("near")), (["near": []], .notAnObject("near")),
        (["near": [:]], .noAccounts("near")),
        (["near": ["accounts": []]], .noAccounts("near")), (["near": ["accounts": "x"]], .notAnObject("near")),
        (["near": ["accounts": [1]]], .notAnObject("near")),
        (["near": ["accounts": ["near:testnet"]]], .invalidAccount("near:testnet")),
        (["near": ["accounts": ["eip155:1:a"]]], .invalidAccount("eip155:1:a")),
        (["near:mainnet": good], .invalidAccount("near:testnet:a")),
        (["near": ["accounts": ["near:testnet:a"], "chains": ["eip155:1"]]], .invalidChain("eip155:1")),
        (["near": ["accounts": ["near:testnet:a"], "chains": ["x"]]], .invalidChain("x")),
        (["near": ["accounts": ["near:testnet:a"], "methods": ["a b"]]], .invalidName("a b")),
        (["near": ["accounts": ["near:testnet:a"], "methods": [""]]], .invalidName("")),
        (["near": ["accounts": ["near:testnet:a"], "events": ["\u{202E}"]]], .invalidName("\u{202E}")),
        (["near": ["accounts": ["near:testnet:a"], "methods": [:]]], .notAnObject("near")),
        (
            ["near": ["accounts": .array((0..<10_000).map { .string("near:testnet:a\($0)") })]],
            .tooMany
        ),
        (
            [
                "near": [
                    "accounts": .array((0..<300).map { .string("near:testnet:a\($0)") }),
                    "methods": .array((0..<300).map { .string("m\($0)") }),
                ]
            ], .tooMany
        ),
        (
            .object(
                Dictionary(uniqueKeysWithValues: (0..<17).map { (ExactText("ns\($0)"), good) })), .tooMany
        ),
    ]

    @Test(arguments: bad.indices) func badGrantsAreRefusedByTheirFault(_ index: Int) {
        let (json, error) = Self.bad[index]
        #expect(throws: error) { try SessionNamespaces(json: json) }
        #expect(!"\(error)".contains("\u{202E}"))
    }

    @Test func grantsComeBack() throws {
        let namespaces = try SessionNamespaces(json: [
            "near": Self.good, "eip155:1": ["accounts": ["eip155:1:0xab"], "chains": ["eip155:1"], "methods": nil],
        ])
        #expect(try SessionNamespaces(json: namespaces.json) == namespaces)
    }

    @Test func proposalsFollowTheRules() throws {
        let near = try #require(ChainID("near:testnet"))
        let other = try #require(ChainID("eip155:1"))
        func check(_ required: [String: NamespaceRequest]) throws {
            try SessionProposal(required: required).check()
        }
        try check(["near": NamespaceRequest(chains: [near], methods: [])])
        try check(["near:testnet": NamespaceRequest(chains: [], methods: ["m"])])
        try check(["near:testnet": NamespaceRequest(chains: [near], methods: ["m"])])
        #expect(throws: NamespaceError.empty) { try check([:]) }
        #expect(throws: NamespaceError.noChains("near")) {
            try check(["near": NamespaceRequest(chains: [], methods: [])])
        }
        #expect(throws: NamespaceError.invalidChain("eip155:1")) {
            try check(["near": NamespaceRequest(chains: [other], methods: [])])
        }
        #expect(throws: NamespaceError.invalidKey("x")) {
            try check(["x": NamespaceRequest(chains: [near], methods: [])])
        }
        #expect(throws: NamespaceError.invalidName("a b")) {
            try check(["near": NamespaceRequest(chains: [near], methods: ["a b"])])
        }
        #expect(throws: NamespaceError.tooMany) {
            try check(["near": NamespaceRequest(chains: [near], methods: (0..<600).map { "m\($0)" })])
        }
    }

    @Test func proposalsThatCantBeSentFailAtOnce() throws {
        let world = try EngineWorld()
        world.start()
        let ticket = try world.propose(SessionProposal(required: [:]))
        #expect(world.error(ticket) == .proposalInvalid(.empty))
        #expect(world.openings.isEmpty)
    }

    @Test func requiredAndOptionalWishesAreJoined() throws {
        let (testnet, mainnet) = (try #require(ChainID("near:testnet")), try #require(ChainID("near:mainnet")))
        let proposal = SessionProposal(
            required: ["near": NamespaceRequest(chains: [testnet], methods: ["a", "b"], events: ["e"])],
            optional: ["near": NamespaceRequest(chains: [mainnet, testnet], methods: ["b", "c"])])
        #expect(
            proposal.offered["near"]
                == NamespaceRequest(chains: [testnet, mainnet], methods: ["a", "b", "c"], events: ["e"]))
    }
}
