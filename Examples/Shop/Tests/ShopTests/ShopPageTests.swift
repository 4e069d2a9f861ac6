// SPDX-License-Identifier: MIT

// sample: page
import NEARConnectTesting

@MainActor
struct ShopPageTests {
    @Test
    func theVisitorPaysInThePage() async throws {
        let site = try await WalletSite.start(["/": WalletSite.Page("<!doctype html><title>Shop</title>")])
        let environment = try await DAppTestEnvironment.startForTest(accounts: ["alice.test.near", "shop.test.near"])
        let page = try await environment.open(site.origin + "/")

        let account = try await page.run("return (await wallet.signIn({ network: 'testnet' }))[0].accountId;")
        #expect(account == "alice.test.near")

        environment.user.answer = { _ in .refused(reason: "too dear") }
        let error = try await page.run(
            """
            const pay = { receiverId: "shop.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] };
            return await wallet.signAndSendTransaction(pay).then(() => "paid", (error) => error.message);
            """)
        #expect(error.stringValue?.contains("too dear") == true)
        #expect(environment.user.asked.count == 2)

        try await environment.stop()
        await site.stop()
    }
}
// end of sample
