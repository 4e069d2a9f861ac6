// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import SafeText
import WalletConnectPlatform

/// The relay and the project for wallets on phones: of options, the environment, or the profile.
enum PhoneChoice {
    /// Returns the settings for a window; `nil` where no project is named, so that no phone can be connected.
    ///
    /// - Throws: `ValidationError` for options that are wrong. A file of the profile that is wrong keeps no window from
    ///   opening: it is said.
    static func forWindow(_ options: RelayOptions, profile: String) throws -> PhoneWalletSettings? {
        do {
            let settings = try settings(options, profile: profile)
            return settings.projectId.isEmpty ? nil : settings
        } catch let error as ValidationError {
            guard !options.isNamed else { throw error }
            StandardError.say(localized("%1$s Wallets on phones aren’t offered.", error.message))
            return nil
        }
    }

    /// Returns the settings, without a project's id where none is named.
    ///
    /// - Throws: `ValidationError`.
    static func settings(_ options: RelayOptions, profile: String) throws -> PhoneWalletSettings {
        do {
            return try PhoneWalletSettings(
                profile: try ProfileFolders(profile: profile),
                named: PhoneSettings.Named(
                    relay: options.relay, project: options.projectId, headers: options.relayHeader,
                    sendsTokenInQuery: options.relayTokenInQuery),
                // The TLS library takes absolute paths only.
                certificates: options.relayCA.map { URL(filePath: $0).standardizedFileURL.path },
                environment: ProcessInfo.processInfo.environment)
        } catch let error as NEARError {
            throw error
        } catch {
            throw ValidationError(
                localized("The settings for wallets on phones can’t be used: %1$s.", "\(error)"))
        }
    }
}
