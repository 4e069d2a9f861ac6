// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import Glibc
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARVault
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// The relay, the project and the places of one command, checked before anything is opened.
struct ClientSetting {
    let profile: String
    let folders: ProfileFolders
    let relay: String
    let project: String?
    /// The address of the registry of wallets.
    let registry: String?
    let transport: RelaySettings
    let secrets: VaultKind?

    /// Reads the options, the environment and the profile's settings.
    ///
    /// - Parameters:
    ///   - options: The options that all commands have.
    ///   - registry: The registry that was named, in place of the profile's.
    /// - Throws: `ValidationError`, or an error of the profile's settings.
    init(_ options: WalletConnectOptions, registry: String? = nil) throws {
        Diagnostics.start(verbose: options.output.verbose)
        profile = options.profile
        folders = try ProfileFolders(profile: options.profile)
        secrets = try options.secrets.map { word in
            guard let kind = VaultKind(rawValue: word), kind != .memory else {
                throw ValidationError(
                    localized(
                        "%1$s is no place for keys. Write --secrets secret-service, sealed-file or plain-file.",
                        DisplayText.quotation(word, limit: 60)))
            }
            return kind
        }
        let settings = try Self.settings(folders, options, registry: registry)
        relay = settings.relay
        project = settings.project
        self.registry = settings.registry
        // The TLS library takes absolute paths only.
        transport = RelaySettings(
            certificates: options.place.relayCA.map { URL(filePath: $0).standardizedFileURL.path },
            token: settings.token, headers: settings.headers)
    }

    private static func settings(
        _ folders: ProfileFolders, _ options: WalletConnectOptions, registry: String?
    ) throws -> PhoneSettings {
        do throws(PhoneSettingsError) {
            return try PhoneSettings(
                folders,
                named: PhoneSettings.Named(
                    relay: options.place.relay, project: options.place.projectId, registry: registry,
                    headers: options.place.relayHeader, sendsTokenInQuery: options.place.relayTokenInQuery),
                variable: ProcessInfo.processInfo.environment[PhoneSettings.projectVariable])
        } catch {
            switch error {
            case .relay(let address):
                throw ValidationError(
                    localized(
                        "%1$s is no address of a relay. Write --relay wss://…, or ws://… for a relay on this computer.",
                        DisplayText.quotation(address, limit: 200)))
            case .registry(let address):
                throw ValidationError(
                    localized(
                        "%1$s is no address of a registry. Write --registry https://…, or http://… for one on this computer.",
                        DisplayText.quotation(address, limit: 200)))
            case .header where !options.place.relayHeader.isEmpty:
                throw ValidationError(localized("--relay-header can’t be used: %1$s.", "\(error)"))
            case .header, .member:
                throw ReportedError(
                    sentence: localized("walletconnect.json can’t be used: %1$s.", "\(error)"), code: "settings",
                    status: .failure)
            case .unreadable(let sentence):
                throw ReportedError(sentence: sentence, code: "settings", status: .failure)
            case .notJSON(let path, let bytes, let error):
                throw ReportedError(
                    sentence: localized(
                        "The settings %1$s are no JSON, at %2$s. Correct them.", DisplayText.line(path),
                        JSONPlace(of: error, in: bytes).text),
                    code: "settings", status: .failure)
            }
        }
    }

    /// The configuration of the sign client.
    ///
    /// - Parameter connects: True if the relay is spoken with, so that a project is needed.
    func configuration(connects: Bool) throws -> SignConfiguration {
        guard project != nil || !connects else {
            throw ReportedError(
                sentence: localized(
                    "WalletConnect’s relay needs a project id, and there is none. Get one from WalletConnect, then name it with --project-id, or set %1$s.",
                    PhoneSettings.projectVariable),
                code: "projectMissing", status: .usage)
        }
        return SignConfiguration(
            projectId: project ?? "",
            metadata: AppMetadata(
                name: "near-connect", description: localized("Connects Linux programs to NEAR wallets."),
                url: "https://localhost"),
            relay: relay)
    }
}
