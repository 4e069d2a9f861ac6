// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The differences between two versions of a wallet, for a user who has to decide about an offer.
///
/// Additions to a wallet's rights come first: permissions, addresses it may open, the source of its code.
package struct WalletDifference: Sendable, Hashable {
    /// One difference.
    package struct Item: Sendable, Hashable {
        /// The kinds of difference.
        package enum Kind: String, Sendable, Hashable {
            /// A lower version number than before.
            case downgrade
            /// The pinned version can't be read, so that nothing can be compared with it.
            case unreadable
            /// A new permission.
            case permissionAdded
            /// An address, or a scheme of other programs' links, that it may now open.
            case destinationAdded
            /// An object of the page that it may now call.
            case externalAdded
            /// Another address of its code.
            case executorAddress
            /// Other code.
            case code
            /// Another name.
            ///
            /// Users know a wallet by its name.
            case name
            /// A higher version number.
            case version
            /// A permission that it no longer has.
            case permissionRemoved
            /// An address that it may no longer open.
            case destinationRemoved
            /// An object that it may no longer call.
            case externalRemoved
            /// Another field of its manifest.
            case field

            /// True if the wallet may do more, or if an older version may bring back faults that were repaired since.
            package var isWarning: Bool {
                [.downgrade, .unreadable, .permissionAdded, .destinationAdded, .externalAdded].contains(self)
            }
        }

        /// The kind of difference.
        package let kind: Kind
        /// One line for the user, without control characters.
        package let text: String
    }

    /// The differences, the weightiest first; none for equal versions.
    package let items: [Item]

    /// True if the other version is an older one.
    package var isDowngrade: Bool { items.contains { $0.kind == .downgrade } }
    /// True if the other version may do more.
    package var addsPermissions: Bool {
        items.contains { [.unreadable, .permissionAdded, .destinationAdded, .externalAdded].contains($0.kind) }
    }

    /// Compares two versions.
    ///
    /// - Parameters:
    ///   - old: The pinned entry.
    ///   - oldCode: Its code.
    ///   - new: The other entry.
    ///   - newCode: Its code.
    init(
        from old: WalletManifest, _ oldCode: WalletLock.Executor, to new: WalletManifest, _ newCode: WalletLock.Executor
    ) {
        var items: [Item] = []
        func add(_ kind: Item.Kind, _ text: String) { items.append(Item(kind, text)) }
        if !old.version.hasSameBytes(as: new.version) {
            let isOlder = Self.isOlder(new.version, than: old.version)
            add(isOlder ? .downgrade : .version, Self.versionText(old.version, new.version, isOlder: isOlder))
        }
        let (was, willBe) = (old.permissions, new.permissions)
        let flags = WalletPermissions.Flag.allCases
        for flag in flags where willBe.flags.contains(flag) && !was.flags.contains(flag) {
            add(.permissionAdded, localized("may now: %1$s", flag.words))
        }
        // The entries themselves, not only their hosts: without its path an entry opens the whole site.
        let (couldOpen, canOpen) = (was.allowsOpen.map { ExactText($0) }, willBe.allowsOpen.map { ExactText($0) })
        for entry in canOpen where !couldOpen.contains(entry) {
            add(.destinationAdded, localized("may now open %1$s", "\(entry)"))
        }
        for name in willBe.external where !was.external.contains(name) {
            add(.externalAdded, localized("may now call %1$s", name))
        }
        items += Self.otherPermissions(old.json["permissions"], new.json["permissions"])
        if !oldCode.url.hasSameBytes(as: newCode.url) {
            add(.executorAddress, localized("code from %1$s, before from %2$s", newCode.url, oldCode.url))
        }
        if oldCode.sha256 != newCode.sha256 {
            add(
                .code,
                localized(
                    "code %1$s → %2$s bytes, sha256 %3$s… → %4$s…", "\(oldCode.size)", "\(newCode.size)",
                    String(oldCode.sha256.prefix(12)), String(newCode.sha256.prefix(12))))
        }
        if !old.name.hasSameBytes(as: new.name) {
            add(.name, localized("name “%1$s” → “%2$s”", old.name, new.name))
        }
        for flag in flags where was.flags.contains(flag) && !willBe.flags.contains(flag) {
            add(.permissionRemoved, localized("may no longer: %1$s", flag.words))
        }
        let closed = couldOpen.filter { !canOpen.contains($0) }
        items += Self.few(
            closed.map { Item(.destinationRemoved, localized("may no longer open %1$s", "\($0)")) }
        ) { localized("and %1$s more may no longer be opened", $0) }
        let lost = was.external.filter { !willBe.external.contains($0) }
        items += Self.few(
            lost.map { Item(.externalRemoved, localized("may no longer call %1$s", $0)) }
        ) { localized("and %1$s more may no longer be called", $0) }
        items += Self.otherFields(old.json, new.json)
        if items.isEmpty && old.sha256 != new.sha256 {
            add(.field, localized("permissions are written in another way"))
        }
        self.init(items)
    }

    /// Lists all of a version as new, for a pinned version whose entry can't be read any more.
    init(fromUnreadable old: WalletLock.Pin, to new: WalletManifest, _ newCode: WalletLock.Executor) {
        var items = [
            Item(.unreadable, localized("the pinned version can’t be read any more, so all of this counts as new"))
        ]
        let isOlder = Self.isOlder(new.version, than: old.version)
        items.append(
            Item(isOlder ? .downgrade : .version, Self.versionText(old.version, new.version, isOlder: isOlder)))
        for flag in WalletPermissions.Flag.allCases where new.permissions.flags.contains(flag) {
            items.append(Item(.permissionAdded, localized("may: %1$s", flag.words)))
        }
        items += new.permissions.allowsOpen.map { Item(.destinationAdded, localized("may open %1$s", $0)) }
        items += new.permissions.external.map { Item(.externalAdded, localized("may call %1$s", $0)) }
        items += Self.otherPermissions(nil, new.json["permissions"])
        items.append(Item(.executorAddress, localized("code from %1$s", newCode.url)))
        items.append(
            Item(
                .code,
                localized(
                    "code %1$s bytes, sha256 %2$s…", "\(newCode.size)", String(newCode.sha256.prefix(12)))))
        self.init(items)
    }

    private static func versionText(_ old: String, _ new: String, isOlder: Bool) -> String {
        isOlder
            ? localized("version %1$s → %2$s, which is older", old, new)
            : localized("version %1$s → %2$s", old, new)
    }

    private init(_ items: [Item]) {
        self.items = items.enumerated().sorted { one, other in
            (Self.rank(one.element.kind), one.offset) < (Self.rank(other.element.kind), other.offset)
        }.map(\.element)
    }

    private static func rank(_ kind: Item.Kind) -> Int {
        let order: [Item.Kind] = [
            .unreadable, .downgrade, .permissionAdded, .destinationAdded, .externalAdded, .executorAddress, .name,
            .code, .version,
            .permissionRemoved, .destinationRemoved, .externalRemoved, .field,
        ]
        return order.firstIndex(of: kind) ?? order.count
    }

    /// The most lines of one kind of which an entry may have any number.
    ///
    /// Users don't read more, and a window can't show them.
    private static let lineLimit = 20

    /// Returns the names of members that are different in two objects.
    private static func changes(_ old: JSONValue?, _ new: JSONValue?, besides said: Set<ExactText>) -> [ExactText] {
        let names = Set((old?.objectValue ?? [:]).keys).union((new?.objectValue ?? [:]).keys)
        return names.subtracting(said).filter { old?[$0] != new?[$0] }.sorted()
    }

    /// Returns the differences of permissions that this program doesn't know.
    ///
    /// The page gets these permissions all the same.
    private static func otherPermissions(_ old: JSONValue?, _ new: JSONValue?) -> [Item] {
        var (added, removed): ([Item], [Item]) = ([], [])
        for name in changes(old, new, besides: WalletPermissions.knownNames) {
            let shown = String(name.text.prefix(80))
            if WalletPermissions.isGranted(new?[name]) {
                added.append(
                    Item(.permissionAdded, localized("may now: “%1$s”, which this program doesn’t know", shown)))
            } else if WalletPermissions.isGranted(old?[name]) {
                removed.append(
                    Item(.permissionRemoved, localized("may no longer: “%1$s”, which this program doesn’t know", shown))
                )
            }
        }
        return few(added) { localized("and %1$s more may be used now", $0) }
            + few(removed) { localized("and %1$s more may no longer be used", $0) }
    }

    private static func otherFields(_ old: JSONValue, _ new: JSONValue) -> [Item] {
        let names = changes(old, new, besides: ["version", "permissions", "executor", "name"])
        return few(names.map { Item(.field, localized("%1$s changed", String($0.text.prefix(80)))) }) {
            localized("and %1$s more changed", $0)
        }
    }

    /// Returns the first of these lines, and one with the number of the others.
    private static func few(_ items: [Item], _ rest: (String) -> String) -> [Item] {
        guard items.count > lineLimit, let kind = items.first?.kind else { return items }
        return items.prefix(lineLimit) + [Item(kind, rest("\(items.count - lineLimit)"))]
    }

    /// Returns true if a version number is lower than another one.
    ///
    /// Numbers between dots are compared as numbers, the rest as text.
    static func isOlder(_ version: String, than other: String) -> Bool {
        let (one, two) = (parts(version), parts(other))
        for index in 0..<max(one.count, two.count) {
            let (left, right) = (index < one.count ? one[index] : "0", index < two.count ? two[index] : "0")
            if left == right { continue }
            if let left = UInt64(left), let right = UInt64(right) {
                if left != right { return left < right }
            } else {
                return left < right
            }
        }
        return false
    }

    private static func parts(_ version: String) -> [String] {
        version.split(omittingEmptySubsequences: true) { ".-+ ".contains($0) }.map(String.init)
    }
}

extension WalletDifference.Item {
    /// The longest line, in characters.
    ///
    /// The beginning of an address is the part that matters.
    private static let textLimit = 300

    fileprivate init(_ kind: Kind, _ text: String) {
        let line = DisplayText.line(String(text.prefix(Self.textLimit))).replacing("\n", with: "\\n")
        self.init(kind: kind, text: text.count > Self.textLimit ? "\(line)…" : line)
    }
}

extension WalletPermissions.Flag {
    /// The words for the permission, for the user.
    package var words: String {
        switch self {
        case .storage: localized("store values in this profile")
        case .walletConnect: localized("use WalletConnect")
        case .usb: localized("use USB devices")
        case .hid: localized("use HID devices")
        case .bluetooth: localized("use Bluetooth devices")
        case .clipboardRead: localized("read the clipboard")
        case .clipboardWrite: localized("write to the clipboard")
        case .location: localized("learn the address of the page that asks")
        case .foreignCode: localized("run code that it loads from elsewhere, which nobody has pinned")
        }
    }
}
