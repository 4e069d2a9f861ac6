// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARSharedKeys

/// Makes an account that opens with any two of a login, this computer and words.
///
/// It is used and robbed, and closed to the thief.
///
/// The chain is in this process; the login is `near-connect shares serve`, whose path is the first argument.
@main
struct SharedAccount {
    static func main() async throws {
        guard let path = CommandLine.arguments.dropFirst().first else {
            print("usage: SharedAccount PATH-OF-NEAR-CONNECT")
            exit(64)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "shared-account-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (devnet, service) = (try await Devnet.start(), try LoginService(path))
        defer { service.stop() }

        // This computer's share lies in a file that a passphrase seals; a desktop's keyring would do as well.
        let vault = SealedFileVault(VaultFolders(data: folder.path, state: folder.appending(path: "state").path))
        try await vault.unlock { _ in SecretBytes(copying: Array("correct horse battery staple".utf8)) }
        let plan = try SharedKeyPlan(login: service.client, service: service.address, device: vault)
        var rule = ApprovalPolicy.Rule(networks: [devnet.chainId], maximumDeposit: .zero)
        rule.allowsDangerousActions = true
        let profile = EmbeddedProfile(
            ProfileFolders(root: folder),
            network: .custom(try CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL])),
            asker: .program(origin: "https://shared-account.example"), approval: .allow(rule), approver: nil)
        let owner = Owner()
        let carol = try AccountId("carol.test.near")
        let bank = Bank(devnet: devnet, node: try NEARRPCClient(url: devnet.rpcURL.absoluteString))

        let wallet = try await EmbeddedWallet.create(.named(carol, bank), plan: plan, in: profile, asking: owner)
        let session = try await wallet.signIn()
        print("\(carol) opens with the login of \(session.userInfo?.email ?? "?") and this computer")
        print("carol pays: \(try await bank.pays(carol, by: session.signer))")

        // A thief has copied this computer's share, and has seen the words.
        let set = session.signer.set
        let stolen = HandedShare(try await VaultShare(.device, in: vault).share(of: set.id))
        guard let words = await owner.words else { return }
        let thief = try SharedKey(set, by: stolen, with: .share(HandedShare(words)))
        print("the thief pays: \(try await bank.pays(carol, by: thief))")

        try await wallet.rotate(asking: owner)
        print("carol has another key, and other words")
        print("the thief pays: \(try await bank.pays(carol, by: thief))")
        print("carol pays: \(try await bank.pays(carol, by: try await wallet.signIn().signer))")
        await devnet.stop()
    }
}

/// An owner who types words back at once, which a person does with a pencil and paper between.
private actor Owner: SharedKeyPresenter {
    private(set) var words: ShareWords?

    func typeBack(
        _ words: ShareWords, of account: AccountId, after error: SharedKeyError?
    ) async throws(SharedKeyError) -> ShareWords {
        self.words = words
        return words
    }

    func told(_ step: EmbeddedStep) async {}
}

/// The chain: makes accounts, as a relayer of yours does, and takes payments.
private struct Bank: AccountKeyPlacer {
    let devnet: Devnet
    let node: NEARRPCClient

    func place(_ key: PublicKey, on account: AccountId) async throws(SharedKeyError) {
        do {
            try await devnet.createAccount(account, balance: try NEARToken("10 NEAR"), publicKey: key)
        } catch {
            throw .rotation(reason: "\(error)")
        }
    }

    /// Sends 1 NEAR; false where the account has no such key.
    func pays(_ account: AccountId, by signer: SharedKey) async throws -> Bool {
        let keys = try await node.viewAccessKeyList(of: account, at: .final)
        let key = keys.value.keys.first { $0.publicKey == signer.publicKey.handle }
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account, publicKey: signer.publicKey, nonce: (key?.accessKey.nonce ?? 1_000_000) + 1,
                receiverId: try AccountId("test.near"), blockHash: keys.blockHash,
                actions: [.transfer(TransferAction(deposit: try NEARToken("1 NEAR")))]))
        let signed = SignedTransaction(
            transaction: transaction, signature: try await signer.sign(.transaction(transaction)) { _ in })
        do {
            return try await node.sendTransaction(signed, waitUntil: .final).outcome?.isSuccess == true
        } catch {
            return false
        }
    }
}

/// `near-connect shares serve`, and a client of both of its services.
private struct LoginService {
    let client: ShareServiceClient
    let address: String
    private let process = Process()
    private let input = Pipe()

    init(_ path: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = ["shares", "serve", "--json"]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        let ready = try JSONValue.parse(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self))
        guard let issuer = ready["issuer"]?.stringValue, let service = ready["service"]?.stringValue else {
            throw CocoaError(.fileReadCorruptFile)
        }
        var provider = OpenIDConfiguration(issuer: issuer, clientId: "near-connect")
        provider.allowsPlainLoopback = true
        // The provider of `serve` approves by itself, so curl is browser enough; yours is xdg-open.
        let login = OpenIDClient(provider, keeping: MemoryVault()) { address throws(LoginError) in
            do {
                _ = try Process.run(URL(filePath: "/usr/bin/curl"), arguments: ["-sLo", "/dev/null", address])
            } catch {
                throw .noBrowser(reason: "\(error)")
            }
        }
        client = ShareServiceClient(service, mode: .coSign, login: login)
        address = client.address
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
