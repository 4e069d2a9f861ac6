// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARConnectCore
internal import SafeText

/// Words wallets for a terminal: lines with a label and a value, safe to show.
package enum WalletText {
    /// The width of the labels.
    private static let labelWidth = 13

    /// Returns texts as lines of a terminal: one line each, without control characters.
    package static func safe(_ lines: [String]) -> [String] {
        lines.map { DisplayText.line($0).replacing("\n", with: "\\n") }
    }

    /// Returns a text, filled with blanks up to a width, with one blank at least.
    package static func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// Returns a line with a label and a value.
    package static func row(_ label: String, _ value: String) -> String { column(label, labelWidth) + value }

    /// Returns all that there is to know of a wallet before its offer is accepted.
    package static func lines(_ status: WalletLibrary.Status) -> [String] {
        var lines = [heading(status)]
        if let manifest = status.manifest {
            if let summary = manifest.summary { lines.append(summary) }
            lines.append(row(localized("Version"), manifest.version))
            if let website = manifest.website { lines.append(row(localized("Website"), website)) }
            lines.append(row(localized("Code"), String(manifest.executor.prefix(200))))
        }
        if let pinned = status.pinned {
            lines.append(
                row(localized("Pinned"), localized("%1$s, from %2$s", pinned.date.formatted(.iso8601), pinned.source)))
            lines += hashes(pinned)
            if let icon = pinned.icon { lines.append(row(localized("Icon"), words(icon))) }
        }
        if let problem = status.manifest?.iconProblem { lines.append(row(localized("Icon"), unused(problem))) }
        if let manifest = status.manifest { lines += permissions(manifest.permissions) }
        if let problem = status.problem { lines.append(problem) }
        if let difference = status.difference {
            lines += [localized("This update is offered:")] + difference.items.map { "  \($0.text)" }
        }
        if let offered = status.offered { lines += hashes(offered).map { "  \($0)" } }
        return safe(lines)
    }

    /// Returns all that there is to know of the web's version before it is pinned.
    package static func lines(_ preview: WalletLibrary.Preview) -> [String] {
        let version = preview.version
        var lines = [
            row(
                localized("On the web"),
                localized("version %1$s, listed by %2$s", version.version, version.source))
        ]
        lines += hashes(version)
        if let difference = preview.difference {
            lines.append(
                difference.items.isEmpty
                    ? localized("This is the pinned version.")
                    : localized("It differs from the pinned version:"))
            lines += difference.items.map { "  \($0.text)" }
        } else {
            lines += permissions(preview.manifest.permissions)
        }
        return safe(lines)
    }

    /// Returns an entry of a checked manifest, the first line with its verdict.
    package static func lines(_ entry: WalletManifestReport.Entry) -> [String] {
        let heading =
            switch entry.verdict {
            case _ where entry.problem != nil: localized("%1$s: %2$s", entry.id, entry.problem?.description ?? "")
            case .listable: localized("%1$s: ok", entry.id)
            case .localOnly(let error):
                localized("%1$s: ok from a file; a list may not name it: %2$s", entry.id, "\(error)")
            case .refused(let error): "\(error)"
            }
        return safe([heading] + entry.notes.map { "  \($0)" })
    }

    /// Returns the size and the hashes of a version, in full, for users who compare them.
    package static func hashes(_ pin: WalletLock.Pin) -> [String] {
        [
            row(localized("Size"), localized("%1$s bytes", "\(pin.executor.size)")),
            row(localized("SHA-256"), pin.executor.sha256), row(localized("  manifest"), pin.manifestSHA256),
        ]
    }

    /// Returns the permissions of a wallet, one permission, address or name a line.
    package static func permissions(_ permissions: WalletPermissions) -> [String] {
        var lines = WalletPermissions.Flag.allCases.filter(permissions.flags.contains).map {
            row(localized("May"), $0.words)
        }
        lines += permissions.allowsOpen.map { row(localized("May open"), $0) }
        lines += permissions.external.map { row(localized("May call"), $0) }
        let (unknown, more) = permissions.shownUnknown
        lines += unknown.map { row(localized("Asks for"), localized("“%1$s”, which this program doesn’t know", $0)) }
        if more > 0 {
            lines.append(row(localized("Asks for"), localized("%1$s more that this program doesn’t know", "\(more)")))
        }
        return safe(lines)
    }

    /// Returns a wallet's state in a few words, for a list.
    package static func state(_ status: WalletLibrary.Status) -> String {
        let version = status.pinned?.version ?? ""
        let isLocal = status.pinned?.source == WalletLock.localSource
        return switch status.state {
        case .packaged: localized("ships with this program")
        case .pinned where isLocal: localized("pinned, version %1$s; offered with its own manifest only", version)
        case .pinned: localized("pinned, version %1$s", version)
        case .updateOffered: localized("pinned, version %1$s; an update is offered", version)
        case .listed: localized("listed")
        case .altered: localized("altered: it doesn’t run")
        }
    }

    private static func heading(_ status: WalletLibrary.Status) -> String {
        let name = status.manifest?.name ?? status.id
        return switch status.state {
        case .packaged: localized("%1$s (%2$s) ships with this program", name, status.id)
        case .pinned: localized("%1$s (%2$s) is pinned", name, status.id)
        case .updateOffered: localized("%1$s (%2$s) is pinned; an update is offered", name, status.id)
        case .listed: localized("%1$s (%2$s) is listed; signing in with it pins it", name, status.id)
        case .altered: localized("%1$s (%2$s) doesn’t run", name, status.id)
        }
    }

    private static func words(_ icon: WalletLock.Icon) -> String {
        guard let sha256 = icon.sha256 else { return unused(icon.problem ?? "") }
        return localized("stored, %1$s bytes, sha256 %2$s", "\(icon.size ?? 0)", sha256)
    }

    private static func unused(_ problem: String) -> String {
        localized("its first letter; its own icon is not used: %1$s", problem)
    }
}
