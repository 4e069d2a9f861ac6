// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// A dApp's page in a view, with a wallet that answers as a test says.
@MainActor
struct DAppEnvironmentTests {
    static let page = WalletSite.Page(
        """
        <!doctype html><title>Shop</title><button id="sign-in">Sign in</button><output id="who"></output><script>
        let wallet;
        addEventListener("near-wallet-injected", (event) => { wallet = event.detail; });
        dispatchEvent(new Event("near-selector-ready"));
        document.getElementById("sign-in").onclick = async () => {
          document.title = await wallet.signIn({}).then(([a]) => a.accountId, (e) => e.message);
        };
        </script>
        """)

    private func scene(
        policy: ApprovalPolicy = .ask, _ body: (DAppTestEnvironment, DAppTestPage, WalletSite) async throws -> Void
    ) async throws {
        let site = try await WalletSite.start(["/": Self.page])
        let environment = try await DAppTestEnvironment.startForTest(policy: policy)
        try await body(environment, try await environment.open(site.origin + "/"), site)
        try await environment.stop()
        await site.stop()
    }

    @Test
    func aPageSignsInByAClickAndSends() async throws {
        try await scene { environment, page, site in
            // WebKit tells of a title a moment after the page is there.
            try await wait(for: "Shop", in: page)
            try await page.click("#sign-in")
            try await wait(for: "alice.test.near", in: page)
            #expect(environment.user.asked.map(\.asker.description) == ["dapp:\(site.origin)"])
            let sent = try await page.run(
                """
                const outcome = await wallet.signAndSendTransaction({
                  network: "testnet", receiverId: "bob.test.near",
                  actions: [{ type: "Transfer", params: { deposit: "1000000000000000000000000" } }],
                });
                return outcome.transaction_outcome.id;
                """)
            #expect(sent.stringValue?.isEmpty == false)
            #expect(environment.user.asked.count == 2)
        }
    }

    @Test
    func aRefusalReachesThePage() async throws {
        try await scene { environment, page, _ in
            environment.user.answer = { _ in .refused(reason: "not today") }
            try await page.click("#sign-in")
            await waitUntil("the refusal") { page.title.contains("not today") }
            let code = try await page.run("return await wallet.signIn({}).catch((error) => error.code);")
            #expect(code == 4001)
        }
    }

    @Test
    func aSiteThatIsRevokedSeesNobody() async throws {
        try await scene { environment, page, site in
            try await page.click("#sign-in")
            try await wait(for: "alice.test.near", in: page)
            try environment.revoke(try #require(SiteOrigin(site.origin)))
            #expect(try await page.run("return await wallet.getAccounts({});") == [])
        }
    }

    @Test
    func aPageThatIsNotThereIsAnError() async throws {
        try await scene { environment, page, _ in
            await #expect(throws: DAppTestEnvironment.PageError.self) {
                _ = try await environment.open("file:///etc/passwd")
            }
            page.close()
            let gone = try await WalletSite.start([:])
            await gone.stop()
            await #expect(throws: DAppTestEnvironment.PageError.self) {
                _ = try await environment.open(gone.origin + "/")
            }
        }
    }

    private func wait(for text: String, in page: DAppTestPage) async throws {
        await waitUntil("\(text)") { page.title == text }
    }
}
