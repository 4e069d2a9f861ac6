// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// An account whose name a user may take for that of another one.
package struct LookAlike: Sendable, Hashable {
    /// The account.
    package let account: AccountId
    /// The account that the user knows.
    package let known: AccountId

    /// The shortest first part of a name of which one letter may differ: of shorter ones too many are alike.
    private static let least = 4

    /// Finds the account that a user knows and may mean.
    ///
    /// - Parameters:
    ///   - account: The account that is new to the user.
    ///   - known: The accounts that the user knows.
    /// - Returns: `nil` where no name is alike, and for an account that is known itself.
    package static func of(_ account: AccountId, among known: [AccountId]) -> LookAlike? {
        guard !known.contains(account) else { return nil }
        let shape = shape(of: account)
        for other in known {
            if shape == Self.shape(of: other) || isOneChange(account, other) || sharesEnds(account, other) {
                return LookAlike(account: account, known: other)
            }
        }
        return nil
    }

    /// The name with one letter for all that look the same.
    private static func shape(of account: AccountId) -> [UInt8] {
        var result: [UInt8] = []
        for byte in account.text.utf8 {
            switch byte {
            case UInt8(ascii: "0"): result.append(UInt8(ascii: "o"))
            case UInt8(ascii: "1"), UInt8(ascii: "i"): result.append(UInt8(ascii: "l"))
            case UInt8(ascii: "5"): result.append(UInt8(ascii: "s"))
            case UInt8(ascii: "-"), UInt8(ascii: "_"): break
            case UInt8(ascii: "n") where result.last == UInt8(ascii: "r"):
                result[result.count - 1] = UInt8(ascii: "m")
            case UInt8(ascii: "v") where result.last == UInt8(ascii: "v"):
                result[result.count - 1] = UInt8(ascii: "w")
            default: result.append(byte)
            }
        }
        return result
    }

    /// Returns whether one letter is another one, or missing, or two have changed places.
    private static func isOneChange(_ left: AccountId, _ right: AccountId) -> Bool {
        let (left, right) = (Array(left.text.utf8), Array(right.text.utf8))
        guard [left, right].allSatisfy({ ($0.firstIndex(of: UInt8(ascii: ".")) ?? $0.count) >= least }) else {
            return false
        }
        guard abs(left.count - right.count) <= 1 else { return false }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let (one, two) = (left[start...], right[start...])
        if one.count == two.count {
            if one.dropFirst().elementsEqual(two.dropFirst()) { return true }
            return one.count >= 2 && one.dropFirst(2).elementsEqual(two.dropFirst(2))
                && one.prefix(2).reversed().elementsEqual(two.prefix(2))
        }
        return one.count > two.count
            ? one.dropFirst().elementsEqual(two) : two.dropFirst().elementsEqual(one)
    }

    /// Returns whether two implicit accounts begin and end alike, which is all that anybody compares of them.
    private static func sharesEnds(_ left: AccountId, _ right: AccountId) -> Bool {
        guard left.kind == right.kind, left.isImplicit else { return false }
        let prefix = left.kind == .nearImplicit ? 4 : 6
        return left.text.utf8.prefix(prefix).elementsEqual(right.text.utf8.prefix(prefix))
            && left.text.utf8.suffix(4).elementsEqual(right.text.utf8.suffix(4))
    }
}
