// SPDX-License-Identifier: MIT

internal import SafeText

/// The reasons for which a call to a local server has no result.
package enum LocalClientError: Error, Sendable, CustomStringConvertible {
    /// The path can't be a socket's.
    case path(LocalSocketPathError)
    /// Nobody listens at the path.
    case notRunning(path: String)
    /// The process that listens belongs to another user; nothing was sent to it.
    case otherUser(path: String, uid: UInt32)
    /// The server took no connection in time.
    case noConnection(path: String, limit: Duration)
    /// A system call failed.
    case system(SystemCallError)
    /// The server answered with an error.
    case answered(LocalCallError)
    /// No answer came in time.
    ///
    /// The server was asked to cancel the call and may have acted on it all the same.
    case timedOut(method: String, limit: Duration)
    /// The task that called was cancelled; else as ``timedOut(method:limit:)``.
    case cancelled(method: String)
    /// The server's process or the connection has ended; a call that was open may have been acted on.
    case ended
    /// The server sent a line that is no answer.
    case unreadable(reason: String)
    /// The call is longer than a line may be; it wasn't sent.
    case tooLong(bytes: Int, limit: Int)
    /// The server doesn't read, and too much waits for it; the call wasn't sent.
    case notReading

    package var description: String {
        switch self {
        case .path(let error): "\(error)"
        case .notRunning(let path): localized("%1$s: no program listens here; start it first", DisplayText.line(path))
        case .otherUser(let path, let uid):
            localized(
                "%1$s: the program that listens here belongs to user %2$s; don’t use it", DisplayText.line(path),
                "\(uid)")
        case .noConnection(let path, let limit):
            localized(
                "%1$s: the program took no connection within %2$s; end it, or try again", DisplayText.line(path),
                DisplayText.words(limit))
        case .system(let failure): "\(failure)"
        case .answered(let error): "\(error)"
        case .timedOut(let method, let limit):
            localized(
                "%1$s: no answer within %2$s; it may have been done all the same", DisplayText.line(method),
                DisplayText.words(limit))
        case .cancelled(let method):
            localized("%1$s: cancelled; it may have been done all the same", DisplayText.line(method))
        case .ended: localized("the program has closed the connection; what was asked for may have been done")
        case .unreadable(let reason): localized("the program’s answer can’t be read: %1$s", DisplayText.line(reason))
        case .tooLong(let bytes, let limit):
            localized("the call has %1$s bytes, and %2$s are the most; it wasn’t sent", "\(bytes)", "\(limit)")
        case .notReading: localized("the program doesn’t read what it is sent; the call wasn’t sent")
        }
    }
}
