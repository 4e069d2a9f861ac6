// SPDX-License-Identifier: MIT

import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import ProcessSetup
import SafeText

/// `near-connect-view`, doing one request in a wallet's page.
@MainActor
enum PageProcess {
    /// Has a request done.
    ///
    /// The end of this process cancels it, whatever ends it.
    ///
    /// - Throws: ``ReportedError`` with what went wrong there.
    static func answer(to request: PageRequest) async throws -> PageAnswer {
        let line = try request.json().text
        let program = try LineProgram([try SiblingProgram.view.path(), PageRequest.commandName])
        try program.write(line)
        let answer = await withTaskCancellationHandler {
            await program.line()
        } onCancel: {
            Task { @MainActor in program.closeInput() }
        }
        guard let answer else {
            throw ReportedError(
                sentence: localized(
                    "near-connect-view ended before the wallet had answered (exit code %1$s). If something was to be sent, look it up with “near-connect history” before you try again.",
                    "\(await program.end())"), code: "page-ended", status: .unknownOutcome)
        }
        let json = try JSONValue.parse(answer)
        _ = await program.end()
        if let error = json["error"].flatMap(ReportedError.init) { throw error }
        return try PageAnswer(json)
    }
}
