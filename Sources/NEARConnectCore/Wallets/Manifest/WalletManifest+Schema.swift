// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// The schema: what an entry has to look like before anything of it is used.
extension WalletManifest {
    /// Longest icon, as a `data:` address. Icons of the public list have a few thousand bytes.
    static let iconLimit = 256 << 10
    private static let idLimit = 64
    private static let nameLimit = 64
    private static let textLimit = 1000

    /// Reads one entry.
    ///
    /// - Parameters:
    ///   - json: The entry.
    ///   - provenance: Where it comes from; only packaged entries may name packaged code, and only local ones bring code with them.
    ///   - place: How to name an entry without a usable id, for example `wallets[3]`.
    /// - Throws: ``WalletManifestFault`` for the first field that is wrong.
    init(_ json: JSONValue, from provenance: Provenance, place: String) throws(WalletManifestFault) {
        let nameless = ManifestFields(json.objectValue ?? [:], wallet: place)
        guard json.objectValue != nil else { throw nameless.fault("", "the entry is not an object") }
        let id = try nameless.text("id", limit: Self.idLimit)
        guard Self.isUsable(id: id) else {
            throw nameless.fault(
                "id",
                "has to be 1 to \(Self.idLimit) letters, digits, \u{201C}.\u{201D}, \u{201C}_\u{201D} and \u{201C}-\u{201D}, "
                    + "beginning with a letter or a digit; it is \u{201C}\(DisplayText.line(String(id.prefix(80))))\u{201D}"
            )
        }
        let fields = ManifestFields(json.objectValue ?? [:], wallet: id)
        self.id = id
        name = try fields.name("name", limit: Self.nameLimit)
        version = try fields.name("version", limit: Self.nameLimit)
        (icon, iconProblem) = try Self.icon(fields, provenance)
        summary = try fields.optionalText("description", limit: Self.textLimit)
        website = try fields.optionalText("website", limit: Self.textLimit)
        if let website, WebAddress(website)?.isWeb != true {
            throw fields.fault("website", "is not an http or https address")
        }
        guard try fields.text("type", limit: Self.idLimit) == "sandbox" else {
            throw fields.fault("type", "has to be \u{201C}sandbox\u{201D}: other wallets can't be listed")
        }
        executor = try Self.executor(fields, provenance)
        integrity = try fields.optionalText("integrity", limit: Self.textLimit)
        if let integrity, ContentHash(integrity: integrity) == nil {
            throw fields.fault("integrity", "is not one sha256, sha384 or sha512 hash as HTML writes it")
        }
        features = try fields.flags("features")
        permissions = try fields.permissions()
        platform = try fields.links("platform")
        self.provenance = provenance
        // Which wallets are a developer's own is for the connector to say, not for a list.
        self.json = .object((json.objectValue ?? [:]).filter { $0.key != "debug" })
    }

    /// Whether a text can be a wallet's id: storage keys, file names and addresses are made of it.
    static func isUsable(id: String) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        guard let first = id.utf8.first, isAlphanumeric(first), id.utf8.count <= idLimit else { return false }
        return id.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }

    /// The icon, or why the picture that stands in the entry is none.
    private static func icon(
        _ fields: ManifestFields, _ provenance: Provenance
    ) throws(WalletManifestFault) -> (String?, problem: String?) {
        guard let icon = try fields.optionalText("icon", limit: iconLimit) else { return (nil, nil) }
        if icon.lowercased().hasPrefix("data:image/") {
            do throws(WalletIcon.Problem) {
                return (try WalletIcon(address: icon).address, nil)
            } catch {
                return (nil, error.text)
            }
        }
        guard isPlainHTTPS(icon) || provenance != .remote && isPackagedFile(icon) else {
            throw fields.fault("icon", "is neither an https address nor a \u{201C}data:image/\u{201D} one")
        }
        return (icon, nil)
    }

    private static func executor(
        _ fields: ManifestFields, _ provenance: Provenance
    ) throws(WalletManifestFault) -> String {
        let limit = provenance == .local ? InlineCode.addressLimit : textLimit * 2
        let executor = try fields.text("executor", limit: limit)
        switch provenance {
        case .packaged where isPackagedFile(executor): return executor
        case .local where isPackagedFile(executor) || isCode(executor): return executor
        case .local, .remote:
            if isPlainHTTPS(executor) { return executor }
        case .packaged: break
        }
        throw fields.fault(
            "executor",
            provenance == .local
                ? "has to be an https address, code of its own as \u{201C}data:text/javascript,…\u{201D}, or, in a file, the path of "
                    + "another one beside it"
                : "has to be an https address without user name, password and fragment")
    }

    /// An https address with nothing in it that is not for its server.
    static func isPlainHTTPS(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), URL(string: text) != nil else { return false }
        return parts.scheme?.lowercased() == "https" && !(parts.host ?? "").isEmpty && parts.user == nil
            && parts.password == nil && parts.fragment == nil
    }

    private static func isPackagedFile(_ text: String) -> Bool {
        let prefix = "\(InternalScheme.name)://bridge"
        guard text.hasPrefix("\(prefix)/Wallets/") else { return false }
        return PackagedFile.at(requestPath: String(text.dropFirst(prefix.count))) != nil
    }

    private static func isCode(_ text: String) -> Bool {
        guard let code = InlineCode.bytes(of: text), code.count <= ExecutorRules.sizeLimit else { return false }
        return ExecutorRules.problem(code, contentType: nil) == nil
    }
}
