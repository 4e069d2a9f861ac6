// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A new account below another one, and the amount that it gets, as typed.
struct SharedKeyNameInput: Equatable {
    /// A field.
    enum Place {
        case name, amount
    }

    /// The account; `nil` while nothing is written or it can't be made.
    private(set) var account: AccountId?
    /// The amount; `nil` while nothing is written or it is none.
    private(set) var deposit: NEARToken?
    /// The first problem; `nil` while everything is empty or correct.
    private(set) var problem: String?
    /// The field that ``problem`` is about.
    private(set) var place = Place.name

    /// Checks what is typed.
    ///
    /// - Parameters:
    ///   - name: The name alone, or the whole account id.
    ///   - amount: The amount of NEAR.
    ///   - parent: The account that makes the new one.
    ///   - style: The user's way to write numbers.
    init(_ name: String, amount: String, below parent: AccountId, style: NumberStyle) {
        let name = TypedText.trimmed(name)
        if !name.isEmpty { read(name, below: parent) }
        let sum = AmountInput(amount, available: nil, style: style)
        deposit = sum.amount
        if problem == nil, let wrong = sum.problem { (problem, place) = (wrong, .amount) }
    }

    private mutating func read(_ name: String, below parent: AccountId) {
        if let whole = ReceiverInput(name).account, whole.isSubAccount(of: parent) {
            account = whole
            return
        }
        let input = ReceiverInput("\(name).\(parent.text)")
        guard let found = input.account, found.isSubAccount(of: parent) else {
            problem =
                input.problem
                ?? localized(
                    "%1$s makes accounts directly below itself only: write a name without a dot.", parent.text)
            return
        }
        account = found
    }
}
