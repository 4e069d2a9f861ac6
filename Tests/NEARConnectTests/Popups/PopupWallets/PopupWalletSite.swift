// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import WebKitGTK

@testable import NEARConnect
@testable import NEARConnectCore

/// The sites of ``PopupWallet``'s wallets, with TLS, and their servers, which sign with an account's key.
@MainActor
final class PopupWalletSite {
    /// The servers' state.
    @MainActor
    private final class Backend {
        var account: DevnetAccount?
        /// True if the sites wait for a user who never answers.
        var waits = false
        var answers: [String] = []
        var mailboxes: [String: String] = [:]
    }

    private static let inner = "inner.localhost"
    private let backend = Backend()
    private let site: LoopbackSite

    /// The account that the wallets sign with.
    var account: DevnetAccount? {
        get { backend.account }
        set { backend.account = newValue }
    }

    /// True if the sites wait for a user.
    var waits: Bool {
        get { backend.waits }
        set { backend.waits = newValue }
    }

    /// The requests, as host and path.
    var requests: [String] { site.requests.map { "\($0.host)\($0.path)" } }

    init() throws {
        site = try LoopbackSite { [backend] in Self.answer($0, backend) }
    }

    /// The origin of a wallet's site.
    func origin(_ wallet: PopupWallet) -> String { site.origin(Self.host(wallet)) }

    /// The origin of the page that the nesting wallet embeds.
    var innerOrigin: String { site.origin(Self.inner) }

    private static func host(_ wallet: PopupWallet) -> String { "\(wallet.rawValue).localhost" }

    func trust(in context: WebContext) {
        for host in PopupWallet.allCases.map(Self.host) + [Self.inner] { site.trust(in: context, for: host) }
    }

    func stop() {
        site.stop()
    }

    /// Answers a link of the phone's wallet as its app does: by leaving the answer with the server.
    func answerOnPhone(_ link: String) throws {
        let parts = link.split(separator: "/").map(String.init)
        guard parts.count == 4 else { throw URLError(.badURL) }
        backend.mailboxes[parts[2]] = try Self.sign(JSONValue.parse(Self.text(parts[3])), backend)
    }

    // MARK: The servers

    private static func answer(_ request: LoopbackSite.Request, _ backend: Backend) -> LoopbackSite.Reply {
        let parts = request.path.split(separator: "/").map(String.init)
        do {
            switch parts.first {
            case "ask":
                if backend.waits { return LoopbackSite.Reply("<!DOCTYPE html><title>wallet</title>Do you agree?") }
                backend.answers.append(try sign(JSONValue.parse(text(parts[1])), backend))
                return LoopbackSite.Reply(
                    "", status: 302, headers: [("Location", "/answer/\(backend.answers.count - 1)")])
            case "answer":
                let answer = backend.answers[Int(parts[1]) ?? 0]
                return LoopbackSite.Reply(
                    "<script>opener.postMessage({ status: 'success', ...\(answer) }, '*')</script>")
            case "inner": return LoopbackSite.Reply(innerPage)
            case "messages": return LoopbackSite.Reply(messagesPage)
            case "sign" where backend.waits: return LoopbackSite.Reply("", status: 503)
            case "sign": return LoopbackSite.Reply(try sign(JSONValue.parse(request.body), backend))
            case "mailbox":
                let letter = backend.mailboxes[parts[1]]
                return LoopbackSite.Reply(
                    letter ?? "", status: letter == nil ? 204 : 200, headers: [("Access-Control-Allow-Origin", "*")])
            default: return LoopbackSite.Reply("", status: 404)
            }
        } catch {
            return LoopbackSite.Reply("\(error)", status: 500)
        }
    }

    /// JSON of the account, or of a signed message when a message is asked for.
    private static func sign(_ asked: JSONValue, _ backend: Backend) throws -> String {
        guard let account = backend.account else { throw URLError(.userAuthenticationRequired) }
        var answer: JSONValue.Members = [
            "accountId": .string(account.id.text), "publicKey": .string("\(account.publicKey)"),
        ]
        if let message = asked["message"]?.stringValue, let recipient = asked["recipient"]?.stringValue {
            let nonce = [UInt8](Data(base64Encoded: asked["nonce"]?.stringValue ?? "") ?? Data())
            let payload = try NEP413Payload(message: message, nonce: nonce, recipient: recipient)
            let signature: Signature = try payload.sign(with: account.secretKey)
            answer["signature"] = .string(Data(signature.bytes).base64EncodedString())
        }
        return JSONValue.object(answer).text
    }

    /// The text in Base64, of either alphabet.
    private static func text(_ coded: String) throws -> String {
        let standard = coded.replacing("-", with: "+").replacing("_", with: "/").replacing("%3D", with: "=")
        guard let data = Data(base64Encoded: standard) else { throw URLError(.badURL) }
        return String(decoding: data, as: UTF8.self)
    }

    /// The page in the executor's frame; it talks to the connector itself, with the uuid from the executor.
    private static let innerPage = """
        <!DOCTYPE html><title>inner</title><script>
        let origin, panel, request;
        const ask = (method, params) => parent.parent.postMessage({ method, params, id: `inner-${method}`, origin }, "*");
        addEventListener("message", ({ data }) => {
          if (data.type === "start") {
            ({ origin, request } = data);
            ask("open", { url: data.url, features: "width=400,height=600" });
          } else if (data.id === "inner-open") {
            if (data.status === "success" && data.result !== null) panel = data.result;
            else parent.postMessage({ type: "failed", message: "no window" }, "*");
          } else if (data.type === "ready") {
            ask("panel.postMessage", { windowId: panel, data: { type: "request", request } });
          } else if (data.type === "answer") {
            ask("panel.close", { windowId: panel });
            parent.postMessage({ type: "done", answer: { ...data.answer, page: location.protocol } }, "*");
          } else if (data.method === "proxy-window:closed" && data.windowId === panel) {
            parent.postMessage({ type: "failed", message: "closed" }, "*");
          }
        });
        </script>
        """

    private static let messagesPage = """
        <!DOCTYPE html><title>wallet</title>Do you agree?<script>
        addEventListener("message", async ({ data, origin }) => {
          if (data?.type !== "request" || origin !== "https://near-connect-bridge.local") return;
          const response = await fetch("/sign", { method: "POST", body: JSON.stringify(data.request) });
          if (response.ok) opener.postMessage({ type: "answer", answer: await response.json() }, origin);
        });
        opener.postMessage({ type: "ready" }, "*");
        </script>
        """
}
