// SPDX-License-Identifier: MIT

import GLibRuntime
import Glibc
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The wallet that pages of dApps find, in real pages.
final class ProviderTests: MainLoopTestCase {
    private static let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"

    func testAConnectorFindsTheWallet() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let answer = try await page.run(
                "return { manifest: wallet.manifest, accounts: await wallet.getAccounts({ network: 'testnet' }) };")
            XCTAssertEqual(answer["manifest"]?["id"], "near-connect")
            XCTAssertEqual(answer["manifest"]?["features"], ["signMessage": true, "testnet": true])
            XCTAssertEqual(answer["accounts"], [])
            XCTAssertEqual(scene.requests.map(\.asker.origin.text.text), [scene.site.origin])
            XCTAssertEqual(scene.requests.map(\.request.method), [.getAccounts])
            await scene.stop()
        }
    }

    func testValuesOfPagesArriveAsTheyAreMeant() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            scene.answer = { _, _ throws(DAppError) in .outcomes([], isList: true) }
            _ = try await page.run(
                """
                class PublicKey { constructor() { this.data = new Uint8Array(33); } toString() { return "\(Self.key)"; } }
                class BN { constructor(text) { this.words = [1, 2]; this.text = text; } toString() { return this.text; } }
                const frame = document.createElement("iframe");
                document.body.append(frame);
                const bytes = new frame.contentWindow.Uint8Array([123, 125]);
                await wallet.signAndSendTransactions({ network: "testnet", transactions: [
                  { receiverId: "a.near", actions: [
                    { functionCall: { methodName: "go", args: bytes, gas: 30000000000000n, deposit: new BN("340282366920938463463374607431768211455") }, enum: "functionCall" },
                    { addKey: { publicKey: new PublicKey(), accessKey: { nonce: 0n, permission: { fullAccess: {} } } } } ] },
                  { receiverId: "b.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] },
                ] });
                return null;
                """)
            let intents = try XCTUnwrap(scene.requests.last).request.intents
            XCTAssertEqual(intents.map(\.receiverId.text), ["a.near", "b.near"])
            XCTAssertEqual(
                intents.first?.actions.first,
                .functionCall(
                    FunctionCallAction(
                        methodName: "go", args: Array("{}".utf8), gas: .tera(30),
                        deposit: NEARToken(yoctoNEAR: .max))))
            XCTAssertEqual(
                intents.first?.actions.last,
                .addKey(
                    AddKeyAction(
                        publicKey: try PublicKey(Self.key), accessKey: AccessKey(nonce: 0, permission: .fullAccess))))
            await scene.stop()
        }
    }

    func testAPageThatChangesBuiltInsHarmsItselfAlone() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let answer = try await page.run(
                """
                const text = JSON.stringify;
                const liar = () => { throw new Error("changed"); };
                Object.defineProperty(CustomEvent.prototype, "detail", { get: liar });
                Object.defineProperty(window, "origin", { value: "https://app.near.example", configurable: true });
                Object.defineProperty(document, "domain", { get: () => "app.near.example" });
                for (const [owner, name] of [[Reflect, "apply"], [Reflect, "ownKeys"], [JSON, "parse"], [JSON, "stringify"],
                    [Function.prototype, "call"], [Function.prototype, "apply"], [Function.prototype, "bind"],
                    [EventTarget.prototype, "dispatchEvent"], [EventTarget.prototype, "addEventListener"],
                    [String.prototype, "indexOf"], [String.prototype, "slice"], [String.prototype, "charCodeAt"],
                    [Object, "defineProperty"], [Object, "getOwnPropertyDescriptor"], [Object, "freeze"],
                    [Array.prototype, "push"], [window, "btoa"], [window, "atob"]]) owner[name] = liar;
                Array.prototype[Symbol.iterator] = liar;
                Object.prototype.toJSON = () => "changed";
                Object.prototype.network = "mainnet";
                const first = await wallet.getAccounts();
                delete Object.prototype.toJSON;
                delete Object.prototype.network;
                JSON.stringify = text;
                return { first };
                """)
            XCTAssertEqual(answer["first"], [])
            let request = try XCTUnwrap(scene.requests.last)
            XCTAssertEqual(request.asker.origin.text.text, scene.site.origin)
            XCTAssertNil(request.request.network)
            await scene.stop()
        }
    }

    func testWhatAPageCannotBeReadFromEndsAsInvalid() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let answer = try await page.run(
                """
                const codes = [];
                const endless = () => new Proxy({}, { get: () => endless(), ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) });
                const circle = {};
                circle.self = circle;
                for (const params of [{ get message() { throw new Error("mine"); } }, endless(), circle, { list: new Array(300000).fill(1) }]) {
                  try { await wallet.signMessage(params); codes.push(0); } catch (error) { codes.push(error instanceof Error && error.code); }
                }
                return { codes };
                """)
            XCTAssertEqual(answer["codes"], [-32602, -32602, -32602, -32602])
            XCTAssertEqual(scene.requests.count, 0)
            await scene.stop()
        }
    }

    func testAFloodEndsWithErrorsAndTheHostIsSpared() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let answer = try await page.run(
                """
                const ends = await Promise.allSettled(Array.from({ length: 2000 }, () => wallet.getAccounts()));
                const codes = ends.map((end) => end.reason?.code ?? 0);
                return { all: ends.length, good: codes.filter((code) => code === 0).length, limited: codes.filter((code) => code === -32005).length };
                """)
            XCTAssertEqual(answer["all"], 2000)
            XCTAssertEqual(answer["good"], 8)
            XCTAssertEqual(answer["limited"], 1992)
            XCTAssertEqual(scene.requests.count, 8)
            await scene.stop()
        }
    }

    func testRequestsOneByOneAreLimitedByTheSecond() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let answer = try await page.run(
                """
                const codes = [];
                const start = performance.now();
                for (let turn = 0; turn < 400; turn += 1) await wallet.getAccounts().then(() => codes.push(0), (error) => codes.push(error.code));
                const seconds = Math.floor((performance.now() - start) / 1000) + 1;
                return { good: codes.filter((code) => code === 0).length, limited: codes.filter((code) => code === -32005).length, allowed: 20 * seconds };
                """)
            let good = try XCTUnwrap(answer["good"]?.integerValue(as: Int.self))
            let allowed = try XCTUnwrap(answer["allowed"]?.integerValue(as: Int.self))
            XCTAssertTrue((20...allowed).contains(good), "\(good) of \(allowed)")
            XCTAssertEqual(answer["limited"]?.integerValue(as: Int.self), 400 - good)
            await scene.stop()
        }
    }

    func testListenersHearOfChangesAlsoAfterAFailure() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let (released, release) = AsyncStream.makeStream(of: Void.self)
            let (alice, bob) = (try AccountId("alice.near"), try AccountId("bob.near"))
            var mark: UInt64 = 0
            var isRefused = true
            scene.answer = { _, request throws(DAppError) in
                guard request.method == .subscribeToAccounts else { return .accounts([], mark: mark) }
                if isRefused {
                    isRefused = false
                    throw .revoked
                }
                mark += 1
                guard mark < 4 else {
                    for await _ in released { break }
                    return .done
                }
                let account = DAppAnswer.SiteAccount(
                    accountId: mark == 2 ? alice : bob, publicKey: nil, network: "testnet")
                return .accounts([account], mark: mark)
            }
            let answer = try await page.run(
                """
                globalThis.heard = 0;
                const end = new Promise((resolve) => {
                  window.near["near-connect"].on("accountsChanged", () => { throw new Error("a listener of the page"); });
                  window.near["near-connect"].on("accountsChanged", () => { if (++heard === 2) resolve(); });
                });
                while (heard === 0) { await wallet.getAccounts().catch(() => {}); await new Promise((resolve) => setTimeout(resolve, 60)); }
                await end;
                return { heard };
                """)
            XCTAssertEqual(answer["heard"], 2)
            release.finish()
            await scene.stop()
        }
    }

    func testNoPageReachesTheHostButByTheRelay() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let answer = try await page.run(
                """
                const channel = new EventTarget();
                let answered = 0;
                channel.addEventListener("answer", () => { answered += 1; });
                document.dispatchEvent(new FocusEvent("near-connect-dapp:hello", { relatedTarget: channel }));
                channel.dispatchEvent(new CustomEvent("request", { detail: '1 {"method":"getAccounts","params":{}}' }));
                const nova = { id: 1, message: "pub(accounts.list)", origin: "page", request: {} };
                postMessage(nova, "*");
                document.dispatchEvent(new CustomEvent("near-connect-dapp:request", { detail: "1 {}" }));
                await wallet.getAccounts();
                return { webkit: typeof window.webkit?.messageHandlers?.nearConnectDApp, relay: typeof nearConnectRelay, answered };
                """)
            XCTAssertEqual(answer["webkit"], "undefined")
            XCTAssertEqual(answer["relay"], "undefined")
            XCTAssertEqual(answer["answered"], 0)
            XCTAssertEqual(scene.requests.count, 1)
            await scene.stop()
        }
    }

    func testAPageWhoseFirstWordsComeLateIsAnswered() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let server = try SilentNode()
            let page = try await scene.pages.open(try XCTUnwrap(WebAddress("\(server.url.absoluteString)/")))
            let visitor = await server.take()
            // The page is committed with what is no part of a document yet.
            SilentNode.send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<!-- \(String(repeating: "a", count: 4096))",
                to: visitor)
            await waitUntil("the commit") { page.view.committedURI != nil }
            for _ in 0..<100 { await MainLoop.turn() }
            SilentNode.send(" --><!doctype html><title>late</title><body></body>", to: visitor)
            close(visitor)
            await waitUntil("the page") { !page.view.isLoading }
            let answer = try await page.run("return { accounts: await wallet.getAccounts() };")
            XCTAssertEqual(answer["accounts"], [])
            await scene.stop()
        }
    }

    func testNothingOfTheWalletCanBeReplaced() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let answer = try await page.run(
                """
                {
                  const nep408 = window.near["near-connect"];
                  const web3 = window.injectedWeb3["near-connect"];
                  const extension = await web3.enable("dApp");
                  const parts = { wallet, manifest: wallet.manifest, features: wallet.manifest.features, platform: wallet.manifest.platform,
                    permissions: wallet.manifest.permissions, nep408, web3, extension, accounts: extension.accounts,
                    metadata: extension.metadata, signer: extension.signer };
                  const open = Object.entries(parts).filter(([, part]) => !Object.isFrozen(part)).map(([name]) => name);
                  const failures = [];
                  const attempt = (name, work) => { try { work(); failures.push(name); } catch (error) { if (!(error instanceof TypeError)) failures.push(`${name} ${error}`); } };
                  for (const holder of ["near", "injectedWeb3"]) {
                    const other = { connect: () => "mine" };
                    attempt(`define ${holder}`, () => Object.defineProperty(window[holder], "near-connect", { value: other }));
                    attempt(`get ${holder}`, () => Object.defineProperty(window[holder], "near-connect", { get: () => other }));
                    attempt(`delete ${holder}`, () => { "use strict"; delete window[holder]["near-connect"]; });
                    attempt(`assign ${holder}`, () => { "use strict"; window[holder]["near-connect"] = other; });
                  }
                  for (const [name, part] of Object.entries(parts)) attempt(`extend ${name}`, () => { "use strict"; part.mine = 1; });
                  attempt("wallet.signIn", () => { "use strict"; wallet.signIn = () => []; });
                  const isSame = window.near["near-connect"] === nep408 && window.injectedWeb3["near-connect"] === web3;
                  return { open, failures, isSame };
                }
                """)
            XCTAssertEqual(answer, ["open": [], "failures": [], "isSame": true])
            await scene.stop()
        }
    }

    func testThePartsInPagesAreSmall() throws {
        try run {
            let scripts = try ProviderScripts(ProviderConfiguration(features: ["signMessage"]))
            XCTAssertLessThanOrEqual(scripts.size, 24 << 10)
            XCTAssertLessThanOrEqual(scripts.frameSize, 1 << 10)
        }
    }

    func testARequestOfAPageThatIsLeftEndsNowhereElse() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank, "/next": DAppScene.blank])
            let page = try await scene.open("/")
            let (released, release) = AsyncStream.makeStream(of: Void.self)
            scene.answer = { _, request throws(DAppError) in
                guard request.method == .signMessage else { return .accounts([], mark: 0) }
                for await _ in released { break }
                return .flag(true)
            }
            var isLeft = false
            page.onLeave = { isLeft = true }
            _ = try await page.run(
                """
                globalThis.answers = 0;
                wallet.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32) }).then(() => { answers += 1; }, () => { answers += 1; });
                return null;
                """)
            await waitUntil("the request") { scene.requests.last?.request.method == .signMessage }
            page.view.load(uri: scene.site.origin + "/next")
            await waitUntil("the next page") { isLeft && page.view.committedURI?.hasSuffix("/next") == true }
            release.yield()
            let answer = try await page.run(
                "await wallet.getAccounts(); return { answers: globalThis.answers ?? null };")
            XCTAssertEqual(answer["answers"], .null)
            await scene.stop()
        }
    }

    func testPagesThatAreNoDocumentsOfASiteHaveNoWallet() throws {
        try run {
            let svg = WalletSite.Page(
                "<svg xmlns='http://www.w3.org/2000/svg'/>", headers: ["Content-Type": "image/svg+xml"])
            let sandboxed = WalletSite.Page(
                "<!doctype html><body>", headers: ["Content-Security-Policy": "sandbox allow-scripts"])
            let scene = try await DAppScene(["/svg": svg, "/sandboxed": sandboxed])
            for path in ["/svg", "/sandboxed"] {
                let page = try await scene.open(path)
                let found = try await page.view.call(
                    """
                    let found = 0;
                    addEventListener("near-wallet-injected", () => { found += 1; });
                    dispatchEvent(new Event("near-selector-ready"));
                    return `${found} ${typeof window.near} ${typeof window.injectedWeb3}`;
                    """)
                XCTAssertEqual(found, "0 undefined undefined", path)
            }
            await scene.stop()
        }
    }
}
