// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARConnectCore

@MainActor
@Suite struct ReturnLinkTests {
    private let scheme: ReturnScheme
    private let links: ReturnLinks
    private let first = RequestID(number: 1)

    init() throws {
        scheme = try ReturnScheme("app-return")
        links = ReturnLinks(scheme: scheme)
    }

    private func refusal(_ uri: String, isOpen: Bool = true) -> ReturnLinkError? {
        do throws(ReturnLinkError) {
            _ = try links.take(ReturnLinks.address(of: uri)) { _ in isOpen }
            return nil
        } catch {
            return error
        }
    }

    @Test func aLinkComesBackOnceWithWhatTheWalletSays() throws {
        let address = links.issue(for: first, network: "testnet")
        let uri =
            address
            + "?transactionHashes=A%2CB&note=a+b%20c&empty=&bare&x=1&x=2#accountId=alice.near&signature=a%2Bb%3D"
        let (id, link) = try links.take(ReturnLinks.address(of: uri)) { $0 == first }
        #expect(id == first)
        #expect(link.query == ["transactionHashes": "A,B", "note": "a b c", "empty": "", "bare": "", "x": "2"])
        #expect(link.fragment == ["accountId": "alice.near", "signature": "a+b="])
        #expect(refusal(uri) == .replayed)
        #expect(refusal(address) == .replayed)
    }

    @Test func everyRequestHasANonceOf128BitsOfItsOwn() {
        let nonces = (1...500).map {
            links.issue(for: RequestID(number: $0), network: "n").split(separator: "/").last ?? ""
        }
        #expect(Set(nonces).count == 500)
        #expect(nonces.allSatisfy { $0.utf8.count == 32 })
        // Every bit is sometimes set and sometimes not.
        let bits = nonces.map { nonce in
            stride(from: 0, to: 32, by: 2).map { UInt8(nonce.dropFirst($0).prefix(2), radix: 16) ?? 0 }
        }
        for byte in 0..<16 {
            #expect(bits.reduce(UInt8(0)) { $0 | $1[byte] } == 0xFF)
            #expect(bits.reduce(UInt8(0xFF)) { $0 & $1[byte] } == 0)
        }
    }

    @Test func whatIsForgedLateOrForAnotherNetworkIsRefused() throws {
        let address = links.issue(for: first, network: "testnet")
        let nonce = try #require(address.split(separator: "/").last)
        for index in 0..<32 {
            var forged = Array(nonce)
            forged[index] = forged[index] == "0" ? "1" : "0"
            #expect(refusal("app-return://request/testnet/\(String(forged))") == .unknownNonce)
        }
        #expect(refusal("app-return://request/mainnet/\(nonce)") == .otherNetwork)
        #expect(refusal(address, isOpen: false) == .requestEnded)
        // None of that has used it up.
        #expect(refusal(address) == nil)
    }

    @Test func aLateLinkIsToldFromAForgedOneForAWhile() {
        let addresses = (1...200).map { links.issue(for: RequestID(number: $0), network: "n") }
        #expect(refusal(addresses[199], isOpen: false) == .requestEnded)
        #expect(refusal(addresses[0], isOpen: false) == .unknownNonce)
    }

    @Test(arguments: [
        "", "app-return:", "app-return://", "app-return://request", "app-return://request/testnet",
        "app-return://request/testnet/",
        "app-return://request/testnet/abc", "app-return://other/testnet/00000000000000000000000000000000",
        "app-return:request/testnet/00000000000000000000000000000000",
        "app-return://request/testnet/0000000000000000000000000000000g",
        "app-return://request/testnet/00000000000000000000000000000000/more",
        "app-return://request/%ff/00000000000000000000000000000000",
        "app-return://request/testnet/00000000000000000000000000000000?x=%zz",
        "https://request/testnet/00000000000000000000000000000000",
        "near-connect://request/testnet/00000000000000000000000000000000",
    ])
    func whatIsNoReturnLinkIsRefused(uri: String) {
        #expect(refusal(uri) == .notAReturnLink)
    }

    @Test func whatIsTooLongIsRefusedUnread() {
        let address = links.issue(for: first, network: "testnet")
        #expect(refusal("\(address)?x=\(String(repeating: "a", count: ReturnLink.limit))") == .tooLong)
        #expect(refusal("\(address)?\(String(repeating: "&a=1", count: 10)))") == nil)
        let many = (0..<300).map { "n\($0)=1" }.joined(separator: "&")
        #expect(refusal("\(links.issue(for: first, network: "testnet"))?\(many)") == .notAReturnLink)
    }

    /// A desktop, a browser and a wallet may each write an address in their own way.
    @Test func networksOfAnyNameAndHarmlessSpellingsComeThrough() throws {
        for network in ["mainnet", "Dev Net/1?#%", "\u{fc}\u{1F600}"] {
            let address = links.issue(for: first, network: network)
            #expect(URL(string: address)?.absoluteString == address)
            #expect(try links.take(ReturnLinks.address(of: address)) { _ in true }.link.network == network)
        }
        let nonce = try #require(links.issue(for: first, network: "testnet").split(separator: "/").last)
        #expect(refusal("APP-RETURN://request/testnet/\(nonce.uppercased())/?a=1") == nil)
    }

    @Test func schemesAreTheProgramsOwn() throws {
        #expect(try ReturnScheme("My-App").name == "my-app")
        #expect(ReturnScheme.shell.name == "near-connect-return")
        for name in [
            "", "https", "app", "near-connect", "view-source", "-app", "a b-c", "1-a", "a:b-",
            String(repeating: "a-", count: 40),
        ] {
            #expect(throws: NEARError.self, "\(name)") { try ReturnScheme(name) }
        }
    }
}
