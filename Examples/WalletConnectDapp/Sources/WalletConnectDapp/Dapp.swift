// SPDX-License-Identifier: MIT

import CDappWindow
import NEARConnect
import Observation

/// A dApp whose user's wallet is on a phone: it connects, looks at chain and balance, pays, and disconnects.
@MainActor
final class Dapp {
    private let network: NEARNetwork
    private let phones: PhoneWalletSettings
    private let shop: AccountId
    private let price = NEARToken(yoctoNEAR: 500_000_000_000_000_000_000_000)
    private var manager: NEARWalletManager?
    /// Kept for as long as it is shown.
    private var widget: BridgeWidget?

    init(network: NEARNetwork, phones: PhoneWalletSettings, shop: AccountId) {
        (self.network, self.phones, self.shop) = (network, phones, shop)
    }

    /// Makes the manager, which finds the session of the last run by itself.
    func open() {
        var configuration = NEARWalletConfiguration(
            network: network, profile: .named("walletconnect-dapp"), appName: "Phone dApp")
        configuration.phoneWallets = phones
        // No wallets of the web: only phones are asked.
        configuration.walletLists = []
        let manager = NEARWalletManager(configuration: configuration)
        // It shows the code to scan and the wallets to choose from, and says when the phone is asked.
        let widget = BridgeWidget(manager: manager)
        dapp_window_embed(widget.gtkWidget)
        (self.manager, self.widget) = (manager, widget)
        if let account = manager.currentAccount {
            say("\(account.accountId) is still connected.")
        } else {
            say("No wallet is connected.")
        }
        follow()
    }

    /// Does what a button is for, and shows its error.
    func press(_ button: String) {
        guard let manager else { return }
        Task {
            do {
                switch button {
                case "connect": try await connect(manager)
                case "send": try await send(manager)
                case "disconnect": try await disconnect(manager)
                default: manager.cancelPendingOperation()
                }
            } catch {
                say(error.localizedDescription)
            }
        }
    }

    /// Connects, once the nodes are known to be of the chain that the phone will be asked for.
    private func connect(_ manager: NEARWalletManager) async throws {
        try await manager.identifyChain()
        let account = try await manager.signIn(walletId: "wallet-connect")
        let balance = try await manager.balance()
        say("\(account.accountId) is connected on \(network.rawValue) and has \(balance).")
    }

    /// Pays, unless the account can't: then nobody is asked.
    private func send(_ manager: NEARWalletManager) async throws {
        let balance = try await manager.balance()
        guard balance > price else { return say("\(balance) is too little for \(price): the phone wasn't asked.") }
        let outcome = try await manager.sendNEAR(to: shop, amount: price)
        say("\(shop) got \(price) in \(outcome.transactionHash).")
    }

    private func disconnect(_ manager: NEARWalletManager) async throws {
        try await manager.signOut()
        say("The wallet is disconnected, and knows it.")
    }

    /// Shows who is connected and what is waited for, whoever changed it: the wallet may end the session by itself.
    private func follow() {
        guard let manager else { return }
        withObservationTracking {
            dapp_window_show(manager.currentAccount?.accountId, manager.waitingText, manager.isBusy)
        } onChange: { [weak self] in
            Task { @MainActor in self?.follow() }
        }
    }

    private func say(_ text: String) {
        dapp_window_say(text)
    }
}
