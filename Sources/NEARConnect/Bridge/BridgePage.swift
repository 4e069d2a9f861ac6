// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// One load of the bridge page: its text, and the secret that only its script is given.
struct BridgePage: Sendable {
    /// The reason why the page can't be made.
    ///
    /// Each is a fault of the package, not of its user.
    enum PageError: Error, Equatable {
        case unknownPlaceholder(String)
        case missingPlaceholder(String)
    }

    /// The document.
    let html: String
    /// The text that every message of this load carries.
    let secret: String

    /// The settings that the page is told.
    struct Configuration: Sendable {
        var network: String
        var providers: [String: [String]]
        var manifest: JSONValue
        var hostWallets: [String]
        var theme: String
        /// The program's colour, as CSS writes it; the connector's own when `nil`.
        var accent: String?
        /// The language of the host's texts, as a tag of BCP 47; the page's own choice when `nil`.
        var language: String?
        /// True if lines begin on the right.
        var isRightToLeft = false
        var appName: String?
        /// The time in which a wallet's code has to get ready; the connector's own limit when `nil`.
        var readyTimeout: Duration?
        /// Services beyond the keystore that the host answers.
        var hostServices: [String] = []
        /// The features that wallets need to be offered.
        var features: [String: Bool] = [:]
        /// The ids of the wallets that may run code from elsewhere.
        var foreignCode: [String] = []

        func json(secret: String) -> JSONValue {
            var fields: JSONValue.Members = [
                "v": .integer(Int128(BridgeMessage.version)), "loadSecret": .string(secret),
                "network": .string(network),
                "providers": .object(
                    Dictionary(
                        uniqueKeysWithValues: providers.map { (ExactText($0), .array($1.map(JSONValue.string))) })),
                "manifest": manifest, "hostWallets": .array(hostWallets.map(JSONValue.string)),
                "theme": .string(theme), "hostServices": .array(hostServices.map(JSONValue.string)),
                "linkSchemes": LinkSchemes.json,
            ]
            if !features.isEmpty {
                fields["features"] = .object(
                    Dictionary(uniqueKeysWithValues: features.map { (ExactText($0.key), .bool($0.value)) }))
            }
            if !foreignCode.isEmpty {
                fields["foreignCode"] = [
                    "wallets": .array(foreignCode.map(JSONValue.string)),
                    "policyOfOthers": .string(BridgePage.codePolicy),
                ]
            }
            if let readyTimeout {
                fields["readyTimeout"] = .integer(Int128(max(1, min(readyTimeout / .milliseconds(1), 1e9))))
            }
            if let accent { fields["accent"] = .string(accent) }
            if let appName { fields["appName"] = .string(appName) }
            if let language { fields["language"] = .string(language) }
            return .object(fields)
        }
    }

    /// Makes a load with a new secret and a new CSP nonce.
    ///
    /// - Parameters:
    ///   - configuration: What the page is told.
    ///   - connector: The module that `@hot-labs/near-connect` stands for, and its hash.
    /// - Throws: ``PageError`` or an encoding error.
    init(
        _ configuration: Configuration,
        connector: ConnectorLoader.Reference = ConnectorLoader.Reference(
            address: BridgePage.embeddedConnector, integrity: nil)
    ) throws {
        secret = Self.random(16)
        var map: JSONValue.Members = ["imports": ["@hot-labs/near-connect": .string(connector.address)]]
        if let integrity = connector.integrity {
            map["integrity"] = .object([ExactText(connector.address): .string(integrity)])
        }
        let importMap = JSONValue.object(map)
        let template = try PackagedFile.text("Bridge/near-connect-bridge.html")
        let nonce = Self.random(16)
        html = try Self.render(
            try configuration.foreignCode.isEmpty ? template : Self.withForeignCode(template),
            [
                "cspNonce": nonce,
                "importMap": Self.scriptText(importMap),
                "configuration": Self.scriptText(configuration.json(secret: secret)),
                "language": Self.elementText(configuration.language ?? "en"),
                "direction": configuration.isRightToLeft ? "rtl" : "ltr",
                // In the document: a sheet of its own would keep the page's first script waiting.
                "styles": try PackagedFile.text("Bridge/bridge.css"),
                "loading": Self.elementText(localized("Loading…")),
                // Another connector is loaded by its import alone, which compares it with its hash.
                "preload": connector.address.hasSameBytes(as: Self.embeddedConnector)
                    ? #"<link rel="modulepreload" nonce="\#(nonce)" href="\#(Self.embeddedConnector)">"# : "",
            ])
    }

    /// The sources of code in both of the page's policies, and in that of a frame.
    private static let codeSources = "'wasm-unsafe-eval' \(InternalScheme.name):"
    /// The policy of the frames of wallets that may not run code from elsewhere, where the page's own lets some.
    fileprivate static let codePolicy = "script-src 'unsafe-inline' \(codeSources)"

    /// Returns the document with policies that let code from elsewhere run; frames' own keep it from other wallets.
    private static func withForeignCode(_ template: String) throws(PageError) -> String {
        guard template.ranges(of: codeSources).count == 2, template.contains("\"\(codePolicy)\"") else {
            throw .missingPlaceholder(codeSources)
        }
        return template.replacing(codeSources, with: "'unsafe-eval' https: blob: \(codeSources)")
    }

    /// The connector that ships with the package.
    static let embeddedConnector = "\(InternalScheme.name)://bridge/Connector/index.js"

    /// Puts `values` in place of `{{name}}`.
    ///
    /// Each value must be used and each name must have a value.
    static func render(_ template: String, _ values: [String: String]) throws(PageError) -> String {
        var result = ""
        var unused = Set(values.keys)
        var rest = template[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            let name = String(rest[open.upperBound..<close.lowerBound])
            guard let value = values[name] else { throw .unknownPlaceholder(name) }
            unused.remove(name)
            result += rest[..<open.lowerBound]
            result += value
            rest = rest[close.upperBound...]
        }
        guard unused.isEmpty else { throw .missingPlaceholder(unused.sorted().joined(separator: ", ")) }
        return result + rest
    }

    /// JSON that can stand inside a script element: no `<`, so nothing in it can end the element.
    private static func scriptText(_ value: JSONValue) -> String {
        // By bytes: to a String, a `<` beside certain scalars is a part of another character.
        String(decoding: value.bytes.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }, as: UTF8.self)
    }

    /// A text that can stand in an element or an attribute: translators write it.
    private static func elementText(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    /// `count` random bytes as hexadecimal text, from the system's generator.
    private static func random(_ count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return Hexadecimal.encode((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
