// SPDX-License-Identifier: MIT
// The document of the reference's frames. Texts are put into it as they are, which is one of the weaknesses.

/**
 * The arguments of a frame's script.
 *
 * @typedef {object} Start
 * @property {string} uuid
 * @property {Record<string, string | null>} stored
 * @property {import("#types/wallets.d.ts").SandboxManifest} manifest
 * @property {string} location
 * @property {Record<string, string[]>} providers
 * @property {import("#types/wallets.d.ts").WindowPlace} screen
 */

/** @param {Start} start */
const frameScript = ({ uuid, stored, manifest, location, providers, screen }) => `
const origin = "${uuid}";
const post = (message) => window.parent.postMessage({ ...message, origin }, "*");
const pending = {};
const call = (method, params) => new Promise((resolve, reject) => {
  const id = crypto.randomUUID();
  pending[id] = { resolve, reject };
  post({ method, params, id });
});
const none = async (promise) => { await promise; };
const panels = {};
class ProxyWindow {
  constructor(url, features) {
    this.closed = false;
    this.windowIdPromise = call("open", { url, features }).then((id) => {
      if (id !== null) panels[id] = this;
      return id;
    });
  }
  id() { return this.windowIdPromise; }
  async focus() { await call("panel.focus", { windowId: await this.windowIdPromise }); }
  async postMessage(data) { await call("panel.postMessage", { windowId: await this.windowIdPromise, data }); }
  async close() { await call("panel.close", { windowId: await this.windowIdPromise }); }
}
const pairs = ${JSON.stringify(stored)};
window.sandboxedLocalStorage = {
  getItem: (key) => pairs[key] ?? null,
  setItem: (key, value) => { pairs[key] = String(value || ""); window.selector.storage.set(key, value).catch(() => {}); },
  removeItem: (key) => { delete pairs[key]; window.selector.storage.remove(key).catch(() => {}); },
  key: (index) => Object.keys(pairs)[index] ?? null,
  get length() { return Object.keys(pairs).length; },
};
window.selector = {
  wallet: null, location: ${JSON.stringify(location)}, nearConnectVersion: "0.11.4", ...${JSON.stringify(screen)}, providers: ${JSON.stringify(providers)},
  uuid: () => crypto.randomUUID(), call,
  async ready(wallet) {
    wallet.manifest = ${JSON.stringify(manifest)};
    post({ method: "wallet-ready" });
    window.selector.wallet = wallet;
  },
  panelClosed: (id) => { if (panels[id]) panels[id].closed = true; },
  open: (url, _target, features) => new ProxyWindow(url, features),
  external: (entity, key, ...args) => call("external", { entity, key, args }),
  openNativeApp: (url) => none(call("open.nativeApp", { url })),
  walletConnect: Object.fromEntries(["connect", "disconnect", "request", "getProjectId", "getSession"].map(
    (name) => [name, (params) => call("walletConnect." + name, params ?? {})])),
  ui: {
    async whenApprove({ title, button }) {
      const root = document.getElementById("root");
      root.style.display = "flex";
      root.innerHTML = \`<div class="prompt-container"><h1>${manifest.name}</h1><p>\${title}</p><button>\${button}</button></div>\`;
      await window.selector.ui.showIframe();
      await new Promise((resolve) => { root.querySelector("button").onclick = resolve; });
      root.style.display = "none";
      await window.selector.ui.hideIframe();
    },
    showIframe: () => none(call("ui.showIframe")),
    hideIframe: () => none(call("ui.hideIframe")),
  },
  storage: {
    set: (key, value) => none(call("storage.set", { key, value })),
    get: (key) => call("storage.get", { key }),
    remove: (key) => none(call("storage.remove", { key })),
    keys: () => call("storage.keys", {}),
  },
};
window.addEventListener("message", async ({ data }) => {
  if (data?.origin !== origin) return;
  if (data.method === "proxy-window:closed") window.selector.panelClosed(data.windowId);
  else if (data.status && pending[data.id]) pending[data.id][data.status === "success" ? "resolve" : "reject"](data.result);
  else if (data.method?.startsWith("wallet:")) {
    const method = data.method.replace("wallet:", "");
    const reply = (status, result) => post({ id: data.id, method, status, result });
    const { wallet } = window.selector;
    if (!wallet[method]) return reply("failed", "Method not found");
    try { reply("success", await wallet[method](data.params)); } catch (error) { reply("failed", error); }
  }
});`;

/**
 * @param {Start} start
 * @param {string} code
 * @param {string} [cspNonce]
 */
export function frameDocument(start, code, cspNonce = "") {
  const nonce = cspNonce.replace(/[^A-Za-z0-9+/=]/g, "");
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body>
<div id="root"></div><style>
:root { --background-color: rgb(40, 40, 40); --text-color: rgb(255, 255, 255); }
html, body { background-color: var(--background-color); color: var(--text-color); margin: 0; }
#root { display: none; text-align: center; }
#root * { color: rgb(255, 255, 255); }
.prompt-container { text-align: center; }
</style>
<script nonce="${nonce}">${frameScript(start)}</script>
<script type="module" nonce="${nonce}">${code}</script></body></html>`;
}
