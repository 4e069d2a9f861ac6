// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// Literals of accounts and amounts in tests.
struct LiteralTests {
    @Test
    func literalsAreTheValues() throws {
        let texts = (account: "alice.test.near", amount: "1.5 NEAR", gas: "30 Tgas")
        #expect(try AccountId(texts.account) == "alice.test.near")
        #expect(try NEARToken(texts.amount) == "1.5 NEAR")
        #expect(NEARToken.oneYocto == "1 yoctoNEAR")
        #expect(try Gas(texts.gas) == "30 Tgas")
    }

    @Test
    func aWrongLiteralEndsTheProcess() async {
        await #expect(processExitsWith: .failure) { _ = "Alice!" as AccountId }
        await #expect(processExitsWith: .failure) { _ = "1.5" as NEARToken }
        await #expect(processExitsWith: .failure) { _ = "1 NEAR" as Gas }
        await #expect(processExitsWith: .success) { _ = "alice.near" as AccountId }
    }

    @Test
    func aTextInAVariableIsRefusedByAnError() {
        let text = "Alice!"
        #expect(throws: AccountIdError.self) { try AccountId(text) }
    }
}
