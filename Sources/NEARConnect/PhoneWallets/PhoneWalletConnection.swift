// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import Logging
internal import NEARConnectCore
internal import NEARVault
internal import SafeText
internal import WalletConnectPlatform
internal import WalletConnectSign

/// The sign client of one profile, which is opened when it is needed first.
///
/// Before that there is no socket, no object of libsoup's, no lock and no look at the keys.
@MainActor
final class PhoneWalletConnection {
    private struct Open {
        let client: SignClient
        /// The store, which lets other processes in once it is closed; `nil` for one in memory.
        let store: FileSignStore?
        /// Lets other processes speak through this one until then.
        let server: SignServer?
        /// Has the relay connected anew after a change of the network; `nil` without a relay.
        let network: NetworkWatch?
    }

    /// The time in which a process that has the store may give it up.
    private static let patience = Duration.seconds(3)
    private static let pause = Duration.milliseconds(50)

    /// The ends of connections that were closed in this process, by the folder of their profile.
    ///
    /// The next one waits for that.
    private static var closing: [String: Task<Void, Never>] = [:]

    /// Hears what wallets do.
    var onEvent: (@MainActor (SignEvent) -> Void)?

    private let settings: PhoneWalletSettings
    private let configuration: NEARWalletConfiguration
    private let folders: ProfileFolders?
    private var opening: Task<Result<Open, SignError>, Never>?
    private var reader: Task<Void, Never>?
    private var isClosed = false

    private var logger: Logger { configuration.logger }

    /// - Parameters:
    ///   - settings: The relay and the project.
    ///   - configuration: The program's name, its log and its environment.
    ///   - folders: The profile's folders; `nil` to store nothing.
    init(_ settings: PhoneWalletSettings, configuration: NEARWalletConfiguration, folders: ProfileFolders?) {
        self.settings = settings
        self.configuration = configuration
        self.folders = folders
    }

    isolated deinit {
        close()
    }

    /// True once the client is open, or being opened.
    var isInUse: Bool { opening != nil }

    /// Returns the client, which is opened first where it has to be.
    ///
    /// - Throws: `SignError`, for example `storeLocked` where another process has the sessions.
    func client() async throws(SignError) -> SignClient {
        guard !isClosed else { throw .stopped }
        let task = opening ?? Task { await self.opened() }
        opening = task
        let open: Open
        do throws(SignError) {
            open = try await task.value.get()
        } catch {
            // The next operation tries again.
            if opening == task { opening = nil }
            throw error
        }
        guard !isClosed else { throw .stopped }
        // Again, where the store had failed meanwhile; nothing for one that runs.
        try await open.client.start()
        return open.client
    }

    /// Returns who speaks with the profile's wallets: this process, or the one that has the store.
    ///
    /// - Returns: `nil` where no wallet was ever connected; then nothing is opened.
    /// - Throws: `SignError`, for example `storeLocked` where a process has the store and doesn't answer.
    func speaker() async throws(SignError) -> (any SignSpeaker)? {
        guard !isInUse else { return OwnSignSpeaker(try await client()) }
        guard let folders else { return nil }
        do throws(SignStoreError) {
            guard try FileSignStore.place(folders) != nil else { return nil }
        } catch {
            throw SignError(error)
        }
        if let shared = await SharedSignSpeaker.find(folders) { return shared }
        return OwnSignSpeaker(try await client())
    }

    private func opened() async -> Result<Open, SignError> {
        do throws(SignError) {
            return .success(try await open())
        } catch {
            logger.notice("the sessions of phone wallets could not be opened", metadata: ["code": "\(error.code)"])
            return .failure(error)
        }
    }

    private func open() async throws(SignError) -> Open {
        if let folders { await Self.closing[folders.data.path]?.value }
        let store = try await fileStore()
        let description = AppMetadata(
            name: configuration.appName ?? configuration.origin.origin, description: settings.appDescription,
            url: settings.site ?? configuration.origin.origin, icons: settings.icons)
        let client = try SignClient(
            SignConfiguration(projectId: settings.projectId, metadata: description, relay: settings.relay),
            transport: transport, store: store ?? MemorySignStore(), clock: ManagerSignClock(configuration.clock),
            log: { [logger] in logger.debug("WalletConnect: \($0)") })
        let events = await client.events()
        reader = Task { [weak self] in
            for await event in events { self?.onEvent?(event) }
        }
        do throws(SignError) {
            try await start(client)
        } catch {
            reader?.cancel()
            await store?.close()
            throw error
        }
        for url in await store?.movedAside ?? [] {
            logger.error("a damaged file of a session was moved aside", metadata: ["path": "\(url.path)"])
        }
        var server: SignServer?
        if let store { server = await share(client, over: store) }
        let network = settings.projectId.isEmpty ? nil : watch(client)
        return Open(client: client, store: store, server: server, network: network)
    }

