// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectProgram
import NEARPrimitives

/// A program without a display that pays by a phone again and again, until `PhoneKillTests` kills it.
///
/// It prints an object a line: a link, that the phone is asked, that somebody is signed in, that something was sent.
struct PhoneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "phone")

    /// Prints what a user would see.
    @MainActor
    private final class Printer: PhoneWalletPresenter {
        func show(_ prompt: PhoneWalletPrompt, cancel: @escaping @MainActor () -> Void) {
            switch prompt {
            case .link(let link): PhoneCommand.say("link", link.uri)
            case .asking(let question) where question.link == nil: PhoneCommand.say("asked", "\(question.kind)")
            case .asking: break
            }
        }

        func dismiss() {}
    }

    /// The address of the chain's node.
    @Option var rpc: String
    /// The address of WalletConnect's relay.
    @Option var relay: String
    /// The folder of the profile.
    @Option var root: String
    /// The account that is paid.
    @Option var receiver: String
    /// The first amount in yoctoNEAR; each is one more than that before it.
    @Option var first: Int

    func run() throws {
        guard let url = URL(string: rpc) else { throw ValidationError("--rpc is no address") }
        var configuration = NEARWalletConfiguration(
            network: .custom(try NEARWalletManager.CustomNetwork(id: "devnet", rpcURLs: [url])),
            profile: .folders(ProfileFolders(root: URL(fileURLWithPath: root, isDirectory: true))), sandbox: .off)
        configuration.walletLists = []
        configuration.knownNetworks = []
        configuration.phoneWallets = PhoneWalletSettings(projectId: "p", relay: relay)
        let (settings, receiver, first) = (configuration, try AccountId(receiver), first)
        ProgramProcess.prepare()
        try MainActor.assumeIsolated {
            try MainLoop.run { try await Self.pay(settings, to: receiver, from: first) }
        }
    }

    @MainActor
    private static func pay(_ settings: NEARWalletConfiguration, to receiver: AccountId, from first: Int) async throws {
        let (printer, manager) = (Printer(), NEARWalletManager(configuration: settings))
        manager.setPhoneWalletPresenter(printer)
        if !manager.isSignedIn { _ = try await manager.signIn(walletId: "wallet-connect") }
        say("signedIn", manager.currentAccount?.accountId ?? "")
        for amount in first... {
            let outcome = try await manager.sendNEAR(to: receiver, amount: NEARToken(yoctoNEAR: UInt128(amount)))
            say("sent", "\(outcome.transactionHash)")
        }
    }

    private static func say(_ name: String, _ text: String) {
        let line = JSONValue.object([ExactText(name): .string(text)]).text + "\n"
        FileHandle.standardOutput.write(Data(line.utf8))
    }
}
