// TOKEN_KEY changes under live connections of every kind, over three lives of the built Worker on
// one state: with the first key; with the second and the first as the previous one, where npm run
// reseal is killed and run again; with the second alone.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { afterAll, afterEach, expect, inject, test } from "vitest";
import { describe as workerOf, TOKEN } from "../../scripts/built.mjs";
import { deriveConnectionId } from "../../src/importer/connection/identity.ts";
import type { Wanted } from "../../src/importer/connection/connection.ts";
import { until } from "./connecting.ts";
import { bodyOf } from "./resource-server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url).href);
const scratch = mkdtempSync(join(tmpdir(), "tributary-reseal-"));
const FIRST = "planted-first-token-key-of-32-bytes-and-more";
const SECOND = "planted-second-token-key-of-32-bytes-and-more";
const KINDS = ["token", "oauth", "oauth without refresh"] as const;

let life: Miniflare | null = null;
afterEach(async () => {
  await life?.dispose();
  life = null;
});
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** What is used of an Importer from outside. */
interface Pen {
  connectBudget(wanted: Wanted): Promise<{ ok: boolean }>;
  accessToken(): Promise<{ ok: boolean; value?: { token: string } }>;
}

/** A life of the Worker: the one before it ends. */
async function live(state: string, keys: Record<string, string>): Promise<string> {
  await life?.dispose();
  life = new Miniflare(
    workerOf(inject("builtWorker"), join(scratch, state), {
      bindings: { RECEIPT_ADDRESS: "receipts@example.com", ...keys },
    }),
  );
  return (await life.ready).origin;
}

async function pen(id: string): Promise<Pen> {
  const objects = await life?.getDurableObjectNamespace("IMPORTER");
  if (objects === undefined) throw new Error("nothing runs");
  return objects.get(objects.idFromName(id)) as unknown as Pen;
}

const identityOf = (userId: number) => ({
  userId,
  accountId: userId,
  name: "Ada",
  email: "ada@example.com",
  budgetName: "Household",
  currency: "eur",
});
const idOf = (userId: number) => deriveConnectionId({ budgetApiUrl: null }, identityOf(userId));

/** One connection of each kind; the tokens by connection. */
async function connectAll(): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const [index, kind] of KINDS.entries()) {
    const userId = 100 + index;
    const token = `planted-access-token-${index}`;
    const oauth = {
      kind: "oauth",
      issuer: "https://issuer.example",
      accessToken: token,
      refreshToken: kind === "oauth" ? "planted-refresh-token" : null,
      expiresAt: Date.now() + 3_600_000,
      scope: null,
    } as const;
    const id = await idOf(userId);
    const done = await (
      await pen(id)
    ).connectBudget({
      owner: "someone",
      identity: identityOf(userId),
      credential: kind === "token" ? { kind, token } : oauth,
    });
    expect(done.ok).toBe(true);
    made.set(id, token);
  }
  const kv = await life?.getKVNamespace("TOKENS");
  await until(async () =>
    (await kv?.list({ prefix: "connection/" }))?.keys.length === KINDS.length ? true : null,
  );
  return made;
}

async function addresses(origin: string): Promise<(string | null)[]> {
  const response = await fetch(`${origin}/api/addresses`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const { addresses: listed }: { addresses: { address: string | null }[] } = await response.json();
  return listed.map(({ address }) => address);
}

async function tokens(made: Map<string, string>): Promise<Map<string, string | undefined>> {
  const found = new Map<string, string | undefined>();
  for (const id of made.keys()) found.set(id, (await (await pen(id)).accessToken()).value?.token);
  return found;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
}

function reseal(
  origin: string,
  key: string,
  begun: (child: ChildProcess) => void = () => undefined,
): Promise<Ran> {
  const child = spawn(process.execPath, ["scripts/reseal.mjs", "--url", origin], {
    cwd: ROOT,
    env: { ...process.env, TOKEN_KEY: key },
  });
  begun(child);
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out })));
}

