// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// An access key of an account in words.
struct KeyText: Equatable {
    /// The key as the chain names it.
    let key: String
    /// The key's permission in a few words.
    let purpose: String
    /// The methods and what it may spend on gas; empty for keys that may do anything.
    let limits: String
    /// True if the key may do anything, so that whoever has it has the account.
    let isFullAccess: Bool

    /// Writes out a key.
    ///
    /// - Parameters:
    ///   - info: The key as a node shows it.
    ///   - style: The way to write numbers.
    init(_ info: AccessKeyInfoView, style: NumberStyle) {
        key = info.publicKey.description
        isFullAccess = info.accessKey.permission.isFullAccess
        switch info.accessKey.permission {
        case .fullAccess:
            (purpose, limits) = (localized("Full access: may do anything"), "")
        case .functionCall(let permission):
            purpose = localized("Calls of %1$s", DisplayText.name(permission.receiverId.text))
            limits = Self.limits(of: permission, style)
        case .gasKeyFullAccess(let gas):
            purpose = localized("Full access, with gas of its own")
            limits = localized("Gas: %1$s", style.near(gas.balance, digits: 5))
        case .gasKeyFunctionCall(let gas, let permission):
            purpose = localized("Calls of %1$s, with gas of its own", DisplayText.name(permission.receiverId.text))
            // The chain knows no allowance of a gas key: it burns what it has.
            limits = localized("Gas: %1$s", style.near(gas.balance, digits: 5)) + "; " + Self.methods(of: permission)
        case .unrecognized:
            (purpose, limits) = (localized("A permission that this version doesn’t know"), "")
        }
    }

    private static func methods(of permission: FunctionCallPermission) -> String {
        let names = permission.methodNames.map { DisplayText.name($0.text) }
        return names.isEmpty ? localized("every method") : localized("methods: %1$s", names.joined(separator: ", "))
    }

    private static func limits(of permission: FunctionCallPermission, _ style: NumberStyle) -> String {
        let allowance =
            permission.allowance.map { localized("%1$s left for gas", style.near($0, digits: 5)) }
            ?? localized("no limit for gas")
        return "\(methods(of: permission)); \(allowance)"
    }
}

/// The access keys of an account, in the order in which they are shown.
struct KeyList: Equatable {
    /// The most keys that are shown; more make the page slow and nobody reads them.
    static let limit = 100

    /// The keys, those with full access first.
    let keys: [KeyText]
    /// The number of keys that aren't shown.
    let hidden: Int
    /// The number of keys with full access.
    var fullCount: Int { full.count }
    private let full: [ExactText]

    /// Orders keys.
    init(_ keys: [AccessKeyInfoView], style: NumberStyle) {
        let texts = keys.map { KeyText($0, style: style) }
        full = texts.filter(\.isFullAccess).map { ExactText($0.key) }
        let ordered = texts.filter(\.isFullAccess) + texts.filter { !$0.isFullAccess }
        self.keys = Array(ordered.prefix(Self.limit))
        hidden = max(0, ordered.count - Self.limit)
    }

    /// Returns what taking a key away does, where that is more than taking away what it may do.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - signing: The key that signs in this window, where it is known.
    ///   - held: The keys of the account that this computer has.
    func danger(ofRemoving key: KeyText, signing: String?, held: Set<ExactText> = []) -> String? {
        let others = held.union(signing.map { [ExactText($0)] } ?? []).subtracting([ExactText(key.key)])
        // A key that only a node knows of may not exist.
        if key.isFullAccess, !full.contains(where: others.contains) {
            return fullCount <= 1
                ? localized(
                    "This is the last key with full access. Without it nobody can ever change this account or move its NEAR."
                )
                : localized(
                    "This computer has no other key with full access to this account. Remove this one only if you have another: without one nobody can ever change this account or move its NEAR."
                )
        }
        if let signing, signing.hasSameBytes(as: key.key) {
            return localized("This key signs for this window. Without it you have to connect again with another one.")
        }
        return nil
    }
}
