// SPDX-License-Identifier: MIT

/// One finding of ``Doctor``.
public struct DoctorFinding: Sendable, Hashable {
    /// The finding's severity.
    public enum Level: String, Sendable, Comparable {
        /// Nothing to do.
        case ok
        /// It works, but less well or less safely than it could.
        case warn
        /// Something doesn't work.
        case fail

        /// Returns whether `left` is less severe.
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
    /// The finding's severity.
    public let level: Level
    /// The finding in a few words.
    ///
    /// It names no account and no key, and of the user's files only folders below `~`.
    public let summary: String
    /// The advice for the user; `nil` when there is nothing to do.
    public let advice: String?
    /// The step that the window offers with the advice; `nil` for none.
    var mend: DoctorMend?

    /// Returns the finding with a step that ends it.
    func mended(by mend: DoctorMend?) -> DoctorFinding {
        var finding = self
        finding.mend = mend
        return finding
    }

    static func ok(_ check: String, _ summary: String) -> DoctorFinding {
        DoctorFinding(check: check, level: .ok, summary: summary, advice: nil)
    }

    static func warn(_ check: String, _ summary: String, advice: String?) -> DoctorFinding {
        DoctorFinding(check: check, level: .warn, summary: summary, advice: advice)
    }

    static func fail(_ check: String, _ summary: String, advice: String) -> DoctorFinding {
        DoctorFinding(check: check, level: .fail, summary: summary, advice: advice)
    }
}
