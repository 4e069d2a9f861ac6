// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Pages that change what scripts are built of, forge messages, and hand over values that change as they are read.
final class ProviderAttackTests: MainLoopTestCase {
    /// Calls all methods of all of the wallet's interfaces, one after the other, and counts how they end.
    ///
    /// `changing` runs before the first call, or between a first call and all others. What the attack itself needs is
    /// taken before.
    private static let calls = """
        const { then } = Promise.prototype;
        const { apply } = Reflect;
        const RealPromise = Promise;
        const later = setTimeout;
        const ended = (work) => new RealPromise((resolve) => {
          let promise;
          try {
            promise = work();
          } catch {
            return resolve("thrown");
          }
          if (!(promise instanceof RealPromise)) return resolve("no promise");
          apply(then, promise, [() => resolve("answered"), () => resolve("refused")]);
          apply(later, window, [() => resolve("never"), 5000]);
        });
        const nep408 = window.near["near-connect"];
        const extension = window.injectedWeb3["near-connect"];
        const nonce = new Uint8Array(32);
        const transfer = { receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] };
        const message = { message: "hello", recipient: location.host, nonce };
        if (when === "after") await wallet.getAccounts();
        const enabled = await extension.enable("dApp");
        change();
        const calls = [
          () => wallet.getAccounts(), () => wallet.signIn(), () => wallet.signInAndSignMessage({ messageParams: message }),
          () => wallet.signMessage(message), () => wallet.signAndSendTransaction(transfer),
          () => wallet.signAndSendTransactions({ transactions: [transfer] }),
          () => wallet.signDelegateActions({ delegateActions: [transfer] }), () => wallet.signOut(),
          () => nep408.supportsNetwork("testnet"), () => nep408.connect({ networkId: "testnet" }), () => nep408.signIn({}),
          () => nep408.signTransaction({ transaction: transfer }), () => nep408.signTransactions({ transactions: [transfer] }),
          () => nep408.signOut(), () => nep408.disconnect(), () => extension.enable("again"),
          () => enabled.accounts.get(), () => enabled.metadata.get(), () => enabled.metadata.provide({}),
          () => enabled.signer.signRaw({ address: "alice.test.near", data: "{}", type: "bytes" }),
          () => enabled.signer.signPayload({ signerId: "alice.test.near", ...transfer }),
        ];
        const ends = [];
        for (let index = 0; index < calls.length; index += 1) {
          // Below the limit of requests in a second.
          await new RealPromise((resolve) => apply(later, window, [resolve, 60]));
          ends[index] = await ended(calls[index]);
        }
        restore();
        return ends;
        """
    /// Changes of built-ins, each of which throws, lies, or does nothing.
    private static let changes = """
        const owners = [Reflect, Object, JSON, Function.prototype, EventTarget.prototype, Event.prototype, CustomEvent.prototype,
          String.prototype, Array.prototype, Array, Map.prototype, Set.prototype, WeakMap.prototype, Uint8Array.prototype,
          Object.getPrototypeOf(Uint8Array.prototype), ArrayBuffer.prototype, ArrayBuffer, Error.prototype, Number.prototype,
          Object.prototype, Symbol.prototype, document, Document.prototype, Node.prototype];
        const names = ["btoa", "atob", "CustomEvent", "EventTarget", "FocusEvent", "Uint8Array", "Error", "String", "Symbol", "JSON",
          "Reflect", "dispatchEvent", "addEventListener", "structuredClone", "queueMicrotask", "console", "crypto"];
        const kept = [];
        const keep = (owner, name, descriptor) => { kept.push([owner, name, Object.getOwnPropertyDescriptor(owner, name)]); Object.defineProperty(owner, name, descriptor); };
        const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames } = Object;
        const lie = () => { throw "changed"; };
        const change = () => {
          for (const owner of owners) {
            for (const name of getOwnPropertyNames(owner)) {
              if (["constructor", "length", "__proto__"].includes(name) || (owner === Object && name !== "assign" && !name.startsWith("get") && !["defineProperty", "freeze", "keys", "entries", "isExtensible"].includes(name))) continue;
              const descriptor = getOwnPropertyDescriptor(owner, name);
              if (!descriptor.configurable || owner === Object.prototype && typeof descriptor.value !== "function") continue;
              changed.push([owner, name, descriptor]);
            }
          }
          for (const name of names) {
            const descriptor = getOwnPropertyDescriptor(window, name);
            if (descriptor?.configurable) changed.push([window, name, descriptor]);
          }
          for (let index = 0; index < changed.length; index += 1) {
            const [owner, name, descriptor] = changed[index];
            const value = descriptor.get ? { get: lie, set: descriptor.set, configurable: true } : { value: lie, configurable: true, writable: true };
            pending.push([owner, name, value]);
          }
          const all = pending;
          const { length } = all;
          let index = 0;
          while (index < length) { const one = all[index]; defineProperty(one[0], one[1], one[2]); index += 1; }
        };
        const changed = [];
        const pending = [];
        const restore = () => { let index = 0; while (index < changed.length) { const one = changed[index]; defineProperty(one[0], one[1], one[2]); index += 1; } };
        """

