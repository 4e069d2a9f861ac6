// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The networks that pages hear of and offer.
final class DAppNetworkTests: MainLoopTestCase {
    // MARK: Networks that are known

    func testAPageHearsOfItsNetworks() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let before = try await page.run(
                """
                const nep408 = window.near["near-connect"];
                return { named: await nep408.supportsNetwork("devnet"), other: await nep408.supportsNetwork("mainnet"), guessed: await nep408.supportsNetwork("secret") };
                """)
            XCTAssertEqual(before, ["named": true, "other": false, "guessed": false])
            let answer = try await page.run(
                """
                const nep408 = window.near["near-connect"];
                await nep408.connect({ networkId: "devnet" });
                const extension = await window.injectedWeb3["near-connect"].enable("dApp");
                return { metadata: await extension.metadata.get(), accounts: await extension.accounts.get(), network: nep408.network };
                """)
            let status = try await scene.client.status()
            let genesis = try XCTUnwrap(status.genesisHash)
            let hex = "0x" + genesis.withUnsafeBytes { Hexadecimal.encode(Array($0)) }
            let own = try XCTUnwrap(answer["metadata"]?.arrayValue?.first { $0["networkId"] == "devnet" })
            XCTAssertEqual(own["genesisHash"]?.stringValue, hex)
            XCTAssertEqual(own["specVersion"], .integer(Int128(status.protocolVersion)))
            XCTAssertEqual(own["contracts"], 0)
            XCTAssertEqual(answer["accounts"]?[0]?["genesisHash"]?.stringValue, hex)
            XCTAssertEqual(answer["accounts"]?[0]?["network"], "devnet")
            // No page hears of the user's own nodes.
            XCTAssertEqual(answer["network"], ["networkId": "devnet", "nodeUrl": ""])
            // The public networks are known by the hashes that are pinned here; nobody was asked.
            let names = answer["metadata"]?.arrayValue?.compactMap { $0["networkId"]?.stringValue }.sorted()
            XCTAssertEqual(names, ["devnet", "mainnet", "testnet"])
            let mainnet = try XCTUnwrap(answer["metadata"]?.arrayValue?.first { $0["networkId"] == "mainnet" })
            XCTAssertEqual(
                mainnet["genesisHash"]?.stringValue,
                "0x"
                    + (try CryptoHash(ChainIdentity.mainnetGenesis)).withUnsafeBytes { Hexadecimal.encode(Array($0)) })
            try await scene.stop()
        }
    }

    // MARK: Networks that pages offer

    func testANetworkIsAddedAfterAQuestionAndSignsWithItsOwnKeysOnly() throws {
        try run(timeout: 120) {
            let fun = try await FunNetwork()
            let genesis = try await fun.genesis()
            let scene = try await BrowserScene(keys: [fun.key])
            let page = try await scene.open()
            let definition = FunNetwork.definition(
                genesis, at: fun.chain.rpcURL,
                and: #", contracts: { "dave.test.near": { methods: { pay: "Pays for your \u202E hat" } } }"#)
            let added = try await page.run(
                """
                \(FunNetwork.provide)
                const ok = await provide(\(definition));
                const networks = await extension.metadata.get();
                return { ok, fun: networks.find(({ networkId }) => networkId === "fun"), supports: await window.near["near-connect"].supportsNetwork("fun") };
                """)
            XCTAssertEqual(added["ok"], true)
            XCTAssertEqual(added["fun"]?["contracts"], 1)
            XCTAssertEqual(added["supports"], true)
            XCTAssertEqual(scene.siteUser.asked.count, 1)
            guard case .addNetwork(let offer, isUpdate: false)? = scene.siteUser.asked.first?.subject else {
                return XCTFail("the user wasn't asked about a network")
            }
            XCTAssertEqual(offer.ignored, ["icon", "ss58Format", "tokenDecimals", "tokenSymbol", "types"])
            // The page works there once the user has switched it, with the account that was made for it.
            let answer = try await page.run(
                """
                const accounts = await wallet.signIn({ network: "fun" });
                const outcome = await wallet.signAndSendTransaction({ network: "fun", receiverId: "dave.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] });
                return { signer: outcome.transaction.signer_id, accounts: accounts.map(({ accountId }) => accountId), devnet: (await wallet.getAccounts({ network: "devnet" })).length };
                """)
            XCTAssertEqual(answer, ["signer": "carol.test.near", "accounts": ["carol.test.near"], "devnet": 1])
            let balance = try await fun.client().viewAccount(AccountId("dave.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR").adding(NEARToken(yoctoNEAR: 1)))
            XCTAssertEqual(scene.siteUser.asked.count, 2)
            // What the site says of a call stands beside it, as its word.
            _ = try await page.run(
                """
                await wallet.signAndSendTransaction({ network: "fun", receiverId: "dave.test.near", actions: [{ type: "FunctionCall", params: { methodName: "pay", args: {}, gas: "1000000000000", deposit: "0" } }] }).catch(() => {});
                return null;
                """)
            let text = ApprovalText(try XCTUnwrap(scene.user.asked.last))
            let fact = try XCTUnwrap(text.intents.first?.actions.first?.facts.last)
            XCTAssertEqual(fact.name, "Says 127.0.0.1")
            XCTAssertTrue(fact.value.contains("Pays for your"), fact.value)
            XCTAssertFalse(fact.value.contains("\u{202E}"))
            // Once it is removed, the page is back where it was.
            try scene.browser.host.removeNetwork("fun")
            let after = try await page.run(
                """
                return { fun: await wallet.signIn({ network: "fun" }).catch((error) => error.code), accounts: (await wallet.getAccounts({})).map(({ accountId }) => accountId) };
                """)
            XCTAssertEqual(after, ["fun": 4901, "accounts": ["alice.test.near"]])
            try await scene.stop()
            await fun.chain.stop()
        }
    }

    func testWhatTheUserRefusesOrNodesDenyIsNotAdded() throws {
        try run(timeout: 120) {
            let fun = try await FunNetwork()
            let genesis = try await fun.genesis()
            let scene = try await BrowserScene(keys: [fun.key])
            let page = try await scene.open()
            scene.siteUser.agrees = false
            let refused = try await page.run(
                """
                \(FunNetwork.provide)
                const definition = \(FunNetwork.definition(genesis, at: fun.chain.rpcURL));
                return { first: await provide(definition), again: await provide(definition), raw: await provide({ icon: "x" }), none: await provide("0x00") };
                """)
            XCTAssertEqual(refused["first"], false)
            XCTAssertEqual(refused["again"], false)
            XCTAssertEqual(scene.siteUser.asked.count, 1, "the user was asked again what he had refused")
            for field in ["raw", "none"] {
                XCTAssertTrue(refused[field]?.stringValue?.hasPrefix("-32602") == true, "\(refused)")
            }
            scene.siteUser.agrees = true
            // The page's word on the genesis isn't the node's; a known chain has its name already.
            let wrong = CryptoHash.sha256([7]).description
            let ownGenesis = try await scene.client.status().genesisHash
            let own = try XCTUnwrap(ownGenesis).description
            let answer = try await page.run(
                """
                \(FunNetwork.provide)
                return {
                  wrong: await provide(\(FunNetwork.definition(wrong, at: fun.chain.rpcURL))),
                  own: await provide(\(FunNetwork.definition(own, at: scene.devnet.rpcURL))),
                  known: await provide({ ...\(FunNetwork.definition(own, at: scene.devnet.rpcURL)), networkId: "devnet" }),
                  changed: await provide({ ...\(FunNetwork.definition(genesis, at: fun.chain.rpcURL)), networkId: "devnet" }),
                  mainnet: await provide({ ...\(FunNetwork.definition(genesis, at: fun.chain.rpcURL)), networkId: "mainnet" }),
                };
                """)
            XCTAssertTrue(answer["wrong"]?.stringValue?.hasPrefix("-32602") == true, "\(answer)")
            XCTAssertEqual(answer["own"], false)
            XCTAssertEqual(answer["known"], true)
            XCTAssertEqual(answer["changed"], false)
            XCTAssertEqual(answer["mainnet"], false)
            XCTAssertEqual(try scene.browser.host.networks.all(), [])
            try await scene.stop()
            await fun.chain.stop()
        }
    }

    /// A node that passes a known chain's blocks and nonces off as its own gets no signature.
    func testANetworkThatIsAKnownChainInDisguiseGetsNoSignature() throws {
        try run(timeout: 180) {
            let fun = try await FunNetwork()
            let second = NEARNetwork.custom(try CustomNetwork(id: "second", rpcURLs: [fun.chain.rpcURL]))
            let genesis = CryptoHash.sha256([9]).description
            let carol = fun.chain.accounts[0]
            let stranger = Keystore.Entry(network: "fun", accountId: carol.id, secretKey: try SecretKey.generate())
            // The key is in use on the known chain; or it isn't, and the node says that it were.
            let cases: [(name: String, keys: [Keystore.Entry], reason: String)] = [
                ("one key for two networks", [fun.key], "second"),
                ("a key of its own", [stranger], "second"),
                (
                    "a key that the keystore has for the other network, too",
                    [fun.key, Keystore.Entry(network: "second", accountId: carol.id, secretKey: carol.secretKey)],
                    "second"
                ),
            ]
            for attack in cases {
                let node = try await ScriptedNode.start { method, request in
                    var reply = try await ScriptedNode.forward(request, to: fun.chain.rpcURL)
                    if method == "status", var fields = reply.objectValue, var result = fields["result"]?.objectValue {
                        result["genesis_hash"] = .string(genesis)
                        fields["result"] = .object(result)
                        reply = .object(fields)
                    }
                    if request["params"]?["request_type"] == "view_access_key" {
                        // As for a key that is there, at a block of the second chain.
                        var params = request["params"]?.objectValue ?? [:]
                        params["public_key"] = .string(carol.secretKey.publicKey.description)
                        var asked = request.objectValue ?? [:]
                        asked["params"] = .object(params)
                        reply = try await ScriptedNode.forward(.object(asked), to: fun.chain.rpcURL)
                    }
                    return reply
                }
                let scene = try await BrowserScene(keys: attack.keys, known: [second])
                let page = try await scene.open()
                let answer = try await page.run(
                    """
                    \(FunNetwork.provide)
                    const ok = await provide(\(FunNetwork.definition(genesis, at: node.url)));
                    const accounts = await wallet.signIn({ network: "fun" }).then((list) => list.length, (error) => error.message);
                    const transfer = { network: "fun", receiverId: "dave.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] };
                    const results = {};
                    const nep408 = window.near["near-connect"];
                    const end = (name, work) => work.then((value) => { results[name] = `signed ${JSON.stringify(value)}`; }, (error) => { results[name] = error.message; });
                    await end("sent", wallet.signAndSendTransaction(transfer));
                    await end("signed", nep408.signTransaction({ transaction: transfer }));
                    await end("delegate", wallet.signDelegateActions({ network: "fun", delegateActions: [transfer] }));
                    return { ok, accounts, results };
                    """)
                XCTAssertEqual(answer["ok"], true, attack.name)
                XCTAssertEqual(answer["accounts"], 1, attack.name)
                for name in ["sent", "signed", "delegate"] {
                    let text = try XCTUnwrap(answer["results"]?[ExactText(name)]?.stringValue)
                    XCTAssertTrue(
                        text.contains(attack.reason) && !text.hasPrefix("signed"), "\(attack.name), \(name): \(text)")
                }
                try await scene.stop()
                await node.stop()
            }
            let balance = try await fun.client().viewAccount(AccountId("dave.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR"))
            await fun.chain.stop()
        }
    }

    func testADefinitionIsReplacedByItsOwnSiteAfterAQuestionAndByNoOther() throws {
        try run(timeout: 120) {
            let fun = try await FunNetwork()
            let genesis = try await fun.genesis()
            let node = try await ScriptedNode.start(before: fun.chain.rpcURL)
            let scene = try await BrowserScene(keys: [fun.key])
            let page = try await scene.open()
            let answer = try await page.run(
                """
                \(FunNetwork.provide)
                const first = await provide(\(FunNetwork.definition(genesis, at: fun.chain.rpcURL, and: ", specVersion: 2")));
                const older = await provide(\(FunNetwork.definition(genesis, at: node.url, and: ", specVersion: 1")));
                const same = await provide(\(FunNetwork.definition(genesis, at: node.url, and: ", specVersion: 2")));
                const newer = await provide(\(FunNetwork.definition(genesis, at: node.url, and: ", specVersion: 3")));
                return { first, older, same, newer };
                """)
            XCTAssertEqual(answer, ["first": true, "older": true, "same": true, "newer": true])
            XCTAssertEqual(scene.siteUser.asked.count, 2)
            guard case .addNetwork(_, isUpdate: true)? = scene.siteUser.asked.last?.subject else {
                return XCTFail("the change wasn't asked about as one")
            }
            XCTAssertEqual(try scene.browser.host.networks.network("fun")?.rpcURLs, [node.url])
            // The same host at another name is another site.
            let other = try await scene.browser.pages.show(
                scene.site.origin.replacing("127.0.0.1", with: "localhost") + "/")
            let foreign = try await other.run(
                """
                \(FunNetwork.provide)
                return { newer: await provide(\(FunNetwork.definition(genesis, at: fun.chain.rpcURL, and: ", specVersion: 9"))) };
                """)
            XCTAssertEqual(foreign["newer"], true, "the network is known, and stays as it is")
            XCTAssertEqual(scene.siteUser.asked.count, 2)
            XCTAssertEqual(try scene.browser.host.networks.network("fun")?.rpcURLs, [node.url])
            try await scene.stop()
            await node.stop()
            await fun.chain.stop()
        }
    }
}
