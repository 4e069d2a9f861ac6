// SPDX-License-Identifier: MIT

// sample: program
import NEARConnectProgram
import NEARDevnet

ProgramProcess.run {
    // A chain in this process. Its first account is the keystore wallet's, which pays 2 NEAR at most and asks nobody.
    let names = try ["alice.test.near", "shop.test.near"].map { try AccountId($0) }
    let devnet = try await Devnet.start(DevnetConfiguration(accounts: names))
    let alice = Keystore.Entry(
        network: devnet.chainId, accountId: names[0], secretKey: devnet.accounts[0].secretKey)
    let rule = try ApprovalPolicy.Rule(networks: [devnet.chainId], maximumDeposit: NEARToken("2 NEAR"))
    let configuration = NEARWalletConfiguration(
        network: .custom(try CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL])), profile: .ephemeral,
        keystore: Keystore([alice]), approval: .allow(rule))

    let manager = NEARWalletManager(configuration: configuration)
    let account = try await manager.signIn(walletId: "near-connect-keystore")
    let amount = try NEARToken(CommandLine.arguments.dropFirst().first ?? "1.5 NEAR")
    let outcome = try await manager.sendNEAR(to: names[1], amount: amount)
    print("\(account.accountId) paid \(amount) to \(names[1]) in \(outcome.transactionHash)")
}
// end of sample
