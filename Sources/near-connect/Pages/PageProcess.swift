// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import ProcessSetup
import SafeText

/// `near-connect-view`, doing one request in a wallet's page.
@MainActor
enum PageProcess {
    /// The program, until ``end()``.
    private static var program: LineProgram?
    /// True if the program waits for its request.
    private static var isWaiting = false

    /// Starts the program, which loads its libraries while the request is prepared.
    ///
    /// - Throws: ``ReportedError`` if it isn't there; the system's error if it can't be started.
    @discardableResult
    static func begin() throws -> LineProgram {
        let started = try LineProgram([try SiblingProgram.view.path(), PageRequest.commandName])
        (program, isWaiting) = (started, true)
        return started
    }

    /// Ends the program, which closes its page, and waits for that.
    static func end() async {
        _ = await program?.end()
        program = nil
    }

    /// Has a request done.
    ///
    /// The end of this process cancels it, whatever ends it. The program may still run afterwards; see ``end()``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The time after which it is cancelled; `nil` for as long as the user needs.
    /// - Throws: ``ReportedError`` with what went wrong there.
    static func answer(to request: PageRequest, within limit: Duration?) async throws -> PageAnswer {
        let line = try request.json().text
        let program = try isWaiting ? program ?? begin() : begin()
        isWaiting = false
        try program.write(line)
        let time = DeadlineTime(ContinuousClock())
        let end = time.now + (limit ?? .zero)
        let watch = limit.map { _ in
            Task {
                try await time.sleep(until: end)
                program.closeInput()
            }
        }
        defer { watch?.cancel() }
        let answer = await withTaskCancellationHandler {
            await program.line()
        } onCancel: {
            Task { @MainActor in program.closeInput() }
        }
        let isLate = limit != nil && time.now >= end
        guard let answer else {
            throw ReportedError(
                sentence: localized(
                    "near-connect-view ended before the wallet had answered (exit code %1$s). If something was to be sent, look it up with “near-connect history” before you try again.",
                    "\(await program.end())"), code: "page-ended", status: .unknownOutcome)
        }
        let json = try JSONValue.parse(answer)
        if let error = json["error"].flatMap(ReportedError.init) {
            // What may have been sent has an error of its own.
            guard isLate, let limit, error.isCancellation else { throw error }
            throw NEARError.timedOut(after: limit)
        }
        return try PageAnswer(json)
    }
}
