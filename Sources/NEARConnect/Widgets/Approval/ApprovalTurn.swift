// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import SafeText

/// The turns of approval dialogs: one is open at a time, whoever asks.
///
/// A dialog that comes up over another one could get a click that was meant for that.
@MainActor
final class ApprovalTurn {
    /// A place in the row.
    final class Place {
        /// The dialog that has the turn: it says how many wait behind it.
        fileprivate weak var dialog: Dialog?
        fileprivate var continuation: CheckedContinuation<Bool, Never>?
        fileprivate var isGivenUp = false
    }

    /// The turns of this process.
    static let shared = ApprovalTurn()

    private var holder: Place?
    private var waiting: [Place] = []

    /// Waits for a turn.
    ///
    /// - Returns: False if the place was given up before its turn came.
    func wait(_ place: Place) async -> Bool {
        guard !place.isGivenUp else { return false }
        guard holder != nil else {
            holder = place
            return true
        }
        return await withCheckedContinuation { continuation in
            place.continuation = continuation
            waiting.append(place)
            tell()
        }
    }

    /// Names the dialog that is open in a place's turn; it says how many questions wait, and that this changes.
    func show(_ dialog: Dialog, for place: Place) {
        place.dialog = dialog
        tell()
    }

    private func tell() {
        let text = localizedPlural(
            "%1$s more question waits", "%1$s more questions wait", count: waiting.count, "\(waiting.count)")
        holder?.dialog?.setSubtitle(waiting.isEmpty ? nil : text)
    }

    /// Ends a turn, or a wait for one.
    func leave(_ place: Place) {
        place.isGivenUp = true
        waiting.removeAll { $0 === place }
        place.continuation.take()?.resume(returning: false)
        guard holder === place else { return tell() }
        holder = waiting.isEmpty ? nil : waiting.removeFirst()
        holder?.continuation.take()?.resume(returning: true)
    }
}
