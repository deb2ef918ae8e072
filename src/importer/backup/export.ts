// Writes a backup while it is read: pages of tables, then one stored file after the other. Memory
// holds a page, and the names of the stored files.
//
// The importer's tables are read before the budget's. If an import goes on meanwhile, the backup may
// hold rows that wait to be sent and also their transactions. After a restore the importer sends
// these rows again, and the budget recognizes them by their external ids.

import * as z from "zod";
import { must } from "../../platform/assert.ts";
import { BACKUP_READ_BYTES } from "../../platform/limits.ts";
import type { TablePage, TableRow } from "../../platform/sql/tables.ts";
import { OneBuffer } from "../../platform/streams.ts";
import { writeZip, type WrittenFile, type ZipEntry } from "../../platform/zip-writer.ts";
import { identify, type Identity } from "../connection/identity.ts";
import type { Upstream } from "../connection/upstream.ts";
import { getDocument } from "../imports/documents.ts";
import { rawKey } from "../inbox/mail-store.ts";
import {
  CONTENTS,
  FORMAT,
  MANIFEST,
  names,
  README,
  VERSION,
  type Contents,
  type Manifest,
} from "./layout.ts";
import { readme } from "./readme.ts";
import { listSheets } from "./sheets.ts";

/** What the connection's object gives to a backup. */
export interface ConnectionTables {
  backupPart(): Promise<Manifest["parts"]["importer"]>;
  backupPage(table: string, after: TablePage["next"]): Promise<TablePage>;
}

/** What a backup is made of. */
export interface BackupSource {
  readonly connection: string;
  readonly tables: ConnectionTables;
  readonly upstream: Upstream;
  readonly bucket: R2Bucket;
}

const budgetPart = z.object({
  steps: z.int(),
  person: z.int(),
  tables: z.array(z.string()),
  sequences: z.record(z.string(), z.int()),
});
const budgetPage = z.object({
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  next: z.string().nullable(),
});

const encoder = new TextEncoder();

/** The ZIP, and a name for it; throws if the budget does not answer. */
export async function exportBackup(
  source: BackupSource,
  now: Date,
): Promise<{ name: string; zip: AsyncGenerator<Uint8Array> }> {
  const identity = await identify(source.upstream.base, source.upstream.fetch, null);
  if (!identity.ok) throw new Error(`the budget cannot be read: ${identity.error.kind}`);
  const manifest = await describe(source, identity.value, now);
  return {
    name: `tributary-${now.toISOString().slice(0, 10)}.zip`,
    zip: writeZip(new Export(source, manifest).entries(), now),
  };
}

async function describe(
  { tables, upstream }: BackupSource,
  { userId, name, budgetName, currency }: Identity,
  now: Date,
): Promise<Manifest> {
  const own =
    upstream.own === undefined
      ? null
      : budgetPart.parse(await ask(upstream, `${upstream.own}/tables`));
  return {
    format: FORMAT,
    version: VERSION,
    made_at: now.toISOString(),
    person: { id: userId, name },
    budget: { name: budgetName, currency },
    parts: {
      budget: own && { steps: own.steps, tables: own.tables, sequences: own.sequences },
      importer: await tables.backupPart(),
    },
  };
}

/** The files of one backup, in order. */
class Export {
  readonly #source: BackupSource;
  readonly #manifest: Manifest;
  readonly #written: WrittenFile[] = [];
  readonly #missing: string[] = [];
  /** All stored files are read into it: a buffer for each of a thousand small files would pile up. */
  readonly #buffer = new OneBuffer(BACKUP_READ_BYTES);
  /** The stored files that the rows name, with where they are. */
  readonly #files = new Map<string, () => Promise<ReadableStream<Uint8Array> | null>>();

  constructor(source: BackupSource, manifest: Manifest) {
    this.#source = source;
    this.#manifest = manifest;
  }

  async *entries(): AsyncGenerator<ZipEntry> {
    const { parts, budget, made_at } = this.#manifest;
    const { upstream } = this.#source;
    yield this.#text(README, readme(budget.name, made_at, parts.budget !== null));
    yield this.#text(MANIFEST, JSON.stringify(this.#manifest, null, 1));
    for (const table of parts.importer.tables)
      yield this.#table("importer", table, this.#connectionPages(table));
    yield* this.#stored();
    for (const table of parts.budget?.tables.toReversed() ?? [])
      yield this.#table("budget", table, this.#budgetPages(table));
    yield* this.#stored();
    for await (const { name, chunks } of listSheets(upstream)) yield this.#entry(name, chunks);
    yield this.#text(CONTENTS, JSON.stringify(this.#contents()));
  }

