// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectLocal
import NEARPrimitives
import ProcessSetup
import SafeText

/// The login of the demo's shared account: `near-connect-peers`, beside this program, which ends with it.
@MainActor
struct DemoLogin {
    /// The addresses.
    let addresses: ScenarioLogin
    private let program: LineProgram

    /// Starts the services.
    ///
    /// - Throws: ``ReportedError`` where the program isn't there, or doesn't say where they are.
    static func start() async throws(ReportedError) -> DemoLogin {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let path = folder.appending(path: "near-connect-peers").path
        do {
            let program = try LineProgram([path, "shares", "serve", "--json"])
            let ready = try JSONValue.parse(await program.line() ?? "")
            if let issuer = ready["issuer"]?.stringValue, let service = ready["service"]?.stringValue {
                return DemoLogin(addresses: ScenarioLogin(issuer: issuer, service: service), program: program)
            }
        } catch {
            // Said below: without a service there is no login.
        }
        throw ReportedError(
            sentence: localized(
                "The login for the demo’s shared account didn’t start. Try “near-connect shares serve”, which says why."
            ),
            code: "installation", status: .failure)
    }

    /// Ends the services.
    func end() async { _ = await program.end() }
}
