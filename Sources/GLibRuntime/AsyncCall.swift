// SPDX-License-Identifier: MIT

package import CGLib

/// The completion of one asynchronous GIO call, carried through its `user_data`.
///
/// GIO promises exactly one callback for each call, also when it is cancelled; that callback consumes the box.
private final class AsyncBox {
    let handler: @MainActor (OpaquePointer) -> Void

    init(_ handler: @escaping @MainActor (OpaquePointer) -> Void) {
        self.handler = handler
    }
}

/// A callback and its data for one asynchronous GIO call.
///
/// Pass both to exactly one call.
@MainActor
package struct AsyncCompletion {
    package let callback: GAsyncReadyCallback
    package let data: UnsafeMutableRawPointer

    /// - Parameter handler: Gets the `GAsyncResult` (ownership: none) on the main thread, once.
    package init(_ handler: @escaping @MainActor (OpaquePointer) -> Void) {
        data = RetainedBox.retain(AsyncBox(handler))
        LiveCount.add(1, to: .pendingCall)
        callback = { _, result, data in
            guard let result, let data else { return }
            // GIO calls back on the thread that started the call.
            onMainThread((RetainedBox.take(data, as: AsyncBox.self), result)) { box, result in
                LiveCount.add(-1, to: .pendingCall)
                box.handler(result)
            }
        }
    }
}
