// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import WalletConnectSign

@testable import NEARConnect
@testable import NEARConnectCore

/// A manager over a devnet whose user has a phone.
///
/// The phone scans each link that is shown, and follows a script.
@MainActor
final class PhoneManagerScene: PhoneWalletPresenter {
    let environment: WalletTestEnvironment
    let relay: WalletConnectRelay
    let phone: ScriptedWalletConnectWallet
    /// The prompts that the user was shown, in order.
    private(set) var prompts: [PhoneWalletPrompt] = []
    private(set) var dismissals = 0
    /// False to look at links and not scan them.
    var scans = true
    private var cancelWait: (@MainActor () -> Void)?
    private var scanning: [Task<Void, Never>] = []
    private var observer: StateObserver?
    /// The accounts that were signed in, one after the other; an empty text for none.
    private(set) var accounts: [String] = []

    var manager: NEARWalletManager { environment.manager }
    var alice: AccountId { environment.accounts[0].id }
    var bob: AccountId { environment.accounts[1].id }

    private init(
        _ environment: WalletTestEnvironment, relay: WalletConnectRelay, phone: ScriptedWalletConnectWallet
    ) {
        (self.environment, self.relay, self.phone) = (environment, relay, phone)
        meet()
        environment.onRestart = { [weak self] _ in self?.meet() }
    }

    struct NoPhoneError: Error {}

    static func start(
        _ script: PhoneWalletScript = PhoneWalletScript(), relaySettings: RelaySettings = RelaySettings(),
        configure: (inout NEARWalletConfiguration) -> Void = { _ in }
    ) async throws -> PhoneManagerScene {
        let relay = try await WalletConnectRelay.start(relaySettings)
        let environment = try await WalletTestEnvironment.start {
            $0.appName = "Test"
            $0.phoneWallets = PhoneWalletSettings(projectId: "p", relay: relay.address)
            // Keys of sessions go into a file, whatever desktop the tests run on.
            $0.environment = [:]
            configure(&$0)
        }
        let settings = ScriptedWalletConnectWallet.Settings(
            relay: relay.address, accounts: environment.accounts,
            node: environment.devnet.rpcURL.absoluteString)
        guard let phone = ScriptedWalletConnectWallet(settings, script: script) else { throw NoPhoneError() }
        return PhoneManagerScene(environment, relay: relay, phone: phone)
    }

    /// Shows the manager's prompts, and notes who is signed in.
    private func meet() {
        manager.setPhoneWalletPresenter(self)
        observer = StateObserver { [weak self] in
            guard let self else { return }
            let id = manager.currentAccount?.accountId ?? ""
            if accounts.last != id { accounts.append(id) }
        }
    }

    func show(_ prompt: PhoneWalletPrompt, cancel: @escaping @MainActor () -> Void) {
        prompts.append(prompt)
        cancelWait = cancel
        guard case .link(let link) = prompt, scans else { return }
        let phone = phone
        scanning.append(
            Task {
                do {
                    try await phone.pair(link.uri)
                } catch {
                    // The test sees that nobody signed in.
                }
            })
    }

    func dismiss() { dismissals += 1 }

    /// Presses Cancel where the phone is waited for.
    func cancel() { cancelWait?() }

    func script(_ method: String, _ steps: [PhoneWalletStep]) async {
        await phone.setScript(PhoneWalletScript([method: steps]))
    }

    func signIn() async throws -> NEARAccount { try await manager.signIn(walletId: "wallet-connect") }

    /// Waits until the observer has heard of these accounts: a change comes to it a turn later.
    func untilAccounts(_ expected: [String]) async {
        await waitUntil("the accounts \(expected)") { accounts == expected }
    }

    /// Waits for a report of the phone's.
    func untilPhone(_ matches: @Sendable (ScriptedWalletConnectWallet.Report) -> Bool) async {
        for await report in phone.reports where matches(report) { return }
    }

    /// The number of requests that the phone got.
    var requestCount: Int { get async { await relay.calls.filter { $0.tag == 1_108 }.count } }

    func balance(_ id: AccountId) async throws -> UInt128 { try await manager.balance(of: id).yoctoNEAR }

    /// The questions that the user was shown, each once: with its link it comes again.
    var questions: [PhoneWalletQuestion.Kind] {
        prompts.compactMap { if case .asking(let question) = $0, question.link == nil { question.kind } else { nil } }
    }

    /// The links that the user was shown.
    var links: [PhoneWalletLink] { prompts.compactMap { if case .link(let link) = $0 { link } else { nil } } }

    /// The links by which the phone's wallet could be opened again.
    var reopenings: [String] {
        prompts.compactMap { if case .asking(let question) = $0 { question.link } else { nil } }
    }

    /// The sentences about the relay, in order.
    private(set) var troubles: [String?] = []

    func say(relayTrouble trouble: String?) { troubles.append(trouble) }

    func stop() async throws {
        observer?.stop()
        await phone.stop()
        for task in scanning { await task.value }
        try await environment.stop()
        await relay.stop()
    }
}
