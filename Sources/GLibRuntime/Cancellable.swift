// SPDX-License-Identifier: MIT

internal import CGLib

/// Cancels an asynchronous GIO call (`GCancellable`).
package final class Cancellable: GObjectOwner {
    package init() {
        super.init(UnsafeMutableRawPointer(g_cancellable_new()), .full)
    }

    package func cancel() {
        g_cancellable_cancel(cast())
    }

    package var isCancelled: Bool { g_cancellable_is_cancelled(cast()) != 0 }
}
