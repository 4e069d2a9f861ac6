// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Requests of Ethereum-like chains: their numbers, and the step that comes first.
struct EVMTests {
    private static let account = "0x" + String(repeating: "aB", count: 20)

    private static func session(_ grants: JSONValue) throws -> SignSession {
        SignSession(
            topic: try #require(Topic(String(repeating: "0a", count: 32))), owner: "test",
            peer: AppMetadata(name: "Phone", description: "", url: "https://phone.example"),
            namespaces: try SessionNamespaces(json: grants), expires: UnixTime(seconds: 2),
            settled: UnixTime(seconds: 1),
            lastSeen: UnixTime(seconds: 1), disablesDeepLinks: false)
    }

    private static func grants(_ chain: String, _ methods: [String]) -> JSONValue {
        [
            "eip155": [
                "accounts": [.string("\(chain):\(account)")], "methods": .array(methods.map { .string($0) }),
                "events": [],
            ]
        ]
    }

    @Test func quantitiesHaveNoZerosInFront() {
        for (number, text) in [(0, "0x0"), (1, "0x1"), (137, "0x89"), (1 << 64, "0x10000000000000000")]
            as [(UInt128, String)]
        {
            #expect(EVMQuantity.text(number) == text)
            #expect(EVMQuantity.read(text) == number)
        }
        for text in ["", "0x", "0x00", "0x01", "89", "0xg", "0x-1", "0x+1", "0x" + String(repeating: "f", count: 33)] {
            #expect(EVMQuantity.read(text) == nil, "\(text)")
        }
    }

    @Test func aTransactionAlwaysNamesThePriceOfGas() throws {
        let plain = try #require(
            EVMTransaction(from: Self.account, to: Self.account, value: 1_000, gasPrice: 30_000_000_000))
        let call = EVMCall.send(plain)
        #expect(call.method == "eth_sendTransaction")
        #expect(
            call.params == [
                [
                    "from": .string(Self.account), "to": .string(Self.account), "value": "0x3e8",
                    "gasPrice": "0x6fc23ac00", "data": "0x",
                ]
            ])
        #expect(plain.cost() == UInt128(630_000_000_001_000))
        #expect(EVMTransaction(from: Self.account, to: Self.account, value: 1, gasPrice: 0) == nil)
        for account in [
            "", "0x", Self.account + "0", String(Self.account.dropLast()) + "g", "1x" + Self.account.dropFirst(2),
        ] {
            #expect(EVMTransaction(from: account, to: Self.account, value: 1, gasPrice: 1) == nil, "\(account)")
        }
        let dear = try #require(
            EVMTransaction(from: Self.account, to: Self.account, value: .max, gasPrice: 1, gas: 1, data: [0, 255]))
        #expect(dear.cost() == nil)
        #expect(EVMCall.send(dear).params[0]?["data"] == "0x00ff")
        #expect(EVMCall.send(dear).params[0]?["gas"] == "0x1")
    }

    @Test func chainsAreDecimalInCAIPAndHexadecimalInMethods() throws {
        let polygon = try #require(ChainID("eip155:137"))
        #expect(EVMCall.switchChain(to: polygon)?.params == [["chainId": "0x89"]])
        for chain in ["near:testnet", "eip155:0137", "eip155:0", "eip155:x"] {
            #expect(EVMCall.switchChain(to: try #require(ChainID(chain))) == nil, "\(chain)")
        }
        #expect(EVMChain(number: 137, name: "Polygon", symbol: "POL", node: "http://node.example") == nil)
        let chain = try #require(EVMChain(number: 137, name: "Polygon", symbol: "POL", node: "https://node.example"))
        let params = EVMCall.addChain(chain).params[0]
        #expect(params?["chainId"] == "0x89" && params?["rpcUrls"] == ["https://node.example"])
        #expect(params?["nativeCurrency"]?["decimals"] == 18)
    }

    @Test func theStepDependsOnWhatTheWalletHasGranted() throws {
        let polygon = try #require(ChainID("eip155:137"))
        let ready = try Self.session(Self.grants("eip155:137", ["eth_sendTransaction"]))
        #expect(EVMChainStep(to: polygon, in: ready) == .ask(account: Self.account))
        let other = try Self.session(
            Self.grants("eip155:1", ["wallet_switchEthereumChain", "wallet_addEthereumChain"]))
        let main = try #require(ChainID("eip155:1"))
        let call = try #require(EVMCall.switchChain(to: polygon))
        #expect(EVMChainStep(to: polygon, in: other) == .change(call, on: main))
        let chain = try #require(EVMChain(number: 137, name: "Polygon", symbol: "POL", node: "https://node.example"))
        #expect(EVMChainStep(to: polygon, in: other, adding: chain) == .change(EVMCall.addChain(chain), on: main))
        let unable = try Self.session(Self.grants("eip155:1", ["eth_sendTransaction"]))
        guard case .byHand(let words) = EVMChainStep(to: polygon, in: unable, adding: chain) else {
            Issue.record("a wallet was asked for what it hasn't granted")
            return
        }
        #expect(words.contains("Polygon") && words.contains("Phone"))
    }
}
