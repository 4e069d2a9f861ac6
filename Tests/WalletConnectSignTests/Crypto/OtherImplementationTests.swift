// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Values of another implementation: Python's `cryptography` and `base58`.
///
/// `Scripts/python/walletconnect_vectors.py` has printed them.
struct OtherImplementationTests {
    struct Agreement: Sendable {
        let secrets, publics: [String]
        let key, topic: String
    }

    static let agreements = [
        Agreement(
            secrets: [
                "6769dd1d41f41557db7cd1670e7149426ef7c7ba7c0f0f963f1603eda0a3d8dd",
                "661c8065c4db4f1e3226401618d06fbd2ea735d017d7ea2614b4317a29448db2",
            ],
            publics: [
                "cb26986e4816903a7cc1154f9971c0c794ad0bd44cc52ec05915ee19ef78d903",
                "23284efcef0a43359091f9fb415f88775177c60b002ecceb2e6420113f178053",
            ],
            key: "3a655b95be91cc3f3560c5978c25a9101a4be3bc66bd6e631fc01ef6af812385",
            topic: "9ac4955e63f7d5cda6a3595972d9cab7453d4874798b010c729ca21afee852cd"),
        Agreement(
            secrets: [
                "dfb1f0c710164d0439f3115d1109db1895db532095563222100ad80b8dfba4ca",
                "0e333869e1799c774ac5cda129214f160c49cb7ca522668fa5def06fff7a0333",
            ],
            publics: [
                "c9d325f643afa9f0ba47ea77d4be5ba317eecefc773dec92c17dcc185440e96f",
                "3fac8e78ca8d51cce1f1900a4f2d7d59bd76ee498efb85a4af6148ceff56c062",
            ],
            key: "b7c9fe1e872fd5a0c5f6887c6ed1cc0f3137ed7b374d432e4b2320897875a25e",
            topic: "6e3a6252a3a992c3020e15502e3b0250fb25e0b742f461066436d49dd877e441"),
        Agreement(
            secrets: [
                "350b6d6c3249441354541c1bc6f83bd569af55761e079b85d563e0fca6838c95",
                "f21986cf1d1b9d5f97767080d60ea36bef97300632001e2444c22ab53cf7cafd",
            ],
            publics: [
                "68a24adb5595a81a924db6fa5ea9523b27ee43546332c510152db67031797c7e",
                "a118b6f76f672004bec575e296df292943192ea4c3a7c6cce2da8fc36362fb6f",
            ],
            key: "a2555cf6073353be975700ddace68ce5196c6cf477feb8ac2929522c81a2e058",
            topic: "9262bee024970fe34bd9a516a93e87cb1668e2b5a2af806a4c6f72835f7004ad"),
    ]

    @Test(arguments: agreements) func keysAreAgreedOnAlike(_ agreement: Agreement) throws {
        for (mine, theirs) in [(0, 1), (1, 0)] {
            let pair = try #require(X25519KeyPair(secret: try KnownAnswerTests.secret(agreement.secrets[mine])))
            #expect(Hexadecimal.encode(pair.publicKey) == agreement.publics[mine])
            let key = try #require(pair.sessionKey(with: try KnownAnswerTests.bytes(agreement.publics[theirs])))
            #expect(key == (try KnownAnswerTests.secret(agreement.key)))
            #expect(Topic(ofKey: key).text == agreement.topic)
        }
    }

    struct Sealed: Sendable {
        let key, nonce, sender, typeZero, typeOne, text: String
    }

