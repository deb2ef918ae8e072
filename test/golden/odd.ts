// What the parts of the readers say of inputs that are no whole statement: a file's encoding and
// cells, lists of amounts and days as texts, an archive's members.

import { readAmount, type DecimalMark } from "../../src/statements/csv/amounts/amount.ts";
import { DATE_ORDERS, dateParts, dayIn, readDate } from "../../src/statements/csv/dates/dates.ts";
import { detectEncoding } from "../../src/statements/csv/shape/encoding.ts";
import { textBlocks } from "../../src/statements/csv/shape/text.ts";
import { tokenizer } from "../../src/statements/csv/shape/tokenize.ts";
import { toRanges, unpackWhole, zipMembers } from "../../src/platform/zip.ts";
import { hashed, sentence } from "./digest.ts";
import { sourceOf } from "./statement.ts";

/** The file's text, and its cells where commas part them. */
export async function readAsText(name: string, bytes: Uint8Array): Promise<object> {
  const source = sourceOf(name, bytes);
  const encoding = await detectEncoding(source);
  let text = "";
  for await (const block of textBlocks(source, encoding)) text += block;
  const tokens = tokenizer(
    {
      delimiter: ",",
      newline: text.includes("\n") || !text.includes("\r") ? "\n" : "\r",
      wrapped: false,
    },
    0,
  );
  const batches = [tokens.push(text), tokens.end()];
  const rows = batches.flatMap((batch) => batch.rows);
  return {
    encoding: {
      name: encoding.name,
      mark_bytes: encoding.mark_bytes,
      faulty: encoding.faulty,
      why: sentence(encoding.why),
    },
    text: hashed(text),
    rows: rows.length,
    cells: hashed(JSON.stringify(rows)),
    lines: hashed(JSON.stringify(batches.flatMap((batch) => batch.lines))),
    broken: batches.flatMap((batch) =>
      [...batch.broken].map(([row, why]) => ({ row, why: sentence(why) })),
    ),
  };
}

export interface Case {
  readonly text: string;
  readonly decimal?: DecimalMark | null | undefined;
  readonly order?: string | null | undefined;
}

/** A list of texts, each read as an amount and as a day. */
export function readCases(cases: readonly Case[]): object[] {
  return cases.map(({ text, decimal = null, order }) => {
    const parts = dateParts(text);
    const known = DATE_ORDERS.find((one) => one === order) ?? "ymd";
    const [two, none] = [readAmount(text, decimal, 2), readAmount(text, decimal, 0)];
    return {
      text,
      amount: two,
      whole: none,
      day: readDate(text, known),
      days: DATE_ORDERS.map((one) => (parts === null ? null : dayIn(parts, one))),
    };
  });
}

const MEMBERS_MAX = 100;
const MEMBER_BYTES_MAX = 10_000_000;
const RATIO_MAX = 200;

/** The files of a ZIP archive with their bytes, or why there are none. */
export async function readAsArchive(bytes: Uint8Array): Promise<object> {
  const file = toRanges(bytes);
  const members = await zipMembers(file, MEMBERS_MAX);
  if (!members.ok) return { refused: sentence(members.error) };
  const found: object[] = [];
  for (const member of members.value) {
    const { name, encrypted, size, packed } = member;
    const whole = await unpackWhole(file, member, MEMBER_BYTES_MAX, RATIO_MAX).catch(
      (fault: unknown) => ({ refused: sentence(String(fault)) }),
    );
    found.push({ name, encrypted, size, packed, whole });
  }
  return { members: found };
}
