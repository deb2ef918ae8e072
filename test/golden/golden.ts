// Digests kept and compared: all of them in a folder, a file each; or those of the project, where
// the samples' are kept whole and of the corpora and the queue's simulation only hashes of the
// facts, since the corpora's files are not ours to publish.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstDifference, hashOf, print, type Digest, type Json } from "./digest.ts";
import type { Input } from "./inputs.ts";

const OURS = fileURLToPath(new URL("./", import.meta.url).href);
const HASH_CHARS = 16;

/** Which part of the digests is meant. */
export type Part = "facts" | "texts";

/** Digests of inputs of one kind, as they are kept. */
export interface Keeping {
  /** The kept digest, or what is kept of it; null where there is none. */
  read(path: string): { readonly facts: Json; readonly texts: Json | null } | null;
  /** What would be kept of a digest. */
  of(digest: Digest): { readonly facts: Json; readonly texts: Json | null };
  write(digests: ReadonlyMap<string, Digest>): void;
  /** All inputs that a digest is kept of. */
  paths(): readonly string[];
}

/** A JSON file a digest, below `folder`. */
export function wholeIn(folder: string): Keeping {
  const fileOf = (path: string) => join(folder, `${path}.json`);
  const paths = () =>
    (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [])
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length));
  return {
    paths,
    read(path) {
      if (!existsSync(fileOf(path))) return null;
      const kept: Digest = JSON.parse(readFileSync(fileOf(path), "utf8"));
      return kept;
    },
    of: ({ facts, texts }) => ({ facts, texts }),
    write(digests) {
      for (const path of paths()) if (!digests.has(path)) rmSync(fileOf(path));
      for (const [path, { facts, texts }] of digests) {
        mkdirSync(dirname(fileOf(path)), { recursive: true });
        writeFileSync(fileOf(path), `${print({ facts, texts })}\n`);
      }
    },
  };
}

/** One JSON file with a hash of the facts by path. */
export function hashesIn(file: string): Keeping {
  const kept: Readonly<Record<string, string>> = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : {};
  return {
    read: (path) => (kept[path] === undefined ? null : { facts: kept[path], texts: null }),
    of: ({ facts }) => ({ facts: shortHash(facts), texts: null }),
    write(digests) {
      const hashes = Object.fromEntries(
        [...digests].map(([path, { facts }]) => [path, shortHash(facts)]),
      );
      writeFileSync(file, `${print(hashes)}\n`);
    },
    paths: () => Object.keys(kept),
  };
}

function shortHash(facts: Json): string {
  return hashOf(print(facts)).slice(0, HASH_CHARS);
}

/** Where the project keeps them. */
export const SAMPLES_KEPT = join(OURS, "samples");
export const CORPORA_KEPT = join(OURS, "corpora.json");
export const QUEUE_KEPT = join(OURS, "queue.json");

export async function digestsOf(inputs: readonly Input[]): Promise<Map<string, Digest>> {
  const digests = new Map<string, Digest>();
  for (const { path, digest } of inputs) digests.set(path, await digest());
  return digests;
}

/** A line for each input of which a kept part is another, of which nothing is kept, or which is gone. */
export function differences(
  keeping: Keeping,
  digests: ReadonlyMap<string, Digest>,
  parts: readonly Part[],
): string[] {
  const gone = keeping.paths().filter((path) => !digests.has(path));
  return [
    ...[...digests].flatMap(([path, digest]) => differencesOf(keeping, path, digest, parts)),
    ...gone.map((path) => `${path}: the input is gone`),
  ];
}

function differencesOf(
  keeping: Keeping,
  path: string,
  digest: Digest,
  parts: readonly Part[],
): string[] {
  const [before, after] = [keeping.read(path), keeping.of(digest)];
  if (before === null) return [`${path}: no digest of it is kept`];
  return parts.flatMap((part) => {
    const found =
      before[part] === null ? null : firstDifference(before[part], after[part] ?? undefined, part);
    return found === null
      ? []
      : [`${path}: ${found.path}\n    before ${found.before}\n    now    ${found.after}`];
  });
}
