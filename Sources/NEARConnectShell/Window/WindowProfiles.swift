// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnect
public import NEARConnectCore
internal import NEARPrimitives

/// The profiles that a window can open in its place.
@MainActor
public struct WindowProfiles {
    /// The profile of the window.
    let current: String
    /// Returns the profiles that there are.
    let names: @MainActor () -> [String]
    /// Opens another one.
    let open: @MainActor (String) -> Void

    /// The profiles of a program.
    ///
    /// - Parameters:
    ///   - current: The profile of the window.
    ///   - names: Returns the profiles that there are; asked whenever they are shown.
    ///   - open: Opens another profile, which need not exist yet, in the window's place; must hold its owner weakly.
    public init(
        current: String, names: @escaping @MainActor () -> [String], open: @escaping @MainActor (String) -> Void
    ) {
        (self.current, self.names, self.open) = (current, names, open)
    }
}

extension ConnectWindow {
    /// Returns the network that a profile's window was left with.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders.
    ///   - offered: The networks that the window offers; others can't be shown.
    /// - Returns: Where none was chosen, one on which an account is signed in, mainnet before others; `nil` for none.
    public nonisolated static func lastNetwork(
        in folders: ProfileFolders, among offered: [NEARNetwork]
    ) -> NEARNetwork? {
        let store = DocumentStore<WindowRecordFile>(
            folder: folders.state, patience: .milliseconds(200), now: { Date() }, afterStep: { _ in })
        do throws(NEARError) {
            if let last = try store.load().content.network {
                return offered.first { $0.rawValue.hasSameBytes(as: last) }
            }
            // A profile that has come from another computer has its accounts, and no window yet.
            let ids = Set(try AccountStore(folder: folders.data).all().keys.map { ExactText($0) })
            let found = offered.filter { ids.contains(ExactText($0.rawValue)) }
            return found.first { $0.rawValue.hasSameBytes(as: "mainnet") } ?? found.min { $0.rawValue < $1.rawValue }
        } catch {
            return nil  // The window says so when it reads the file itself.
        }
    }

    /// Goes to another network, with the keys that are kept for it.
    func go(to network: NEARNetwork) {
        let manager = manager
        guard network != manager.network, !manager.isBusy else { return }
        record.network = network.rawValue
        guard let folder = keyFolder else {
            change(to: network)
            return
        }
        Task { [weak self] in
            let (entries, problems) = await KeyHome(folder: folder, network: network.rawValue).read()
            guard let self, self.manager === manager, !manager.isBusy else { return }
            for problem in problems { manager.logger.notice("\(problem)") }
            manager.addKeys(entries)
            change(to: network)
        }
    }

    private func change(to network: NEARNetwork) {
        manager.network = network
        // One account may be on both.
        body.startAnew()
        offerNetworks()
        lookForDevnet()
    }

    /// Offers the networks that there are now, where the user's own may have changed.
    func offerNetworks() {
        guard let ownNetworks else { return }
        do {
            networks = try ownNetworks.offered(manager.network)
        } catch {
            manager.logger.notice("the user's own networks can't be read", metadata: ["reason": "\(error)"])
        }
    }

    /// Has the user choose another account: one of the keys of this computer, or of another wallet.
    func chooseAnotherAccount() {
        let current = manager.currentAccount
        let isKeystore = current?.walletId == KeystoreService.walletId
        let own = isKeystore ? current?.accountId : nil
        let others = manager.keystoreAccounts.filter { !$0.text.hasSameBytes(as: own ?? "") }
        guard !others.isEmpty else { return manager.connect() }
        AnotherAccountDialog.present(others, above: body) { [weak self] usesKey in
            guard let manager = self?.manager, !manager.isBusy else { return }
            if usesKey { manager.connect(walletId: KeystoreService.walletId) } else { manager.connect() }
        }
    }
}
