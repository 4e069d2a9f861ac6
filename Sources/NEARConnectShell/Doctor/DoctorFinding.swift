// SPDX-License-Identifier: MIT

/// One line of what ``Doctor`` found.
public struct DoctorFinding: Sendable, Hashable {
    /// How bad it is.
    public enum Level: String, Sendable, Comparable {
        /// Nothing to do.
        case ok
        /// It works, but less well or less safely than it could.
        case warn
        /// Something doesn't work.
        case fail

        /// Whether `left` is less bad.
        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .ok: 0
            case .warn: 1
            case .fail: 2
            }
        }
    }

    /// The check's name, stable over versions, such as `sandbox`.
    public let check: String
    /// How bad it is.
    public let level: Level
    /// What was found, in a few words. It names no account, no key and nothing of the person's but folders below `~`.
    public let summary: String
    /// What to do about it; `nil` when there is nothing to do.
    public let advice: String?

    static func ok(_ check: String, _ summary: String) -> DoctorFinding {
        DoctorFinding(check: check, level: .ok, summary: summary, advice: nil)
    }

    static func warn(_ check: String, _ summary: String, _ advice: String?) -> DoctorFinding {
        DoctorFinding(check: check, level: .warn, summary: summary, advice: advice)
    }

    static func fail(_ check: String, _ summary: String, _ advice: String) -> DoctorFinding {
        DoctorFinding(check: check, level: .fail, summary: summary, advice: advice)
    }
}