/**
 * Killed while its request is worked on, or when that was carried out and the answer is on its way;
 * the Worker's status.
 */
async function resealKilled(
  origin: string,
  key: string,
  when: "asked" | "answered",
): Promise<number | undefined> {
  let child: ChildProcess | undefined;
  let answer: Promise<Response> | undefined;
  const between = createServer((request, response) => {
    void (async () => {
      const headers = {
        authorization: request.headers.authorization ?? "",
        "content-type": "application/json",
      };
      answer = fetch(new URL(request.url ?? "/", origin), {
        method: "POST",
        headers,
        body: await bodyOf(request),
      });
      if (when === "answered") await answer;
      child?.kill("SIGKILL");
    })()
      .catch(() => undefined)
      .finally(() => response.destroy());
  });
  await new Promise<void>((listening) => between.listen(0, "127.0.0.1", listening));
  const { code } = await reseal(
    `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    key,
    (begun) => (child = begun),
  );
  between.close();
  expect(code).toBeNull();
  return (await answer)?.status;
}

test("the old key can be removed after resealing: connections and addresses of every kind still open", async () => {
  let origin = await live("changed", { TOKEN_KEY: FIRST });
  const made = await connectAll();
  for (const label of ["shop", "bank"])
    await fetch(`${origin}/api/addresses`, {
      method: "POST",
      body: JSON.stringify({ label }),
      headers: { authorization: `Bearer ${TOKEN}` },
    });
  const known = await addresses(origin);
  expect(known).toHaveLength(2);
  expect(await tokens(made)).toEqual(made);

  origin = await live("changed", { TOKEN_KEY: SECOND, TOKEN_KEY_PREVIOUS: FIRST });
  expect([await addresses(origin), await tokens(made)]).toEqual([known, made]);
  const refused = await reseal(origin, FIRST);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain("Is this the TOKEN_KEY in use there");
  expect(
    await Promise.all([
      resealKilled(origin, SECOND, "asked"),
      resealKilled(origin, SECOND, "answered"),
    ]),
  ).toEqual([200, 200]);
  const done = await reseal(origin, SECOND);
  expect(done.out).toMatch(/Re-sealed: \d+\. Already sealed by this key: \d+\. Failed: 0\./);
  expect(done.code).toBe(0);
  const again = await reseal(origin, SECOND);
  expect(again.out).toContain("Re-sealed: 0. Already sealed by this key: 5. Failed: 0.");
  expect(again.out).toContain(
    "For connections, banks, wallets, schedules and receipt addresses TOKEN_KEY_PREVIOUS may go.",
  );
  expect(done.out + again.out).not.toContain(SECOND);

  origin = await live("changed", { TOKEN_KEY: SECOND });
  expect([await addresses(origin), await tokens(made)]).toEqual([known, made]);
});

test("without resealing, the old key's removal loses its sealed values, reports them, and mail still arrives", async () => {
  let origin = await live("lost", { TOKEN_KEY: FIRST });
  const made = await connectAll();
  await fetch(`${origin}/api/addresses`, {
    method: "POST",
    body: JSON.stringify({ label: "shop" }),
    headers: { authorization: `Bearer ${TOKEN}` },
  });

  origin = await live("lost", { TOKEN_KEY: SECOND });
  expect(await addresses(origin)).toEqual([null]);
  expect([...(await tokens(made)).values()]).toEqual([undefined, undefined, undefined]);
  const { code, out } = await reseal(origin, SECOND);
  expect(code).toBe(1);
  expect(out).toContain("Re-sealed: 0. Already sealed by this key: 0. Failed: 4.");
  for (const id of made.keys())
    expect(out).toContain(`connection ${id}: its tokens cannot be read`);
  expect(out).toContain("Keep TOKEN_KEY_PREVIOUS and run this again.");
});
