// SPDX-License-Identifier: MIT
// What the reference does for executors. Methods that it doesn't know, and parameters that it can't read, get no reply.

/** @param {string[]} entries @param {string} url */
const allows = (entries, url) => {
  try {
    const { protocol, hostname, pathname, username } = new URL(url);
    return !username && entries.map((entry) => new URL(entry)).some((entry) => entry.protocol === protocol
      && (entry.hostname === "" || entry.hostname === hostname) && (entry.pathname === "" || entry.pathname === "/" || entry.pathname === pathname));
  } catch {
    return false;
  }
};
const neverNative = ["https", "http", "javascript:", "file:", "data:", "blob:", "about:"];
/** @param {string} name @returns {any} */
const found = (name) => name.split(".").reduce((value, key) => value[key], /** @type {any} */ (window));

/** @param {{entity: string, key: string, args: any[]}} params */
async function external({ entity, key, args }) {
  const target = found(entity);
  if (entity === "nightly.near" && key === "signTransaction") {
    const [transaction] = args;
    return target[key]({ ...transaction, encode: () => transaction });
  }
  return typeof target[key] === "function" ? target[key](...args) : target[key];
}

/** @param {any} provided @param {string} name @param {unknown} params */
async function walletConnect(provided, name, params) {
  const client = await provided;
  const { session } = client;
  const last = session?.keys?.length > 0 ? session.get(session.keys[session.keys.length - 1]) : null;
  if (name === "getProjectId") return client.core.projectId;
  if (name === "getSession") return last && { topic: last.topic, namespaces: last.namespaces };
  if (name === "connect") {
    const { uri, approval } = await client.connect(params);
    approval();
    return { uri };
  }
  return client[name](params);
}

/**
 * @param {import("./executor.js").SandboxExecutor} executor
 * @param {{method: string, params: any}} request
 * @param {object} frame
 * @param {(status: "success" | "failed", result: unknown) => void} frame.reply
 * @param {() => Promise<unknown>} frame.show
 * @param {() => void} frame.hide
 * @param {(url: string, features?: string) => string | null} frame.open
 */
export async function serve(executor, { method, params }, { reply, show, hide, open }) {
  const { prefix, manifest, panels, connector } = executor;
  const permissions = /** @type {import("#types/wallets.d.ts").Permissions} */ (manifest.permissions);
  const refuse = (what = "Permission denied") => reply("failed", what);
  const attempt = async (/** @type {() => unknown} */ action) => {
    try {
      reply("success", await action());
    } catch (error) {
      reply("failed", error);
    }
  };
  if (method === "ui.showIframe") return attempt(async () => { await show(); return null; });
  if (method === "ui.hideIframe") return attempt(() => { hide(); return null; });
  if (method?.startsWith("storage.")) {
    if (!permissions.storage) return refuse();
    const { key, value } = params;
    if (method === "storage.set") return attempt(() => { localStorage.setItem(prefix + key, value); return null; });
    if (method === "storage.get") return reply("success", localStorage.getItem(prefix + key));
    if (method === "storage.remove") return attempt(() => { localStorage.removeItem(prefix + key); return null; });
    if (method === "storage.keys") return reply("success", executor.keys());
  }
  if (method === "open") {
    if (!allows(permissions.allowsOpen ?? [], params.url)) return refuse();
    const app = /** @type {any} */ (window.Telegram)?.WebApp;
    if (app && params.url.startsWith("https://t.me")) return app.openTelegramLink(params.url);
    return reply("success", open(params.url, params.features));
  }
  if (method === "open.nativeApp") {
    if (neverNative.includes(new URL(params.url).protocol)) return refuse("Invalid URL");
    if (!allows(permissions.allowsOpen ?? [], params.url)) return refuse();
    const frame = document.createElement("iframe");
    frame.style.display = "none";
    frame.src = params.url;
    document.body.append(frame);
    return reply("success", null);
  }
  if (method === "panel.focus") return attempt(() => { panels[params.windowId]?.focus(); return null; });
  if (method === "panel.postMessage") return attempt(() => { panels[params.windowId]?.postMessage(params.data, "*"); return null; });
  if (method === "panel.close") {
    return attempt(() => {
      panels[params.windowId]?.close();
      delete panels[params.windowId];
      return null;
    });
  }
  if (method === "external") return permissions.external?.includes(params.entity) ? attempt(() => external(params)) : refuse();
  if (method?.startsWith("walletConnect.")) {
    if (!permissions.walletConnect) return refuse();
    if (!connector.walletConnect) throw new Error("WalletConnect is not configured");
    return attempt(() => walletConnect(connector.walletConnect, method.slice("walletConnect.".length), params));
  }
  return undefined;
}
