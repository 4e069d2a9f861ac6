// SPDX-License-Identifier: MIT

// sample: window
import CShopWindow
import NEARConnect
import NEARDevnet
import Observation

/// A shop whose window has the wallets in it.
@MainActor
final class Shop {
    private var manager: NEARWalletManager?
    /// Kept for as long as it is shown.
    private var widget: BridgeWidget?

    /// Makes a chain to pay on and puts the wallets into the window; the widget asks before a wallet signs.
    func open() async throws {
        let names = try ["alice.test.near", "shop.test.near"].map { try AccountId($0) }
        let devnet = try await Devnet.start(DevnetConfiguration(accounts: names))
        let alice = Keystore.Entry(
            network: devnet.chainId, accountId: names[0], secretKey: devnet.accounts[0].secretKey)
        let network = try CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL])
        let manager = NEARWalletManager(
            configuration: NEARWalletConfiguration(
                network: .custom(network), profile: .ephemeral, appName: "Shop", keystore: Keystore([alice])))
        let widget = BridgeWidget(manager: manager)
        shop_window_embed(widget.gtkWidget)
        (self.manager, self.widget) = (manager, widget)
        showWallets()
        say("\(names[1]) waits for 1.5 NEAR.")
    }

    /// Does what the button is for: without an account the wallet list opens in the window.
    func pay() async throws {
        guard let manager else { return }
        if !manager.isSignedIn { _ = try await manager.signIn() }
        let outcome = try await manager.sendNEAR(to: AccountId("shop.test.near"), amount: NEARToken("1.5 NEAR"))
        say("Paid in \(outcome.transactionHash).")
    }

    /// Runs `step` and shows its error.
    func run(_ step: @escaping @MainActor (Shop) async throws -> Void) {
        Task {
            do {
                try await step(self)
            } catch {
                say(error.localizedDescription)
            }
        }
    }

    /// Shows the widget while a wallet wants to be seen.
    private func showWallets() {
        let isShown = withObservationTracking {
            manager?.showWalletUI ?? false
        } onChange: { [weak self] in
            Task { @MainActor in self?.showWallets() }
        }
        shop_window_set_embedded_visible(isShown)
    }

    private func say(_ text: String) {
        shop_window_say(text)
    }
}
// end of sample
