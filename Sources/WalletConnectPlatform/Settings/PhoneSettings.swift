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

    /// Settings that a program was told, each in place of the environment's and the profile's.
    package struct Named: Sendable {
        /// The relay's address.
        package var relay: String?
        /// The project's id.
        package var project: String?
        /// The address of the registry of wallets.
        package var registry: String?
        /// The headers for the relay, `Name: value`; with one of them the profile's don't count.
        package var headers: [String]
        /// True to send the relay its token in the address.
        package var sendsTokenInQuery: Bool

        package init(
            relay: String? = nil, project: String? = nil, registry: String? = nil, headers: [String] = [],
            sendsTokenInQuery: Bool = false
        ) {
            (self.relay, self.project, self.registry) = (relay, project, registry)
            (self.headers, self.sendsTokenInQuery) = (headers, sendsTokenInQuery)
        }
    }

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
    /// The place in which the token goes to the relay.
    package let token: RelaySettings.TokenPlace
    /// The headers for the relay.
    package let headers: [RelayHeader]
    /// The ids of the wallets that are spoken with natively; `nil` where the profile doesn't say.
    package let nativeWallets: [String]?
    /// True if the user has named a relay or a project.
    package let isNamed: Bool

    /// Reads them.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders.
    ///   - named: Settings that come before the environment's and the profile's.
    ///   - variable: The value of the environment's variable for the project.
    /// - Throws: ``PhoneSettingsError``.
    package init(
        _ folders: ProfileFolders, named: Named = Named(), variable: String?
    ) throws(PhoneSettingsError) {
        let stored = try Self.stored(folders)
        let address = named.relay ?? stored["relay"]?.stringValue ?? SignConfiguration.publicRelay
        guard let isLocal = RelaySettings.isLocal(relay: address) else { throw .relay(address) }
        if let registry = named.registry, WalletRegistry(registry, project: "", environment: [:]) == nil {
            throw .registry(registry)
        }
        registry =
            switch stored["registry"] {
            case _ where named.registry != nil: named.registry
            case nil: WalletRegistry.publicAddress
            case let named?: named.stringValue
            }
        let project = [named.project, variable, stored["projectId"]?.stringValue].compactMap(\.self)
            .first { !$0.isEmpty }
        relay = address
        self.isLocal = isLocal
        isNamed = project != nil || named.relay != nil || stored["relay"] != nil
        self.project = Self.project(project, isLocal: isLocal)
        // Those of the profile are meant for its own relay.
        let (storedToken, storedHeaders) = (
            try Self.token(stored["relayToken"]), try Self.texts(stored["relayHeaders"] ?? [], of: "relayHeaders")
        )
        let isOwn = named.relay == nil
        token = named.sendsTokenInQuery ? .query : isOwn ? storedToken : .header
        headers = try Self.headers(named.headers.isEmpty && isOwn ? storedHeaders : named.headers)
        nativeWallets = try stored["nativeWallets"].map { (value) throws(PhoneSettingsError) in
            try Self.texts(value, of: "nativeWallets")
        }
    }

    /// Returns the id of the project for a relay; `nil` where it needs one that isn't named.
    package static func project(_ named: String?, isLocal: Bool) -> String? {
        named ?? (isLocal ? localProject : nil)
    }

    // MARK: The profile's file

    private static func token(_ value: JSONValue?) throws(PhoneSettingsError) -> RelaySettings.TokenPlace {
        switch value?.stringValue {
        case nil where value == nil, "header"?: .header
        case "query"?: .query
        default: throw .member("relayToken", localized("write “header” or “query”"))
        }
    }

    private static func headers(_ lines: [String]) throws(PhoneSettingsError) -> [RelayHeader] {
        do throws(RelayHeaderError) {
            return try RelayHeader.all(lines)
        } catch {
            throw .header(error)
        }
    }

    private static func texts(_ value: JSONValue, of member: String) throws(PhoneSettingsError) -> [String] {
        let elements = value.arrayValue ?? [.null]
        let texts = elements.compactMap(\.stringValue)
        guard texts.count == elements.count else { throw .member(member, localized("write a list of texts")) }
        return texts
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
    /// A line is no header for a relay.
    case header(RelayHeaderError)
    /// A member of the file has another value than it takes, with what to write.
    case member(String, String)
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
        case .header(let error): "\(error)"
        case .member(let name, let words): localized("“%1$s” has another value than it takes: %2$s", name, words)
        case .unreadable(let words): words
        case .notJSON(_, _, let error): localized("it is no JSON, %1$s", "\(error)")
        }
    }
}
