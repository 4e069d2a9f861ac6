// SPDX-License-Identifier: MIT

import FoundationEssentials
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
        do throws(SignStoreError) {
            let place = try await SessionVault.open(
                setting.secrets, profile: setting.profile, folders: setting.folders,
                environment: ProcessInfo.processInfo.environment, passphrase: { Passphrase.asked() })
            if let sentence = place.sentence { StandardError.say(sentence) }
            return place.vault
        } catch {
            throw SignError(error)
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
