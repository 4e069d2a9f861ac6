// SPDX-License-Identifier: MIT
// The reference's windows: looked at twice a second, known by the origin of the address that they were opened with.

const interval = 500;

/**
 * @param {Record<string, Window>} panels
 * @param {string} url
 * @param {string | undefined} features
 * @param {(message: {[field: string]: unknown}) => void} post
 * @returns {string | null}
 */
export function openPanel(panels, url, features, post) {
  const opened = window.open(url, "_blank", features);
  if (opened === null) return null;
  const id = crypto.randomUUID();
  panels[id] = opened;
  /** @param {MessageEvent} event */
  const relay = ({ data, origin }) => { if (origin === new URL(url).origin) post({ ...data }); };
  window.addEventListener("message", relay);
  const timer = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(timer);
    window.removeEventListener("message", relay);
    post({ method: "proxy-window:closed", windowId: id });
  }, interval);
  return id;
}
