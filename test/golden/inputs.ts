// Everything that digests are made of: the project's samples, the corpora where they are at hand,
// and the queue's simulation. A file is read in every way that its name allows, and always as a
// statement too, since anything may be uploaded.

import { readdirSync, readFileSync, existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import type { ResolveTxt } from "../../src/receipts/authenticity/resolver.ts";
import { SAMPLE_KEYS } from "../../src/importer/inbox/sample-keys.ts";
import { digestOf, sentence, type Digest } from "./digest.ts";
import { readAsDocument, readAsMail, readForwards } from "./mail.ts";
import { readAsArchive, readAsText, readCases } from "./odd.ts";
import { readAsStatement } from "./statement.ts";

/** One input, named by its path from the root of its kind. */
export interface Input {
  readonly path: string;
  readonly digest: () => Promise<Digest>;
}

const SAMPLES = fileURLToPath(new URL("../../samples/", import.meta.url).href);
/** Where the corpora are below the folder that holds them. */
const CORPORA = ["corpus", "findings/files"];
/** What is written about the inputs, and none itself. */
const ABOUT = ["README.md", "LICENSE", "statements.json", "mails.json"];

/** Each file of the project's samples. */
export function sampleInputs(): Input[] {
  const resolve = resolverOf(SAMPLE_KEYS);
  return filesIn(SAMPLES).map((path) => ({
    path,
    digest: () => digestOfFile(SAMPLES, path, { subject: "", resolve }),
  }));
}

/** Each file of the corpora below `root`. */
export function corpusInputs(root: string): Input[] {
  const paths = CORPORA.flatMap((folder) =>
    existsSync(join(root, folder)) ? filesIn(root, folder) : [],
  );
  const resolve = resolverOf(keysAmong(root, paths));
  const subjects = subjectsIn(join(root, "corpus/eml"));
  return paths.map((path) => ({
    path,
    digest: () => digestOfFile(root, path, { subject: subjects.get(path) ?? "", resolve }),
  }));
}

function filesIn(root: string, folder = ""): string[] {
  const found = readdirSync(join(root, folder), { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && !ABOUT.includes(entry.name),
  );
  return found
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "/").length))
    .sort();
}

interface Around {
  /** Of the mail whose body the file is. */
  readonly subject: string;
  readonly resolve: ResolveTxt;
}

const MAILS = [".eml", ".msg", ".txt"];
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".txt": "text/plain",
  ".pdf": "application/pdf",
  ".xml": "application/xml",
  ".json": "application/ld+json",
};
const CASES = ["amounts.json", "dates.json"];
const casesSchema = z.array(
  z.object({
    text: z.string(),
    decimal: z.enum([".", ","]).nullable().optional(),
    order: z.string().nullable().optional(),
  }),
);

async function digestOfFile(
  root: string,
  path: string,
  { subject, resolve }: Around,
): Promise<Digest> {
  const bytes = new Uint8Array(readFileSync(join(root, path)));
  const [name, kind] = [basename(path), extname(path).toLowerCase()];
  const text = () => new TextDecoder().decode(bytes);
  const mediaType = MEDIA_TYPES[kind];
  return digestOf({
    input: bytes,
    statement: await survived(() => readAsStatement(name, bytes)),
    ...(MAILS.includes(kind) && { mail: await survived(() => readAsMail(bytes, resolve)) }),
    ...(mediaType !== undefined && {
      document: await survived(() => readAsDocument(name, bytes, mediaType)),
    }),
    ...([".txt", ".html"].includes(kind) && {
      forwards: await survived(async () => readForwards(text(), subject, kind === ".html")),
    }),
    ...(kind === ".csv" && { text: await survived(() => readAsText(name, bytes)) }),
    ...(kind === ".zip" && { archive: await survived(() => readAsArchive(bytes)) }),
    ...(CASES.includes(name) && { cases: readCases(casesSchema.parse(JSON.parse(text()))) }),
  });
}

async function survived(read: () => Promise<object>): Promise<object> {
  return read().catch((error: unknown) => ({ threw: sentence(String(error)) }));
}

function resolverOf(keys: ReadonlyMap<string, string>): ResolveTxt {
  return async (name) => {
    const record = keys.get(name);
    return record === undefined ? { kind: "none" } : { kind: "records", records: [record] };
  };
}

const zoneSchema = z.record(z.string(), z.object({ TXT: z.array(z.array(z.string())).optional() }));

/** The keys in files like "mailauth_dns.json": name -> { TXT: [[string ...]] }. */
function keysAmong(root: string, paths: readonly string[]): ReadonlyMap<string, string> {
  const zones = paths
    .filter((path) => path.endsWith("_dns.json"))
    .map((path) => zoneSchema.parse(JSON.parse(readFileSync(join(root, path), "utf8"))));
  const records = zones.flatMap((zone) =>
    Object.entries(zone).map(([name, { TXT = [] }]) => [name, (TXT[0] ?? []).join("")] as const),
  );
  return new Map(records.filter(([, record]) => record !== ""));
}

const mailsSchema = z.record(
  z.string(),
  z.object({ expect: z.object({ pair_with_subject_file: z.string().nullish() }).nullish() }),
);

/** The subjects that go with bodies, by the body's path. */
function subjectsIn(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(join(folder, "mails.json"))) return new Map();
  const mails = mailsSchema.parse(JSON.parse(readFileSync(join(folder, "mails.json"), "utf8")));
  const pairs = Object.entries(mails).flatMap(([path, { expect }]) =>
    expect?.pair_with_subject_file
      ? [[path, join(dirname(path), expect.pair_with_subject_file)] as const]
      : [],
  );
  return new Map(
    pairs.map(([body, subject]) => [
      join("corpus/eml", body),
      readFileSync(join(folder, subject), "utf8").trim(),
    ]),
  );
}
