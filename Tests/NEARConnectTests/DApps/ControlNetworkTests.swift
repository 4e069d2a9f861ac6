// SPDX-License-Identifier: MIT

import FoundationEssentials
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnectCore

/// Questions about networks in a driven browser: the control channel answers them, or its policy does.
final class ControlNetworkTests: MainLoopTestCase {
    private static let site = "http://localhost:1"
    private static let other = ChainIdentity.other(genesisHash: CryptoHash.sha256([]))

    private static func switching(
        to network: ExactText = "fun", on chain: ChainIdentity? = other, from origin: String = site,
        inside ancestors: [String] = []
    ) throws -> SiteQuestion {
        SiteQuestion(
            asker: try XCTUnwrap(DAppFrame(origin: origin, ancestors: ancestors)),
            subject: .switchNetwork(from: "devnet", to: network, chain: chain))
    }

    /// The question about a network at an address.
    private static func adding(at url: String) throws -> SiteQuestion {
        let definition: JSONValue = [
            "networkId": "fun", "genesisHash": .string(other.genesis), "rpcUrls": [.string(url)],
        ]
        let text: JSONValue = ["method": "metadata.provide", "params": ["definition": definition]]
        guard case .provideMetadata(let offer) = try DAppRequest(text.bytes).operation else {
            preconditionFailure("another request")
        }
        return SiteQuestion(
            asker: try XCTUnwrap(DAppFrame(origin: site, ancestors: [])),
            subject: .addNetwork(offer, isUpdate: false))
    }

    private static func asker(_ letter: Character) throws -> DAppAsker {
        let token = try XCTUnwrap(DAppAsker.Token(String(repeating: letter, count: 22)))
        return try DAppAsker(origin: Self.site, ancestors: [], view: token, document: token)
    }

    @MainActor
    private static func ask(
        _ scene: ControlScene, _ method: String, with params: JSONValue, from asker: DAppAsker
    ) -> Task<Result<DAppAnswer, DAppError>, Never> {
        let text: JSONValue = ["method": .string(method), "params": params]
        return Task {
            do throws(DAppError) {
                return .success(try await scene.host.reply(to: text.bytes, from: asker).answer())
            } catch {
                return .failure(error)
            }
        }
    }

    func testTheControlChannelAnswersWhatANetworkIsAskedFor() throws {
        try run {
            let scene = try await ControlScene()
            let question = try Self.switching()
            let first = Task { await scene.approver.decide(question) }
            let open = try await scene.call("requests.wait", ["kind": "switchNetwork", "origin": .string(Self.site)])
            XCTAssertTrue(try scene.accepts(open, "request"), open.text)
            XCTAssertEqual(open["network"], "fun")
            XCTAssertEqual(open["from"], "devnet")
            XCTAssertEqual(open["genesisHash"], .string(Self.other.genesis))
            let listed = try await scene.call("requests.list")
            XCTAssertEqual(listed, [open])
            let id = try XCTUnwrap(open["id"])
            do throws(LocalClientError) {
                _ = try await scene.client.call(
                    "requests.approve", ["id": id, "account": "alice.test.near"], within: .seconds(5))
                XCTFail("no account is chosen there")
            } catch {
                XCTAssertEqual(scene.code(error), -32602)
            }
            _ = try await scene.call("requests.approve", ["id": id])
            let agreed = await first.value
            XCTAssertTrue(agreed)
            let second = Task { await scene.approver.decide(question) }
            let next = try await scene.call("requests.wait", ["after": id])
            _ = try await scene.call("requests.refuse", ["id": next["id"] ?? .null])
            let refused = await second.value
            XCTAssertFalse(refused)
            let third = Task { await scene.approver.decide(question) }
            _ = try await scene.call("requests.wait", ["after": next["id"] ?? .null])
            scene.approver.dismiss()
            let withdrawn = await third.value
            XCTAssertFalse(withdrawn)
            XCTAssertEqual(scene.approver.requests.map(\.state), [.approved, .refused, .withdrawn])
            try await scene.stop()
        }
    }

