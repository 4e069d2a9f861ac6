// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import SafeText

/// The identity provider and the share service of a profile: what was named, or what `shares create` has saved.
struct LoginChoice {
    private static let fileName = "shared-keys-login.json"
    private static let limit = 65_536

    let issuer: String
    let client: String
    let service: String
    let mode: LoginShareMode

    /// Reads the options, then the profile.
    ///
    /// - Throws: ``ReportedError`` where neither names a login.
    init(_ options: SharesLoginOptions, folders: ProfileFolders) throws {
        let saved = try Self.saved(folders)
        func text(_ named: String?, or name: String) throws -> String {
            if let text = named ?? saved[ExactText(name)]?.stringValue, !text.isEmpty { return text }
            throw ReportedError(
                sentence: localized(
                    "No login is known: name the identity provider with --issuer and the share service with --service. “near-connect shares serve” runs both for tests."
                ), code: "loginMissing", status: .usage)
        }
        issuer = try text(options.issuer, or: "issuer")
        service = try text(options.service, or: "service")
        client = options.client ?? saved["client"]?.stringValue ?? "near-connect"
        mode = (options.mode ?? saved["mode"]?.stringValue).flatMap(LoginShareMode.init) ?? .coSign
    }

    private static func file(_ folders: ProfileFolders) -> URL { folders.data.appendingPathComponent(fileName) }

    private static func saved(_ folders: ProfileFolders) throws -> JSONValue {
        let file = file(folders)
        guard let bytes = try RegularFile.read(file, limit: limit) else { return [:] }
        do throws(JSONParsingError) {
            return try JSONValue.parse(bytes)
        } catch {
            throw ReportedError(
                sentence: localized(
                    "The saved login %1$s is no JSON. Remove it, and name the login with --issuer and --service.",
                    DisplayText.line(file.path)), code: "loginMissing", status: .failure)
        }
    }

    /// Saves it in the profile; nothing in it is secret.
    func save(_ folders: ProfileFolders) throws {
        let json: JSONValue = [
            "version": 1, "issuer": .string(issuer), "client": .string(client), "service": .string(service),
            "mode": .string(mode.rawValue),
        ]
        let file = AtomicFile(url: Self.file(folders))
        try file.createFolder()
        try file.replace(with: Data(json.bytes))
    }
}
