// npm run pictures -- questions FOLDER LIST: imports the files that LIST names as a person who has
// just signed up, and writes a picture of each page that asks, and its questions as JSON, to FOLDER.
// LIST is JSON: [{name, path} or {name, seed}]. A seed is a generated bank's. Not run in CI.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeBank } from "../generated-banks/bank.mjs";
import { withPerson } from "../signed-up.mjs";

const POLL_MS = 100;
const WORKING = ["received", "reading", "posting", "waiting"];
const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Takes the pictures. */
export async function takeQuestions([folder, list]) {
  const files = JSON.parse(readFileSync(list, "utf8"));
  mkdirSync(folder, { recursive: true });
  await withPerson(async ({ origin, browser, session, call }) => {
    const open = async (screen) => {
      const context = await browser.newContext({
        baseURL: origin,
        storageState: session,
        locale: "en-GB",
        javaScriptEnabled: false,
        ...screen,
      });
      return context.newPage();
    };
    const pages = { wide: await open(WIDE), narrow: await open(NARROW) };
    const account = { name: "Everyday", type: "cash", subtype: "checking" };
    const { id } = await call("POST", "/v2/manual_accounts", account);
    for (const file of files) await takeOne({ call, pages, folder, account: id }, file);
  });
}

async function takeOne({ call, pages, folder, account }, { name, path, seed }) {
  const bytes = seed === undefined ? readFileSync(path) : makeBank(seed).bytes;
  const query = new URLSearchParams({
    // A name of its own could tell the answer.
    name: `statement${path === undefined ? ".csv" : extname(path)}`,
    preview: "true",
    account: String(account),
  });
  const type = "application/octet-stream";
  let run = await call("POST", `/api/imports?${query}`, bytes, type);
  while (WORKING.includes(run.state)) {
    await sleep(POLL_MS);
    run = await call("GET", `/api/imports/${run.id}`);
  }
  console.log(name, run.state, run.questions.map(({ id }) => id).join(", "), run.error ?? "");
  if (run.state !== "question") return;
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(run.questions, null, 1));
  for (const [width, page] of Object.entries(pages)) {
    await page.goto(`/imports/${run.id}`, { waitUntil: "load" });
    writeFileSync(join(folder, `${name}-${width}.png`), await page.screenshot({ fullPage: true }));
  }
  await call("POST", `/api/imports/${run.id}/undo`, {});
}
