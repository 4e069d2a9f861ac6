// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import GuardedMemory
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault

@testable import NEARSharedKeys

/// A program with an embedded wallet that may be killed (SIGKILL) at any of its points, for tests.
///
///     near-connect-shares-child create|rotate|recover|pay|pay-new ACCOUNT FOLDER RPC ISSUER SERVICE MODE POINT
///
/// A point is a step of a write of the records or of the journal, or the moment before or after a call of the vault or
/// of the login's service; 0 is none. New words are appended to FOLDER/words, a line each; `recover` works in
/// FOLDER/new. At the end it prints the number of points that it has passed; `sign` prints by how many KiB its private
/// memory has grown over 8,000 signatures, after 2,000 that fill the allocator's pools.
///
///     near-connect-shares-child open
///
/// prints a public key, opens the share from standard input that is sealed to it, and stops.
@main
struct SharesChild {
    static func main() async throws {
        let words = CommandLine.arguments
        if words.count == 2, words[1] == "open" { return try openAndStop() }
        guard words.count == 9, let point = Int(words[8]), let mode = LoginShareMode(rawValue: words[7]) else {
            exit(2)
        }
        let folder = URL(fileURLWithPath: words[3])
        let scene = ChildScene(
            account: try AccountId(words[2]), folder: folder, rpc: words[4], issuer: words[5], service: words[6],
            mode: mode, points: KillPoints(at: point))
        switch words[1] {
        case "create": try await scene.create()
        case "rotate": try await scene.rotate()
        case "recover": try await scene.recover()
        case "pay": try await scene.wallet(in: folder).signIn().signer.drill()
        case "pay-new": try await scene.wallet(in: scene.new).signIn().signer.drill()
        case "sign": return print(try await scene.growth())
        default: exit(2)
        }
        print(scene.points.passed)
    }
}

extension SharesChild {
    private static func openAndStop() throws {
        let key = BoxKey()
        let line = Array((Base64.encode(key.publicKey.bytes) + "\n").utf8)
        guard write(STDOUT_FILENO, line, line.count) == line.count else { exit(4) }
        guard let text = readLine(), let bytes = Base64.decode(text), let sealed = SealedShare(bytes: bytes) else {
            exit(2)
        }
        // As it comes out of the box: what follows overwrites the stack by chance.
        let share = key.open(sealed.bytes)
        kill(getpid(), SIGSTOP)
        guard share != nil else { exit(3) }
    }
}

/// One run's places.
struct ChildScene {
    let account: AccountId
    let folder: URL
    let rpc: String
    let issuer: String
    let service: String
    let mode: LoginShareMode
    let points: KillPoints

    private func plan(_ folder: URL) async throws -> SharedKeyPlan {
        var configuration = OpenIDConfiguration(issuer: issuer, clientId: "program")
        configuration.allowsPlainLoopback = true
        let login = OpenIDClient(configuration) { address throws(LoginError) in
            guard let url = URL(string: address) else { throw .noBrowser(reason: address) }
            Task {
                do throws(DownloadError) {
                    _ = try await Downloader(allowsPlainLoopback: true).file(at: url, limit: 65_536)
                } catch {
                    // The program has its answer, or hears nothing.
                }
            }
        }
        let folders = VaultFolders(data: folder.path, state: folder.appendingPathComponent("state").path)
        let vault = SealedFileVault(folders, newCost: { .testing }, bounds: .testing)
        try await vault.unlock { _ in SecretBytes(copying: Array("a passphrase".utf8)) }
        return try SharedKeyPlan(
            login: CountedLogin(inner: ShareServiceClient(service, mode: mode, login: login), points: points),
            service: service, device: CountedVault(inner: vault, points: points))
    }

