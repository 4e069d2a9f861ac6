// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Reads the fields of one manifest entry.
///
/// Errors name the wallet and the field.
struct ManifestFields {
    private let fields: JSONValue.Members
    private let wallet: String

    /// The most elements of a list in an entry.
    private static let listLimit = 200
    private static let addressLimit = 2048

    init(_ fields: JSONValue.Members, wallet: String) {
        self.fields = fields
        self.wallet = wallet
    }

    func error(_ field: String, _ reason: String) -> WalletManifestError {
        WalletManifestError(wallet: wallet, field: field, reason: reason)
    }

    private func present(_ field: String) -> JSONValue? {
        guard let value = fields[ExactText(field)], !value.isNull else { return nil }
        return value
    }

    // MARK: Texts

    func optionalText(_ field: String, limit: Int) throws(WalletManifestError) -> String? {
        guard let value = present(field) else { return nil }
        guard let text = value.stringValue else { throw error(field, localized("is not a text")) }
        guard text.utf8.count <= limit else { throw error(field, localized("is longer than %1$s bytes", "\(limit)")) }
        return text.isEmpty ? nil : text
    }

    func text(_ field: String, limit: Int) throws(WalletManifestError) -> String {
        guard let text = try optionalText(field, limit: limit) else { throw error(field, localized("is missing")) }
        return text
    }

    /// Reads a text by which users decide: short, and all of it visible.
    func name(_ field: String, limit: Int) throws(WalletManifestError) -> String {
        let text = try text(field, limit: limit * 8)
        guard text.count <= limit else { throw error(field, localized("is longer than %1$s characters", "\(limit)")) }
        guard DisplayText.line(text) == text, !text.contains("\n") else {
            throw error(field, localized("has characters that can’t be seen or that turn the reading order around"))
        }
        guard text.contains(where: { !$0.isWhitespace }) else { throw error(field, localized("is empty")) }
        return text
    }

    // MARK: Objects

    private func object(_ field: String) throws(WalletManifestError) -> JSONValue.Members {
        guard let value = present(field) else { throw error(field, localized("is missing")) }
        guard let members = value.objectValue else { throw error(field, localized("is not an object")) }
        return members
    }

    /// Reads an object of truth values.
    func flags(_ field: String) throws(WalletManifestError) -> [ExactText: Bool] {
        var result: [ExactText: Bool] = [:]
        for (name, value) in try object(field) where !value.isNull {
            guard let flag = value.boolValue else { throw error("\(field).\(name)", localized("is not true or false")) }
            result[name] = flag
        }
        return result
    }

    /// Reads an object of texts, or a list of them.
    func links(_ field: String) throws(WalletManifestError) -> [ExactText: String] {
        guard let value = present(field) else { return [:] }
        var entries = value.objectValue
        if let list = value.arrayValue {
            entries = Dictionary(
                uniqueKeysWithValues: list.enumerated().map { (ExactText("\($0.offset)"), $0.element) })
        }
        guard let entries else { throw error(field, localized("is neither an object nor a list")) }
        var result: [ExactText: String] = [:]
        for (name, link) in entries where !link.isNull {
            guard let text = link.stringValue, text.utf8.count <= Self.addressLimit else {
                throw error("\(field).\(name)", localized("is not an address"))
            }
            result[name] = text
        }
        return result
    }

    func permissions() throws(WalletManifestError) -> WalletPermissions {
        let members = try object("permissions")
        var result = WalletPermissions()
        for flag in WalletPermissions.Flag.allCases {
            guard let value = members[ExactText(flag.rawValue)], !value.isNull else { continue }
            guard let isGranted = value.boolValue else {
                throw error("permissions.\(flag.rawValue)", localized("is not true or false"))
            }
            if isGranted { result.flags.insert(flag) }
        }
        result.allowsOpen = try texts(members["allowsOpen"], at: "permissions.allowsOpen") { self.openable($0) }
        result.external = try texts(members["external"], at: "permissions.external") { self.nameable($0) }
        let unknown = members.filter {
            !WalletPermissions.knownNames.contains($0.key) && WalletPermissions.isGranted($0.value)
        }
        result.unknown = unknown.keys.sorted().map(\.text)
        return result
    }

    private func texts(
        _ value: JSONValue?, at path: String, problem: (String) -> String?
    ) throws(WalletManifestError) -> [String] {
        guard let value, !value.isNull else { return [] }
        guard let elements = value.arrayValue else { throw error(path, localized("is not a list")) }
        guard elements.count <= Self.listLimit else {
            throw error(path, localized("has more than %1$s entries", "\(Self.listLimit)"))
        }
        var result: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.stringValue else { throw error("\(path)[\(index)]", localized("is not a text")) }
            if let problem = problem(text) { throw error("\(path)[\(index)]", problem) }
            result.append(text)
        }
        return result
    }

    /// The fault of an address that a wallet wants to open, `nil` for one without a fault.
    private func openable(_ text: String) -> String? {
        guard text.utf8.count <= Self.addressLimit, let address = WebAddress(text), address.isEntry else {
            return localized("is not an address, or one that can be read in two ways")
        }
        guard address.isWeb || address.kind == .link else {
            return localized(
                "is of a scheme that no wallet may open: a scheme of its own ends in “wallet” or begins with “near-”")
        }
        return nil
    }

    /// Returns the reason for which a text can't name an object in the page; `nil` if it can.
    private func nameable(_ text: String) -> String? {
        let isName = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "_$.-".utf8.contains(byte)
        }
        return isName && !text.isEmpty && text.utf8.count <= 200 ? nil : localized("is not the name of an object")
    }
}
