// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// The options of `near-connect browse`, refused before anything is started.
@Suite struct BrowseOptionsTests {
    static let refused: [([String], String)] = [
        ([], "Name the chain"),
        (["--devnet"], "Name the dApp"),
        (["localhost:5173", "--devnet"], "in full"),
        (["file:///etc/passwd", "--devnet"], "in full"),
        (["http://localhost:1", "--devnet", "--network", "testnet"], "--devnet has its own"),
        (["http://localhost:1", "--devnet", "--credentials", "keys"], "--devnet has its own"),
        (["http://localhost:1", "--devnet", "--page-network", "localnet"], "testnet or mainnet"),
        (["http://localhost:1", "--network", "testnet", "--page-network", "testnet"], "chain of your own"),
        (["http://localhost:1", "--devnet", "--allow-port", "1"], "--automation only"),
        (["http://localhost:1", "--devnet", "--map-rpc", "https://rpc.testnet.near.org"], "--automation only"),
        (["--devnet", "--automation", "--policy", "deny", "--map-rpc", "rpc.testnet.near.org"], "--map-rpc takes"),
        (["--devnet", "--automation", "--policy", "deny", "--map-rpc", "https://a.example/?key=1"], "--map-rpc takes"),
        (["--devnet", "--automation", "--policy", "deny", "--map-rpc", "https://me@a.example/"], "--map-rpc takes"),
        (["--devnet", "--automation", "--policy", "deny", "--map-rpc", "ftp://a.example/"], "--map-rpc takes"),
        (["http://localhost:1", "--devnet", "--appear-as", "meteor"], "--appear-as"),
        (["http://localhost:1", "--devnet", "--control", "socket"], "begins with"),
        (["http://localhost:1", "--devnet", "--answer-within", "0"], "1 to 3600"),
        (["http://localhost:1", "--devnet", "--profile", "default"], "no profile"),
        (["--devnet", "--automation"], "Nobody would answer"),
        (["--devnet", "--automation", "--policy", "ask"], "Nobody would answer"),
        (["--devnet", "--automation", "--policy", "allow", "--profile", "default"], "no profile"),
    ]

    private static func refusal(of arguments: [String]) -> String? {
        do {
            _ = try BrowseOptions.parse(arguments)
            return nil
        } catch {
            return BrowseOptions.message(for: error)
        }
    }

    @Test(arguments: refused) func impossibleOptionsAreRefused(_ arguments: [String], _ reason: String) {
        #expect(Self.refusal(of: arguments)?.contains(reason) == true)
    }

    @Test func theUsersOwnKeysAreNotForADrivenBrowser() {
        let own = CredentialFolder.standard().path
        for path in [own, own + "/", own + "/../.near-credentials"] {
            let arguments = ["--network", "local", "--rpc-url", "http://127.0.0.1:1", "--credentials", path]
            let refusal = Self.refusal(of: ["--automation", "--policy", "deny"] + arguments)
            #expect(refusal?.contains("your own keys") == true)
            #expect(Self.refusal(of: ["http://localhost:1"] + arguments) == nil)
        }
    }

    @Test func theChainIsJudgedByItsGenesis() throws {
        let driven = try BrowseOptions.parse(["--automation", "--devnet", "--policy", "allow"])
        let byHand = try BrowseOptions.parse(["http://localhost:1", "--devnet", "--policy", "allow"])
        let own = ChainIdentity.other(genesisHash: CryptoHash.sha256([]))
        let rule = ApprovalPolicy.Rule(networks: ["mainnet"], maximumDeposit: NEARToken(yoctoNEAR: 0))
        var real = rule
        real.allowsMainnet = true
        for policy in [DrivingPolicy.ask, .deny, .rules([rule])] {
            #expect(driven.refusal(of: .mainnet, under: policy) != nil)
            #expect(driven.refusal(of: nil, under: policy) != nil)
            #expect(driven.refusal(of: .testnet, under: policy) == nil)
            #expect(driven.refusal(of: own, under: policy) == nil)
        }
        #expect(driven.refusal(of: .mainnet, under: .rules([rule, real])) == nil)
        for options in [driven, byHand] {
            #expect(options.refusal(of: .mainnet, under: .allow) != nil)
            #expect(options.refusal(of: .testnet, under: .allow) != nil)
            #expect(options.refusal(of: own, under: .allow) == nil)
        }
    }

    @Test func mappedAddressesAreThoseOfAnOriginBelowAPath() throws {
        let prefix = try #require(MappedPrefix("https://RPC.example/v1/"))
        for text in ["https://rpc.example/v1", "https://rpc.example:443/v1/?x=1", "https://rpc.example/v1/a#b"] {
            #expect(prefix.covers(try #require(WebAddress(text))), "\(text)")
        }
        for text in [
            "https://rpc.example/", "https://rpc.example/v11", "http://rpc.example/v1", "https://rpc.example:8443/v1",
            "https://rpc.example.org/v1", "https://rpc.example@evil.example/v1",
        ] {
            #expect(!prefix.covers(try #require(WebAddress(text))), "\(text)")
        }
    }

    @Test func pagesReachTheirOwnPortTheChainsAndThoseThatAreNamed() throws {
        let options = try BrowseOptions.parse([
            "http://localhost:5173/app", "--automation", "--devnet", "--policy", "allow", "--allow-port", "9000",
        ])
        #expect(try options.openPorts(nodes: ["http://127.0.0.1:3030"]) == [5173, 3030, 9000])
        let plain = try BrowseOptions.parse(["http://localhost", "--automation", "--devnet", "--policy", "deny"])
        #expect(try plain.openPorts(nodes: ["https://rpc.example/"]) == [80, 443])
    }
}
