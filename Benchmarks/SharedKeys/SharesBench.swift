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
        try await measureSignIn("shares-sign-in")
        try await measureUnlock()
        try await measureMemory()
    }

    /// A signature with the service, beside two in this process and two round trips.
    ///
    /// The service refuses what isn't one of its requests. Beside requests that it takes, and checks, there is no bar.
    private func measureCoSigning() async throws {
        let coSigned = try await scene.wallet.resume().signer
        let local = try await scene.wallet.recover(with: [HandedShare(scene.words)]).signer
        guard let address = URL(string: scene.service.address + "/v1/shares") else { return }
        let question = [UInt8](repeating: 0x20, count: 600)
        let servers = Downloader(allowsPlainLoopback: true)
        let login = try scene.login()
        let token = try await login.resume()
        let payload = try NEP413Payload(
            message: "bench", nonce: [UInt8](repeating: 1, count: 32), recipient: "bench.example")
        func each(_ work: @MainActor () async throws -> Void) async throws -> Double {
            try await milliseconds { for _ in 0..<Self.signatures { try await work() } }.time / Double(Self.signatures)
        }
        var figure = Figure("shares-co-signed", .ratio, bar: .atMost(1))
        var beside = Figure("shares-co-signed-beside-requests", .ratio, bar: nil)
        for number in 0...pairs {
            let other = try await each { _ = try await local.sign(.message(payload)) { _ in } }
            let trip = try await each {
                _ = try await servers.post(question, as: "application/json", to: address, limit: 65_536)
            }
            let own = try await each { _ = try await coSigned.sign(.message(payload)) { _ in } }
            let request = try await each { _ = try await login.sets(token: token) }
            // The first round opens connections.
            guard number > 0 else { continue }
            figure.pairs.append((own, 2 * other + 2 * trip))
            beside.pairs.append((own, 2 * other + 2 * request))
        }
        figure.write()
        beside.write()
    }

    /// A start of a program with a kept session: from nothing to a signer, the chain asked.
    func measureSignIn(_ metric: String) async throws {
        var figure = Figure(metric, .difference, bar: .atMost(50))
        for number in 0...pairs {
            let own = try await milliseconds { _ = try await scene.start() }.time
            if number > 0 { figure.pairs.append((own, 0)) }
        }
        figure.write()
    }

    /// The opening of a sealed file by its passphrase, beside Argon2id alone.
    ///
    /// What is left doesn't depend on Argon2id's cost: a small one, so that it isn't lost in 600 ms of another's noise.
    private func measureUnlock() async throws {
        let folder = scene.folder.appendingPathComponent("unlock")
        let cost = KeyDerivationCost.testing
        let vault = SealedFileVault(BenchScene.folders(folder), newCost: { cost }, bounds: .testing)
        try await vault.unlock { _ in SecretBytes(copying: BenchScene.passphrase) }
        try await vault.store(.random(count: 32), as: try SecretName(.keyShare, id: "bench"))
        var figure = Figure("shares-unlock", .difference, bar: .atMost(5))
        for _ in 0..<(5 * pairs) {
            let other = timeOfArgon2id(cost)
            await vault.lock()
            let own = try await milliseconds {
                try await vault.unlock { _ in SecretBytes(copying: BenchScene.passphrase) }
            }.time
            figure.pairs.append((own, other))
        }
        figure.write()
    }

    /// 10,000 signatures by two shares in this process: its private memory before and after.
    ///
    /// As many before fill the allocator's pools. A service in this process would count as well: it remembers requests.
    private func measureMemory() async throws {
        let key = try await scene.wallet.recover(with: [HandedShare(scene.words)]).signer
        func sign() async throws -> Double {
            for number in 0..<10_000 {
                let payload = try NEP413Payload(
                    message: "\(number)", nonce: [UInt8](repeating: 1, count: 32), recipient: "bench.example")
                _ = try await key.sign(.message(payload)) { _ in }
            }
            return try privateMemory()
        }
        let before = try await sign()
        var figure = Figure("shares-memory", unit: "KiB", .difference, bar: .atMost(512))
        figure.pairs = [(try await sign(), before)]
        figure.write()
    }

    private func privateMemory() throws -> Double {
        let text = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
        guard let value = line?.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else {
            throw BenchError("smaps_rollup has no Private_Dirty")
        }
        return value
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
