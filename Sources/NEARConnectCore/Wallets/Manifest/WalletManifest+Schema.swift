// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// Checks an entry by the schema before anything of it is used.
extension WalletManifest {
    /// The longest icon as a `data:` address.
    ///
    /// Icons of the package list have a few thousand bytes.
    static let iconLimit = 256 << 10
    private static let idLimit = 64
    private static let nameLimit = 64
    private static let textLimit = 1000

    /// Reads one entry.
    ///
    /// - Parameters:
    ///   - json: The entry.
    ///   - provenance: Its origin; only packaged entries may name packaged code, and only local ones may contain code.
    ///   - place: The name of an entry without a usable id, for example `wallets[3]`.
    /// - Throws: ``WalletManifestError`` for the first field that is wrong.
    init(_ json: JSONValue, from provenance: Provenance, place: String) throws(WalletManifestError) {
        let nameless = ManifestFields(json.objectValue ?? [:], wallet: place)
        guard json.objectValue != nil else { throw nameless.error("", localized("the entry is not an object")) }
        let id = try nameless.text("id", limit: Self.idLimit)
        guard Self.isUsable(id: id) else {
            throw nameless.error(
                "id",
                localized(
                    "has to be 1 to %1$s letters, digits, “.”, “_” and “-”, beginning with a letter or a digit; it is “%2$s”",
                    "\(Self.idLimit)", DisplayText.line(String(id.prefix(80)))))
        }
        let fields = ManifestFields(json.objectValue ?? [:], wallet: id)
        self.id = id
        name = try fields.name("name", limit: Self.nameLimit)
        version = try fields.name("version", limit: Self.nameLimit)
        (icon, iconProblem) = try Self.icon(fields, provenance)
        summary = try fields.optionalText("description", limit: Self.textLimit)
        website = try fields.optionalText("website", limit: Self.textLimit)
        if let website, WebAddress(website)?.isWeb != true {
            throw fields.error("website", localized("is not an http or https address"))
        }
        guard try fields.text("type", limit: Self.idLimit) == "sandbox" else {
            throw fields.error("type", localized("has to be “sandbox”: other wallets can’t be listed"))
        }
        executor = try Self.executor(fields, provenance)
        integrity = try fields.optionalText("integrity", limit: Self.textLimit)
        if let integrity, ContentHash(integrity: integrity) == nil {
            throw fields.error(
                "integrity", localized("is not one sha256, sha384 or sha512 hash as HTML writes it"))
        }
        features = try fields.flags("features")
        permissions = try fields.permissions()
        guard provenance != .remote || !permissions.flags.contains(.foreignCode) else {
            throw fields.error(
                "permissions.foreignCode", localized("is only for wallets of a manifest of your own, never of a list"))
        }
        platform = try fields.links("platform")
        self.provenance = provenance
        // The connector says which wallets are a developer's own, not a list.
        self.json = .object((json.objectValue ?? [:]).filter { $0.key != "debug" })
    }

    /// Returns true if a text can be a wallet's id, of which storage keys, file names and addresses are made.
    static func isUsable(id: String) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        guard let first = id.utf8.first, isAlphanumeric(first), id.utf8.count <= idLimit else { return false }
        return id.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }

    /// Returns the icon, or the reason for which the picture inside the entry isn't used.
    private static func icon(
        _ fields: ManifestFields, _ provenance: Provenance
    ) throws(WalletManifestError) -> (String?, problem: String?) {
        guard let icon = try fields.optionalText("icon", limit: iconLimit) else { return (nil, nil) }
        if icon.lowercased().hasPrefix("data:image/") {
            do throws(WalletIconError) {
                return (try WalletIcon(address: icon).address, nil)
            } catch {
                return (nil, error.text)
            }
        }
        guard isPlainHTTPS(icon) || provenance != .remote && isPackagedFile(icon) else {
            throw fields.error("icon", localized("is neither an https address nor a “data:image/” address"))
        }
        return (icon, nil)
    }

    private static func executor(
        _ fields: ManifestFields, _ provenance: Provenance
    ) throws(WalletManifestError) -> String {
        let limit = provenance == .local ? InlineCode.addressLimit : textLimit * 2
        let executor = try fields.text("executor", limit: limit)
        switch provenance {
        case .packaged where isPackagedFile(executor): return executor
        case .local where isPackagedFile(executor) || isCode(executor): return executor
        case .local, .remote:
            if isPlainHTTPS(executor) { return executor }
        case .packaged: break
        }
        throw fields.error(
            "executor",
            provenance == .local
                ? localized(
                    "has to be an https address, code as “data:text/javascript,…”, or, in a file, the path of another file beside it"
                )
                : localized("has to be an https address without user name, password and fragment"))
    }

    /// Returns true for an https address without user name, password and fragment.
    static func isPlainHTTPS(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), URL(string: text) != nil else { return false }
        return parts.scheme?.lowercased() == "https" && !(parts.host ?? "").isEmpty && parts.user == nil
            && parts.password == nil && parts.fragment == nil
    }

    private static func isPackagedFile(_ text: String) -> Bool {
        let prefix = "\(InternalScheme.name)://bridge"
        guard text.hasPrefix("\(prefix)/Wallets/") else { return false }
        return PackagedFile.path(ofRequest: String(text.dropFirst(prefix.count))) != nil
    }

    private static func isCode(_ text: String) -> Bool {
        guard let code = InlineCode.bytes(of: text), code.count <= ExecutorRules.sizeLimit else { return false }
        return ExecutorRules.problem(code, contentType: nil) == nil
    }
}
