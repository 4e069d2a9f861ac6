// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// What is different between the version of a wallet that runs and another one, for somebody who has to agree to it.
///
/// What widens a wallet's reach comes first: permissions, addresses it may open, where its code comes from.
public struct WalletDifference: Sendable, Hashable {
    /// One thing that changed.
    public struct Item: Sendable, Hashable {
        /// What kind of change it is.
        public enum Kind: String, Sendable, Hashable {
            /// A lower version number than before.
            case downgrade
            /// What was agreed to can't be read, so that nothing can be compared with it.
            case unreadable
            /// A permission that wasn't there.
            case permissionAdded
            /// An address, or a scheme of other programs' links, that it may open now.
            case destinationAdded
            /// An object of the page that it may call now.
            case externalAdded
            /// Its code comes from another address.
            case executorAddress
            /// Its code is another one.
            case code
            /// Its name, by which people know it.
            case name
            /// A higher version number.
            case version
            /// A permission that is gone.
            case permissionRemoved
            /// An address that it may not open any more.
            case destinationRemoved
            /// An object that it may not call any more.
            case externalRemoved
            /// Another field of its manifest.
            case field

            /// Whether it widens what the wallet may do, or goes back to what may have been mended since.
            public var isWarning: Bool {
                [.downgrade, .unreadable, .permissionAdded, .destinationAdded, .externalAdded].contains(self)
            }
        }

        /// What kind of change it is.
        public let kind: Kind
        /// One line for a person, without control characters.
        public let text: String
    }

    /// The changes, the weightiest first. None means that nothing changed.
    public let items: [Item]

    /// Whether the other version is an older one.
    public var isDowngrade: Bool { items.contains { $0.kind == .downgrade } }
    /// Whether the other version may do more.
    public var widensReach: Bool {
        items.contains { [.unreadable, .permissionAdded, .destinationAdded, .externalAdded].contains($0.kind) }
    }

