// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText

/// The version of a wallet, the source of its code, and its permissions, in rows.
struct WalletFacts: Equatable {
    /// The most addresses and names of one row; a manifest may have any number.
    private static let most = 8

    /// One row of the card.
    struct Row: Equatable {
        let name: String
        let value: String
    }

    private(set) var rows: [Row] = []

    /// Describes a wallet as it runs: the version that was accepted, whatever its server has now.
    init(_ manifest: WalletManifest, code: WalletCatalog.Code) {
        add(localized("Version"), DisplayText.line(manifest.version))
        switch code {
        case .included: add(localized("Code"), localized("ships with this program"))
        case .inline: add(localized("Code"), localized("in the manifest that this program brings"))
        case .pinned(let sha256): add(localized("Code"), localized("pinned, sha256 %1$s", sha256))
        case .listed(let source):
            add(localized("Code"), localized("not pinned yet; listed by %1$s", DisplayText.line(source)))
        }
        let permissions = manifest.permissions
        let flags = WalletPermissions.Flag.allCases.filter(permissions.flags.contains).map(\.words)
        add(localized("May"), flags.isEmpty ? localized("nothing beside signing") : flags.joined(separator: "\n"))
        addAll(localized("May open"), permissions.destinations)
        addAll(localized("May call"), permissions.external)
        let (unknown, more) = permissions.shownUnknown
        addAll(
            localized("Asks for"),
            unknown.map { localized("“%1$s”, which this program doesn’t know", $0) }, more: more)
        // Packaged wallets name the bridge's own address, which is no site.
        if code != .included, let website = manifest.website { add(localized("Website"), DisplayText.line(website)) }
    }

    private mutating func add(_ name: String, _ value: String) {
        rows.append(Row(name: name, value: value))
    }

    private mutating func addAll(_ name: String, _ values: [String], more: Int = 0) {
        guard !values.isEmpty else { return }
        let shown = values.prefix(Self.most).map { String(DisplayText.line($0).prefix(120)) }
        let hidden = values.count - shown.count + more
        let rest = hidden == 0 ? [] : [localized("and %1$s more", "\(hidden)")]
        add(name, (shown + rest).joined(separator: "\n"))
    }
}
