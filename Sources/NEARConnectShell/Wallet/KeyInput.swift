// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A key that the user wants to add, as typed.
struct KeyInput: Equatable {
    /// The key; `nil` while nothing is written or it is none.
    private(set) var key: PublicKey?
    /// The key's permission; `nil` while that isn't clear.
    private(set) var permission: AccessKeyPermission?
    /// The first problem; `nil` while everything is empty or correct.
    private(set) var problem: String?
    /// The field that ``problem`` is about.
    private(set) var place = Place.key

    /// A field.
    enum Place {
        case key, contract, allowance
    }

    /// The key's permission as typed.
    struct Limits: Equatable {
        /// The contract whose methods may be called.
        var contract = ""
        /// The methods, with commas or spaces between them; empty for all.
        var methods = ""
        /// The NEAR that the key may spend on gas; empty for no limit.
        var allowance = ""
    }

    /// Checks what is typed.
    ///
    /// - Parameters:
    ///   - keyText: The public key.
    ///   - limits: The limits; `nil` for a key that may do anything.
    ///   - style: The user's way to write numbers.
    init(_ keyText: String, limits: Limits?, style: NumberStyle) {
        let keyText = TypedText.trimmed(keyText)
        if !keyText.isEmpty {
            if keyText.contains(" ") || keyText.utf8.starts(with: "ed25519:".utf8) && keyText.utf8.count > 80 {
                problem = localized("This looks like a secret key or a seed phrase. Enter the public key only.")
                return
            }
            do {
                key = try PublicKey(keyText)
            } catch {
                problem = localized("This is no public key: %1$s.", "\(error)")
            }
        }
        guard let limits else {
            permission = .fullAccess
            return
        }
        read(limits, style)
    }

    private mutating func say(_ text: String, of place: Place) {
        if problem == nil { (problem, self.place) = (text, place) }
    }

    private mutating func read(_ limits: Limits, _ style: NumberStyle) {
        let contract = ReceiverInput(limits.contract)
        if let wrong = contract.problem { say(wrong, of: .contract) }
        let methods = limits.methods.split { $0 == "," || $0.isWhitespace }.map(String.init)
        var allowance: NEARToken?
        if !TypedText.trimmed(limits.allowance).isEmpty {
            let amount = AmountInput(limits.allowance, available: nil, style: style)
            guard let value = amount.amount else {
                if let wrong = amount.problem { say(wrong, of: .allowance) }
                return
            }
            allowance = value
        }
        guard let account = contract.account else { return }
        permission = .functionCall(
            FunctionCallPermission(allowance: allowance, receiverId: account, methodNames: methods))
    }
}
