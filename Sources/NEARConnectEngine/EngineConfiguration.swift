// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WalletConnectPlatform

/// Reads a manager's configuration, which the properties of `NearConnectManager` are written into.
enum EngineConfiguration {
    private static let known: Set<ExactText> = [
        "network", "rpcURLs", "profile", "ephemeral", "appName", "origin", "policyFile", "credentials", "returnScheme",
        "projectId", "relay", "sandbox", "accent",
    ]
    /// The most bytes of a project's id; WalletConnect's own have 32 hexadecimal digits.
    private static let projectLimit = 128

    /// Reads a configuration.
    ///
    /// - Parameter json: A JSON object.
    /// - Throws: ``EngineError`` with a sentence that names the field.
    static func read(_ json: String?) throws(EngineError) -> NEARWalletConfiguration {
        let fields = try fields(json)
        func text(_ name: ExactText) throws(EngineError) -> String? {
            guard let value = fields[name], !value.isNull else { return nil }
            guard let text = value.stringValue else {
                throw .configuration(localized("The configuration’s “%1$s” is no text.", name.text))
            }
            return text
        }
        var configuration = NEARWalletConfiguration(network: try network(fields, try text("network") ?? "mainnet"))
        configuration.logger = Logger(label: "near-connect") { _ in EngineLog() }
        if fields["ephemeral"] == true {
            configuration.profile = .ephemeral
        } else {
            configuration.profile = .named(try text("profile") ?? "default")
        }
        configuration.appName = try text("appName")
        if let origin = try text("origin") {
            guard let url = URL(string: origin) else {
                throw .configuration(localized("The origin “%1$s” is no address.", DisplayText.line(origin)))
            }
            configuration.origin = try checked { () throws(NEARError) in try BridgeOrigin(url) }
        }
        if let scheme = try text("returnScheme") {
            configuration.returnScheme = try checked { () throws(NEARError) in try ReturnScheme(scheme) }
        }
        if let file = try text("policyFile") {
            configuration.approval = try checked { () throws(PolicyError) in try ApprovalPolicy(contentsOf: file) }
        }
        if let accent = try text("accent") {
            configuration.accent = try checked { () throws(NEARError) in try AccentColour(accent) }
        }
        configuration.sandbox = try sandbox(try text("sandbox"))
        configuration.phoneWallets = try phones(project: try text("projectId"), relay: try text("relay"))
        if let folder = try text("credentials") {
            let (keystore, problems) = Keystore.credentials(
                network: configuration.network.rawValue, in: CredentialFolder(path: folder))
            configuration.keystore = keystore
            for problem in problems { configuration.logger.warning("\(problem)") }
        }
        return configuration
    }

    private static func fields(_ text: String?) throws(EngineError) -> JSONValue.Members {
        guard let text else { throw .configuration(localized("There is no configuration in UTF-8.")) }
        let json: JSONValue
        do {
            json = try JSONValue.parse(Array(text.utf8))
        } catch {
            throw .configuration(localized("The configuration is no JSON: %1$s.", "\(error)"))
        }
        guard let fields = json.objectValue else {
            throw .configuration(localized("The configuration is no JSON object."))
        }
        if let other = fields.keys.filter({ !known.contains($0) }).min() {
            throw .configuration(
                localized("The configuration has a field “%1$s” that isn’t known.", DisplayText.line(other.text)))
        }
        return fields
    }

    private static func network(_ fields: JSONValue.Members, _ id: String) throws(EngineError) -> NEARNetwork {
        let addresses = fields["rpcURLs"]?.arrayValue ?? []
        guard addresses.isEmpty else {
            let urls = addresses.compactMap { $0.stringValue.flatMap { URL(string: $0) } }
            guard urls.count == addresses.count else {
                throw .configuration(localized("The network’s nodes need addresses such as http://127.0.0.1:3030."))
            }
            return .custom(try checked { () throws(NEARError) in try CustomNetwork(id: id, rpcURLs: urls) })
        }
        guard let network = NEARNetwork(rawValue: id) else {
            throw .configuration(
                localized(
                    "“%1$s” is neither “mainnet” nor “testnet”. Name the address of its node, too.",
                    DisplayText.line(id)))
        }
        return network
    }

    private static func sandbox(_ use: String?) throws(EngineError) -> NEARWalletConfiguration.Sandbox {
        switch use {
        case nil, "where-available": .whereAvailable
        case "required": .required
        case "never": .off
        default: throw .configuration(localized("There is no such use of the sandbox."))
        }
    }

    /// Returns the settings for wallets on phones; `nil` where neither a project nor a relay is named.
    ///
    /// Profile and environment don't count: the project is the program's.
    private static func phones(project: String?, relay: String?) throws(EngineError) -> PhoneWalletSettings? {
        if let project,
            !(1...projectLimit).contains(project.utf8.count)
                || !project.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            throw .configuration(localized("“%1$s” is no id of a WalletConnect project.", DisplayText.line(project)))
        }
        guard let relay else { return project.map { PhoneWalletSettings(projectId: $0) } }
        guard let isLocal = RelaySettings.isLocal(relay: relay) else {
            throw .configuration(
                localized(
                    "The settings for wallets on phones can’t be used: %1$s.", "\(PhoneSettingsError.relay(relay))"))
        }
        guard let project = PhoneSettings.project(project, isLocal: isLocal) else {
            throw .configuration(
                localized("The relay %1$s needs the id of a project, too.", DisplayText.quotation(relay, limit: 200)))
        }
        return PhoneWalletSettings(projectId: project, relay: relay)
    }

    private static func checked<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(EngineError) -> Value {
        do {
            return try body()
        } catch {
            throw .configuration(ErrorReport(error).sentence)
        }
    }
}
