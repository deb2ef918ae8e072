// Statements as files: in a folder of test/fixtures, each NAME.ofx (or .qif, .csv ...) with what must be
// read from it in NAME.expected.json, derived by hand.

import * as z from "zod";
import { must } from "../../src/platform/assert.ts";

/** A statement's file below test/fixtures, as "ofx/us-chase-card.ofx", and its bytes. */
export interface FixtureFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The files with what is expected of each; both as import.meta.glob gives them, the files as data URLs. */
export function pairFixtures<Schema extends z.ZodType>(
  files: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, unknown>>,
  schema: Schema,
): (FixtureFile & z.infer<Schema>)[] {
  const missing = new Set(Object.keys(expected));
  const fixtures = Object.entries(files).map(([path, url]) => {
    const file = path.split("/").slice(-2).join("/");
    const beside = path.replace(/\.\w+$/, ".expected.json");
    missing.delete(beside);
    const read = schema.safeParse(must(expected[beside], `${file} has no .expected.json`));
    if (!read.success) throw new Error(`${beside}: ${z.prettifyError(read.error)}`);
    const bytes = new Uint8Array(Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
    return Object.assign({ file, bytes }, read.data);
  });
  if (missing.size > 0) throw new Error(`no file is beside ${[...missing].join(", ")}`);
  return fixtures;
}
