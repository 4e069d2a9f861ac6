// SPDX-License-Identifier: MIT
// How the connector's sheets look. A constructed style sheet: it needs no room in the page's content security policy.

export const sheet = new CSSStyleSheet();

sheet.replaceSync(`
.nc-dialog {
  --nc-ground: #ffffff;
  --nc-raised: #f4f4f5;
  --nc-line: #e2e2e5;
  --nc-text: #1b1b1d;
  --nc-quiet: #63636a;
  --nc-accent: var(--near-connect-accent, #00784f);
  --nc-danger: #b3261e;
  --nc-shade: rgb(20 20 24 / 0.4);
  color-scheme: light;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-near-connect-theme="light"]) .nc-dialog {
    --nc-ground: #242427;
    --nc-raised: #303034;
    --nc-line: #3d3d42;
    --nc-text: #f2f2f3;
    --nc-quiet: #a9a9b0;
    --nc-accent: var(--near-connect-accent, #4ad6a0);
    --nc-danger: #ff8a80;
    --nc-shade: rgb(0 0 0 / 0.55);
    color-scheme: dark;
  }
}
:root[data-near-connect-theme="dark"] .nc-dialog {
  --nc-ground: #242427;
  --nc-raised: #303034;
  --nc-line: #3d3d42;
  --nc-text: #f2f2f3;
  --nc-quiet: #a9a9b0;
  --nc-accent: var(--near-connect-accent, #4ad6a0);
  --nc-danger: #ff8a80;
  --nc-shade: rgb(0 0 0 / 0.55);
  color-scheme: dark;
}
.nc-dialog, .nc-dialog * { box-sizing: border-box; }
.nc-coming, .nc-coming::backdrop { opacity: 0; }
.nc-dialog {
  background: var(--nc-ground);
  border: 1px solid var(--nc-line);
  border-radius: 14px;
  box-shadow: 0 12px 40px rgb(0 0 0 / 0.22);
  color: var(--nc-text);
  font: 15px/1.45 system-ui, sans-serif;
  inset: 0;
  margin: auto;
  max-height: calc(100% - 32px);
  max-width: calc(100% - 32px);
  overflow: hidden;
  padding: 0;
  width: 420px;
}
.nc-dialog[open] { display: flex; flex-direction: column; }
.nc-dialog::backdrop { background: var(--nc-shade, rgb(20 20 24 / 0.45)); }
.nc-header { align-items: center; display: flex; flex: none; gap: 10px; min-height: 56px; padding: 8px 8px 8px 20px; padding-inline: 20px 8px; }
.nc-title { flex: 1; font-size: 17px; font-weight: 600; margin: 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.nc-close { align-items: center; appearance: none; background: transparent; border: 0; border-radius: 10px; color: var(--nc-quiet); cursor: pointer; display: flex; flex: none; height: 40px; justify-content: center; padding: 0; width: 40px; }
.nc-close:hover { background: var(--nc-raised); color: var(--nc-text); }
.nc-dialog :focus-visible { outline: 2px solid var(--nc-accent); outline-offset: -2px; }
.nc-icon { align-items: center; background: var(--nc-raised); border-radius: 10px; color: var(--nc-quiet); display: flex; flex: none; font: 600 17px/1 sans-serif; height: 40px; justify-content: center; overflow: hidden; width: 40px; }
.nc-icon img { display: block; height: 100%; object-fit: cover; width: 100%; }
.nc-header .nc-icon { border-radius: 7px; font-size: 13px; height: 28px; width: 28px; }
.nc-wallet { height: 780px; }
.nc-wallet iframe { border: 0; border-top: 1px solid var(--nc-line); display: block; flex: 1; min-height: 0; width: 100%; }
.nc-wallet.nc-link-only { height: fit-content; }
.nc-wallet.nc-link-only iframe { display: none; }
.nc-link { border-top: 1px solid var(--nc-line); flex: none; overflow-y: auto; padding: 12px 20px; }
.nc-link summary { cursor: pointer; }
.nc-link-body { align-items: center; display: flex; flex-direction: column; gap: 12px; padding: 16px 0 8px; }
.nc-code { background: #ffffff; border-radius: 10px; display: block; fill: #000000; max-height: 50vh; width: 260px; }
.nc-copy { display: flex; gap: 8px; width: 100%; }
.nc-copy input { background: var(--nc-raised); border: 1px solid var(--nc-line); border-radius: 10px; color: inherit; flex: 1; font: inherit; font-size: 13px; min-width: 0; padding: 0 12px; }
.nc-said { color: var(--nc-quiet); font-size: 13px; min-height: 19px; }
.nc-list { max-height: min(560px, calc(100% - 32px)); }
.nc-list-long { height: 560px; }
.nc-search { flex: none; padding: 0 20px 12px; }
.nc-search input { appearance: none; background: var(--nc-raised); border: 1px solid transparent; border-radius: 10px; color: inherit; font: inherit; height: 40px; padding: 0 14px; width: 100%; }
.nc-search input::placeholder { color: var(--nc-quiet); opacity: 1; }
.nc-entries { flex: 1 1 auto; list-style: none; margin: 0; min-height: 0; overflow-y: auto; padding: 0 12px 12px; }
.nc-group { color: var(--nc-quiet); font-size: 13px; padding: 10px 8px 4px; }
.nc-entry { align-items: center; appearance: none; background: transparent; border: 0; border-radius: 10px; color: inherit; cursor: pointer; display: flex; font: inherit; gap: 12px; min-height: 60px; padding: 8px; text-align: start; width: 100%; }
.nc-entry:hover { background: var(--nc-raised); }
.nc-entry-text { display: block; flex: 1; min-width: 0; }
.nc-name { display: block; font-weight: 500; overflow: hidden; text-align: match-parent; text-overflow: ellipsis; white-space: nowrap; }
.nc-description { -webkit-box-orient: vertical; -webkit-line-clamp: 2; color: var(--nc-quiet); display: -webkit-box; font-size: 13px; overflow: hidden; }
.nc-hint { color: var(--nc-quiet); flex: none; font-size: 13px; }
.nc-empty { color: var(--nc-quiet); flex: 1 1 auto; margin: 0; padding: 32px 32px; text-align: center; }
.nc-foot { border-top: 1px solid var(--nc-line); color: var(--nc-quiet); flex: none; font-size: 13px; padding: 12px 20px; }
.nc-foot summary { cursor: pointer; }
.nc-dialog summary:focus-visible { border-radius: 4px; outline-offset: 3px; }
.nc-foot p { margin: 8px 0 0; }
.nc-brand { align-items: center; display: flex; gap: 10px; }
.nc-brand a { color: var(--nc-accent); }
.nc-message { margin: 0; padding: 4px 20px 20px; }
.nc-buttons { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; padding: 0 20px 20px; }
.nc-button { appearance: none; background: var(--nc-raised); border: 1px solid var(--nc-line); border-radius: 10px; color: inherit; cursor: pointer; font: inherit; font-weight: 500; min-height: 40px; padding: 0 16px; }
.nc-primary { background: var(--nc-text); border-color: var(--nc-text); color: var(--nc-ground); }
.nc-dialog .nc-button:focus-visible { outline-offset: 2px; }
.nc-hidden { display: none !important; }
`);
