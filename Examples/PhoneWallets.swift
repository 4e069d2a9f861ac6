// SPDX-License-Identifier: MIT

// sample: settings
import NEARConnect

/// A program whose users may have their wallet on a phone.
func phoneConfiguration(projectId: String) -> NEARWalletConfiguration {
    var phones = PhoneWalletSettings(projectId: projectId, appDescription: "Sells bicycles.")
    phones.site = "https://shop.example"
    var configuration = NEARWalletConfiguration(network: .testnet, appName: "Shop")
    configuration.phoneWallets = phones
    return configuration
}
// end of sample

// sample: pay
/// Signs in with a phone unless somebody is signed in, and pays.
@MainActor
func payByPhone(_ amount: NEARToken, to shop: AccountId, with manager: NEARWalletManager) async throws -> String {
    if !manager.isSignedIn { _ = try await manager.signIn(walletId: "wallet-connect") }
    return try await manager.sendNEAR(to: shop, amount: amount).transactionHash.description
}
// end of sample

// sample: key
/// Signs in with a phone, which adds a key of the program's own that may call one method of the shop.
@MainActor
func signInByPhone(adding key: PublicKey, for shop: AccountId, with manager: NEARWalletManager) async throws {
    let wanted = FunctionCallKeyRequest(contractId: shop, methodNames: ["order"], publicKey: key)
    _ = try await manager.signIn(walletId: "wallet-connect", functionCallKey: wanted)
}
// end of sample

// sample: presenter
/// Shows a phone's prompts in a program's own way, with two closures in the place of its widgets.
@MainActor
final class PhonePanel: PhoneWalletPresenter {
    private let showCode: (String) -> Void
    private let say: (String) -> Void
    private var cancel: (@MainActor () -> Void)?

    /// Creates a panel.
    ///
    /// - Parameters:
    ///   - showCode: Shows a text as a QR code.
    ///   - say: Shows a sentence; an empty one when there is nothing to say.
    init(showCode: @escaping (String) -> Void, say: @escaping (String) -> Void) {
        (self.showCode, self.say) = (showCode, say)
    }

    func show(_ prompt: PhoneWalletPrompt, cancel: @escaping @MainActor () -> Void) {
        self.cancel = cancel
        switch prompt {
        case .link(let link):
            say("Scan the code with \(link.walletName).")
            showCode(link.uri)
        case .asking(let question): say("\(question.walletName) asks you on your phone.")
        }
    }

    func dismiss() { say("") }

    /// Ends the wait, for the panel's Cancel button.
    func press() { cancel?() }
}
// end of sample
