// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARConnectLocal
import NEARConnectScenarioRunner
import NEARConnectScenarios
import NEARPrimitives
import ProcessSetup
import SafeText

/// The login of the demo's shared account: `near-connect-peers`, which ends with this program.
@MainActor
struct DemoLogin {
    /// The addresses.
    let addresses: ScenarioLogin
    private let program: LineProgram

    /// Starts the services.
    ///
    /// - Throws: ``ReportedError`` where the program isn't there, or serves none.
    static func start() async throws -> DemoLogin {
        do {
            let (program, ready) = try await PeersProgram.start(["shares", "serve", "--json"])
            if let issuer = ready["issuer"]?.stringValue, let service = ready["service"]?.stringValue {
                return DemoLogin(addresses: ScenarioLogin(issuer: issuer, service: service), program: program)
            }
        } catch let error as ScenarioRunError {
            throw ReportedError(sentence: error.sentence, code: "installation", status: error.status)
        }
        throw ReportedError(
            sentence: localized("near-connect-peers has served no login."), code: "installation", status: .failure)
    }

    /// Ends the services.
    func end() async { _ = await program.end() }
}