    func testEveryRequestEndsWhateverAPageChanges() throws {
        try run(timeout: 120) {
            for when in ["before", "after"] {
                let scene = try await DAppScene(["/": DAppScene.blank])
                scene.answer = { _, request throws(DAppError) in
                    switch request.method {
                    case .signOut: .done
                    case .signMessage, .signAndSendTransaction: throw .revoked
                    default: .accounts([], mark: 0)
                    }
                }
                let page = try await scene.open("/")
                let ends = try await page.run("const when = '\(when)';\n\(Self.changes)\n\(Self.calls)")
                let all = try XCTUnwrap(ends.arrayValue).compactMap(\.stringValue)
                XCTAssertEqual(all.count, 21)
                XCTAssertFalse(all.contains("never") || all.contains("no promise"), "\(when): \(all)")
                // They reached the host, as what they are.
                XCTAssertEqual(Set(scene.requests.map(\.asker.origin.text.text)), [scene.site.origin])
                let methods = Set(scene.requests.map(\.request.method))
                XCTAssertTrue(
                    methods.isSuperset(of: [.getAccounts, .signIn, .signMessage, .signAndSendTransaction, .signOut]),
                    "\(when): \(methods), \(all)")
                XCTAssertEqual(scene.pages.relay.refusedMessages, 0)
                await scene.stop()
            }
        }
    }

