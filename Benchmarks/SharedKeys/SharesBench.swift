// SPDX-License-Identifier: MIT

import BenchFigures
import CSodium
import FoundationEssentials
import NEARConnectCore
import NEARConnectPeers
import NEARPrimitives
import NEARRPC
import NEARSharedKeys

/// The bars of shared keys that need a login, a service or a vault.
@MainActor
struct SharesBench {
    private static let signatures = 100

    private let scene: BenchScene
    private let pairs: Int

    init(_ scene: BenchScene, pairs: Int) { (self.scene, self.pairs) = (scene, pairs) }

    func measure() async throws {
        try await measureCoSigning()
        try await measureSignIn()
        try await measureUnlock()
    }

    /// A signature with the service, beside two in this process and two round trips.
    ///
    /// The service refuses what isn't one of its requests.
    private func measureCoSigning() async throws {
        let coSigned = try await scene.wallet.resume().signer
        let local = try await scene.wallet.recover(with: [HandedShare(scene.words)]).signer
        guard let address = URL(string: scene.service.address + "/v1/shares") else { return }
        let question = [UInt8](repeating: 0x20, count: 600)
        let servers = Downloader(allowsPlainLoopback: true)
        let payload = try NEP413Payload(
            message: "bench", nonce: [UInt8](repeating: 1, count: 32), recipient: "bench.example")
        func sign(_ key: SharedKey) async throws -> Double {
            try await milliseconds {
                for _ in 0..<Self.signatures { _ = try await key.sign(.message(payload)) { _ in } }
            }.time / Double(Self.signatures)
        }
        var figure = Figure("shares-co-signed", .ratio, bar: .atMost(1))
        for number in 0...pairs {
            let other = try await sign(local)
            let trip =
                try await milliseconds {
                    for _ in 0..<Self.signatures {
                        _ = try await servers.post(question, as: "application/json", to: address, limit: 65_536)
                    }
                }.time / Double(Self.signatures)
            let own = try await sign(coSigned)
            // The first round opens connections.
            if number > 0 { figure.pairs.append((own, 2 * other + 2 * trip)) }
        }
        figure.write()
    }

    /// A start of a program with a kept session: from nothing to a signer, the chain asked.
    private func measureSignIn() async throws {
        var figure = Figure("shares-sign-in", .difference, bar: .atMost(50))
        for number in 0...pairs {
            let own = try await milliseconds { _ = try await scene.start() }.time
            if number > 0 { figure.pairs.append((own, 0)) }
        }
        figure.write()
    }

    /// The opening of a sealed file by its passphrase, beside Argon2id alone.
    private func measureUnlock() async throws {
        let folder = scene.folder.appendingPathComponent("unlock")
        let cost = KeyDerivationCost.standard
        let vault = SealedFileVault(BenchScene.folders(folder), newCost: { cost }, bounds: .production)
        try await vault.unlock { _ in SecretBytes(copying: BenchScene.passphrase) }
        try await vault.store(.random(count: 32), as: try SecretName(.keyShare, id: "bench"))
        var figure = Figure("shares-unlock", .difference, bar: .atMost(5))
        for _ in 0..<pairs {
            let other = timeOfArgon2id(cost)
            await vault.lock()
            let own = try await milliseconds {
                try await vault.unlock { _ in SecretBytes(copying: BenchScene.passphrase) }
            }.time
            figure.pairs.append((own, other))
        }
        figure.write()
    }

    private func timeOfArgon2id(_ cost: KeyDerivationCost) -> Double {
        var (key, salt) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 1, count: 16))
        let passphrase = BenchScene.passphrase.map { CChar(bitPattern: $0) }
        let start = ContinuousClock().now
        let status = crypto_pwhash(
            &key, UInt64(key.count), passphrase, UInt64(passphrase.count), &salt, UInt64(cost.passes),
            Int(cost.kibibytes) << 10, crypto_pwhash_ALG_ARGON2ID13)
        precondition(status == 0, "libsodium has no memory")
        return start.duration(to: ContinuousClock().now) / .milliseconds(1)
    }
}
