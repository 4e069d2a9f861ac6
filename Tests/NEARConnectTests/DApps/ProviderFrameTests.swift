// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The wallet in frames: those of the page's own origin have it, no others do.
final class ProviderFrameTests: MainLoopTestCase {
    /// Sends a relay's message, and returns the host's answer.
    private static let sending: StaticString = """
        return await webkit.messageHandlers.nearConnectDApp.postMessage(text).catch(({ message }) => message.slice(1));
        """

    /// Asks for accounts as a connector does, and tells the page around it what came of it.
    private static let asking = """
        <!doctype html><body><script>
        const found = [];
        addEventListener("near-wallet-injected", (event) => found.push(event.detail));
        dispatchEvent(new Event("near-selector-ready"));
        const tell = (result) => top.postMessage({ frame: name, result }, "*");
        if (found.length === 0) tell("none");
        else found[0].getAccounts().then((accounts) => tell(accounts.length), (error) => tell(error.code));
        </script></body>
        """

    func testFramesOfThePagesOwnOriginHaveTheWallet() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank, "/frame": WalletSite.Page(Self.asking)])
            let page = try await scene.open("/")
            for make in ["frame.src = '/frame';", "frame.srcdoc = html;"] {
                let answer = try await Self.ask(page, making: make)
                XCTAssertEqual(answer, .integer(0), make)
            }
            XCTAssertEqual(scene.requests.count, 2)
            for request in scene.requests {
                XCTAssertEqual(request.asker.origin.text.text, scene.site.origin)
                XCTAssertTrue(request.asker.isOfOneOrigin && !request.asker.isTopDocument)
            }
            await scene.stop()
        }
    }

    func testFramesOfOtherOriginsHaveNone() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank, "/frame": WalletSite.Page(Self.asking)])
            let page = try await scene.open("/")
            let other = scene.site.origin.replacing("127.0.0.1", with: "localhost")
            for make in [
                "frame.src = '\(other)/frame';", "frame.sandbox = 'allow-scripts'; frame.src = '/frame';",
                "frame.sandbox = 'allow-scripts'; frame.srcdoc = html;",
            ] {
                let answer = try await Self.ask(page, making: make)
                XCTAssertEqual(answer, "none", make)
            }
            XCTAssertEqual(scene.requests.count, 0)
            await scene.stop()
        }
    }

    func testAFrameThatSpeaksToItsRelayByItselfIsRefused() throws {
        try run {
            // The frame's own script takes the place of the provider, before which nothing of the page runs.
            let forging = """
                <!doctype html><body><script>
                const channel = new EventTarget();
                channel.addEventListener("answer", (event) => top.postMessage({ frame: name, result: event.detail }, "*"));
                document.dispatchEvent(new FocusEvent("near-connect-dapp:hello", { relatedTarget: channel }));
                channel.dispatchEvent(new CustomEvent("request", { detail: '1 {"method":"getAccounts","params":{}}' }));
                setTimeout(() => top.postMessage({ frame: name, result: "none" }, "*"), 0);
                </script></body>
                """
            let scene = try await DAppScene(["/": DAppScene.blank, "/frame": WalletSite.Page(forging)])
            let page = try await scene.open("/")
            let other = scene.site.origin.replacing("127.0.0.1", with: "localhost")
            let answer = try await Self.ask(page, making: "frame.src = '\(other)/frame';")
            XCTAssertTrue(answer == "none" || answer.stringValue?.contains("4100") == true, "\(answer)")
            XCTAssertEqual(scene.requests.count, 0)
            await scene.stop()
        }
    }

    /// Messages as no relay writes them, from the world of the relay, where no page's script runs.
    func testWhatNoRelayMayWriteIsRefusedCountedAndLogged() throws {
        try run {
            let log = RecordedLog()
            let scene = try await DAppScene(["/": DAppScene.blank], logger: log.logger)
            let page = try await scene.open("/")
            _ = try await page.run("await wallet.getAccounts(); return null;")
            let document = try XCTUnwrap(page.document).text.text
            let bank = "https://bank.example"
            let token = page.token.text.text
            func head(_ origin: String, view: String? = nil, top: String? = nil) -> String {
                let fields: JSONValue = [
                    "document": .string(document), "origin": .string(origin), "ancestors": [],
                    "view": .string(view ?? token), "top": .string(top ?? document),
                ]
                return fields.text + "\n" + #"{"method":"getAccounts","params":{"secret":"word"}}"#
            }
            let other = "00000000-0000-0000-0000-000000000000"
            let messages: [(text: String, origin: String)] = [
                (head(bank), bank), (head(scene.site.origin, view: other), scene.site.origin),
                (head(scene.site.origin, top: other), scene.site.origin), ("{}", "unknown"), ("\n{}", "unknown"),
                (head("file:///etc/secret"), "unknown"), (head("https://user:secret@bank.example"), "unknown"),
            ]
            for message in messages {
                let answer = try await page.view.call(
                    Self.sending,
                    arguments: ["text": message.text], world: ProviderScripts.world)
                XCTAssertEqual(try JSONValue.parse(answer)["error"]?["code"], 4100, message.text)
            }
            XCTAssertEqual(scene.requests.count, 1, "the page's own")
            XCTAssertEqual(scene.pages.relay.refusedMessages, UInt64(messages.count))
            let lines = log.lines.filter { $0.message == "a page's message was refused" }
            XCTAssertEqual(lines.map { $0.metadata["origin"] }, messages.map(\.origin))
            XCTAssertEqual(lines.map { $0.metadata["code"] }, messages.map { _ in "4100" })
            XCTAssertFalse(log.lines.contains { "\($0)".contains("secret") || "\($0)".contains(document) })
            // A flood fills no log.
            for _ in 0..<200 {
                _ = try await page.view.call(
                    Self.sending, arguments: ["text": "{}"], world: ProviderScripts.world)
            }
            let after = log.lines.count { $0.message == "a page's message was refused" }
            XCTAssertEqual(after, 16 + 3, "the first 16, and those by powers of two up to 128")
            await scene.stop()
        }
    }

    /// A message that was on its way while its document was left, as that document's own relay has written it.
    func testTheMessageOfADocumentThatWasLeftIsRefused() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank])
            let page = try await scene.open("/")
            let origin = scene.site.origin
            await waitUntil("the document's token") { page.document != nil }
            let document = try XCTUnwrap(page.document)
            let head: JSONValue = [
                "document": .string(document.text.text), "origin": .string(origin), "ancestors": [],
                "view": .string(page.token.text.text), "top": .string(document.text.text),
            ]
            let message = head.text + "\n" + #"{"method":"getAccounts","params":{}}"#
            func send() async throws -> JSONValue {
                let answer = try await page.view.call(
                    Self.sending,
                    arguments: ["text": message], world: ProviderScripts.world)
                return try JSONValue.parse(answer)
            }
            let first = try await send()
            XCTAssertNil(first["error"], "\(first)")
            XCTAssertEqual(scene.requests.count, 1)
            // Another document of the same origin, and one of another origin.
            for next in ["\(origin)/", "\(origin.replacing("127.0.0.1", with: "localhost"))/"] {
                scene.pages.load(try XCTUnwrap(WebAddress(next)), in: page)
                await waitUntil("the document of \(next)") {
                    page.view.committedURI == next && page.document.map { $0 != document } == true
                }
                let late = try await send()
                XCTAssertEqual(late["error"]?["code"], 4100, "\(next): \(late)")
            }
            XCTAssertEqual(scene.requests.count, 1)
            await scene.stop()
        }
    }

    /// A frame of the page's own origin gets hold of the way to its relay.
    ///
    /// It changes its own built-ins before the provider is put there.
    func testAFrameThatTakesItsChannelIsLimitedAsAnyOther() throws {
        try run {
            let taking = """
                <!doctype html><body><script>
                const dispatch = EventTarget.prototype.dispatchEvent;
                let channel;
                EventTarget.prototype.dispatchEvent = function (event) { if (event.type === "request") channel = this; return dispatch.call(this, event); };
                addEventListener("near-wallet-injected", ({ detail }) => {
                  detail.getAccounts().catch(() => {});
                  let refused = 0;
                  channel.addEventListener("answer", ({ detail }) => {
                    if (!detail.includes("-32005")) return;
                    refused += 1;
                    if (refused === 2999) top.postMessage({ frame: name, result: refused }, "*");
                  });
                  const long = "a".repeat(2000);
                  for (let id = 100; id < 3099; id += 1) {
                    const params = id % 2 ? {} : { long };
                    channel.dispatchEvent(new CustomEvent("request", { detail: `${id} {"method":"accounts.subscribe","params":${JSON.stringify(params)}}` }));
                  }
                  channel.dispatchEvent(new CustomEvent("request", { detail: '1 {"method":"accounts.subscribe","params":{}}' }));
                });
                dispatchEvent(new Event("near-selector-ready"));
                </script></body>
                """
            let scene = try await DAppScene(["/": DAppScene.blank, "/frame": WalletSite.Page(taking)])
            let page = try await scene.open("/")
            let (released, release) = AsyncStream.makeStream(of: Void.self)
            scene.answer = { _, request throws(DAppError) in
                if request.method == .subscribeToAccounts {
                    for await _ in released { break }
                }
                return .accounts([], mark: 0)
            }
            let answer = try await Self.ask(page, making: "frame.src = '/frame';")
            XCTAssertEqual(answer, 2999)
            release.finish()
            XCTAssertEqual(scene.requests.filter { $0.request.method == .subscribeToAccounts }.count, 1)
            await scene.stop()
        }
    }

    /// The relay of the top frame serves frames: a page names others to it, or one frame twice.
    func testOnlyFramesOfThisPageAreServedAndEachOnce() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank, "/empty": DAppScene.blank])
            let page = try await scene.open("/")
            let other = scene.site.origin.replacing("127.0.0.1", with: "localhost")
            let heard = try await page.run(
                """
                const frameOf = async (src, sandbox) => {
                  const frame = document.createElement("iframe");
                  if (sandbox) frame.sandbox = sandbox;
                  frame.src = src;
                  await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
                  return frame;
                };
                const install = globalThis[Symbol.for("near-connect.provider")];
                const heard = [];
                const put = (name, target) => {
                  const channel = new EventTarget();
                  channel.addEventListener("answer", ({ detail }) => heard.push(name));
                  try {
                    install(target, channel);
                  } catch {
                    // Its provider can't be put there; the relay was told of it before.
                  }
                  channel.dispatchEvent(new CustomEvent("request", { detail: '1 {"method":"getAccounts","params":{}}' }));
                };
                const frame = (await frameOf("/empty")).contentWindow;
                put("frame", frame);
                put("again", frame);
                put("itself", globalThis);
                put("another origin's", (await frameOf("\(other)/empty")).contentWindow);
                put("an opaque one", (await frameOf("/empty", "allow-scripts")).contentWindow);
                put("nothing", null);
                const drawing = new Blob(["<svg xmlns='http://www.w3.org/2000/svg'/>"], { type: "image/svg+xml" });
                const image = (await frameOf(URL.createObjectURL(drawing))).contentWindow;
                put("an image", image);
                if (image.near !== undefined) heard.push("the image has a wallet");
                const popup = globalThis.open("/empty");
                while (popup.location.pathname !== "/empty" || popup.document.readyState !== "complete") {
                  await new Promise((resolve) => setTimeout(resolve));
                }
                put("a window of its own", popup);
                const gone = await frameOf("/empty");
                const window = gone.contentWindow;
                gone.remove();
                put("gone", window);
                // The page's own request comes after all of these.
                await wallet.getAccounts();
                return { heard };
                """)
            XCTAssertEqual(heard["heard"], ["frame"])
            XCTAssertEqual(scene.requests.count, 2)
            XCTAssertEqual(scene.requests.map(\.asker.isTopDocument), [false, true])
            XCTAssertEqual(scene.pages.relay.refusedMessages, 0)
            await scene.stop()
        }
    }

    /// A frame's window stays while its first document takes the place of the empty one.
    func testAFrameIsServedInEachOfItsDocuments() throws {
        try run {
            let scene = try await DAppScene(["/": DAppScene.blank, "/frame": WalletSite.Page(Self.asking)])
            let page = try await scene.open("/")
            let counts = try await page.run(
                """
                const counts = [];
                const told = () => new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data.result), { once: true }));
                const frame = document.createElement("iframe");
                document.body.append(frame);
                // The empty document looks for a wallet, too.
                frame.contentWindow.dispatchEvent(new Event("near-selector-ready"));
                for (const address of ["/frame", "/frame?2", "about:blank", "/frame?3"]) {
                  const result = told();
                  const loaded = new Promise((resolve) => { frame.onload = resolve; });
                  frame.src = address;
                  await loaded;
                  if (address !== "about:blank") counts.push(await result);
                }
                return { counts };
                """)
            XCTAssertEqual(counts["counts"], [0, 0, 0])
            XCTAssertEqual(Set(scene.requests.map(\.asker.document)).count, 3, "each document has its own token")
            await scene.stop()
        }
    }

    private static func ask(_ page: DAppPage, making make: String) async throws -> JSONValue {
        let text = try await page.view.call(
            """
            const told = new Promise((resolve) => {
              const hear = (event) => {
                if (event.data?.frame === undefined) return;
                removeEventListener("message", hear);
                resolve(event.data.result);
              };
              addEventListener("message", hear);
              setTimeout(() => resolve("nothing was heard for 10 s"), 10000);
            });
            const frame = document.createElement("iframe");
            frame.name = "asking";
            new Function("frame", "html", make)(frame, html);
            document.body.append(frame);
            const result = await told;
            frame.remove();
            return JSON.stringify({ result });
            """, arguments: ["make": make, "html": asking])
        return try XCTUnwrap(try JSONValue.parse(text)["result"])
    }
}