    /// Compares two versions.
    ///
    /// - Parameters:
    ///   - old: The entry that runs.
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
            add(
                isOlder ? .downgrade : .version,
                "version \(old.version) \u{2192} \(new.version)\(isOlder ? ", which is older" : "")")
        }
        let (was, willBe) = (old.permissions, new.permissions)
        let flags = WalletPermissions.Flag.allCases
        for flag in flags where willBe.flags.contains(flag) && !was.flags.contains(flag) {
            add(.permissionAdded, "may now: \(flag.words)")
        }
        // The entries themselves, not only their hosts: a path that falls away opens the whole site.
        let (couldOpen, canOpen) = (was.allowsOpen.map { ExactText($0) }, willBe.allowsOpen.map { ExactText($0) })
        for entry in canOpen where !couldOpen.contains(entry) {
            add(.destinationAdded, "may now open \(entry)")
        }
        for name in willBe.external where !was.external.contains(name) { add(.externalAdded, "may now call \(name)") }
        items += Self.otherPermissions(old.json["permissions"], new.json["permissions"])
        if !oldCode.url.hasSameBytes(as: newCode.url) {
            add(.executorAddress, "code from \(newCode.url), before from \(oldCode.url)")
        }
        if oldCode.sha256 != newCode.sha256 {
            add(
                .code,
                "code \(oldCode.size) \u{2192} \(newCode.size) bytes, sha256 \(oldCode.sha256.prefix(12))… \u{2192} "
                    + "\(newCode.sha256.prefix(12))…")
        }
        if !old.name.hasSameBytes(as: new.name) {
            add(.name, "name \u{201C}\(old.name)\u{201D} \u{2192} \u{201C}\(new.name)\u{201D}")
        }
        for flag in flags where was.flags.contains(flag) && !willBe.flags.contains(flag) {
            add(.permissionRemoved, "may no longer: \(flag.words)")
        }
        let closed = couldOpen.filter { !canOpen.contains($0) }
        items += Self.few(
            closed.map { Item(.destinationRemoved, "may no longer open \($0)") }, "may no longer be opened")
        let lost = was.external.filter { !willBe.external.contains($0) }
        items += Self.few(lost.map { Item(.externalRemoved, "may no longer call \($0)") }, "may no longer be called")
        items += Self.otherFields(old.json, new.json)
        if items.isEmpty && old.sha256 != new.sha256 { add(.field, "permissions are written in another way") }
        self.init(items)
    }

    /// Says what there is to agree to in the place of a version whose entry can't be read any more.
    init(fromUnreadable old: WalletLock.Pin, to new: WalletManifest, _ newCode: WalletLock.Executor) {
        var items = [Item(.unreadable, "what was agreed to can't be read any more: all of this counts as new")]
        if WalletDifference.isOlder(new.version, than: old.version) {
            items.append(Item(.downgrade, "version \(old.version) \u{2192} \(new.version), which is older"))
        } else {
            items.append(Item(.version, "version \(old.version) \u{2192} \(new.version)"))
        }
        for flag in WalletPermissions.Flag.allCases where new.permissions.flags.contains(flag) {
            items.append(Item(.permissionAdded, "may: \(flag.words)"))
        }
        for entry in new.permissions.allowsOpen { items.append(Item(.destinationAdded, "may open \(entry)")) }
        for name in new.permissions.external { items.append(Item(.externalAdded, "may call \(name)")) }
        items += Self.otherPermissions(nil, new.json["permissions"])
        items.append(Item(.executorAddress, "code from \(newCode.url)"))
        items.append(Item(.code, "code \(newCode.size) bytes, sha256 \(newCode.sha256.prefix(12))…"))
        self.init(items)
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

    /// How many lines of a kind are shown that an entry may have any number of. Nobody reads more, and a window can't show them.
    private static let lineLimit = 20

    /// The names of members that are different in two objects.
    private static func changes(_ old: JSONValue?, _ new: JSONValue?, besides said: Set<ExactText>) -> [ExactText] {
        let names = Set((old?.objectValue ?? [:]).keys).union((new?.objectValue ?? [:]).keys)
        return names.subtracting(said).filter { old?[$0] != new?[$0] }.sorted()
    }

    /// Permissions that this version has no words for. The page gets them all the same.
    private static func otherPermissions(_ old: JSONValue?, _ new: JSONValue?) -> [Item] {
        let known = Set(WalletPermissions.Flag.allCases.map { ExactText($0.rawValue) } + ["allowsOpen", "external"])
        func isGranted(_ value: JSONValue?) -> Bool { value != nil && value != .null && value != .bool(false) }
        var (added, removed): ([Item], [Item]) = ([], [])
        for name in changes(old, new, besides: known) {
            let shown = "\u{201C}\(name.text.prefix(80))\u{201D}, which this program doesn't know"
            if isGranted(new?[name]) {
                added.append(Item(.permissionAdded, "may now: \(shown)"))
            } else if isGranted(old?[name]) {
                removed.append(Item(.permissionRemoved, "may no longer: \(shown)"))
            }
        }
        return few(added, "may be used now") + few(removed, "may no longer be used")
    }

    private static func otherFields(_ old: JSONValue, _ new: JSONValue) -> [Item] {
        let names = changes(old, new, besides: ["version", "permissions", "executor", "name"])
        return few(names.map { Item(.field, "\($0.text.prefix(80)) changed") }, "changed")
    }

    /// The first of these lines, and how many more there are.
    private static func few(_ items: [Item], _ words: String) -> [Item] {
        guard items.count > lineLimit, let kind = items.first?.kind else { return items }
        return items.prefix(lineLimit) + [Item(kind, "and \(items.count - lineLimit) more \(words)")]
    }

    /// Whether a version number is lower than another one: numbers between dots are compared as numbers, the rest as text.
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
    /// Longest line, in characters. What counts of an address stands at its beginning.
    private static let textLimit = 300

    fileprivate init(_ kind: Kind, _ text: String) {
        let line = DisplayText.line(String(text.prefix(Self.textLimit))).replacing("\n", with: "\\n")
        self.init(kind: kind, text: text.count > Self.textLimit ? "\(line)…" : line)
    }
}

extension WalletPermissions.Flag {
    /// What the permission lets a wallet do, for a person.
    public var words: String {
        switch self {
        case .storage: "keep values in this profile"
        case .walletConnect: "use WalletConnect"
        case .usb: "use USB devices"
        case .hid: "use HID devices"
        case .bluetooth: "use Bluetooth devices"
        case .clipboardRead: "read the clipboard"
        case .clipboardWrite: "write to the clipboard"
        case .location: "learn the address of the page that asks"
        }
    }
}
