// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
package import NEARVault
internal import SafeText

/// The identity provider and the share service of a profile, in `shared-keys-login.json` in its data folder.
///
/// Nothing in it is secret.
package struct SavedLogin: Hashable, Sendable {
    /// This project's programs at an identity provider.
    package static let ownClient = "near-connect"
    private static let fileName = "shared-keys-login.json"
    private static let limit = 65_536

    /// An address that a user writes.
    package enum Address: Sendable, CaseIterable {
        /// The identity provider's.
        case issuer
        /// The share service's.
        case service
    }

    /// The identity provider's address.
    package var issuer: String
    /// The program's id there.
    package var client: String
    /// The share service's address.
    package var service: String
    /// The use that the service makes of its share.
    package var mode: LoginShareMode

    package init(issuer: String, client: String = ownClient, service: String, mode: LoginShareMode = .coSign) {
        (self.issuer, self.client, self.service, self.mode) = (issuer, client, service, mode)
    }

    /// Reads a profile's login; `nil` where it has none.
    ///
    /// - Throws: ``SharedKeyError/storage(reason:)``.
    package static func read(_ folders: ProfileFolders) throws(SharedKeyError) -> SavedLogin? {
        let file = file(folders)
        let json: JSONValue
        do {
            guard let bytes = try RegularFile.read(file, limit: limit) else { return nil }
            json = try JSONValue.parse(bytes)
        } catch {
            throw .storage(
                reason: localized(
                    "The saved login %1$s can’t be read. Remove it, and name the login again.",
                    DisplayText.line(file.path)))
        }
        return SavedLogin(json)
    }

    /// Reads a login; `nil` where an address is missing.
    init?(_ json: JSONValue) {
        guard let issuer = json["issuer"]?.stringValue, let service = json["service"]?.stringValue else { return nil }
        self.init(
            issuer: issuer, client: json["client"]?.stringValue ?? Self.ownClient, service: service,
            mode: json["mode"]?.stringValue.flatMap(LoginShareMode.init) ?? .coSign)
    }

    /// The login as the file has it.
    var json: JSONValue {
        [
            "version": 1, "issuer": .string(issuer), "client": .string(client), "service": .string(service),
            "mode": .string(mode.rawValue),
        ]
    }

    /// Saves it in a profile.
    ///
    /// - Throws: ``SharedKeyError/storage(reason:)``, also for an address that nobody can be asked at.
    package func save(_ folders: ProfileFolders) throws(SharedKeyError) {
        if let wrong = wrongAddress {
            throw .storage(
                reason: localized(
                    "“%1$s” is no address of a server. Write it as its operator names it, with https:// at its beginning.",
                    DisplayText.line(text(of: wrong))))
        }
        do {
            let file = AtomicFile(url: Self.file(folders))
            try file.createFolder()
            try file.replace(with: Data(json.bytes))
        } catch {
            throw .storage(reason: ErrorReport(error).sentence)
        }
    }

    /// The first address that nobody can be asked at; `nil` where there is none.
    package var wrongAddress: Address? {
        Address.allCases.first { address in
            guard let url = URL(string: text(of: address)) else { return true }
            return !Downloader(allowsPlainLoopback: true).isTaken(url)
        }
    }

    private func text(of address: Address) -> String {
        switch address {
        case .issuer: issuer
        case .service: service
        }
    }

    /// Returns the client of the service, with a login in a browser.
    ///
    /// - Parameters:
    ///   - vault: The place of the session; `nil` to keep none.
    ///   - patience: The time for which the browser is waited for; `nil` for the usual one.
    ///   - browser: Opens the login's page.
    package func provider(
        keeping vault: (any SecretVault)?, patience: Duration? = nil, browser: @escaping OpenIDClient.Browser
    ) -> ShareServiceClient {
        var configuration = OpenIDConfiguration(issuer: issuer, clientId: client)
        configuration.allowsPlainLoopback = issuer.hasPrefix("http://")
        if let patience { configuration.patience = patience }
        return ShareServiceClient(
            service, mode: mode, login: OpenIDClient(configuration, keeping: vault, browser: browser))
    }

    private static func file(_ folders: ProfileFolders) -> URL { folders.data.appendingPathComponent(fileName) }
}
