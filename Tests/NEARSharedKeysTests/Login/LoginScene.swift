// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault
import Synchronization

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// A clock that a test sets.
final class SetClock: Sendable {
    private let offset = Mutex<TimeInterval>(0)

    var now: @Sendable () -> Date { { [self] in Date().addingTimeInterval(offset.withLock { $0 }) } }

    func move(by seconds: TimeInterval) { offset.withLock { $0 += seconds } }
}

/// An identity provider, a share service that takes it, and a program's client of both.
struct LoginScene: Sendable {
    static let program = "program"

    let provider: IdentityProvider
    let service: ShareService
    let clock: SetClock
    let vault = MemoryVault()

    static func start(
        algorithm: TokenAlgorithm = .edDSA, groups: [String: String] = [program: program], port: UInt16 = 0,
        clock: SetClock = SetClock(), change: (inout ShareServiceSettings) -> Void = { _ in }
    ) async throws -> LoginScene {
        let provider = try await IdentityProvider.start(algorithm: algorithm)
        var settings = ShareServiceSettings(issuers: [.init(provider.issuer, groups: groups)])
        change(&settings)
        return LoginScene(
            provider: provider, service: try await ShareService.start(settings, port: port), clock: clock)
    }

    private init(provider: IdentityProvider, service: ShareService, clock: SetClock) {
        (self.provider, self.service, self.clock) = (provider, service, clock)
    }

    func configuration(_ program: String = program) -> OpenIDConfiguration {
        var configuration = OpenIDConfiguration(issuer: provider.issuer, clientId: program)
        configuration.allowsPlainLoopback = true
        configuration.patience = .seconds(60)
        return configuration
    }

    /// A browser that follows the provider's redirect.
    static let browser: OpenIDClient.Browser = { address in
        guard let url = URL(string: address) else { return }
        Task {
            do throws(DownloadError) {
                _ = try await Downloader(allowsPlainLoopback: true).file(at: url, limit: 65_536)
            } catch {
                // As in a browser: the person sees an error page.
            }
        }
    }

    func login(_ program: String = program, keeping vault: (any SecretVault)? = nil) -> OpenIDClient {
        OpenIDClient(configuration(program), keeping: vault, browser: Self.browser)
    }

    func client(_ mode: LoginShareMode, program: String = program) -> ShareServiceClient {
        ShareServiceClient(service.address, mode: mode, login: login(program))
    }

    /// Brings a set's login share to the service, which counts on it then.
    func register(_ scene: SharedKeyScene, at client: ShareServiceClient, _ token: LoginToken) async throws {
        guard let new = NewShareSet(try scene.share(.login)) else { return }
        try await client.replace(nil, by: new, phase: .prepare, token: token)
        try await client.replace(nil, by: new, phase: .commit, token: token)
    }

    func stop() async {
        await service.stop()
        await provider.stop()
    }
}
