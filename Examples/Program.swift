// SPDX-License-Identifier: MIT

// sample: program
import NEARConnectProgram

// end of sample

/// The README's program.
///
/// It is compiled and not run: it works on testnet, with a key of its user's.
@MainActor
private func program() throws {
    // sample: program
    ProgramProcess.prepare()
    let display = try DisplaySession.start()
    try MainLoop.run {
        let configuration = NEARWalletConfiguration(network: .testnet, profile: .named("shop"))
        let manager = NEARWalletManager(configuration: configuration)
        let account = try await manager.signIn(walletId: "near-connect-keystore")
        let outcome = try await manager.sendNEAR(to: AccountId("shop.testnet"), amount: NEARToken("0.1 NEAR"))
        print(account.accountId, outcome.transactionHash)
    }
    display.stop()
    // end of sample
}
