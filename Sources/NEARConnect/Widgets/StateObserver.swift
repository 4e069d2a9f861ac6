// SPDX-License-Identifier: MIT

internal import Observation

/// Runs a closure at once, and again after each change of the observable properties that it read.
///
/// Changes within one turn of the main loop count as one; nothing is polled.
@MainActor
package final class StateObserver {
    private let apply: @MainActor () -> Void
    private var isStopped = false

    /// - Parameter apply: Reads state and shows it. It must not change what it reads, and must hold its owner weakly.
    package init(_ apply: @escaping @MainActor () -> Void) {
        self.apply = apply
        arm()
    }

    private func arm() {
        guard !isStopped else { return }
        withObservationTracking {
            apply()
        } onChange: { [weak self] in
            // This is called before the change; the task runs after it.
            Task { @MainActor in self?.arm() }
        }
    }

    /// Ends the observation.
    package func stop() {
        isStopped = true
    }
}
