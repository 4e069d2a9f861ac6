// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectPeers
@testable import NEARConnectShell
@testable import NEARSharedKeys

/// A window over a devnet, with an identity provider that approves by itself and a share service.
@MainActor
struct SharedKeyWindowScene {
    let environment: WalletTestEnvironment
    let provider: IdentityProvider
    let service: ShareService
    let window: ConnectWindow

    /// - Parameter variables: Name the session bus; without one there is no keyring.
    static func start(environment variables: [String: String] = [:]) async throws -> SharedKeyWindowScene {
        let provider = try await IdentityProvider.start(clients: ["near-connect"])
        let settings = ShareServiceSettings(
            issuers: [.init(provider.issuer, groups: ["near-connect": "near-connect"])])
        let environment = try await WalletTestEnvironment.start { $0.environment = variables }
        let window = ConnectWindow(manager: environment.manager)
        window.present()
        return SharedKeyWindowScene(
            environment: environment, provider: provider, service: try await ShareService.start(settings),
            window: window)
    }

    /// Opens the window of shared keys by the start page's button.
    func open() throws -> SharedKeyWindow {
        window.body.pages.start.sharedKeys.press()
        return approving(try XCTUnwrap(SharedKeyWindow.open.last))
    }

    /// The profile's folders.
    var folders: ProfileFolders { get throws { try XCTUnwrap(environment.manager.folders) } }

    /// The place of the profile's sealed file, and whether it is there.
    var sealedFile: (path: String, isThere: Bool) {
        get throws {
            let path = try folders.data.appending(path: "secrets.sealed").path
            return (path, FileManager.default.fileExists(atPath: path))
        }
    }

    /// Names the scene's login for the profile, or for another one.
    func saveLogin(_ mode: LoginShareMode = .coSign, in other: ProfileFolders? = nil) throws {
        try SavedLogin(issuer: provider.issuer, service: service.address, mode: mode).save(try other ?? folders)
    }

    /// Returns the keys that an account has on the chain.
    func keys(of account: AccountId) async throws -> [AccessKeyInfoView] {
        let node = try NEARRPCClient(url: environment.devnet.rpcURL.absoluteString)
        return try await node.viewAccessKeyList(of: account, at: .final).value.keys
    }

    /// Returns the NEAR that an account has on the chain.
    func balance(of account: AccountId) async throws -> NEARToken {
        let node = try NEARRPCClient(url: environment.devnet.rpcURL.absoluteString)
        return try await node.viewAccount(account, at: .final).value.amount
    }

    /// Has the browser of a window approve at once.
    func approving(_ view: SharedKeyWindow) -> SharedKeyWindow {
        view.model.browser = { address in
            guard let url = URL(string: address) else { return }
            Task {
                do throws(DownloadError) {
                    _ = try await Downloader(allowsPlainLoopback: true).file(at: url, limit: 65_536)
                } catch {
                    // As in a browser: the person sees an error page.
                }
            }
        }
        return view
    }

    /// Has an account of its own made and opened, which has 3 NEAR; returns it and its words.
    func madeAccount(
        in view: SharedKeyWindow, mode: LoginShareMode = .coSign
    ) async throws -> (AccountId, words: String) {
        try await view.press(.new)
        let login = try await view.until(SharedKeyLoginPane.self)
        login.issuer.text = provider.issuer
        login.service.text = service.address
        login.gives.isChecked = mode == .release
        login.save.press()
        try await view.until(SharedKeyNewPane.self).start.press()
        try await view.givePassphrase("correct horse")
        let words = try await view.typeBack()
        _ = try await view.end()
        let account = try XCTUnwrap(view.model.records.first?.account)
        let alice = environment.accounts[0]
        for _ in 0..<3 { try await pay(from: alice.id, by: alice.secretKey, to: account) }
        try await view.press(.goOn(account))
        _ = try await view.end()
        return (account, words)
    }

    /// Sends 1 NEAR by an account's key.
    func pay(from id: AccountId, by signer: any AccessKeySigner, to receiver: AccountId) async throws {
        try await send(
            .transfer(TransferAction(deposit: try NEARToken("1 NEAR"))), from: id, by: signer, to: receiver)
    }

    /// Sends an action by an account's key.
    func send(
        _ action: Action, from id: AccountId, by signer: any AccessKeySigner, to receiver: AccountId
    ) async throws {
        let node = try NEARRPCClient(url: environment.devnet.rpcURL.absoluteString)
        let seen = try await node.viewAccessKey(signer.publicKey, of: id, at: .final)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: id, publicKey: signer.publicKey, nonce: seen.value.nonce + 1, receiverId: receiver,
                blockHash: seen.blockHash, actions: [action]))
        let signature = try await signer.sign(.transaction(transaction)) { _ in }
        let result = try await node.sendTransaction(
            SignedTransaction(transaction: transaction, signature: signature), waitUntil: .final)
        XCTAssertEqual(result.outcome?.isSuccess, true)
    }

    func stop() async throws {
        window.close()
        await service.stop()
        await provider.stop()
        try await environment.stop()
    }
}

extension SharedKeyWindow {
    /// Waits for a pane, and returns it.
    func until<Pane: SharedKeyPane>(_ type: Pane.Type, _ isRight: (Pane) -> Bool = { _ in true }) async throws -> Pane {
        await waitUntil("\(type)") { (pane as? Pane).map(isRight) == true }
        return try XCTUnwrap(pane as? Pane)
    }

    /// Presses a button of the list.
    func press(_ choice: SharedKeyListPane.Choice) async throws {
        let list = try await until(SharedKeyListPane.self) { $0.buttons.contains { $0.choice == choice } }
        list.buttons.first { $0.choice == choice }?.button.press()
    }

    /// Waits for the end of the work, and returns what came of it.
    func end() async throws -> String {
        let pane = try await until(SharedKeyEndPane.self)
        defer { pane.back.press() }
        return pane.text.text
    }

    /// Types the words back that are shown, and returns them.
    func typeBack() async throws -> String {
        let pane = try await until(SharedKeyWordsPane.self)
        let words = pane.labels.compactMap { $0.text.split(separator: " ").last.map(String.init) }
        pane.written.press()
        pane.typed.text = words.joined(separator: " ")
        pane.check.press()
        return words.joined(separator: " ")
    }

    /// Says yes to a number of questions.
    func approve(_ count: Int) async throws {
        for _ in 0..<count {
            await waitUntil("the question") { approver.current != nil }
            approver.current?.dialog.respond(ApprovalDialog.approve)
            await waitUntil("its end") { approver.current == nil }
        }
    }

    /// Gives a passphrase to a sealed file, twice where it is a new one.
    func givePassphrase(_ text: String) async throws {
        let pane = try await until(SharedKeyStepsPane.self) { $0.passphrase.isMapped }
        pane.passphrase.text = text
        if pane.again.isMapped { pane.again.text = text }
        pane.open.press()
    }
}