    func testAPolicyAnswersOnlyWhereNothingHasValue() throws {
        try run {
            let scene = try await ControlScene(patience: .milliseconds(50))
            // By the policy, the question, and who has answered how.
            let rules: JSONValue = [
                "version": 1, "rules": [["name": "all", "networks": ["fun"], "deposit": "1 NEAR"]],
            ]
            let remote = "https://app.example"
            let table: [(JSONValue, SiteQuestion, DrivenRequest.Judge, Bool)] = [
                (["policy": "allow"], try Self.switching(), .policy, true),
                (["policy": "allow"], try Self.switching(on: nil), .policy, false),
                (["policy": "allow"], try Self.switching(to: "mainnet", on: .mainnet), .policy, false),
                (["policy": "allow"], try Self.switching(to: "testnet", on: .testnet), .policy, false),
                (["policy": "allow"], try Self.switching(from: remote), .policy, false),
                (["policy": "allow"], try Self.switching(inside: [remote]), .policy, false),
                (["policy": "allow"], try Self.adding(at: "https://rpc.example"), .policy, true),
                // A page has no port of this computer asked, a driver's for one.
                (["policy": "allow"], try Self.adding(at: "http://127.0.0.1:4444/session"), .browser, false),
                (["policy": "allow"], try Self.adding(at: "http://localhost:4444"), .browser, false),
                (["policy": "deny"], try Self.switching(), .policy, false),
                (["policy": rules, "beyond": "refuse"], try Self.switching(), .policy, false),
                // Nobody answers: the deadline does.
                (["policy": rules, "beyond": "ask"], try Self.switching(), .browser, false),
                (["policy": "ask"], try Self.switching(), .browser, false),
            ]
            for (policy, question, judge, isAllowed) in table {
                _ = try await scene.call("policy.set", policy)
                let answer = await scene.approver.decide(question)
                XCTAssertEqual(answer, isAllowed, "\(policy.text) \(question)")
                XCTAssertEqual(scene.approver.requests.last?.judge, judge, "\(policy.text) \(question)")
            }
            _ = try await scene.call("policy.set", ["policy": "allow"])
            _ = try await scene.call("accounts.lock")
            let locked = await scene.approver.decide(try Self.switching())
            XCTAssertFalse(locked)
            try await scene.stop()
        }
    }

    func testAPageAddsANetworkAndWorksThereUntilItIsRevoked() throws {
        try run(timeout: 120) {
            let (scene, fun) = (try await ControlScene(), try await FunNetwork())
            // As in pytest-near-connect: pages take the chain for testnet.
            scene.host.pageNetwork = "testnet"
            let page = try Self.asker("a")
            _ = try await scene.call("sites.grant", ["origin": .string(Self.site)])
            let own = try XCTUnwrap(scene.channel.parts.signer.knownChain)
            let known = await Self.ask(
                scene, "metadata.provide",
                with: ["definition": ["networkId": "testnet", "genesisHash": .string(own.genesis)]], from: page
            ).value
            XCTAssertEqual(known, .success(.flag(true)), "the name by which pages know the chain")
            let definition: JSONValue = [
                "networkId": "fun", "genesisHash": .string(try await fun.genesis()),
                "rpcUrls": [.string(fun.chain.rpcURL.absoluteString)], "explorerUrl": "https://explorer.example",
            ]
            let key = JSONValue.string(fun.chain.accounts[0].secretKey.exposedText())
            let carol: JSONValue = ["accountId": "carol.test.near", "secretKey": key, "network": "fun"]
            await Self.requireRefused(scene, carol, because: "a network that isn't known yet")
            let provided = Self.ask(scene, "metadata.provide", with: ["definition": definition], from: page)
            let offer = try await scene.call("requests.wait", ["kind": "addNetwork"])
            XCTAssertTrue(try scene.accepts(offer, "request"), offer.text)
            XCTAssertEqual(offer["network"], "fun")
            XCTAssertEqual(offer["rpcUrls"], definition["rpcUrls"])
            XCTAssertEqual(offer["explorerUrl"], "https://explorer.example")
            XCTAssertEqual(offer["isUpdate"], false)
            _ = try await scene.call("requests.approve", ["id": offer["id"] ?? .null])
            let added = await provided.value
            XCTAssertEqual(added, .success(.flag(true)))
            for network in ["mainnet", "testnet", "other"] {
                var fields = try XCTUnwrap(carol.objectValue)
                fields["network"] = .string(network)
                await Self.requireRefused(scene, .object(fields), because: network)
            }
            let account = try await scene.call("accounts.add", carol)
            XCTAssertEqual(account["network"], "fun")
            let connecting = Self.ask(scene, "signIn", with: ["network": "fun"], from: page)
            let move = try await scene.call("requests.wait", ["kind": "switchNetwork"])
            XCTAssertEqual(move["from"], "devnet")
            _ = try await scene.call("requests.approve", ["id": move["id"] ?? .null])
            let wish = try await scene.call("requests.wait", ["kind": "signIn"])
            XCTAssertEqual(wish["network"], "fun")
            _ = try await scene.call("requests.approve", ["id": wish["id"] ?? .null])
            guard case .success(.accounts(let accounts, _)) = await connecting.value else {
                return XCTFail("the page isn't connected")
            }
            XCTAssertEqual(accounts.map(\.accountId.text), ["carol.test.near"])
            // All of it goes with the permission, and what was refused may be asked again.
            _ = try await scene.call("sites.revoke", ["origin": .string(Self.site)])
            XCTAssertEqual(try scene.host.networks.all(), [])
            XCTAssertEqual(scene.host.network(for: page), "devnet")
            XCTAssertEqual(try scene.host.permissions.sites(), [])
            try await scene.stop()
            await fun.chain.stop()
        }
    }

    @MainActor
    private static func requireRefused(_ scene: ControlScene, _ account: JSONValue, because reason: String) async {
        do throws(LocalClientError) {
            _ = try await scene.client.call("accounts.add", account, within: .seconds(5))
            XCTFail(reason)
        } catch {
            XCTAssertEqual(scene.code(error), -32012, reason)
        }
    }
}