  #entry(name: string, chunks: AsyncIterable<Uint8Array>): ZipEntry {
    return { name, chunks, written: (file) => this.#written.push(file) };
  }

  #text(name: string, text: string): ZipEntry {
    return this.#entry(name, pieces([encoder.encode(text)]));
  }

  #table(
    part: "budget" | "importer",
    table: string,
    pages: AsyncIterable<readonly TableRow[]>,
  ): ZipEntry {
    return this.#entry(names.table(part, table), this.#lines(part, table, pages));
  }

  async *#lines(
    part: "budget" | "importer",
    table: string,
    pages: AsyncIterable<readonly TableRow[]>,
  ): AsyncGenerator<Uint8Array> {
    for await (const rows of pages) {
      for (const row of rows) this.#noteFiles(part, table, row);
      yield encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    }
  }

  async *#connectionPages(table: string): AsyncGenerator<readonly TableRow[]> {
    let after: TablePage["next"] = null;
    do {
      const page: TablePage = await this.#source.tables.backupPage(table, after);
      yield page.rows;
      after = page.next;
    } while (after !== null);
  }

  async *#budgetPages(table: string): AsyncGenerator<readonly TableRow[]> {
    const { upstream } = this.#source;
    const own = must(upstream.own, "the budget's part is read where the service is our own");
    let next: string | null = null;
    do {
      const query: string = next === null ? "" : `?after=${encodeURIComponent(next)}`;
      const page = budgetPage.parse(await ask(upstream, `${own}/tables/${table}${query}`));
      yield page.rows;
      next = page.next;
    } while (next !== null);
  }

  #noteFiles(part: "budget" | "importer", table: string, row: TableRow): void {
    const { bucket, connection, upstream } = this.#source;
    const stored = (key: string) => async () => (await bucket.get(key))?.body ?? null;
    if (part === "budget" && table === "attachments")
      this.#files.set(names.attachment(String(row["key"]), String(row["name"])), () =>
        openAttachment(upstream, Number(row["id"])),
      );
    if (part === "importer" && table === "runs") {
      const sha256 = shaOf(row["document"]);
      if (sha256 !== null)
        this.#files.set(
          names.document(sha256),
          async () => (await getDocument(bucket, sha256))?.body ?? null,
        );
    }
    if (part === "importer" && table === "inbox") {
      const sha256 = String(row["sha256"]);
      this.#files.set(names.mail(sha256), stored(rawKey(connection, sha256)));
      const reading = row["reading_key"];
      const name = typeof reading === "string" ? reading.split("/").at(-1) : undefined;
      if (typeof reading === "string" && name !== undefined)
        this.#files.set(names.reading(name), stored(reading));
    }
  }

  /** The files that were named so far. One that is gone is listed as missing. */
  async *#stored(): AsyncGenerator<ZipEntry> {
    for (const [name, open] of this.#files) {
      const body = await open();
      if (body === null) this.#missing.push(name);
      else yield this.#entry(name, this.#buffer.read(body));
    }
    this.#files.clear();
  }

  #contents(): Contents {
    return {
      files: Object.fromEntries(
        this.#written.map(({ name, bytes, sha256 }) => [name, { bytes, sha256 }]),
      ),
      missing: this.#missing,
    };
  }
}

/** The bytes of an attachment, by the link that the service gives. */
async function openAttachment(
  { base, fetch, open }: Upstream,
  id: number,
): Promise<ReadableStream<Uint8Array> | null> {
  const link = await fetch(new Request(`${base}/transactions/attachments/${id}`));
  if (!link.ok) {
    await link.body?.cancel();
    return null;
  }
  const { url } = z.object({ url: z.url() }).parse(await link.json());
  const file = await must(open, "our own service opens its links")(new Request(url));
  if (file.ok) return file.body;
  await file.body?.cancel();
  return null;
}

function shaOf(document: unknown): string | null {
  const read = z
    .object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })
    .safeParse(typeof document === "string" ? JSON.parse(document) : null);
  return read.success ? read.data.sha256 : null;
}

async function ask({ fetch }: Upstream, url: string): Promise<unknown> {
  const response = await fetch(new Request(url));
  if (response.ok) return response.json();
  await response.body?.cancel();
  throw new Error(`the budget answers ${new URL(url).pathname} with ${response.status}`);
}

async function* pieces(list: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* list;
}
