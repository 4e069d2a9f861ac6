// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import NEARVault

/// The code of docs/embedded-wallets.md, which is compiled here.
enum EmbeddedSample {
    static func open(
        _ account: AccountId, in profile: EmbeddedProfile, keyring: any SecretVault,
        browser openInBrowser: @escaping OpenIDClient.Browser, relayer: any AccountKeyPlacer,
        window: any SharedKeyPresenter
    ) async throws -> any AccessKeySigner {
        // sample: embedded
        let provider = OpenIDConfiguration(issuer: "https://id.example", clientId: "your-program")
        let login = OpenIDClient(provider, keeping: keyring, browser: openInBrowser)
        let service = ShareServiceClient("https://shares.example", mode: .coSign, login: login)
        let plan = try SharedKeyPlan(login: service, service: service.address, device: keyring)

        // At each start: without a browser while the session lasts.
        if let wallet = try EmbeddedWallet.restored(account, plan: plan, in: profile) {
            // A keystore takes the signer as an entry. Without a session: signIn(), which opens the browser.
            return try await wallet.resume().signer
        }
        // Once: sign in, this computer, words that are typed back, the key on the account.
        let wallet = try await EmbeddedWallet.create(
            .named(account, relayer), plan: plan, in: profile, asking: window)
        return try await wallet.resume().signer
        // end of sample
    }
}
