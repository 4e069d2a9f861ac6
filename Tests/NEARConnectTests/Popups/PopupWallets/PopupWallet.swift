// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The three kinds of wallet that speak through other windows and machines, as their executors are written.
enum PopupWallet: String, CaseIterable {
    /// As MyNearWallet: its site goes on to a page of its own that tells the opener.
    case redirecting
    /// As Intear and Meteor: an https page inside the executor's frame opens the window, and all talk is messages.
    case nesting
    /// As HOT: a link starts the app on a phone, and the executor polls a server for its answer.
    case phone

    /// The wallet's manifest over its sites.
    @MainActor
    func manifest(_ site: PopupWalletSite) -> String {
        let permissions: JSONValue =
            switch self {
            case .redirecting: ["storage": true, "allowsOpen": [.string(site.origin(.redirecting))]]
            case .nesting: ["storage": true, "allowsOpen": [.string(site.origin(.nesting))]]
            case .phone: ["storage": true, "allowsOpen": ["phone-wallet://"]]
            }
        return WalletCode.manifest(
            id: rawValue, Self.methods(ask: ask(site)), changes: ["permissions": permissions])
    }

    /// Returns the wallet's methods, written over a function `ask`.
    ///
    /// It takes `null` for a sign-in or the parts of a message, and returns an account or a signed message.
    private static func methods(ask: String) -> String {
        """
        ...(() => {
          const { storage } = window.selector;
          const ask = \(ask);
          return {
            async signIn() {
              const { accountId, publicKey } = await ask(null);
              await storage.set("account", JSON.stringify({ accountId, publicKey }));
              return [{ accountId, publicKey }];
            },
            async getAccounts() {
              const account = await storage.get("account");
              return account === null ? [] : [JSON.parse(account)];
            },
            signOut: () => storage.remove("account"),
            async signMessage({ message, recipient, nonce }) {
              const { accountId, publicKey, signature } = await ask({ message, recipient, nonce: btoa(String.fromCharCode(...nonce)) });
              return { accountId, publicKey, signature };
            },
          };
        })()
        """
    }

    @MainActor
    private func ask(_ site: PopupWalletSite) -> String {
        switch self {
        case .redirecting: Self.redirectingAsk(site.origin(.redirecting))
        case .nesting: Self.nestingAsk(window: site.origin(.nesting), inner: site.innerOrigin)
        case .phone: Self.phoneAsk(site.origin(.phone))
        }
    }

    private static func redirectingAsk(_ site: String) -> String {
        """
        async (request) => {
          const text = btoa(JSON.stringify(request)).replaceAll("+", "-").replaceAll("/", "_");
          const panel = window.open("\(site)/ask/" + text, "_blank", "width=480,height=640");
          if ((await panel.windowIdPromise) === null) throw new Error("The window was blocked");
          return new Promise((resolve, reject) => {
            const timer = setInterval(() => { if (panel.closed) end(reject, new Error("User closed the window")); }, 300);
            const end = (settle, value) => {
              clearInterval(timer);
              settle(value);
            };
            window.addEventListener("message", ({ data }) => {
              if (data.method !== undefined || data.status === undefined) return;
              panel.close();
              end(resolve, data);
            });
          });
        }
        """
    }

    private static func nestingAsk(window site: String, inner: String) -> String {
        """
        (() => {
          let origin;
          window.addEventListener("message", ({ data }) => { if (data.method?.startsWith("wallet:")) origin = data.origin; });
          return async (request) => {
            const frame = document.createElement("iframe");
            frame.src = "\(inner)/inner";
            const loaded = new Promise((resolve) => { frame.onload = resolve; });
            document.body.append(frame);
            await loaded;
            return new Promise((resolve, reject) => {
              window.addEventListener("message", ({ data, source }) => {
                if (source === frame.contentWindow) {
                  if (data.type === "done") resolve(data.answer);
                  if (data.type === "failed") reject(new Error(data.message));
                } else if (data.status !== undefined || data.type !== undefined || data.method === "proxy-window:closed") {
                  frame.contentWindow.postMessage(data, "*");
                }
              });
              frame.contentWindow.postMessage({ type: "start", origin, url: "\(site)/messages", request }, "*");
            });
          };
        })()
        """
    }

    private static func phoneAsk(_ site: String) -> String {
        """
        async (request) => {
          const id = crypto.randomUUID();
          const text = btoa(JSON.stringify(request)).replaceAll("+", "-").replaceAll("/", "_");
          await window.selector.openNativeApp(`phone-wallet://sign/${id}/${text}`);
          for (;;) {
            const response = await fetch(`\(site)/mailbox/${id}`);
            if (response.status === 200) return response.json();
            await new Promise((resolve) => { setTimeout(resolve, 20); });
          }
        }
        """
    }
}
