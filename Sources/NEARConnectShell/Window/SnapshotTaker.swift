// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import GTKToolkit

/// The reason why there is no picture of a window.
public enum SnapshotError: Error, Equatable, Sendable {
    /// The window isn't shown.
    case windowIsNotShown
    /// The file could not be written; the reason is the system's.
    case notWritten(reason: String)
}

/// Waits for a window's next frame and writes it to a PNG file.
@MainActor
final class SnapshotTaker {
    private let window: Window
    private let isSettled: () -> Bool
    private var drawn: SignalConnection?
    private var endings: [SignalConnection] = []

    /// Creates a taker for a window.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - isSettled: Returns true if no transition is running; earlier frames are skipped.
    init(window: Window, isSettled: @escaping () -> Bool) {
        self.window = window
        self.isSettled = isSettled
    }

    /// Takes the picture.
    ///
    /// - Throws: ``SnapshotError``.
    func write(to url: URL) async throws(SnapshotError) {
        repeat {
            guard !window.isDestroyed, window.isVisible else { throw .windowIsNotShown }
            await frame()
        } while !isSettled() || !window.isMapped
        try paint(url)
    }

    /// Suspends until the window has been drawn, or can't be drawn any more.
    private func frame() async {
        await withCheckedContinuation { continuation in
            let waiting = Waiting(continuation)
            drawn = window.connect("draw") { _ in waiting.resume() }
            endings = ["unmap", "destroy"].map { window.connect($0) { _ in waiting.resume() } }
            WidgetPicture.redraw(window)
        }
        drawn = nil
        endings = []
    }

    /// Draws the window into a picture, without anything that covers it on the screen.
    private func paint(_ url: URL) throws(SnapshotError) {
        do throws(WidgetPicture.WriteError) {
            try WidgetPicture.writePNG(of: window, to: url.path)
        } catch {
            throw .notWritten(reason: error.reason)
        }
    }

    /// A continuation that several signals may resume; only the first one does.
    private final class Waiting {
        private var continuation: CheckedContinuation<Void, Never>?

        init(_ continuation: CheckedContinuation<Void, Never>) {
            self.continuation = continuation
        }

        func resume() {
            continuation?.resume()
            continuation = nil
        }
    }
}
