// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// Looking at what the web has of a wallet, without agreeing to anything.
extension WalletLibrary {
    /// What the web has of a wallet.
    public struct Preview: Sendable {
        /// The entry.
        public let manifest: WalletManifest
        /// Its hashes and sizes, which may be agreed to by them.
        public let version: WalletLock.Pin
        /// What is different from the version that runs; `nil` where none does.
        public let difference: WalletDifference?
    }

    /// Fetches the lists and a wallet's code. The copies of the lists are kept, the code isn't, and nothing waits to be agreed to by this.
    ///
    /// - Throws: ``WalletError``.
    public func look(at id: String) async throws(WalletError) -> Preview {
        if case .packaged = unknown(id) { throw .packaged(id: id) }
        try await refresh()
        guard let entry = listing().entry(id) else { throw unknown(id) }
        let code = try await fetchCode(of: entry.manifest)
        let version = Self.pin(entry.manifest, code, source: entry.source)
        let accepted = try lock().wallets[id]?.accepted
        return Preview(
            manifest: entry.manifest, version: version,
            difference: accepted.map { difference(from: $0, to: version, entry.manifest) })
    }
}

extension WalletLibrary.Preview {
    /// What there is to know before agreeing, line by line, fit for a terminal.
    public var description: [String] {
        var lines = ["On the web    version \(version.version), listed by \(version.source)"] + version.hashLines
        if let difference {
            lines.append(
                difference.items.isEmpty ? "This is the version that runs." : "Different from the version that runs:")
            lines += difference.items.map { "  \($0.text)" }
        } else {
            lines += manifest.permissionDescriptions
        }
        return lines.map { DisplayText.line($0).replacing("\n", with: "\\n") }
    }

    /// The same as a JSON object.
    public var json: JSONValue {
        var fields: JSONValue.Members = ["version": version.json, "permissions": manifest.permissions.json]
        if let difference { fields["changes"] = difference.json }
        return .object(fields)
    }
}

extension WalletLock.Pin {
    /// Size and hashes of a version, in full, for somebody who compares them.
    public var hashLines: [String] {
        [
            "Size         \(executor.size) bytes", "SHA-256      \(executor.sha256)",
            "  manifest   \(manifestSHA256)",
        ]
    }
}

extension WalletManifest {
    /// What the wallet may do, one permission, address or name a line.
    public var permissionDescriptions: [String] {
        var lines: [String] = []
        for flag in WalletPermissions.Flag.allCases where permissions.flags.contains(flag) {
            lines.append("May          \(flag.words)")
        }
        for entry in permissions.allowsOpen { lines.append("May open     \(entry)") }
        for name in permissions.external { lines.append("May call     \(name)") }
        return lines.map { DisplayText.line($0).replacing("\n", with: "\\n") }
    }
}

extension WalletPermissions {
    /// The permissions as a JSON object.
    public var json: JSONValue {
        [
            "granted": .array(flags.map(\.rawValue).sorted().map(JSONValue.string)),
            "allowsOpen": .array(allowsOpen.map(JSONValue.string)),
            "external": .array(external.map(JSONValue.string)),
        ]
    }
}