    private func profile(_ folder: URL) throws -> EmbeddedProfile {
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: .zero)
        rule.allowsDangerousActions = true
        guard let url = URL(string: rpc) else { exit(2) }
        let points = points
        return EmbeddedProfile(
            network: .custom(try CustomNetwork(id: "devnet", rpcURLs: [url])), known: [],
            records: ShareSetRecords(folder: folder, afterStep: { _ in points.pass() }),
            asker: .program(origin: "https://app.example"), approval: .allow(rule), approver: nil,
            journal: JournalFile(folder: folder, afterStep: { _ in points.pass() }))
    }

    private var presenter: WordsFile { WordsFile(file: folder.appendingPathComponent("words"), points: points) }

    func create() async throws {
        let placer = OrdinaryKey(file: folder.appendingPathComponent("key"), rpc: rpc)
        _ = try await EmbeddedWallet.create(
            .existing(account, placer), plan: try await plan(folder), in: try profile(folder), asking: presenter)
    }

    /// The folder of the new computer.
    var new: URL { folder.appendingPathComponent("new") }

    func wallet(in folder: URL) async throws -> EmbeddedWallet {
        guard
            let wallet = try EmbeddedWallet.restored(
                account, plan: try await plan(folder), in: try profile(folder))
        else { throw SharedKeyError.noAccount(account) }
        return wallet
    }

    /// Returns by how many KiB the private memory has grown over 8,000 signatures.
    func growth() async throws -> Int {
        guard let words = try presenter.all().last else { exit(2) }
        // Without the service, which would be asked for its share each time.
        let signer = try await wallet(in: folder).recover(with: [HandedShare(words)]).signer
        func memory(after count: Int) async throws -> Int {
            for number in 0..<count {
                let payload = try NEP413Payload(
                    message: "\(number)", nonce: [UInt8](repeating: 1, count: 32), recipient: "app.example")
                _ = try await signer.sign(.message(payload)) { _ in }
            }
            let text = try String(contentsOf: URL(fileURLWithPath: "/proc/self/smaps_rollup"), encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
            return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? .max
        }
        let before = try await memory(after: 2_000)
        return try await memory(after: 8_000) - before
    }

    func rotate() async throws {
        let wallet = try await wallet(in: folder)
        _ = try await wallet.signIn()
        try await wallet.rotate(asking: presenter)
    }

    func recover() async throws {
        let plan = try await plan(new)
        var fault = SharedKeyError.noShareHere
        // Cut off, the last words may be those of a key that the account doesn't have yet.
        for words in try presenter.all().reversed() {
            let shares = [HandedShare(words)]
            do throws(SharedKeyError) {
                let profile: EmbeddedProfile
                do { profile = try self.profile(new) } catch { throw .storage(reason: "\(error)") }
                let wallet = try await EmbeddedWallet.adopt(account, by: shares, plan: plan, in: profile)
                _ = try await wallet.signIn()
                if mode == .release { return try await wallet.recover(with: shares).signer.drill() }
                // The service gives no share: another key does.
                return try await wallet.rotate(asking: presenter, with: shares)
            } catch {
                guard case .share = error else { throw error }
                fault = error
            }
        }
        throw fault
    }
}

/// The ordinary key that the account has at first.
struct OrdinaryKey: AccountKeyPlacer {
    let file: URL
    let rpc: String

    func place(_ new: PublicKey, on account: AccountId) async throws(SharedKeyError) {
        do {
            let key = try SecretKey(String(contentsOf: file, encoding: .utf8))
            let node = try NEARRPCClient(url: rpc)
            let seen = try await node.viewAccessKey(key.publicKey, of: account, at: .final)
            let access = AccessKey(nonce: 0, permission: .fullAccess)
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: account, publicKey: key.publicKey, nonce: seen.value.nonce + 1, receiverId: account,
                    blockHash: seen.blockHash, actions: [.addKey(AddKeyAction(publicKey: new, accessKey: access))]))
            let signed = SignedTransaction(transaction: transaction, signature: try key.sign(transaction.hash))
            _ = try await node.sendTransaction(signed, waitUntil: .final)
        } catch {
            throw .rotation(reason: "\(error)")
        }
    }
}
