// SPDX-License-Identifier: MIT

internal import SafeText

/// A holder of one share: who has it, and the place on the line at which it lies.
///
/// The raw value is that place, 1 to 7. Zero, where the key itself lies, can't be named.
public enum ShareHolder: UInt8, CaseIterable, Sendable, Hashable {
    /// A service that gives its share, or signs with it, after a login.
    case login = 1
    /// The computer on which the key was made.
    case device = 2
    /// 24 words on paper, or the same in a sealed file that is kept elsewhere.
    case recovery = 3
    /// 24 words that the program keeps where it likes.
    case app = 4
    /// A further computer.
    case secondDevice = 5
    /// A further computer.
    case thirdDevice = 6
    /// A further computer.
    case fourthDevice = 7
}

extension ShareHolder: Comparable {
    /// Orders by place, which is how lists of signers are ordered.
    public static func < (one: ShareHolder, other: ShareHolder) -> Bool { one.rawValue < other.rawValue }
}

extension ShareHolder: CustomStringConvertible {
    /// The holder in words, for sentences such as "the share of …".
    public var description: String {
        switch self {
        case .login: localized("the login")
        case .device: localized("the first computer")
        case .recovery: localized("the recovery words")
        case .app: localized("the app")
        case .secondDevice: localized("the second computer")
        case .thirdDevice: localized("the third computer")
        case .fourthDevice: localized("the fourth computer")
        }
    }
}
