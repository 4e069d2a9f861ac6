// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import Logging
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import NEARVault
import SafeText

/// The profile, the network and the places of one `shares` command.
@MainActor
struct SharesSetting {
    let options: SharesOptions
    let folders: ProfileFolders
    let network: NEARNetwork
    let records: ShareSetRecords

    init(_ options: SharesOptions) throws {
        Diagnostics.start(verbose: options.output.verbose)
        self.options = options
        folders = try ProfileFolders(profile: options.profile)
        network = try options.chosenNetwork()
        records = ShareSetRecords(folders)
    }

    /// Returns the profile as embedded wallets work in it.
    ///
    /// - Parameters:
    ///   - verb: The command's name, by which policies and the journal know who asks.
    ///   - change: How changes of keys are approved; `nil` for a command that makes none.
    /// - Throws: `ValidationError`.
    func profile(_ verb: String, _ change: SharesChangeOptions? = nil) throws -> EmbeddedProfile {
        EmbeddedProfile(
            folders, network: network, asker: .commandLine(verb: ExactText(verb)),
            approval: try change.map { try Self.approval($0) } ?? .ask, approver: TerminalApprover())
    }

    /// Returns a wallet of an ordinary key, which gives an account its first shared one.
    func wallet(
        of account: AccountId, with keystore: Keystore, for verb: String, _ change: SharesChangeOptions
    ) throws -> DirectWallet {
        let nodes = NetworkNodes(network, clock: ContinuousClock())
        let known: [NEARNetwork] = nodes.hasLocalNodesOnly ? [] : [.mainnet, .testnet]
        return DirectWallet(
            nodes: KeystoreNodes(nodes, known: known, clock: ContinuousClock()), keystore: keystore, account: account,
            asker: .commandLine(verb: ExactText(verb)),
            approval: try Self.approval(change), approver: TerminalApprover(),
            journal: JournalFile(folder: folders.state), logger: Logger(label: "near-connect"))
    }

    private static func approval(_ change: SharesChangeOptions) throws -> ApprovalPolicy {
        if let file = change.approve {
            do {
                return try ApprovalPolicy(contentsOf: file)
            } catch {
                throw ValidationError(ErrorReport(error).sentence)
            }
        }
        guard TerminalApprover.hasTerminal else {
            throw ValidationError(
                localized(
                    "Nobody is there to approve it: name a policy file with --approve, or run the command in a terminal."
                ))
        }
        return .ask
    }

    // MARK: The plan

    /// Returns the places of the shares and the login, the vault open.
    ///
    /// - Throws: ``ReportedError``, `SharedKeyError`.
    func plan(_ login: SharesLoginOptions) async throws -> SharedKeyPlan {
        let choice = try SavedLogin(login, folders: folders)
        return try plan(choice, login, in: try await vault(login.vault))
    }

    /// Returns the places of the shares and a login, over a vault that is open.
    ///
    /// - Throws: `SharedKeyError`; `ValidationError` for a session that must not be kept there.
    func plan(
        _ choice: SavedLogin, _ login: SharesLoginOptions, in vault: any SecretVault
    ) throws -> SharedKeyPlan {
        guard choice.mode == .coSign || !login.keepSession else {
            throw ValidationError(
                localized(
                    "--keep-session keeps the login beside this computer’s share. Where the service gives its share, whoever has that place has the account: leave it out, or take --mode co-sign."
                ))
        }
        return try plan(choice, login, keepsSession: login.keepSession, in: vault)
    }

    /// Returns the same plan, with or without the sessions that the vault keeps.
    func plan(
        _ choice: SavedLogin, _ login: SharesLoginOptions, keepsSession: Bool, in vault: any SecretVault
    ) throws(SharedKeyError) -> SharedKeyPlan {
        let service = choice.provider(
            keeping: keepsSession ? vault : nil,
            // A provider that asks nobody answers at once, or never.
            patience: login.browser == .fetch ? .seconds(10) : nil, browser: LoginBrowser.way(login.browser))
        return try SharedKeyPlan(login: service, service: service.address, device: vault)
    }

    /// Saves the login for the commands that follow.
    func save(_ login: SharesLoginOptions) throws { try SavedLogin(login, folders: folders).save(folders) }

    /// Returns the place of this computer's shares and daily keys, open.
    ///
    /// - Throws: ``ReportedError``, `SharedKeyError`.
    func vault(_ place: SharesVaultOptions) async throws -> any SecretVault {
        do throws(VaultError) {
            let choice = try await choice(place)
            if !options.output.quiet { StandardError.say(choice.sentence) }
            let passphrase = place.passphrase
            try await VaultPassphrase.unlock(choice.vault, from: passphrase)
            return choice.vault
        } catch {
            throw SharedKeyError.vault(error)
        }
    }

    /// Moves the sealed file aside, whose passphrase is forgotten.
    ///
    /// - Throws: `ValidationError`, also where no login is known; `SharedKeyError`.
    func putAside(_ login: SharesLoginOptions) async throws {
        _ = try SavedLogin(login, folders: folders)
        let path: String?
        do throws(VaultError) {
            path = try await (try await choice(login.vault).vault as? SealedFileVault)?.putAside()
        } catch {
            throw SharedKeyError.vault(error)
        }
        guard let path else {
            throw ValidationError(
                localized("This profile has its secrets in no sealed file: leave --forgotten-passphrase out."))
        }
        StandardError.say(localized("The old file is kept as %1$s.", DisplayText.line(path)))
    }

    private func choice(_ place: SharesVaultOptions) async throws(VaultError) -> VaultChoice {
        try await VaultChoice.choose(
            place.secrets.flatMap(VaultKind.init), profile: options.profile,
            folders: VaultFolders(data: folders.data.path, state: folders.state.path),
            environment: ProcessInfo.processInfo.environment)
    }
}
