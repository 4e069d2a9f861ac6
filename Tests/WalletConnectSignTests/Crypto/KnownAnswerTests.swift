// SPDX-License-Identifier: MIT

import GuardedMemory
import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Vectors of WalletConnect's own implementations and specifications.
///
/// From the test data of walletconnect-monorepo (`utils`, `core`, `relay-auth`), of reown-swift and of yttrium.
struct KnownAnswerTests {
    static let secretA = "1fb63fca5c6ac731246f2f069d3bc2454345d5208254aa8ea7bffc6d110c8862"
    static let publicA = "ff7a7d5767c362b0a17ad92299ebdb7831dcbd9a56959c01368c7404543b3342"
    static let secretB = "36bf507903537de91f5e573666eaa69b1fa313974f23b2b59645f20fea505854"
    static let publicB = "590c2c627be7af08597091ff80dd41f7fa28acd10ef7191d7e830e116d3a186a"
    static let key = "0653ca620c7b4990392e1c53c4a51c14a2840cd20f0f1524cf435b17b6fe988c"
    static let text = #"{"id":1,"jsonrpc":"2.0","method":"test_method","params":{}}"#
    static let typeZero =
        "AHF3ZWNmYWFzZGFkc3paHoQ96/mLAdanVxi17icRXq+jyrqXA8ocVgGmryQZBFMg+uwgc8yLa43EOeY+IWEv84g8hn4L3Ncsgz6397sgNKnsNcL7A9k3Mg=="
    static let typeOne =
        "Af96fVdnw2KwoXrZIpnr23gx3L2aVpWcATaMdARUOzNCcXdlY2ZhYXNkYWRzeloehD3r+YsB1qdXGLXuJxFer6PKupcDyhxWAaavJBkEUyD67CBzzItrjcQ55j4hYS/ziDyGfgvc1yyDPrf3uyA0qew1wvsD2Tcy"
    static let typeTwo =
        "AnsiaWQiOjEsImpzb25ycGMiOiIyLjAiLCJtZXRob2QiOiJ0ZXN0X21ldGhvZCIsInBhcmFtcyI6e319"

    static func bytes(_ digits: String) throws -> [UInt8] { try #require(Hexadecimal.decode(digits)) }
    static func secret(_ digits: String) throws -> SecretBytes { SecretBytes(copying: try bytes(digits)) }

    @Test func bothSidesAgreeOnTheKeyAndItsTopic() throws {
        let a = try #require(X25519KeyPair(secret: try Self.secret(Self.secretA)))
        let b = try #require(X25519KeyPair(secret: try Self.secret(Self.secretB)))
        #expect(Hexadecimal.encode(a.publicKey) == Self.publicA)
        #expect(Hexadecimal.encode(b.publicKey) == Self.publicB)
        let key = try #require(a.sessionKey(with: b.publicKey))
        #expect(key == (try Self.secret(Self.key)))
        #expect(b.sessionKey(with: a.publicKey) == key)
        #expect(Topic(ofKey: key).text == "2c03712132ad2f85adc472a2242e608d67bfecd4362d05012d69a89143fecd16")
    }

    @Test func hashesAreThePublishedOnes() throws {
        let key = try Self.secret("9c87e48e69b33a613907515bcd5b1b4cc10bbaf15167b19804b00f0a9217e607")
        #expect(Topic(ofKey: key).text == "a492906ccc809a411bb53a84572b57329375378c6ad7566f3e1c688200123e77")
        #expect(
            Hexadecimal.encode(SHA2.sha256(Array(Self.text.utf8)))
                == "15112289b5b794e68d1ea3cd91330db55582a37d0596f7b99ea8becdf9d10496")
    }

    @Test func envelopesOfTypeZeroAndOneAreThePublishedOnes() throws {
        let key = try Self.secret(Self.key)
        let nonce = try Self.bytes("717765636661617364616473")
        let content = Array(Self.text.utf8)
        #expect(Envelope.seal(content, key: key, nonce: nonce) == Self.typeZero)
        let sender = try Self.bytes(Self.publicA)
        #expect(Envelope.seal(content, key: key, nonce: nonce, sender: sender) == Self.typeOne)
        #expect(try Envelope.open(Self.typeZero, key: key) == Envelope.Opened(content: content, sender: nil))
        #expect(try Envelope.open(Self.typeOne, key: key) == Envelope.Opened(content: content, sender: sender))
    }

    @Test func anEnvelopeOfTheCorePackageOpens() throws {
        let key = try Self.secret("5720435e682cd03ee45b484f9a213f0e3246a0ccc2cca183b72ab1cbfbefb702")
        let opened = try Envelope.open(
            "AG7iJl9mMl9K04REnuWaKLQU6kwMcQWUd69OxGOJ5/A+VRRKkxnKhBeIAl4JRaIft3qZKEfnBvc7/Fife1DWcERqAfJwzPI=", key: key
        )
        #expect(String(decoding: opened.content, as: UTF8.self) == #"{"id":1,"jsonrpc":"2.0","result":"result"}"#)
    }

    @Test func plainEnvelopesAreRefused() throws {
        let key = try Self.secret(Self.key)
        #expect(throws: EnvelopeError.notEncrypted) { try Envelope.open(Self.typeTwo, key: key) }
    }

    @Test func theRelayTokenIsThePublishedOne() throws {
        let seed = try Self.secret("58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295")
        let identity = try #require(ClientIdentity(seed: seed))
        #expect(identity.id == "did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH")
        let token = try #require(
            RelayToken(
                of: identity, audience: "wss://relay.walletconnect.com",
                subject: "c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e",
                at: UnixTime(seconds: 1_656_910_097)))
        #expect(
            token.text
                == "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ.bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA"
        )
    }

    @Test func theTopicOfAKeyOfZerosIsThePublishedOne() throws {
        let uri = PairingURI(key: SecretBytes(copying: [UInt8](repeating: 0, count: 32)), expires: UnixTime(seconds: 1))
        #expect(uri.topic.text == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925")
    }
}
