// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARConnectScenarios
internal import NEARDevnet
internal import NEARPrimitives
internal import ProcessSetup
internal import SafeText
internal import WalletConnectPlatform
internal import WalletConnectSign

/// A wallet on a phone for one scenario: `near-connect-peers` has it and the relay, this process the program's side.
///
/// It is the manager's `WalletConnectClient`, and shows each link to the phone as a user would.
@MainActor
final class ScriptedPhone: WalletConnectClient {
    /// The wallet's id in its manifest.
    let walletId: String
    /// The manifest of the executor that asks the phone.
    let manifest: String

    let projectId = "scenario"
    private let program: LineProgram
    private let client: SignClient
    private let adapter: PhoneWalletClient
    /// The last line that the program was told; one at a time, since each is answered by one.
    private var last: Task<Void, any Error>?

    private init(_ ready: Ready, program: LineProgram, client: SignClient) {
        walletId = ready.wallet
        manifest = ready.manifest
        self.program = program
        self.client = client
        adapter = PhoneWalletClient(client, projectId: projectId)
    }

    /// The program's first line.
    private struct Ready {
        let relay: String
        let wallet: String
        let manifest: String

        init?(_ json: JSONValue) {
            guard let relay = json["relay"]?.stringValue, let wallet = json["wallet"]?.stringValue,
                let manifest = json["manifest"]?.stringValue
            else { return nil }
            (self.relay, self.wallet, self.manifest) = (relay, wallet, manifest)
        }
    }

    /// Starts the relay, the phone, and the client that speaks with them.
    ///
    /// - Throws: ``ScenarioRunError`` where the program isn't there or doesn't serve a phone; `SignError`.
    static func start(
        _ wallet: ScenarioWallets.Scripted, on devnet: NEARDevnet.Devnet
    ) async throws -> ScriptedPhone {
        let (program, line) = try await PeersProgram.start(
            "phone", as: wallet, on: devnet, options: ["--node", devnet.rpcURL.absoluteString])
        do {
            guard let ready = Ready(line) else {
                throw PeersProgram.failure(localized("near-connect-peers has served no phone."))
            }
            let client = try SignClient(
                SignConfiguration(
                    projectId: "scenario",
                    metadata: AppMetadata(name: "near-connect run", description: "", url: "https://localhost"),
                    relay: ready.relay),
                transport: SoupRelayTransport(), store: MemorySignStore())
            try await client.start()
            return ScriptedPhone(ready, program: program, client: client)
        } catch {
            _ = await program.end()
            throw error
        }
    }

    /// Changes the phone's script.
    ///
    /// - Throws: ``ScenarioRunError`` with the program's words.
    func follow(_ script: JSONValue) async throws { try await tell(["script": script]) }

    /// Leaves the relay and reads the sessions again, as a restart of the program does.
    ///
    /// - Throws: `SignError`.
    func restart() async throws {
        await client.stop()
        try await client.start()
    }

    /// Leaves the relay, and ends the phone.
    func stop() async {
        await client.stop()
        _ = await program.end()
    }

    private func tell(_ line: JSONValue) async throws {
        let (before, program) = (last, program)
        let work = Task { @MainActor in
            _ = await before?.result
            try program.write(line.text)
            guard let answer = await program.line() else {
                throw PeersProgram.failure(localized("near-connect-peers has ended."))
            }
            if let words = try JSONValue.parse(answer)["error"]?.stringValue {
                throw PeersProgram.failure(localized("The phone can’t follow this. %1$s", DisplayText.line(words)))
            }
        }
        last = work
        try await work.value
    }

    // MARK: The seam of executors

    func connect(_ proposal: JSONValue, for walletId: String) async throws -> WalletConnectPairing {
        let pairing = try await adapter.connect(proposal, for: walletId)
        try await tell(["pair": .string(pairing.uri)])
        return pairing
    }

    func session(for walletId: String) async throws -> WalletConnectSession? {
        try await adapter.session(for: walletId)
    }

    func request(method: String, params: JSONValue, chainId: String, topic: String) async throws -> JSONValue {
        try await adapter.request(method: method, params: params, chainId: chainId, topic: topic)
    }

    func disconnect(topic: String) async throws { try await adapter.disconnect(topic: topic) }
}
