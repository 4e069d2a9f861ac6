// SPDX-License-Identifier: MIT

import FoundationEssentials
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARVault
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// A way to wallets, open for one command.
///
/// It leads through the process that has the profile's store, or is a client of its own.
@MainActor
struct OpenClient {
    /// The time for which a process that takes the store, or lets it go, may not answer.
    private static let patience = Duration.seconds(5)
    private static let step = Duration.milliseconds(100)
    /// The time in which the program that the store was given up to takes it.
    private static let handover = Duration.seconds(5)

    /// Speaks with wallets.
    let speaker: any SignSpeaker
    /// This process's own client; `nil` where another process has the store.
    let own: OwnClient?
    private let shared: SharedSignSpeaker?

    /// Speaks through the process that has the store, or takes the store and reads it.
    ///
    /// - Parameters:
    ///   - setting: The relay, the project and the places.
    ///   - connects: True if the relay is spoken with.
    ///   - onYield: Has the store given up to a program that needs it; `nil` to keep it.
    ///   - before: Called with this process's own client before it starts.
    /// - Throws: `SignError`, `ReportedError`.
    init(
        _ setting: ClientSetting, connects: Bool = true, onYield: (@Sendable () -> Void)? = nil,
        before: @MainActor (SignClient) async -> Void = { _ in }
    ) async throws {
        var end: ContinuousClock.Instant?
        while true {
            if let shared = await SharedSignSpeaker.find(setting.folders) {
                (self.shared, speaker, own) = (shared, shared, nil)
                return
            }
            do {
                let own = try await OwnClient(setting, connects: connects, onYield: onYield, before: before)
                (self.own, speaker, shared) = (own, OwnSignSpeaker(own.client), nil)
                return
            } catch SignError.storeLocked where end.map({ ContinuousClock.now < $0 }) ?? true {
                // Looking for the holder takes time of its own.
                end = end ?? ContinuousClock.now + Self.patience
                try await Self.pause()
            }
        }
    }

    /// Does a command's work, again where the process that has the store was about to end.
    static func run<Value>(
        _ setting: ClientSetting, connects: Bool = true,
        _ body: @MainActor (any SignSpeaker) async throws -> Value
    ) async throws -> Value {
        while true {
            let open = try await OpenClient(setting, connects: connects)
            do {
                let value = try await body(open.speaker)
                await open.close()
                return value
            } catch is SignHolderClosingError {
                await open.close()
                try await pause()
            } catch {
                await open.close()
                throw error
            }
        }
    }

    /// Waits a moment for a process that is about to take the store, or to give it back.
    static func pause() async throws { try await Task.sleep(for: step) }

    /// Waits for the program that the store was given up to.
    ///
    /// It may have failed: who waits long enough takes the store again.
    static func waitForHolder(_ setting: ClientSetting) async throws {
        let end = ContinuousClock.now + handover
        while ContinuousClock.now < end {
            if let shared = await SharedSignSpeaker.find(setting.folders) { return shared.close() }
            try await pause()
        }
    }

    /// The process that has the store, as it calls itself; `nil` for this one.
    var holder: String? { shared?.holder }

    /// Ends the connection, and lets other processes have the store once theirs have ended.
    func close() async {
        shared?.close()
        await own?.close()
    }
}

/// A sign client over a profile's store, and the server by which other processes speak through it.
@MainActor
struct OwnClient {
    let client: SignClient
    let store: FileSignStore
    private let server: SignServer?
    /// Has the relay connected anew after a change of the network.
    private let network: NetworkWatch?

    /// Opens the place of the keys, takes the store and reads it.
    ///
    /// - Parameters:
    ///   - connects: True if the relay is spoken with.
    ///   - isShared: True if other processes may speak through this one.
    ///   - onYield: Has the store given up to a program that needs it; `nil` to keep it.
    init(
        _ setting: ClientSetting, connects: Bool, isShared: Bool = true, onYield: (@Sendable () -> Void)? = nil,
        before: @MainActor (SignClient) async -> Void = { _ in }
    ) async throws {
        let configuration = try setting.configuration(connects: connects)
        let vault = try await Self.vault(setting)
        store = FileSignStore(setting.folders, vault: vault)
        client = try SignClient(
            configuration,
            transport: connects ? SoupRelayTransport(setting.transport) : NoRelayTransport(), store: store)
        await before(client)
        try await client.start()
        for url in await store.movedAside {
            StandardError.say(
                localized("a damaged file of a session was moved aside: %1$s", DisplayText.line(url.path)))
        }
        network = connects ? NetworkWatch { [client] in Task { await client.networkChanged() } } : nil
        guard connects, isShared else {
            server = nil
            return
        }
        do {
            server = try await SignServer.open(client, of: store, onYield: onYield)
        } catch {
            // This command works all the same; others are told who has the store.
            StandardError.say(localized("other commands can’t speak through this one: %1$s", DisplayText.words(error)))
            server = nil
        }
    }

    /// Closes the connection and lets other processes in.
    func close() async {
        if let server {
            if await server.isUsed {
                StandardError.say(localized("other commands still speak through this one: it ends when they have"))
            }
            let interruption = Interruption()
            let watch = Task {
                if await interruption.wait() != nil { await server.close() }
            }
            await server.finish()
            watch.cancel()
        }
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
