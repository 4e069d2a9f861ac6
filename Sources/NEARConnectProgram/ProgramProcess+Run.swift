// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import Glibc
internal import NEARConnect
internal import NEARConnectCore
public import ProcessSetup
internal import SafeText

extension ProgramProcess {
    /// Runs a whole program, and ends the process.
    ///
    /// The process is prepared, a display opened, and `operation` runs under GLib's loop. The exit code is 0 if it
    /// returns. An error that it throws is written to standard error in a sentence, and ends the process with the code
    /// that `near-connect` has for it: README.md has the table. Where `main` throws by itself, Swift ends the process
    /// as after a fault.
    ///
    /// Call it on the main thread, as the first thing that the program does.
    ///
    /// - Parameters:
    ///   - display: The display; one that can't be had is an error too.
    ///   - operation: The program.
    @MainActor
    public static func run(
        display: DisplaySession.Choice = .automatic, _ operation: @escaping @MainActor () async throws -> Void
    ) -> Never {
        do {
            let session = try DisplaySession.start(display)
            defer { session.stop() }
            try MainLoop.run(operation)
        } catch {
            let report = ErrorReport(error)
            let line = Array("\(localized("Error: %1$s", DisplayText.lines(report.sentence)))\n".utf8)
            fflush(nil)
            // If standard error is closed, nobody reads it.
            _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            exit(report.status.rawValue)
        }
        exit(EXIT_SUCCESS)
    }
}
