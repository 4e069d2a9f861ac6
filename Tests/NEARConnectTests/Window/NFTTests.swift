// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore
@testable import NEARConnectShell

/// Contracts' answers about NFTs, without a display and without a network.
@Suite struct NFTTests {
    private static let metadata =
        #"{"spec":"nft-1.0.0","name":"Cats","symbol":"C","base_uri":"https://cats.example/i"}"#

    private static func holdings(_ tokens: String, metadata: String = metadata) throws -> NFTHoldings? {
        let place = ContractPlace(network: "testnet", contract: try AccountId("cats.testnet"))
        return NFTReader.holdings(
            Array(metadata.utf8), Array(tokens.utf8), of: try AccountId("alice.testnet"), at: place)
    }

    private static func token(_ id: String, owner: String = "alice.testnet", _ metadata: String = "null") -> String {
        #"{"token_id":"\#(id)","owner_id":"\#(owner)","metadata":\#(metadata)}"#
    }

    @Test func tokensOfTheAccountAreListed() throws {
        let answer =
            "[\(Self.token("1", #"{"title":"Tom","media":"tom.png"}"#)),\(Self.token("2", owner: "bob.testnet"))]"
        let found = try #require(try Self.holdings(answer))
        #expect(found.name == "Cats" && !found.hasMore)
        #expect(found.tokens.map(\.id) == ["1"])
        #expect(found.tokens.first?.name == "Tom")
        #expect(found.tokens.first?.picture?.address == "https://cats.example/i/tom.png")
        #expect(found.tokens.first?.picture?.host == "cats.example")
    }

    @Test func longListsAreCut() throws {
        let all = (0..<51).map { Self.token("\($0)") }
        let found = try #require(try Self.holdings("[\(all.joined(separator: ","))]"))
        #expect(found.tokens.count == 50 && found.hasMore)
        // More than was asked for is no answer.
        #expect(try Self.holdings("[\((all + all).joined(separator: ","))]") == nil)
    }

    @Test(
        arguments: [
            ("null", nil), ("{", nil), ("[1,{},{\"token_id\":5}]", 0),
            ("[{\"token_id\":\"\",\"owner_id\":\"alice.testnet\"}]", 0),
        ] as [(String, Int?)])
    func whatIsNoTokenIsLeftOut(answer: String, count: Int?) throws {
        #expect(try Self.holdings(answer)?.tokens.count == count)
    }

    @Test(arguments: ["null", "{}", #"{"spec":"ft-1.0.0","name":"x"}"#, "x"])
    func otherContractsAreNone(metadata: String) throws {
        #expect(try Self.holdings("[]", metadata: metadata) == nil)
    }

    @Test func textsAreShownAsOneSafeLine() throws {
        let title = #"{"title":"a\n\u202eb\#(String(repeating: "c", count: 200))"}"#
        let found = try #require(try Self.holdings("[\(Self.token("1", title))]").flatMap(\.tokens.first))
        #expect(found.name.count <= 81)
        #expect(!found.name.contains("\n") && !found.name.unicodeScalars.contains("\u{202E}"))
        let nameless = try #require(
            try Self.holdings("[]", metadata: #"{"spec":"nft-1.0.0","name":""}"#))
        #expect(nameless.name == "cats.testnet")
    }

    @Test(
        arguments: [
            ("https://a.example/x.png", "a.example"), ("HTTPS://a.example/x", "a.example"), ("x.png", "b.example"),
            ("data:image/png;base64,AA", nil),
        ] as [(String, String?)])
    func picturesComeFromServersOrTokens(media: String, host: String?) throws {
        let picture = try #require(NFTPicture(media, base: "https://b.example/"))
        #expect(picture.host == host)
    }

    @Test(arguments: [
        "", "http://a.example/x", "ipfs://bafy", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x",
        "https://user@a.example/x", "https:///x", "near-connect://rpc/mainnet",
    ])
    func otherAddressesAreNot(media: String) {
        #expect(NFTPicture(media, base: nil) == nil)
    }

    @Test func anAddressStaysWithinItsAttribute() throws {
        let picture = try #require(NFTPicture(#"data:image/svg+xml,"><script>x</script>&"#, base: nil))
        #expect(picture.page.contains(#"src="data:image/svg+xml,&quot;&gt;&lt;script&gt;x&lt;/script&gt;&amp;""#))
        #expect(!picture.page.contains("<script"))
    }

    @Test func theListIsKept() throws {
        let place = ContractPlace(network: "testnet", contract: try AccountId("cats.testnet"))
        #expect(try NFTFile.decode([UInt8](NFTFile.encode([place]))) == [place])
    }
}