    /// Has the relay connected anew at once when the network has changed, or the computer has woken up.
    private func watch(_ client: SignClient) -> NetworkWatch {
        NetworkWatch(environment: configuration.environment) { [logger] in
            logger.debug("the network has changed: WalletConnect's relay is connected anew")
            Task { await client.networkChanged() }
        }
    }

    /// Starts a client once the store is free: a command that listens gives it up, and others end soon.
    private func start(_ client: SignClient) async throws(SignError) {
        let end = ContinuousClock.now + Self.patience
        var isPromised = false
        while true {
            do throws(SignError) {
                return try await client.start()
            } catch {
                guard case .storeLocked = error, let folders, !isClosed, ContinuousClock.now < end else { throw error }
                if !isPromised { isPromised = await SharedSignSpeaker.asksToYield(folders) }
                do {
                    try await Task.sleep(for: Self.pause)
                } catch {
                    throw .cancelled
                }
            }
        }
    }

    /// The way to the relay.
    ///
    /// Without a project there is none, and what is stored can only be looked at and removed.
    private var transport: any RelayTransport {
        guard !settings.projectId.isEmpty else { return NoRelayTransport() }
        return SoupRelayTransport(
            RelaySettings(
                certificates: settings.certificates, token: settings.sendsTokenInQuery ? .query : .header,
                headers: headers))
    }

    private var headers: [RelayHeader] {
        let headers = settings.relayHeaders.prefix(RelayHeader.limit).compactMap { RelayHeader($0) }
        if headers.count < settings.relayHeaders.count {
            // Nothing of them is repeated: a line may be a secret.
            logger.error(
                "lines that are no headers for the relay, or too many, aren't sent",
                metadata: ["count": "\(settings.relayHeaders.count - headers.count)"])
        }
        return headers
    }

    /// Lets other processes speak through this one: the relay delivers to one connection of a client.
    private func share(_ client: SignClient, over store: FileSignStore) async -> SignServer? {
        do {
            return try await SignServer.open(client, of: store)
        } catch {
            // This program works all the same; others are told who has the store.
            logger.notice(
                "other processes can't speak with phone wallets through this one",
                metadata: ["error": "\(DisplayText.words(error))"])
            return nil
        }
    }

    private func fileStore() async throws(SignError) -> FileSignStore? {
        guard let folders else { return nil }
        let name: String =
            if case .named(let name) = configuration.profile { name } else { folders.data.path }
        do throws(SignStoreError) {
            let place = try await SessionVault.open(
                profile: name, folders: folders, environment: configuration.environment)
            if let sentence = place.sentence { logger.notice("\(sentence)") }
            return FileSignStore(folders, vault: place.vault)
        } catch {
            throw SignError(error)
        }
    }

    /// The client, also of a connection that is being closed; `nil` where none could be opened.
    var openedClient: SignClient? {
        get async {
            guard case .success(let open)? = await opening?.value else { return nil }
            return open.client
        }
    }

    /// Closes the connection and lets other processes in; sessions stay in the store.
    ///
    /// - Parameter finish: Waits until what was told is written down; it keeps the one who hears events. What a wallet
    ///   says until the client has stopped is acknowledged to the relay, which doesn't say it again.
    func close(_ finish: @escaping @MainActor () async -> Void = {}) {
        guard !isClosed else { return }
        isClosed = true
        guard let opening else { return }
        let (key, reader) = (folders?.data.path, reader)
        let task = Task {
            guard case .success(let open) = await opening.value else { return }
            await open.server?.close()
            await finish()
            await open.client.close()
            await reader?.value
            await finish()
            await open.store?.close()
        }
        if let key { Self.closing[key] = task }
    }
}
