// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARDevnet

/// A chain that is stored in a folder is there again.
@Suite struct StateDirectoryTests {
    @Test func everythingIsThereAgain() async throws {
        try await withFolder { folder in
            var before = ""
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { devnet, client in
                try await live(devnet, client)
                before = await describe(devnet)
            }
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { devnet, client in
                #expect(await describe(devnet) == before)
                // And it goes on.
                let signed = try await client.sign(
                    devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
                _ = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
            }
        }
    }

    @Test func whatIsRestoredStaysRestored() async throws {
        try await withFolder { folder in
            var (first, second) = ("", "")
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { devnet, client in
                try await live(devnet, client)
                let early = await devnet.snapshot()
                first = await describe(devnet)
                try await devnet.fastForward(3)
                try await live(devnet, client, key: "third")
                let late = await devnet.snapshot()
                second = await describe(devnet)
                try await devnet.restore(early)
                try await devnet.produceBlock()
                try await devnet.restore(late)
                #expect(await describe(devnet) == second)
            }
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { devnet, _ in
                #expect(await describe(devnet) == second)
                #expect(second != first)
            }
        }
    }

    @Test func accountsThatAreNamedLaterAreCreated() async throws {
        try await withFolder { folder in
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { _, _ in
            }
            for _ in 0..<2 {
                try await withDevnet {
                    $0.stateDirectory = folder
                    $0.accounts = [.init(try AccountId("carol.test.near"), balance: NEARToken.test(7))]
                } _: { devnet, client in
                    #expect(devnet.accounts.map(\.id.text) == ["alice.test.near", "bob.test.near", "carol.test.near"])
                    let carol = try await client.result(
                        "query",
                        ["request_type": "view_account", "finality": "final", "account_id": "carol.test.near"])
                    #expect(carol["amount"] == "7000000000000000000000000")
                }
            }
        }
    }

    @Test func folderIsForOneDevnetAtATime() async throws {
        try await withFolder { folder in
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { _, _ in
                var configuration = DevnetConfiguration()
                configuration.stateDirectory = folder
                await #expect(throws: DevnetError.stateUnusable("another process has it open")) {
                    try await Devnet.start(configuration)
                }
            }
        }
    }

    @Test func otherChainIsATypedError() async throws {
        try await withFolder { folder in
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { _, _ in
            }
            var configuration = DevnetConfiguration()
            configuration.stateDirectory = folder
            configuration.chainId = "other"
            await #expect(throws: DevnetError.stateMismatch("its chain id is devnet")) {
                try await Devnet.start(configuration)
            }
            configuration.chainId = "devnet"
            configuration.seed = "other"
            await #expect(throws: DevnetError.self) { try await Devnet.start(configuration) }
        }
    }

    @Test(arguments: [11, 8_192])
    func fileThatIsNoChainIsATypedError(_ size: Int) async throws {
        try await withFolder { folder in
            try Data(repeating: 0x6E, count: size).write(to: folder.appending(path: ChainStore.fileName))
            var configuration = DevnetConfiguration()
            configuration.stateDirectory = folder
            let error = await #expect(throws: DevnetError.self) { try await Devnet.start(configuration) }
            guard case .stateUnusable = error else {
                Issue.record("\(error as Any)")
                return
            }
        }
    }

    /// A block whose stored parts don't lead to its hash was made by other rules, or by another program.
    @Test func blockThatComesOutDifferentlyIsATypedError() async throws {
        try await withFolder { folder in
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { devnet, client in
                try await live(devnet, client)
            }
            var configuration = DevnetConfiguration()
            configuration.stateDirectory = folder
            configuration.parameters.fees.transfer = Fee(all: 1)
            let error = await #expect(throws: DevnetError.self) { try await Devnet.start(configuration) }
            #expect(error?.description.contains("comes out differently") == true)
        }
    }

    @Test func credentialsAreForTheirOwnerOnly() async throws {
        try await withFolder { folder in
            try await withDevnet { devnet, _ in
                let files = try devnet.writeCredentials(to: folder)
                try devnet.writeCredentials(to: folder)
                #expect(
                    files.map(\.lastPathComponent)
                        == ["test.near", "alice.test.near", "bob.test.near"].map { "\($0).json" })
                let attributes = try FileManager.default.attributesOfItem(atPath: files[1].path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                let json = try JSONValue.parse([UInt8](try Data(contentsOf: files[1])))
                #expect(json["account_id"] == "alice.test.near")
                let key = try SecretKey(try #require(json["private_key"]?.stringValue))
                #expect(json["public_key"]?.stringValue == key.publicKey.description)
                #expect(key.publicKey == devnet.accounts[0].publicKey)
                let folders = try FileManager.default.contentsOfDirectory(
                    atPath: files[0].deletingLastPathComponent().path)
                #expect(folders.count == 3)
            }
        }
    }

    /// Something of every kind, on and off transactions.
    private func live(_ devnet: Devnet, _ client: RawClient, key: String = "second") async throws {
        let (alice, bob) = (devnet.accounts[0], devnet.accounts[1])
        let key = try DevnetAccount.secretKey(of: alice.id, seed: key).publicKey
        let code: [UInt8] = [0, 97, 115, 109, 1, 0, 0, 0]
        let head = devnet.host.chain.head.height
        let nonce = devnet.host.chain.state.accessKey(bob.id, bob.publicKey)?.nonce ?? 0
        let delegate = DelegateAction(
            senderId: bob.id, receiverId: alice.id, actions: [.transfer(NEARToken.test(1))], nonce: nonce + 1,
            maxBlockHeight: head + 100, publicKey: bob.publicKey)
        let batches: [(AccountId, [Action])] = [
            (alice.id, [.addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess))]),
            (alice.id, [.deployContract(DeployContractAction(code: code))]),
            (alice.id, [.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: .accountId))]),
            (bob.id, [.delegate(try SignedDelegateAction.sign(delegate, with: bob.secretKey))]),
            (try AccountId("nobody.near"), [.transfer(NEARToken.test(1))]),
            (alice.id, [.stake(StakeAction(stake: NEARToken.test(1), publicKey: alice.publicKey))]),
            (alice.id, [.functionCall("method", deposit: NEARToken.test(1))]),
        ]
        for (receiver, actions) in batches {
            let signed = try await client.sign(alice, to: receiver, actions)
            _ = try await client.result("broadcast_tx_commit", [.string(signed.base64)])
        }
        let name = "dave\(head).near"
        _ = try await client.result("devnet_faucet", ["account_id": .string(name)])
        _ = try await client.result("devnet_faucet", ["account_id": .string(name), "amount": "17"])
        let data: JSONValue = ["account_id": "bob.test.near", "data_key": "a2V5", "value": "dmFsdWU="]
        let contract: JSONValue = ["account_id": "bob.test.near", "code": "AGFzbQEAAAA="]
        _ = try await client.result(
            "sandbox_patch_state", ["records": [["Data": data], ["Contract": contract]]])
        try await devnet.fastForward(700)
    }

    /// The whole chain, field by field, whatever fields it has.
    private func describe(_ devnet: Devnet) async -> String {
        var text = ""
        let chain = devnet.host.chain
        for (label, value) in Mirror(reflecting: chain).children where label != "settings" {
            dump(value, to: &text, name: label)
        }
        return text
    }
}

/// A folder that is gone afterwards.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "near-connect-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Issue.record("\(folder.path) can't be removed: \(error)")
        }
    }
    try await body(folder)
}
