// SPDX-License-Identifier: MIT
// A client of the W3C's WebDriver protocol, without a library: starts a driver with its session, clicks through a page
// and ends both. Run by Deno: w3c_client.js PROGRAM FOLDER

// @ts-expect-error the types of this repository are those of pages, which have no Deno
const { args, Command, listen, readTextFile, serve } = globalThis.Deno;
const [program, folder] = args;
const patience = 30_000;

/** @param {string} command @param {string[]} words */
const output = async (command, words) => {
  const { code, stdout } = await new Command(command, { args: words, stderr: "inherit" }).output();
  if (code !== 0) throw new Error(`${command} ended with code ${code}`);
  return new TextDecoder().decode(stdout);
};

const page = await readTextFile(`${folder}/site/index.html`);
const site = serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  () => new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } }),
);
const browse = [`http://127.0.0.1:${site.addr.port}/`, "--devnet", "--policy", "allow", "--display", "own"];
const capabilities = JSON.parse(await output(program, ["driver-config", "--", ...browse]));

const free = listen({ hostname: "127.0.0.1", port: 0 });
const { port } = free.addr;
free.close();
const driver = new Command("WebKitWebDriver", { args: [`--port=${port}`, "--host=127.0.0.1"] }).spawn();

/** @param {string} method @param {string} path @param {unknown} [body] */
const call = async (method, path, body) => {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: text, signal });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
};

/** @template T @param {string} what @param {() => Promise<T>} look @returns {Promise<T>} */
const until = async (what, look) => {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const found = await look().catch(() => null);
    if (found) return found;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  throw new Error(`${what} didn't come`);
};

try {
  await until("the driver", () => call("GET", "/status"));
  const { sessionId } = await call("POST", "/session", { capabilities: { alwaysMatch: capabilities } });
  const session = `/session/${sessionId}`;
  /** @param {string} id */
  const element = async (id) => {
    const found = await call("POST", `${session}/element`, { using: "css selector", value: `#${id}` });
    return `${session}/element/${Object.values(found)[0]}`;
  };
  const answer = () => until("an answer", async () => call("GET", `${await element("answer")}/text`));
  await until("the page", async () => (await call("GET", `${session}/title`)) === "A dApp");
  await call("POST", `${await element("sign-in")}/click`, {});
  if (await answer() !== "alice.test.near") throw new Error(await answer());
  await call("POST", `${await element("send")}/click`, {});
  if (!/^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(await answer())) throw new Error(await answer());
  await call("DELETE", session);
} finally {
  driver.kill("SIGTERM");
  await driver.status;
  await site.shutdown();
}
console.log("ok");