    static let envelopes = [
        Sealed(
            key: "61d5808533fb23bcef718848379a70b345fe18ef37e4f79872e3e2f66953288d", nonce: "27776310368a7deb3c5ab4d3",
            sender: "e1d8648d6e3343cb98f922e6109a4abbfeb8b508add40d05b951b2bb7b471eb5",
            typeZero:
                "ACd3YxA2in3rPFq002EBR1WHOYjS4WXZvJ3jHK34itXj4kJZ8pk6LSJU5Cp52f3WtF6lXxJEZlIghMN5rDnwK2YFaQCWX5la/yoEkOlYShnvGPyPxg==",
            typeOne:
                "AeHYZI1uM0PLmPki5hCaSrv+uLUIrdQNBblRsrt7Rx61J3djEDaKfes8WrTTYQFHVYc5iNLhZdm8neMcrfiK1ePiQlnymTotIlTkKnnZ/da0XqVfEkRmUiCEw3msOfArZgVpAJZfmVr/KgSQ6VhKGe8Y/I/G",
            text: #"{"id":1763800000123456789,"jsonrpc":"2.0","result":true}"#),
        Sealed(
            key: "d228490777f0fc514935c0c9831b9ed496fccb681ce78c527d4c4dbd0cb5fd35", nonce: "52b8b5aac7f88d93d8a1d4ff",
            sender: "929e8cc78ff1f9b6931eb7cc875d786cf467212bbb4f63f6ae1efc82799bda54",
            typeZero:
                "AFK4tarH+I2T2KHU/5GefaW/35dSC4XRU7sSivBA2gS+ZP4/CCE1YaRI9mLFQs7O8kTARKTn4/jmu1E/1EcfadVxU8kbzFA23n7kGhKZ56ZCkOsUejFzoyQJn1cPrFnZjSXBMCHVjxQ/9ReMXQ==",
            typeOne:
                "AZKejMeP8fm2kx63zIddeGz0ZyEru09j9q4e/IJ5m9pUUri1qsf4jZPYodT/kZ59pb/fl1ILhdFTuxKK8EDaBL5k/j8IITVhpEj2YsVCzs7yRMBEpOfj+Oa7UT/URx9p1XFTyRvMUDbefuQaEpnnpkKQ6xR6MXOjJAmfVw+sWdmNJcEwIdWPFD/1F4xd",
            text: #"{"id":1,"jsonrpc":"2.0","method":"wc_sessionRequest","params":{"t":"ä€𝄞"}}"#),
    ]

    @Test(arguments: envelopes) func envelopesAreAlike(_ sealed: Sealed) throws {
        let key = try KnownAnswerTests.secret(sealed.key)
        let nonce = try KnownAnswerTests.bytes(sealed.nonce)
        let sender = try KnownAnswerTests.bytes(sealed.sender)
        let content = Array(sealed.text.utf8)
        #expect(Envelope.seal(content, key: key, nonce: nonce) == sealed.typeZero)
        #expect(Envelope.seal(content, key: key, nonce: nonce, sender: sender) == sealed.typeOne)
        #expect(try Envelope.open(sealed.typeOne, key: key) == Envelope.Opened(content: content, sender: sender))
    }

    @Test func tokensAreAlike() throws {
        let seed = try KnownAnswerTests.secret("12c267141dafae60bbc7d095182929a7b427ed01880f863c83efb89be39ae3ab")
        let identity = try #require(ClientIdentity(seed: seed))
        #expect(identity.id == "did:key:z6MkjwvhEkesvE1H1UXVRe4zp7NSJd5sAPuaR8C6vhejhZ5C")
        let token = RelayToken(
            of: identity, audience: "wss://relay.example/a/b",
            subject: "9a87509c8bff04b23721bc1f2e17c278ff1ed526d07177fb96f23492572e0b34",
            at: UnixTime(seconds: 1_763_800_000))
        #expect(
            token?.text
                == "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtqd3ZoRWtlc3ZFMUgxVVhWUmU0enA3TlNKZDVzQVB1YVI4QzZ2aGVqaFo1QyIsInN1YiI6IjlhODc1MDljOGJmZjA0YjIzNzIxYmMxZjJlMTdjMjc4ZmYxZWQ1MjZkMDcxNzdmYjk2ZjIzNDkyNTcyZTBiMzQiLCJhdWQiOiJ3c3M6Ly9yZWxheS5leGFtcGxlL2EvYiIsImlhdCI6MTc2MzgwMDAwMCwiZXhwIjoxNzYzODg2NDAwfQ.UMfRgFDxwZofCSkF84z_9pVUmD2sM2lqQuX73ILXJAazr0cRtmv2jaVJkH7lL7lW7hr2O3Uq6fjk6EgScwPZAA"
        )
        let topic = try #require(Topic(String(repeating: "ab", count: 32)))
        #expect(
            RelayMethod.subscription(to: topic, of: identity.id)
                == "166efb47df75fe00efb1928fa0a0112ffd7e012ed2983b9b2ae313d619f135e0")
    }

    /// Points of small order lead to a secret of zeros, which RFC 7748 tells to refuse.
    @Test func keysOfSmallOrderAreRefused() throws {
        let pair = try #require(X25519KeyPair.make())
        #expect(pair.sessionKey(with: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(pair.sessionKey(with: [1] + [UInt8](repeating: 0, count: 31)) == nil)
        #expect(pair.sessionKey(with: [UInt8](repeating: 9, count: 31)) == nil)
    }

    @Test func secretsAreNeverPrinted() throws {
        let seed = try KnownAnswerTests.secret(KnownAnswerTests.secretA)
        var dumped = ""
        dump(seed, to: &dumped)
        let uri = PairingURI(key: seed, expires: UnixTime(seconds: 1_763_800_300))
        dump(uri, to: &dumped)
        let identity = try #require(ClientIdentity(seed: seed))
        let token = try #require(RelayToken(of: identity, audience: "wss://r", subject: "00", at: UnixTime(seconds: 1)))
        let opening = RelayOpening(connection: 1, address: "wss://r", authorization: "Bearer \(token.text)")
        for text in [dumped, "\(seed)", "\(uri)", "\(token)", "\(opening)"] {
            #expect(!text.contains(KnownAnswerTests.secretA))
            #expect(!text.contains("eyJ"))
        }
        #expect(uri.text.contains(KnownAnswerTests.secretA))
    }
}
