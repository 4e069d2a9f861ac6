// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The word of a node on whether a key is one of an account.
enum KeyCheck: Equatable {
    /// It is one, and may do anything.
    case fullAccess
    /// It is one, and may only call a contract.
    case limited(String)
    /// It is one with gas of its own, and this program signs with none of those.
    case gasKey
    /// It is one, with a permission of a newer chain.
    case unknownPermission
    /// The account is the key's own and doesn't exist yet.
    case newAccount
    /// The account has other keys only.
    case otherKeys
    /// There is no such account.
    case noAccount
    /// The node can't be asked, for this reason.
    case unasked(String)

    /// The time that a node has to answer while a user waits.
    private static let patience = Duration.seconds(10)

    /// Asks a node.
    static func ask(_ client: NEARRPCClient, about draft: KeyDraft) async -> KeyCheck {
        do {
            let keys = try await client.viewAccessKeyList(of: draft.account, deadline: patience).value.keys
            guard let found = keys.first(where: { $0.publicKey == draft.key.publicKey.handle }) else {
                // Nodes name no keys of an account that isn't there, too.
                guard keys.isEmpty else { return .otherKeys }
                _ = try await client.viewAccount(draft.account, deadline: patience)
                return .otherKeys
            }
            return switch found.accessKey.permission {
            case .fullAccess: .fullAccess
            case .functionCall(let limits): .limited(DisplayText.name(limits.receiverId.text))
            // Transactions of this program name none of a gas key's nonces.
            case .gasKeyFullAccess, .gasKeyFunctionCall: .gasKey
            case .unrecognized: .unknownPermission
            }
        } catch let error where error.saysThatKeyIsGone {
            return draft.isImplicit ? .newAccount : .noAccount
        } catch {
            return .unasked(DisplayText.words(error))
        }
    }

    /// True if nobody says what the key is, so that a user may keep it all the same.
    var mayBeKeptUnchecked: Bool {
        switch self {
        case .unknownPermission, .unasked: true
        case .fullAccess, .newAccount, .limited, .gasKey, .otherKeys, .noAccount: false
        }
    }

    /// True if the key is of use for the account.
    var isUsable: Bool {
        switch self {
        case .fullAccess, .newAccount: true
        case .limited, .gasKey, .unknownPermission, .otherKeys, .noAccount, .unasked: false
        }
    }

    /// The reason why the key isn't kept, as sentences; `nil` where it is.
    ///
    /// - Parameters:
    ///   - account: The account that was asked about.
    ///   - network: The network, by its id.
    func problem(_ account: AccountId, on network: String) -> String? {
        switch self {
        case .fullAccess, .newAccount: nil
        case .limited(let contract):
            localized(
                "This key may only call %1$s. Use a key of %2$s that may do anything.", contract, account.text)
        case .gasKey:
            localized(
                "This is a gas key, with which this program can’t sign. Use another key of %1$s that may do anything.",
                account.text)
        case .unknownPermission:
            localized(
                "This key of %1$s has a permission that this version doesn’t know. Use another key or a newer version, or keep it unchecked.",
                account.text)
        case .otherKeys:
            localized(
                "This is no access key of %1$s on %2$s. Check the account and the network.", account.text,
                DisplayText.name(network))
        case .noAccount:
            localized(
                "There is no account %1$s on %2$s. Check its id and the network.", account.text,
                DisplayText.name(network))
        case .unasked(let reason):
            localized(
                "No node says whether this is a key of %1$s: %2$s You can also keep it unchecked.", account.text,
                ReceiverInput.sentence(reason))
        }
    }
}
