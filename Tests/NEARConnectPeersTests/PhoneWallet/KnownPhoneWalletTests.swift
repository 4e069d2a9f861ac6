// SPDX-License-Identifier: MIT

import Testing

@testable import NEARConnectCore
@testable import WalletConnectSign

/// The packaged list of wallets on phones.
struct KnownPhoneWalletTests {
    @Test func eachIsThereOnceWithLinksThatMayBeOpened() throws {
        let all = KnownPhoneWallet.all
        #expect(Set(all.map(\.id)).count == all.count && Set(all.map(\.name)).count == all.count)
        for wallet in all {
            #expect(wallet.site.hasPrefix("https://"), "\(wallet.id)")
            // A link that isn't safe would have been left out.
            #expect(wallet.hints.contains(.codeOnly) == (wallet.links.openOnly == nil), "\(wallet.id)")
            #expect(wallet.links.native?.hasSuffix("://") ?? true, "\(wallet.id)")
        }
        #expect(KnownPhoneWallet.all(for: "near").map(\.id) == ["fireblocks", "hot"])
    }

    @Test func aWalletThatShowsAnErrorForARequestIsOpenedWithoutOne() throws {
        let topic = try #require(Topic(String(repeating: "0a", count: 32)))
        let request = StoredRequest(id: "7", session: topic)
        func link(_ id: String) throws -> String? {
            try #require(KnownPhoneWallet.all.first { $0.id == id }).link(for: request)
        }
        #expect(try link("trust") == "trust://")
        #expect(try link("safepal") == "safepalwallet://wc?requestId=7&sessionTopic=\(topic.text)")
        #expect(try link("fireblocks") == nil)
    }
}
