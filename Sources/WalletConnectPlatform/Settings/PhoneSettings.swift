// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARConnectCore
package import NEARPrimitives
internal import SafeText
internal import WalletConnectSign

/// A profile's relay, project and registry: `walletconnect.json` in its folder of settings, and the environment.
package struct PhoneSettings: Sendable {
    /// The environment's variable with the project's id.
    package static let projectVariable = "NEAR_CONNECT_WALLETCONNECT_PROJECT"
    /// The id that goes to a relay on this computer where none is given: such relays have no projects.
    private static let localProject = "local"
    private static let limit = 65_536

    /// The relay's address.
    package let relay: String
    /// True for a relay on this computer.
    package let isLocal: Bool
    /// The project's id, without which a relay beyond this computer lets nobody in.
    package let project: String?
    /// The address of the registry of wallets, which is asked when a user wants so; `nil` for none.
    ///
    /// One that the profile names isn't looked at before: it isn't needed for anything else.
    package let registry: String?
    /// True if the user has named a relay or a project.
    package let isNamed: Bool

    /// Reads them.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders.
    ///   - relay: The relay that was named, in place of the profile's.
    ///   - project: The project that was named, in place of those of environment and profile.
    ///   - registry: The registry that was named, in place of the profile's.
    ///   - variable: The value of the environment's variable for the project.
    /// - Throws: ``PhoneSettingsError``.
    package init(
        _ folders: ProfileFolders, relay: String? = nil, project: String? = nil, registry: String? = nil,
        variable: String?
    ) throws(PhoneSettingsError) {
        let stored = try Self.stored(folders)
        let address = relay ?? stored["relay"]?.stringValue ?? SignConfiguration.publicRelay
        guard let isLocal = RelaySettings.isLocal(relay: address) else { throw .relay(address) }
        if let registry, WalletRegistry(registry, project: "", environment: [:]) == nil { throw .registry(registry) }
        self.registry =
            switch stored["registry"] {
            case _ where registry != nil: registry
            case nil: WalletRegistry.publicAddress
            case let named?: named.stringValue
            }
        let named = [project, variable, stored["projectId"]?.stringValue].compactMap(\.self).first { !$0.isEmpty }
        self.relay = address
        self.isLocal = isLocal
        isNamed = named != nil || relay != nil || stored["relay"] != nil
        self.project = named ?? (isLocal ? Self.localProject : nil)
    }

    private static func stored(_ folders: ProfileFolders) throws(PhoneSettingsError) -> JSONValue {
        let file = folders.config.appendingPathComponent("walletconnect.json")
        let bytes: [UInt8]
        do {
            guard let read = try RegularFile.read(file, limit: limit, followsLinks: true) else { return [:] }
            bytes = read
        } catch {
            throw .unreadable(FileErrorText.sentence(for: error, at: file.path))
        }
        do throws(JSONParsingError) {
            return try JSONValue.parse(bytes)
        } catch {
            throw .notJSON(path: file.path, bytes: bytes, error)
        }
    }
}

/// The reasons why a profile's settings for wallets on phones can't be used.
package enum PhoneSettingsError: Error {
    /// The address isn't `wss://…`, nor `ws://…` on this computer.
    case relay(String)
    /// The address isn't `https://…`, nor `http://…` on this computer.
    case registry(String)
    /// The file can't be read, in words.
    case unreadable(String)
    /// The file is no JSON.
    case notJSON(path: String, bytes: [UInt8], JSONParsingError)
}

extension PhoneSettingsError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .relay(let address): localized("%1$s is no address of a relay", DisplayText.quotation(address, limit: 200))
        case .registry(let address):
            localized("%1$s is no address of a registry of wallets", DisplayText.quotation(address, limit: 200))
        case .unreadable(let words): words
        case .notJSON(_, _, let error): localized("it is no JSON, %1$s", "\(error)")
        }
    }
}
