// Goal: a watched folder gets every statement into the budget exactly once. Method: files are put
// into the folder of a watch, some twice under other names, some written in pieces, while the built
// Worker is killed twice with SIGKILL and started again on the same port.

import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { TOKEN } from "../../scripts/built.mjs";
import { KillableWorker } from "../node/killable.ts";
import { Tool } from "../node/tool.ts";

/** SCALE is another number of files, a multiple of five: SCALE=200. */
const FILES = Number(process.env["SCALE"]) || 60;
/** Every fifth file has the bytes of the one before. */
const STATEMENTS = (FILES / 5) * 4;
const ROWS = 12;
const KILLED_AT = [Math.floor(STATEMENTS / 5), Math.floor(STATEMENTS / 2)];
const DONE_MS_MAX = 240_000;

const state = mkdtempSync(join(tmpdir(), "tributary-watch-"));
let worker: KillableWorker;
let tool: Tool;

beforeAll(async () => {
  worker = new KillableWorker(inject("builtWorker"), state, {
    bindings: {},
    port: await freePort(),
  });
  await worker.start();
  tool = new Tool({
    TRIBUTARY_URL: worker.origin,
    TRIBUTARY_TOKEN: TOKEN,
    // Enough for a watch of any length: what it holds does not grow with what it has sent.
    NODE_OPTIONS: "--max-old-space-size=32",
  });
});
afterAll(async () => {
  await worker.kill();
  tool.discard();
  rmSync(state, { recursive: true, force: true });
});

const isCopy = (file: number) => file % 5 === 4;

/** The text of a file; a copy has that of the file before it. Two rows are equal. */
function textOf(file: number): string {
  const of = isCopy(file) ? file - 1 : file;
  const rows = Array.from(
    { length: ROWS - 1 },
    (_, row) => `2026-10-${String(13 + row).padStart(2, "0")},S${of} shop ${row},-${row + 1}.50`,
  );
  return ["Date,Description,Amount", ...rows, rows.at(-1), ""].join("\n");
}

async function drop(file: number): Promise<void> {
  const path = join(tool.folder, "drop", `${isCopy(file) ? "copy" : "statement"}-${file}.csv`);
  const text = textOf(file);
  if (file % 7 !== 3) return writeFileSync(path, text);
  const half = Math.floor(text.length / 2) + 3;
  writeFileSync(path, text.slice(0, half));
  await sleep(120);
  appendFileSync(path, text.slice(half));
}

test(`${FILES} files in a watched folder, copies and half-written ones among them, are in exactly once after two kills of the server`, async () => {
  const watch = tool.start(["watch", "drop", "--account", "Savings", "--settle", "2"]);
  const dropping = (async () => {
    for (let file = 0; file < FILES; file += 1) {
      await drop(file);
      await sleep(20);
    }
  })();
  for (const count of KILLED_AT) {
    await untilDone(count, watch.printed);
    await worker.kill();
    await sleep(1_500);
    await worker.start();
  }
  await dropping;
  await untilDone(STATEMENTS, watch.printed);
  // A copy may be looked at only after the last statement is done.
  const copies = () => watch.printed().out.split("not sent again").length - 1;
  for (const end = Date.now() + DONE_MS_MAX; copies() < FILES - STATEMENTS; await sleep(50))
    if (Date.now() > end) throw new Error(`${copies()} copies are known`);
  watch.child.kill("SIGINT");
  const { code, out, err } = await watch.ended;

  expect(code, err).toBe(0);
  expect(err.match(/Waiting for it; nothing is lost/g)).toHaveLength(2);
  expect(err.match(/The server answers again/g)).toHaveLength(2);
  expect(out.match(/: 12 inserted\./g)).toHaveLength(STATEMENTS);
  expect(out.match(/the same as .*, not sent again/g)).toHaveLength(FILES - STATEMENTS);
  expect(await countRows()).toEqual(expectedRows());
  expect(readdirSync(join(tool.folder, "drop"))).toHaveLength(FILES);
  for (let file = 0; file < FILES; file += 1) {
    const name = `${isCopy(file) ? "copy" : "statement"}-${file}.csv`;
    expect(readFileSync(join(tool.folder, "drop", name), "utf8")).toBe(textOf(file));
  }
}, 400_000);

test("a watch that starts again sends nothing, and one that lost its state inserts nothing", async () => {
  const before = await imports();
  const again = await tool.run([
    "watch",
    "drop",
    "--account",
    "Savings",
    "--settle",
    "1",
    "--once",
  ]);
  const between = await imports();
  rmSync(join(tool.folder, "state"), { recursive: true });
  const lost = await tool.run(["watch", "drop", "--account", "Savings", "--settle", "1", "--once"]);

  expect([again.code, lost.code]).toEqual([0, 0]);
  expect(again.out).toBe("");
  expect(between).toBe(before);
  expect(await countRows()).toEqual(expectedRows());
}, 200_000);

/** Waits until so many statements are done, as the watch's state says. */
async function untilDone(count: number, printed: () => { out: string; err: string }) {
  for (const end = Date.now() + DONE_MS_MAX; doneCount() < count; await sleep(50))
    if (Date.now() > end)
      throw new Error(`${doneCount()} of ${count} are done: ${JSON.stringify(printed())}`);
}

function doneCount(): number {
  const folder = join(tool.folder, "state/tributary");
  const [file] = existsSync(folder) ? readdirSync(folder) : [];
  if (file === undefined) return 0;
  return readFileSync(join(folder, file), "utf8").split('"state":"done"').length - 1;
}

/** How often each payee is in the budget. */
async function countRows(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let offset = 0, more = true; more; offset += 2000) {
    const page = await get<{ transactions: { payee: string }[]; has_more: boolean }>(
      `/v2/transactions?limit=2000&offset=${offset}&start_date=2026-10-01&end_date=2026-10-31`,
    );
    for (const { payee } of page.transactions)
      if (/^S\d+ shop/.test(payee)) found.set(payee, (found.get(payee) ?? 0) + 1);
    more = page.has_more;
  }
  return sorted(found);
}

function expectedRows(): Map<string, number> {
  const expected = new Map<string, number>();
  for (let file = 0; file < FILES; file += 1)
    for (let row = 0; row < ROWS - 1 && !isCopy(file); row += 1)
      expected.set(`S${file} shop ${row}`, row === ROWS - 2 ? 2 : 1);
  return sorted(expected);
}

function sorted(counts: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** How many imports there are. */
async function imports(): Promise<number> {
  let count = 0;
  for (let more = true; more;) {
    const page = await get<{ imports: object[]; has_more: boolean }>(
      `/api/imports?limit=100&offset=${count}`,
    );
    count += page.imports.length;
    more = page.has_more;
  }
  return count;
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(worker.origin + path, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(response.status, path).toBe(200);
  return response.json() as Promise<T>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
