// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The user's choices for a profile's window.
struct Preferences: Sendable, Equatable {
    /// Light or dark.
    enum Appearance: String, Sendable, CaseIterable {
        /// The desktop's choice, also while that changes.
        case desktop
        case light, dark
    }

    /// The time without a signature after which keys in the vault are locked.
    enum LockTime: Int, Sendable, CaseIterable {
        case never = 0
        case five = 5
        case quarter = 15
        case hour = 60

        /// The time; `nil` for none.
        var duration: Duration? { self == .never ? nil : .seconds(rawValue * 60) }
    }

    var appearance = Appearance.desktop
    var lockTime = LockTime.quarter
    /// True if requests that end while the window hasn't the keyboard are told by a notification.
    var notifies = true

    /// Returns these choices with what differs between two others: another window may have changed the rest.
    func changed(as old: Preferences, to new: Preferences) -> Preferences {
        func choice<Value: Equatable>(_ path: KeyPath<Preferences, Value>) -> Value {
            new[keyPath: path] == old[keyPath: path] ? self[keyPath: path] : new[keyPath: path]
        }
        return Preferences(
            appearance: choice(\.appearance), lockTime: choice(\.lockTime), notifies: choice(\.notifies))
    }
}

/// The content of `preferences.json` in a profile's state folder.
enum PreferencesFile: DocumentFormat {
    static let name = "preferences"
    static let schema: Int128 = 1
    static let empty = Preferences()
    static var full: String { localized("the preferences need too much room") }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized("The preferences can’t be read (%1$s). The file is kept at %2$s.", reason, place)
    }

    static func content(_ fields: JSONFields) throws -> Preferences {
        Preferences(
            // A newer version's choice is none of ours.
            appearance: Preferences.Appearance(rawValue: try fields.string("appearance")) ?? .desktop,
            lockTime: fields.has("lockMinutes")
                ? Preferences.LockTime(rawValue: try fields.integer("lockMinutes")) ?? .five : .quarter,
            notifies: try fields.bool("notifies"))
    }

    static func fields(_ preferences: Preferences) -> JSONValue.Members {
        [
            "appearance": .string(preferences.appearance.rawValue), "notifies": .bool(preferences.notifies),
            "lockMinutes": .integer(Int128(preferences.lockTime.rawValue)),
        ]
    }
}
