// SPDX-License-Identifier: MIT

internal import Observation
internal import Synchronization

/// Runs a closure at once, and again after each change of the observable properties that it read.
///
/// Changes within one turn of the main loop count as one; nothing is polled.
@MainActor
package final class StateObserver {
    private let apply: @MainActor () -> Void
    private var isStopped = false
    /// True from a change until it is applied.
    private let isChanged = Atomic(false)

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
            self?.isChanged.store(true, ordering: .releasing)
            Task { @MainActor in self?.applyChange() }
        }
    }

    /// Runs the closure now where something has changed since it ran, and not in the next turn of the loop.
    package func applyChange() {
        if isChanged.exchange(false, ordering: .acquiringAndReleasing) { arm() }
    }

    /// Ends the observation.
    package func stop() {
        isStopped = true
    }
}
