// SPDX-License-Identifier: MIT

import NEARConnectTestKit

/// The pages that benches load, on a site of loopback.
enum BenchSite {
    /// The number of frames in the page with frames.
    private static let frameCount = 7
    /// The functions of the page's script: a megabyte, as a small dApp has.
    private static let functionCount = 9000

    /// Starts the site.
    ///
    /// Its pages are isolated from other origins, so that their clock shows more than milliseconds.
    static func start() async throws -> WalletSite {
        func page(_ html: String) -> WalletSite.Page {
            WalletSite.Page(
                html,
                headers: [
                    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp",
                    "Cross-Origin-Resource-Policy": "same-origin",
                ])
        }
        let frames = (0..<frameCount).map { "<iframe src='/frame?\($0)'></iframe>" }.joined()
        return try await WalletSite.start([
            "/": page(document(with: "")), "/frames": page(document(with: frames)),
            "/frame": page(
                "<!doctype html><title>Frame</title><p>Something to read.</p><script>var inner = 1;</script>"),
            "/wallet": page(wallet),
        ])
    }

    /// A page of some hundred elements with the script of a small dApp; its first script notes the time.
    private static func document(with frames: String) -> String {
        let rows = (0..<300).map { "<tr><td>\($0)<td>alice.test.near<td class='amount'>\($0) NEAR" }
        let functions = (0..<functionCount).map {
            "function part\($0)(list) { return list.map((each) => each.length + \($0)).filter((each) => each % 3 !== 0); }"
        }
        return """
            <!doctype html><html lang="en"><meta charset="utf-8">
            <script>globalThis.first = performance.now();</script>
            <title>An app</title>
            <style>table { border-collapse: collapse } td { padding: 2px 8px; border: 1px solid #ccc } .amount { color: #060 }</style>
            <h1>An app</h1>\(frames)
            <table id="rows">\(rows.joined(separator: "\n"))</table>
            <script>
            \(functions.joined(separator: "\n"))
            const cells = [...document.querySelectorAll("td")].map((cell) => cell.textContent);
            for (const part of [part0, part10, part100, part999]) document.title = `${part(cells).length} parts`;
            </script></html>
            """
    }

    /// A page that finds the wallet, sends at a click, and floods the wallet when it is told to.
    private static let wallet = """
        <!doctype html><html lang="en"><title>A dApp</title><button id="send">Send</button>
        <script>
        addEventListener("near-wallet-injected", ({ detail }) => { globalThis.wallet = detail; }, { once: true });
        dispatchEvent(new Event("near-selector-ready"));
        const transfer = { receiverId: "carol.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] };
        globalThis.onSent = () => {};
        document.querySelector("#send").addEventListener("click", () => {
          wallet.signAndSendTransaction(transfer).then((outcome) => onSent(outcome.transaction.hash), (error) => onSent(`failed: ${error.message}`));
        });
        globalThis.flooding = false;
        globalThis.refused = 0;
        globalThis.flood = async () => {
          while (flooding) await wallet.getAccounts().catch(() => { refused += 1; });
        };
        </script></html>
        """
}
