// SPDX-License-Identifier: MIT

import FoundationEssentials
import GuardedMemory
import NEARConnectCommandLine
import NEARConnectCore
import NEARVault
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// A sign client over a profile's store, open for one command.
@MainActor
struct OpenClient {
    let client: SignClient
    private let store: FileSignStore

    /// Opens the place of the keys, takes the store and reads it.
    ///
    /// - Parameters:
    ///   - setting: The relay, the project and the places.
    ///   - connects: True if the relay is spoken with.
    ///   - events: Called with the client before it starts.
    /// - Throws: `SignError`, `ReportedError`.
    init(
        _ setting: ClientSetting, connects: Bool = true, before: @MainActor (SignClient) async -> Void = { _ in }
    ) async throws {
        let configuration = try setting.configuration(connects: connects)
        let vault = try await Self.vault(setting)
        store = FileSignStore(setting.folders, vault: vault)
        client = try SignClient(
            configuration,
            transport: connects ? SoupRelayTransport(setting.transport) : NoTransport(), store: store)
        await before(client)
        try await client.start()
        for url in await store.movedAside {
            StandardError.say(
                localized("a damaged file of a session was moved aside: %1$s", DisplayText.line(url.path)))
        }
    }

    /// Closes the connection and lets other processes in.
    func close() async {
        await client.stop()
        await store.close()
    }

    // MARK: Keys

    private static func vault(_ setting: ClientSetting) async throws -> any SecretVault {
        let vaultFolders = VaultFolders(data: setting.folders.data.path, state: setting.folders.state.path)
        let environment = ProcessInfo.processInfo.environment
        func choice(_ kind: VaultKind?) async throws -> VaultChoice {
            try await VaultChoice.choose(
                kind, profile: setting.profile, folders: vaultFolders, environment: environment)
        }
        do throws(SignStoreError) {
            let before = try FileSignStore.place(setting.folders)
            var chosen = try await Self.reported { try await choice(setting.secrets ?? before) }
            // A sealed file that would be made now needs a passphrase that nobody may be there to type; these keys only
            // talk, so a file of the user's own does.
            if setting.secrets == nil, before == nil, case .sealedFile(let path) = chosen.vault.place,
                !FileManager.default.fileExists(atPath: path)
            {
                chosen = try await Self.reported { try await choice(.plainFile) }
            }
            if before == nil {
                StandardError.say(
                    setting.secrets == nil && chosen.vault.place.kind == .plainFile
                        ? localized(
                            "the keys of sessions are stored in %1$s, because there is no desktop’s keyring: every program that you run can read them",
                            "\(chosen.vault.place)") : chosen.sentence)
            }
            let vault = chosen.vault
            try await Self.reported { try await vault.unlock { _ in Passphrase.asked() } }
            return vault
        } catch {
            throw SignError(error)
        }
    }

    private static func reported<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws(SignStoreError) -> Value {
        do {
            return try await body()
        } catch {
            throw .failed("\(error)")
        }
    }
}

/// No way to a relay: for commands that only look at what is stored.
private struct NoTransport: RelayTransport {
    var events: AsyncStream<RelayTransportEvent> { AsyncStream { $0.finish() } }

    func open(_ opening: RelayOpening) async {}
    func send(_ text: String) async {}
    func close() async {}
}
