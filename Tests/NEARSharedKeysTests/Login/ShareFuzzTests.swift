// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARPrimitives
import NEARShares
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Words, records, tokens and answers that were damaged at random: each is read, or refused by name.
///
/// `Scripts/soak share-texts` reads ten million of each; a failure names its number.
/// `Scripts/fuzz` does it by coverage.
@Suite(.ownThread, .timeLimit(.minutes(600))) struct ShareFuzzTests {
    private static let count = SoakCount.full(or: 100_000)

    @Test func wordsAreReadOrRefused() throws {
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let whole = try dealt.shares.map { try ShareWords($0.share).exposedText() }
        var texts = DamagedText(whole + ["\u{200B}zoo\u{3000}ABANDON\tﬁx"], seed: 2701)
        var (read, strange) = (0, 0)
        // A text takes 2 ms in a debug build.
        let count = SoakCount.full(or: 10_000)
        for number in 0..<count {
            do throws(ShareWordsError) {
                let words = try ShareWords(String(decoding: texts.next(), as: UTF8.self))
                read += 1
                guard !whole.contains(words.exposedText()) else { continue }
                // The checksum has eight bits: now and then other words of the list pass. They are no share of the set.
                strange += 1
                #expect(throws: KeyShareError.self, "text \(number)") { try ProvenShare(words.share, of: dealt.set) }
            } catch {
                #expect(!error.description.isEmpty && !error.exposedText.isEmpty, "text \(number)")
            }
        }
        #expect(read > 0)
        #expect(strange <= count / 1_000 + 3, "of \(count)")
    }

    @Test func recordsAreReadOrRefused() throws {
        let scene = try SharedKeyScene()
        let places = try SharePlaces([
            .login: .service("https://shares.example"), .device: .keyring, .recovery: .words,
        ])
        var record = try ShareSetRecord(
            scene.set, of: try AccountId("alice.near"), on: ExactText("testnet"), in: places, now: Date())
        record.prove(try scene.share(.device), at: Date())
        let pending = String(decoding: ShareSetDocument.encode([record]), as: UTF8.self)
        for share in scene.dealt.shares { record.prove(share, at: Date()) }
        try record.move(to: .active, at: Date())
        try record.move(to: .retired, at: Date())
        let retired = String(decoding: ShareSetDocument.encode([record]), as: UTF8.self)
        var texts = DamagedText([pending, retired], seed: 2702)
        for number in 0..<Self.count {
            do throws(DocumentFormatError) {
                let records = try ShareSetDocument.decode(texts.next())
                let again = try ShareSetDocument.decode(Array(ShareSetDocument.encode(records)))
                #expect(again == records, "text \(number)")
                #expect(records.allSatisfy { $0.set == scene.set || $0.id != scene.set.id }, "text \(number)")
            } catch {
                #expect(!"\(error)".isEmpty, "text \(number)")
            }
        }
    }

    /// Found by ten million damaged records: Foundation reads a fraction of a second, which isn't written again.
    @Test func aTimeWithAFractionIsReadInWholeSeconds() throws {
        let places = try SharePlaces([
            .login: .service("https://shares.example"), .device: .keyring, .recovery: .words,
        ])
        let now = Date(timeIntervalSince1970: 1_800_000_053)
        let record = try ShareSetRecord(
            try SharedKeyScene().set, of: try AccountId("alice.near"), on: ExactText("testnet"), in: places, now: now)
        let text = String(decoding: ShareSetDocument.encode([record]), as: UTF8.self)
        let damaged = text.replacing(":53Z", with: ":5.3Z")
        #expect(damaged != text)
        let read = try ShareSetDocument.decode(Array(damaged.utf8))
        #expect(try ShareSetDocument.decode(Array(ShareSetDocument.encode(read))) == read)
    }

    @Test func tokensCountOnlyAsTheirIssuerWroteThem() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let keys = try TokenAlgorithm.allCases.map { try IdentityKey($0, name: "key-\($0.rawValue)") }
        let set = try #require(TokenKeySet(["keys": .array(keys.map(\.publicJSON))]))
        let claims: JSONValue = [
            "iss": "https://id.example", "aud": "program", "sub": "person", "nonce": "bound", "iat": 1_800_000_000,
            "exp": 1_800_000_600,
        ]
        let check = IDTokenCheck(
            issuer: ExactText("https://id.example"), audiences: [ExactText("program")], nonce: "bound")
        var texts = DamagedText(keys.map { $0.token(claims) }, seed: 2703)
        let right = try keys.map { try check.claims(of: CompactToken($0.token(claims)), keys: set, now: now) }
        var taken = 0
        for number in 0..<Self.count {
            do throws(IDTokenError) {
                let token = try CompactToken(String(decoding: texts.next(), as: UTF8.self))
                let claims = try check.claims(of: token, keys: set, now: now)
                taken += 1
                #expect(right.contains(claims), "text \(number) says what nobody has signed")
            } catch {
                #expect(!error.description.isEmpty, "text \(number)")
            }
        }
        #expect(taken > 0)
        // The issuer's keys are input, too.
        var published = DamagedText([JSONValue.object(["keys": .array(keys.map(\.publicJSON))]).text], seed: 2704)
        for number in 0..<Self.count / 10 {
            guard let json = try? JSONValue.parse(published.next()), let damaged = TokenKeySet(json) else { continue }
            #expect(damaged.keys.count <= TokenKeySet.limit, "text \(number)")
        }
    }

    @Test func answersAndRequestsAreReadOrRefused() throws {
        let scene = try SharedKeyScene()
        let login = try scene.share(.login)
        let digest = SubjectDigest(.zero)
        let nonces = PendingNonces()
        let list = [try nonces.commit(by: login, to: digest), try nonces.commit(by: scene.share(.device), to: digest)]
        let part = try nonces.sign(try SigningPackage(list, for: digest, of: scene.set), with: list[0])
        let sealed = try #require(SealedShare(login.share, to: BoxKey().publicKey))
        let set = Base58.encode(scene.set.bytes)
        var texts = DamagedText(
            [
                #"{"result": {"share": "\#(Base64.encode(sealed.bytes))"}}"#,
                #"{"result": {"commitment": "\#(Base64.encode(list[0].bytes))"}}"#,
                #"{"result": {"part": "\#(Base64.encode(part.bytes))"}}"#,
                #"{"result": {"sets": [{"set": "\#(set)", "state": "active"}]}}"#,
                #"{"error": {"code": "unknown-set"}}"#,
            ], seed: 2705)
        for number in 0..<Self.count {
            guard let json = try? JSONValue.parse(texts.next()) else { continue }
            for status in [200, 403] {
                do throws(LoginError) {
                    let answer = try ShareServiceAnswer(status: status, json)
                    if let sets = try? answer.sets() {
                        #expect(sets.allSatisfy { $0.set.bytes == scene.set.bytes || $0.set.id != scene.set.id })
                    }
                    if let commitment = try? answer.commitment() {
                        #expect((try? SigningCommitment(bytes: commitment.bytes)) == commitment, "text \(number)")
                    }
                    _ = (try? answer.part(), try? answer.share())
                } catch {
                    #expect(!error.description.isEmpty, "text \(number)")
                }
            }
        }
    }
}
