// A backup that is too large for one request is sent in pieces.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dropPieces, keepPiece } from "../../../src/importer/backup/pieces.ts";
import { uploadPlace } from "../../../src/importer/backup/store.ts";
import { BACKUP_PIECE_BYTES_MAX, BACKUP_PIECES_MAX } from "../../../src/platform/limits.ts";
import { emptyBucket, reset } from "../../reset.ts";
import { ask, download, json, LOCAL, newPerson, restored } from "./driver.ts";

beforeEach(emptyBucket);
afterEach(() => reset());

const UPLOAD = "0123456789abcdef";
const piecePath = (piece: number | string) => `/api/restore/pieces/${piece}?upload=${UPLOAD}`;
const keysOf = async (connection: string) =>
  (await env.DOCUMENTS.list({ prefix: uploadPlace(connection) })).objects.map(({ key }) => key);

test("pieces are restored as the whole file is, whatever their order, and a missing one is named", async () => {
  await json(LOCAL, "POST", "/v2/tags", { name: "moved" });
  const zip = await download(LOCAL);
  const third = Math.ceil(zip.byteLength / 3);
  const piece = (number: number) => zip.slice((number - 1) * third, number * third);
  const there = await newPerson();
  const send = async (number: number) => ask(there, "PUT", piecePath(number), piece(number));
  const begin = async () => ask(there, "POST", `/api/restore?upload=${UPLOAD}&pieces=3`);

  const first = [await send(1), await send(3), await send(3)];
  const early = await begin();
  const last = await send(2);
  const begun = await begin();

  expect([...first, last].map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  expect([early.status, await early.text()]).toEqual([
    422,
    expect.stringContaining("Piece 2 of 3 has not arrived"),
  ]);
  expect(begun.status).toBe(202);
  expect((await restored(there)).state).toBe("done");
  expect(await (await ask(there, "GET", "/v2/tags")).text()).toContain('"moved"');
  expect((await keysOf(there.connection)).filter((key) => key.includes("pieces"))).toEqual([]);
}, 60_000);

test("a piece that is too large, empty or misnumbered is refused, and nobody sends one for another", async () => {
  const there = await newPerson();
  const other = await newPerson();
  const large = new Uint8Array(BACKUP_PIECE_BYTES_MAX + 1);
  await ask(other, "PUT", piecePath(1), "not hers");

  const refused = [
    await ask(there, "PUT", piecePath(1), large),
    await ask(there, "PUT", piecePath(1), ""),
    await ask(there, "PUT", piecePath(0), "x"),
    await ask(there, "PUT", "/api/restore/pieces/1?upload=../x", "x"),
    await ask(there, "POST", `/api/restore?upload=${UPLOAD}&pieces=1`),
    await ask(there, "POST", `/api/restore?upload=${UPLOAD}&pieces=${BACKUP_PIECES_MAX + 1}`),
  ];

  const statuses = refused.map(({ status }) => status);
  expect(statuses.slice(0, 1)).toEqual([413]);
  for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400);
  for (const status of statuses) expect(status).toBeLessThan(500);
  expect(await keysOf(there.connection)).toEqual([]);
}, 60_000);

test("the first piece of an upload clears away the pieces of one that was never finished", async () => {
  const body = new TextEncoder().encode("x");
  for (const piece of [1, 2])
    await keepPiece(env.DOCUMENTS, "9", { upload: "aaaaaaaa", piece }, body);

  await keepPiece(env.DOCUMENTS, "9", { upload: "bbbbbbbb", piece: 1 }, body);
  const kept = await keysOf("9");
  await dropPieces(env.DOCUMENTS, "9", null);

  expect(kept).toEqual(["restores/9/pieces/bbbbbbbb/1"]);
  expect(await keysOf("9")).toEqual([]);
});
