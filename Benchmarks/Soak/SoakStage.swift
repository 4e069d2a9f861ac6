// SPDX-License-Identifier: MIT

import NEARConnect
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives

/// One manager, one scripted wallet and a loopback site for its windows.
@MainActor
final class SoakStage {
    let environment: WalletTestEnvironment
    private let site: WalletSite
    private var requests = 0

    private var manager: NEARWalletManager { environment.manager }

    /// Signs in.
    ///
    /// The wallet accepts everything; before it signs a delegate action it opens a window on its site, which says a
    /// word to its opener and is closed by the wallet.
    static func start() async throws -> SoakStage {
        let site = try await WalletSite.start([
            "/wallet": WalletSite.Page(
                "<!DOCTYPE html><title>wallet</title><p>Approved<script>opener.postMessage({ here: true }, '*')</script>"
            )
        ])
        let script: JSONValue = [
            "signDelegateActions": [["do": "open", "url": .string("\(site.origin)/wallet"), "then": "close"]]
        ]
        // The chain is in this process too, and its history is no leak: a short one is full before the second tenth.
        var chain = DevnetConfiguration()
        chain.blockHistoryLength = 500
        chain.stateHistoryLength = 100
        let environment = try await WalletTestEnvironment.start(
            script: script, allowsOpen: [site.origin], chain: chain)
        let stage = SoakStage(environment: environment, site: site)
        _ = try await stage.manager.signIn(walletId: ScriptedWallet.id)
        return stage
    }

    private init(environment: WalletTestEnvironment, site: WalletSite) {
        self.environment = environment
        self.site = site
    }

    /// One request: a signed message mostly, a transfer each tenth time.
    func request() async throws {
        requests += 1
        if requests.isMultiple(of: 10) {
            _ = try await manager.sendNEAR(to: environment.accounts[1].id, amount: NEARToken(yoctoNEAR: 1))
        } else {
            _ = try await manager.sign(message: "request \(requests)", recipient: "soak.test.near")
        }
    }

    /// One request for which the wallet opens a window.
    func popup() async throws {
        let transfer = Action.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1)))
        _ = try await manager.signDelegateActions([
            NEARWalletManager.TransactionRequest(receiverId: environment.accounts[1].id, actions: [transfer])
        ])
    }

    /// Closes everything.
    func stop() async throws {
        try await environment.stop()
        await site.stop()
    }
}
