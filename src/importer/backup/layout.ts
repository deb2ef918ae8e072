// The files in a backup's ZIP, which docs/guide/leaving.md describes. Raise VERSION with a change that
// older versions cannot read. A new table or column does not need it: each part names the schema
// steps that it was made with.

import * as z from "zod";

export const FORMAT = "tributary backup";
export const VERSION = 1;

export const MANIFEST = "manifest.json";
export const CONTENTS = "contents.json";
export const README = "README.txt";

const sequences = z.record(z.string(), z.int().min(0));
const part = z.object({ steps: z.int().min(1), tables: z.array(z.string()), sequences });

/** The first file: who made the backup of what, and with which schema. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  made_at: z.string(),
  person: z.object({ id: z.int(), name: z.string() }),
  budget: z.object({ name: z.string(), currency: z.string() }),
  parts: z.object({
    /** Null if the budget is at another service. */
    budget: part.nullable(),
    importer: part.extend({
      /** Schedules that had secrets, which are not in the backup. */
      schedules_without_secrets: z.array(z.string()),
    }),
  }),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The last file: every other file with its length and hash, and files that were missing. */
export const contentsSchema = z.object({
  files: z.record(z.string(), z.object({ bytes: z.int().min(0), sha256: z.string() })),
  missing: z.array(z.string()),
});
export type Contents = z.output<typeof contentsSchema>;

/** The names of the files of tables and bytes. */
export const names = {
  table: (part: "budget" | "importer", table: string) => `${part}/${table}.jsonl`,
  document: (sha256: string) => `files/documents/${sha256}`,
  mail: (sha256: string) => `files/mail/${sha256}.eml`,
  reading: (name: string) => `files/readings/${name}.json`,
  attachment: (key: string, name: string) => `files/attachments/${key}/${plain(name)}`,
};

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** What a name in a backup says that the file is. */
export type Named =
  | { readonly kind: "words" }
  | { readonly kind: "table"; readonly part: "budget" | "importer"; readonly table: string }
  | { readonly kind: "document" | "mail" | "reading" | "attachment"; readonly key: string };

/** Reads a name; null for a file that this version does not know. */
export function readName(name: string): Named | null {
  if ([README, MANIFEST, CONTENTS].includes(name) || /^csv\/[a-z_]+\.csv$/.test(name))
    return { kind: "words" };
  const table = /^(budget|importer)\/([a-z_]{1,40})\.jsonl$/.exec(name);
  if (table !== null)
    return {
      kind: "table",
      part: table[1] === "budget" ? "budget" : "importer",
      table: table[2] ?? "",
    };
  for (const [kind, pattern] of FILES) {
    const key = pattern.exec(name)?.[1];
    if (key !== undefined) return { kind, key };
  }
  return null;
}

const FILES: readonly (readonly ["document" | "mail" | "reading" | "attachment", RegExp])[] = [
  ["document", /^files\/documents\/([0-9a-f]{64})$/],
  ["mail", /^files\/mail\/([0-9a-f]{64})\.eml$/],
  ["reading", /^files\/readings\/([\w-]{1,100})\.json$/],
  ["attachment", new RegExp(`^files/attachments/(${UUID})/[^/]{1,200}$`)],
];

/** A name without what a file system takes for something else. */
function plain(name: string): string {
  const safe = name.replace(/[\p{Cc}"*/:<>?\\|]/gu, "_").replace(/^\.+/, "_");
  return safe.slice(0, 120).toWellFormed() || "file";
}
