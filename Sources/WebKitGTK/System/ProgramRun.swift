// SPDX-License-Identifier: MIT

internal import CWebKitGTK

/// A small program that is run to its end, to see its exit code or its errors.
@MainActor
public enum ProgramRun {
    /// The end of a program's run.
    public struct Result: Sendable, Equatable {
        /// The exit code; `nil` when the program didn't start or was ended by a signal.
        public let exitCode: Int?
        /// The program's standard error, or the reason why it didn't start.
        public let errors: String

        /// A result as a run or a test has it.
        public init(exitCode: Int?, errors: String) {
            self.exitCode = exitCode
            self.errors = errors
        }
    }

    /// Runs a program without a shell and waits for its end.
    ///
    /// It is for programs that end within milliseconds, since the thread stands still.
    ///
    /// - Parameter arguments: The program's full path, and what it is given.
    public static func run(_ arguments: [String]) -> Result {
        var texts = arguments.map { strdup($0) }
        texts.append(nil)
        defer { texts.forEach { free($0) } }
        var errors: UnsafeMutablePointer<CChar>?
        var status: gint = 0
        var failure: UnsafeMutablePointer<GError>?
        // A process that another thread starts meanwhile must not have the pipe: its end would be waited for.
        let flags = GSpawnFlags(G_SPAWN_STDOUT_TO_DEV_NULL.rawValue | G_SPAWN_CLOEXEC_PIPES.rawValue)
        let hasRun = g_spawn_sync(nil, &texts, nil, flags, nil, nil, nil, &errors, &status, &failure)
        defer { g_free(errors) }
        guard hasRun != 0 else {
            defer { g_clear_error(&failure) }
            return Result(exitCode: nil, errors: failure.map { String(cString: $0.pointee.message) } ?? "no reason")
        }
        let text = errors.map { String(cString: $0) } ?? ""
        // The status is `wait`'s: a signal's number is in the low seven bits, the exit code in the second byte.
        return Result(exitCode: status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : nil, errors: text)
    }
}