    func testChangedPromisesHarmThePageAlone() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            // WebKit itself calls `then` of what a script returns: the attack runs by itself.
            _ = try await page.view.call(
                """
                const attack = (wallet) => {
                  const { then } = Promise.prototype;
                  const real = Promise;
                  Promise.prototype.then = Promise.prototype.catch = Promise.prototype.finally = () => { throw "changed"; };
                  window.Promise = function () { throw "changed"; };
                  Object.defineProperty(Object.prototype, "then", { configurable: true, get() { throw "changed"; } });
                  const end = (text) => {
                    delete Object.prototype.then;
                    real.prototype.then = then;
                    window.Promise = real;
                    document.title = text;
                  };
                  Reflect.apply(then, wallet.getAccounts(), [() => end("answered"), () => end("refused")]);
                };
                addEventListener("near-wallet-injected", ({ detail }) => setTimeout(() => attack(detail)), { once: true });
                dispatchEvent(new Event("near-selector-ready"));
                return "";
                """)
            await waitUntil("the request") { scene.requests.count == 1 }
            await waitUntil("its end") { page.view.title?.isEmpty == false && page.view.title != "dApp" }
            XCTAssertTrue(["answered", "refused"].contains(page.view.title), page.view.title ?? "")
            let answer = try await page.run("return { accounts: await wallet.getAccounts() };")
            XCTAssertEqual(answer["accounts"], [])
            XCTAssertEqual(scene.requests.count, 2)
            await scene.stop()
        }
    }

    func testForgedMessagesReachNobody() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let answer = try await page.run(
                """
                const heard = [];
                addEventListener("message", ({ data }) => { if (data?.dest === "page" || data?.origin === "content" || data?.type === "answer") heard.push(data); });
                const text = '{"method":"getAccounts","params":{}}';
                // The seed's wire, polkadot's, Narwallets', HERE's and near-connect's parent frame.
                for (const message of [
                  { id: 1, message: "pub(authorize.tab)", origin: "page", request: { origin: "near-connect" } },
                  { id: "1.1", msgType: "pub(bytes.sign)", request: {}, url: location.href, origin: "dapp-request" },
                  { type: "nw", dest: "ext", code: "sign-in", id: 1, params: {} },
                  { type: "nw", dest: "ext", code: "sign-and-send-transaction", id: 2, params: { receiverId: "bob.test.near" } },
                  { type: "near-wallet-injected-request", id: "1", method: "near:signIn", params: {} },
                  { type: "near-selector-ready" }, { type: "here-wallet-injected" }, text,
                  { source: "meteor-wallet-app-selector", method: "sign_in", args: {}, nonce: "1", href: location.href },
                ]) {
                  postMessage(message, "*");
                  window.walletExtension?.onAppResponse?.(message);
                  window.ReactNativeWebView?.postMessage?.(JSON.stringify(message));
                }
                for (const name of ["_nova_", "nearConnectDApp", "nearConnect", "nearConnectBridge", "near-connect", "dapp"]) {
                  for (const handlers of [window.webkit?.messageHandlers, Object.getPrototypeOf(window.webkit ?? {})?.messageHandlers]) {
                    try { handlers?.[name]?.postMessage(text); heard.push(handlers?.[name] ? name : null); } catch {}
                  }
                }
                // Names of events, with channels and texts of the page's own.
                for (const place of [window, document, document.body]) {
                  for (const name of ["near-connect-dapp:hello", "near-connect-dapp:relay", "near-connect-dapp:request", "request", "answer", "near-connect:hello"]) {
                    const channel = new EventTarget();
                    channel.addEventListener("answer", ({ detail }) => heard.push(detail));
                    place.dispatchEvent(new FocusEvent(name, { relatedTarget: channel, cancelable: true, bubbles: true }));
                    place.dispatchEvent(new CustomEvent(name, { detail: `1 ${text}`, bubbles: true }));
                    channel.dispatchEvent(new CustomEvent("request", { detail: `1 ${text}` }));
                  }
                }
                // Another wallet in place of this one: the page cheats itself.
                window.injectedWeb3 = { "near-connect": { enable: async () => "fake" } };
                window.near = new Proxy({}, { defineProperty: () => { throw "no"; }, get: () => "fake" });
                const fake = await window.injectedWeb3["near-connect"].enable();
                await new Promise((resolve) => setTimeout(resolve));
                await wallet.getAccounts();
                return { heard: heard.filter((each) => each !== null).length, fake };
                """)
            XCTAssertEqual(answer, ["heard": 0, "fake": "fake"])
            XCTAssertEqual(scene.requests.map(\.request.method), [.getAccounts])
            XCTAssertEqual(scene.pages.relay.refusedMessages, 0)
            await scene.stop()
        }
    }

    func testValuesThatChangeAsTheyAreReadAreReadOnce() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            scene.answer = { _, _ throws(DAppError) in .outcomes([], isList: false) }
            let page = try await scene.open("/")
            let answer = try await page.run(
                """
                const reads = {};
                const first = (name, value, other) => ({ enumerable: true, configurable: true, get: () => { reads[name] = (reads[name] ?? 0) + 1; return reads[name] === 1 ? value : other; } });
                const params = Object.defineProperties({}, { deposit: first("deposit", "1", "1000000000000000000000000") });
                const action = new Proxy({ type: "Transfer", params }, {});
                const asked = Object.defineProperties({}, { receiverId: first("receiverId", "bob.test.near", "eve.near"), actions: first("actions", [action], []) });
                asked.toJSON = () => ({ receiverId: "eve.near", actions: [] });
                Object.defineProperty(Object.prototype, "toJSON", { configurable: true, value: () => ({ receiverId: "eve.near" }) });
                Object.defineProperty(Array.prototype, "toJSON", { configurable: true, value: () => [] });
                String.prototype.toJSON = () => "eve.near";
                Object.defineProperty(Object.prototype, "signerId", { configurable: true, value: "eve.near", enumerable: true });
                const { call } = Function.prototype;
                Function.prototype.call = function () { throw "changed"; };
                const code = await wallet.signAndSendTransaction(asked).then(() => 0, (error) => error.code);
                Function.prototype.call = call;
                delete Object.prototype.toJSON; delete Array.prototype.toJSON; delete String.prototype.toJSON; delete Object.prototype.signerId;
                const again = await wallet.signAndSendTransaction(Object.defineProperties({}, {
                  receiverId: first("second", "bob.test.near", "eve.near"), actions: { enumerable: true, value: [{ type: "Transfer", params: { deposit: "1" } }] },
                })).then(() => 0, (error) => error.code);
                return { reads, code, again };
                """)
            XCTAssertEqual(answer["again"], 0)
            XCTAssertEqual(answer["reads"], ["deposit": 1, "receiverId": 1, "actions": 1, "second": 1], "\(answer)")
            for request in scene.requests {
                XCTAssertEqual(request.request.intents.map(\.receiverId.text), ["bob.test.near"])
                XCTAssertNil(request.request.signer)
            }
            let last = try XCTUnwrap(scene.requests.last).request.intents
            XCTAssertEqual(last.first?.actions, [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1)))])
            await scene.stop()
        }
    }
}
