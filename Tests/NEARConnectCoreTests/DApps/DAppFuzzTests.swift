// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Texts of pages and users that were damaged at random: each is read, or refused by name.
///
/// `Scripts/soak dapp-texts` reads ten million of each; a failure names its number. `Scripts/fuzz` does it by coverage.
@Suite(.ownThread, .timeLimit(.minutes(240))) struct DAppFuzzTests {
    private static let count = SoakCount.full(or: 25_000)
    private static let hash = CryptoHash.sha256([1]).description

    @Test func aRequestIsReadOrRefused() {
        let nonce = #"{"$bytes":"\#(Base64.encode([UInt8](repeating: 7, count: 32)))"}"#
        let transfer = #""receiverId":"a.near","actions":[{"type":"Transfer","params":{"deposit":"1"}}]"#
        let call = #"{"functionCall":{"methodName":"m","args":{"$bytes":"e30="},"gas":"1","deposit":1}}"#
        var texts = DamagedText(
            [
                #"{"method":"signMessage","params":{"message":"m","recipient":"a.example","nonce":\#(nonce)}}"#,
                #"{"method":"signAndSendTransaction","params":{\#(transfer)}}"#,
                #"{"method":"signAndSendTransactions","params":{"transactions":[{\#(transfer)}]}}"#,
                #"{"method":"signTransaction","params":{"receiverId":"a.near","actions":[\#(call)]}}"#,
                #"{"method":"signTransaction","params":{"encoded":{"$bytes":"AAAA"}}}"#,
                #"{"method":"accounts.subscribe","params":{"since":1,"network":"testnet"}}"#,
                #"{"method":"signIn","params":{"addFunctionCallKey":{"contractId":"a.near"}}}"#,
            ], seed: 2301)
        for number in 0..<Self.count {
            do throws(DAppError) {
                let request = try DAppRequest(texts.next())
                for action in request.intents.flatMap(\.actions) {
                    #expect((try? Action(borsh: action.borshBytes)) == action, "text \(number)")
                }
            } catch {
                #expect([.invalidParams, .unsupported, .limitExceeded].contains(error.code), "text \(number)")
            }
        }
    }

    @Test func aDefinitionIsReadOrRefused() throws {
        var texts = DamagedText(
            [
                #"{"networkId":"fun","genesisHash":"\#(Self.hash)","rpcUrls":["https://rpc.example"]}"#,
                #"{"chain":"fun","genesisHash":"0x00","rpcUrls":["http://127.0.0.1:1"],"icon":"x","types":{}}"#,
                #"{"networkId":"fun","genesisHash":"\#(Self.hash)","explorerUrl":"https://b.example","specVersion":7}"#,
                #"{"networkId":"a","genesisHash":"\#(Self.hash)","contracts":{"a.near":{"methods":{"m":"x"}}}}"#,
            ], seed: 2302)
        let site = try #require(SiteOrigin("https://app.example"))
        for number in 0..<Self.count {
            let text =
                #"{"method":"metadata.provide","params":{"definition":"# + String(decoding: texts.next(), as: UTF8.self)
            do throws(DAppError) {
                let request = try DAppRequest(Array(text.utf8) + Array("}}".utf8))
                guard case .provideMetadata(let offer) = request.operation,
                    case .ask = offer.verdict(known: [], askedBy: site)
                else { continue }
                #expect(offer.rpcURLs.allSatisfy { $0.absoluteString.hasPrefix("https://") }, "text \(number)")
                #expect(offer.chain.publicName == nil, "text \(number)")
            } catch {
                #expect([.invalidParams, .unsupported, .limitExceeded].contains(error.code), "text \(number)")
            }
        }
    }

    @Test func aPolicyFileIsReadOrItsFaultHasAPlace() {
        let rule = #"{"name":"a","chain":"testnet","deposit":"1.5 NEAR","gas":"30 Tgas","receivers":["a.near"]}"#
        let other = #"{"name":"b","networks":["devnet"],"deposit":"1","askers":["dapp:https://a.example"]}"#
        var texts = DamagedText(
            [#"{"version":1,"rules":[\#(rule)]}"#, "{\"version\":1,\n\"rules\":[\(rule),\n\(other)]}"], seed: 2303)
        for number in 0..<Self.count {
            let text = texts.next()
            do throws(PolicyError) {
                _ = try ApprovalPolicy(parsing: text, file: "policy.json")
            } catch {
                guard let place = error.place else { continue }
                let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
                #expect(lines.indices.contains(place.line - 1), "text \(number)")
            }
        }
    }
}
