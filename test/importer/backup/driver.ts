// A person with a full budget, and another who has just signed up, by the Worker's own interface.

import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import { toRanges, unpackWhole, zipMembers } from "../../../src/platform/zip.ts";
import type { ShownRestore } from "../../../src/importer/backup/wire.ts";
import { writeZip, type ZipEntry } from "../../../src/platform/zip-writer.ts";
import { connectedPerson } from "../connection/tab.ts";
import { LOCAL_TOKEN } from "../../budget/client.ts";

/** Who asks. */
export interface Person {
  readonly token: string;
  readonly connection: string;
  readonly accountId: number;
}

export const LOCAL: Person = { token: LOCAL_TOKEN, connection: "1", accountId: 1 };

/** Somebody who has signed up, with an empty budget. */
export async function newPerson(): Promise<Person> {
  const { tab, connection } = await connectedPerson("Moved here");
  const [, user = "", secret = ""] = (tab.cookies.get("tributary_session") ?? "").split("_");
  const facts = must(await env.USER.getByName(user).session(secret), "signed in");
  const accountId = must(facts.connectedAccount, "connected");
  const issued = await env.BUDGET.getByName(String(accountId)).issueMemberToken(facts.userId, null);
  if (!issued.ok) throw new Error(issued.error);
  return { token: issued.value, connection, accountId };
}

export async function ask(
  { token }: Person,
  method: string,
  path: string,
  body?: string | object,
  type?: string,
): Promise<Response> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof FormData;
  const headers = {
    authorization: `Bearer ${token}`,
    ...(type !== undefined && { "content-type": type }),
  };
  const sent = isRaw ? (body as BodyInit) : JSON.stringify(body);
  return exports.default.fetch(
    new Request(`https://tributary.test${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: sent }),
    }),
  );
}

/** The answer's JSON; fails loudly where it is a refusal. */
export async function json(
  who: Person,
  method: string,
  path: string,
  body?: object | string,
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
): Promise<any> {
  const response = await ask(who, method, path, body);
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return text === "" ? null : JSON.parse(text);
}

export async function download(who: Person): Promise<Uint8Array> {
  const response = await ask(who, "GET", "/api/backup");
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** Sends a backup to be restored, and waits for its end. */
export async function restore(who: Person, zip: Uint8Array): Promise<ShownRestore> {
  await json(who, "POST", "/api/restore", zip);
  return restored(who);
}

/** The restore when it is over. */
export async function restored(who: Person): Promise<ShownRestore> {
  for (let round = 0; round < 4_000; round += 1) {
    const shown: ShownRestore = await json(who, "GET", "/api/restore");
    if (shown.finished_at !== null) return shown;
    await scheduler.wait(10);
  }
  throw new Error("the restore does not end");
}

/** A letter for each byte. */
function lettersOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** The files of an archive by name, with a letter for each byte. */
export async function filesOf(zip: Uint8Array): Promise<Map<string, string>> {
  const file = toRanges(zip);
  const members = await zipMembers(file, 10_000);
  if (!members.ok) throw new Error(members.error);
  const found = new Map<string, string>();
  for (const member of members.value)
    found.set(member.name, lettersOf(await unpackWhole(file, member, 1e8, 1e4)));
  return found;
}

/** An archive of these files. contents.json is made to fit them, unless it is given. */
export async function zipOf(
  files: ReadonlyMap<string, string>,
  contents: string | null = null,
): Promise<Uint8Array> {
  const told: Record<string, { bytes: number; sha256: string }> = {};
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    for (const [name, text] of files) {
      if (name === "contents.json") continue;
      yield { name, chunks: once(bytesOf(text)), written: (file) => (told[name] = file) };
    }
    const fitting = new TextEncoder().encode(JSON.stringify({ files: told, missing: [] }));
    const bytes = contents === null ? fitting : bytesOf(contents);
    yield { name: "contents.json", chunks: once(bytes) };
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(entries(), new Date(0))) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function bytesOf(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
