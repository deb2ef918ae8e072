// Laws of the OFX reader: a statement reads the same in every spelling. A file cut anywhere gives
// exactly the complete records. No bytes make the reader fail. Time is proportional to the file.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readOfx } from "../../../src/statements/ofx/read.ts";
import { readTree } from "../../../src/statements/ofx/tree.ts";
import type { StatementRow } from "../../../src/statements/statement.ts";
import { TODAY } from "../csv/reading.ts";
import { read, rowsOf } from "../reading.ts";
import { SGML_HEADER, XML_HEADER } from "./reading.ts";

interface Entry {
  readonly day: number;
  readonly cents: number;
  readonly id: string;
  readonly name: string;
  readonly memo: string;
}

/** A tree to print: a value, or parts. */
type Node = readonly [string, string | readonly Node[]];

const NAMES = [
  "Grocer & Sons",
  "Café Müller",
  "A < B",
  "Employer Ltd.",
  "Ñandú 12",
  "x'y\"z",
  "SEPA 4711/12",
  "&amp;",
];
const entry: fc.Arbitrary<Entry> = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  cents: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((cents) => cents !== 0),
  id: fc.stringMatching(/^[A-Z]{2}[0-9]{6}$/),
  name: fc.constantFrom(...NAMES),
  memo: fc.constantFrom("", "memo", ...NAMES),
});
const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 12, selector: ({ id }) => id });

const decimal = (cents: number) =>
  `${cents < 0 ? "-" : ""}${String(Math.abs(cents)).padStart(3, "0").replace(/(..)$/, ".$1")}`;
const dayOf = ({ day }: Entry) => `202403${String(day).padStart(2, "0")}`;

function nodeOf(all: readonly Entry[]): Node {
  const booked: Node[] = all.map((one) => [
    "STMTTRN",
    [
      ["TRNTYPE", one.cents < 0 ? "DEBIT" : "CREDIT"],
      ["DTPOSTED", dayOf(one)],
      ["TRNAMT", decimal(one.cents)],
      ["FITID", one.id],
      ["NAME", one.name],
      ["MEMO", one.memo],
    ],
  ]);
  return [
    "OFX",
    [
      [
        "SIGNONMSGSRSV1",
        [
          [
            "SONRS",
            [
              [
                "STATUS",
                [
                  ["CODE", "0"],
                  ["SEVERITY", "INFO"],
                ],
              ],
              ["DTSERVER", "20240401"],
              ["LANGUAGE", "ENG"],
              [
                "FI",
                [
                  ["ORG", "Bank"],
                  ["FID", "1"],
                ],
              ],
            ],
          ],
        ],
      ],
      [
        "BANKMSGSRSV1",
        [
          [
            "STMTTRNRS",
            [
              ["TRNUID", "1"],
              [
                "STMTRS",
                [
                  ["CURDEF", "EUR"],
                  [
                    "BANKACCTFROM",
                    [
                      ["BANKID", "1"],
                      ["ACCTID", "42"],
                      ["ACCTTYPE", "CHECKING"],
                    ],
                  ],
                  ["BANKTRANLIST", [["DTSTART", "20240301"], ["DTEND", "20240331"], ...booked]],
                  [
                    "LEDGERBAL",
                    [
                      ["BALAMT", "1.00"],
                      ["DTASOF", "20240331"],
                    ],
                  ],
                ],
              ],
            ],
          ],
        ],
      ],
    ],
  ];
}

interface Spelling {
  readonly xml: boolean;
  readonly end: string;
  readonly indent: string;
  readonly lower: boolean;
  /** Whether values are closed: always, never, or every other. */
  readonly closing: "all" | "none" | "some";
  readonly escape: "references" | "cdata" | "numbers";
  readonly charset: "utf-8" | "latin-1" | "utf-16";
}
const spelling: fc.Arbitrary<Spelling> = fc.record({
  xml: fc.boolean(),
  end: fc.constantFrom("\n", "\r\n", "\r", ""),
  indent: fc.constantFrom("", "  ", "\t"),
  lower: fc.boolean(),
  closing: fc.constantFrom("all", "none", "some"),
  escape: fc.constantFrom("references", "cdata", "numbers"),
  charset: fc.constantFrom("utf-8", "latin-1", "utf-16"),
});

function escaped(text: string, how: Spelling["escape"]): string {
  if (how === "cdata") return text === "" ? "" : `<![CDATA[${text}]]>`;
  if (how === "numbers") return text.replaceAll(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function printed(node: Node, how: Spelling, depth = 0, place = 0): string {
  const [name, held] = node;
  const tag = how.lower ? name.toLowerCase() : name;
  const pad = how.indent.repeat(depth);
  if (typeof held !== "string") {
    return `${pad}<${tag}>${how.end}${held.map((part, index) => printed(part, how, depth + 1, index)).join("")}${pad}</${tag}>${how.end}`;
  }
  const closed = how.closing === "all" || (how.closing === "some" && place % 2 === 0);
  return `${pad}<${tag}>${escaped(held, how.escape)}${closed ? `</${tag}>` : ""}${how.end}`;
}

function bytesOf(text: string, charset: Spelling["charset"]): Uint8Array {
  if (charset === "utf-8") return new TextEncoder().encode(text);
  if (charset === "latin-1") return Uint8Array.from(text, (char) => char.charCodeAt(0));
  return new Uint8Array(Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0)).buffer);
}

const PLAIN: Spelling = {
  xml: false,
  end: "\n",
  indent: "",
  lower: false,
  closing: "none",
  escape: "references",
  charset: "utf-8",
};

function spelled(all: readonly Entry[], how: Spelling): Uint8Array {
  return bytesOf(
    `${how.xml ? XML_HEADER.replace("UTF-8", how.charset === "latin-1" ? "ISO-8859-1" : how.charset) : SGML_HEADER}${printed(nodeOf(all), how)}`,
    how.charset,
  );
}

/** NAME and MEMO joined, unless one begins with the other. */
function textOf({ name, memo }: Entry): string {
  if (name.startsWith(memo)) return name;
  return memo.startsWith(name) ? memo : `${name} ${memo}`;
}
const said = (row: StatementRow) =>
  `${row.date} ${row.amount} ${row.reference ?? ""} ${row.payee} ${row.description}`;

test("a statement reads the same in every spelling", async () => {
  await fc.assert(
    fc.asyncProperty(entries, spelling, async (all, how) => {
      const { rows, records } = await read(spelled(all, how), { sign: "as_printed" });

      expect(records.length).toBe(all.length);
      expect(
        rows.map(
          (row) =>
            `${row.date.replaceAll("-", "")} ${row.amount} ${row.reference ?? ""} ${row.description}`,
        ),
      ).toEqual(all.map((one) => `${dayOf(one)} ${one.cents * 100} ${one.id} ${textOf(one)}`));
      expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(
        all.reduce((sum, one) => sum + one.cents * 100, 0),
      );
      expect(rows.map(said)).toEqual((await read(spelled(all, PLAIN))).rows.map(said));
    }),
    { numRuns: 150 },
  );
});

test("a file cut at any byte gives exactly the complete records", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { minLength: 2, maxLength: 3, selector: ({ id }) => id }),
      spelling.filter(({ charset }) => charset !== "utf-16"),
      async (all, how) => {
        const bytes = spelled(all, how);
        const whole = (await read(bytes)).rows.map(said);
        let last = 0;
        for (let end = 0; end < bytes.length; end += 1) {
          const result = await readOfx(bytes.subarray(0, end), { answers: {}, today: TODAY });
          if (!result.ok) continue;
          const got = rowsOf(result.value.records).map(said);
          expect(got).toEqual(whole.slice(0, got.length));
          expect(got.length).toBeGreaterThanOrEqual(last);
          last = got.length;
          // Something is always said of what is missing.
          if (got.length < all.length)
            expect(result.value.records.some((record) => record.kind === "rejected")).toBe(true);
        }
        expect(last).toBe(all.length);
      },
    ),
    { numRuns: 12 },
  );
});

test("a booking reads the same in half a statement as in the whole", async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(12), async (all, cut) => {
      const rows = async (some: readonly Entry[]) =>
        some.length === 0 ? [] : (await read(spelled(some, PLAIN))).rows.map(said);

      expect([...(await rows(all.slice(0, cut))), ...(await rows(all.slice(cut)))]).toEqual(
        await rows(all),
      );
    }),
    { numRuns: 60 },
  );
});

const fragment = fc.constantFrom(
  "<OFX>",
  "</OFX>",
  "<STMTTRN>",
  "</STMTTRN>",
  "<STMTRS>",
  "</STMTRS>",
  "<BANKTRANLIST>",
  "<TRNAMT>",
  "-12.50",
  "<DTPOSTED>",
  "20240305",
  "<NAME>",
  "<MEMO/>",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE x [",
  "<",
  ">",
  "&",
  "&#0;",
  "&#xD800;",
  "\0",
  "\ud800",
  "<BUYSTOCK>",
  "<INVBUY>",
  "<TOTAL>",
  "<CORRECTFITID>",
  "<CURRENCY>",
  "<ORIGCURRENCY>",
  "<CURRATE>",
  "0",
  "<STATUS>",
  "<SEVERITY>ERROR",
  "<LEDGERBAL><BALAMT>",
  "\r",
  "\n",
  "é",
);

test("no text and no bytes make the reader fail, and every record has exactly one fate", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc
          .array(fragment, { maxLength: 60 })
          .map((parts) => new TextEncoder().encode(parts.join(""))),
        fc.uint8Array({ maxLength: 300 }),
      ),
      async (bytes) => {
        const result = await readOfx(bytes, { answers: {}, today: TODAY });

        if (result.ok)
          for (const record of result.value.records)
            expect(["transaction", "rejected", "skipped"]).toContain(record.kind);
        else expect(result.error.message).toMatch(/\.$/);
      },
    ),
    { numRuns: 1500 },
  );
});

const HOSTILE: readonly (readonly [string, string])[] = [
  ["nested unknown tags", "<A>"],
  ["nested aggregates of other names", "<STMTRS><BANKTRANLIST><STMTTRN>"],
  ["opening signs", "<"],
  ["cut tags", "<a "],
  ["comments that begin", "<!-- "],
  ["declarations", "<!A "],
  ["whole declarations", "<!A>"],
  ["CDATA that begins", "<![CDATA["],
  ["closing tags of nothing", "</X>"],
  ["ampersands", "&"],
  ["references", "&amp;"],
  ["processing instructions", "<?x "],
  ["values", "<STMTTRN><NAME>x"],
  ["declarations with subsets", "<!D ["],
  ["closed records", "<STMTTRN><TRNAMT>1</STMTTRN>"],
  ["unknown names", "<A1><B2></A1>"],
];

// Quadratic time would take minutes for so much; the clock of an isolate stands still, so the limit is the test's.
test.each(HOSTILE)(
  "3.2 million characters of %s are read in time",
  (_, piece) => {
    const { root } = readTree(piece.repeat(Math.ceil(3_200_000 / piece.length)));

    expect(root.name).toBe("");
  },
  15_000,
);

test("depth, fields and lengths are limited", async () => {
  const wide = `<OFX><STMTTRN><TRNAMT>-1<DTPOSTED>20240305${"<X>y".repeat(300)}</STMTTRN></OFX>`;
  const deep = `<OFX><STMTTRN><TRNAMT>-1<DTPOSTED>20240305${"<X>".repeat(5_000)}</STMTTRN><STMTTRN><TRNTYPE>DEBIT<TRNAMT>-2<DTPOSTED>20240306<NAME>Tea</STMTTRN></OFX>`;
  const long = `<OFX><STMTTRN><TRNAMT>-1<DTPOSTED>20240305<MEMO>${"x".repeat(70_000)}</STMTTRN></OFX>`;
  const reasons = async (text: string) =>
    (await read(text)).records.flatMap((record) =>
      record.kind === "transaction" ? [record.row.date] : [record.reason],
    );

  expect(await reasons(wide)).toEqual(["the record has 302 values; at most 256 are read"]);
  expect(await reasons(deep)).toEqual([
    "the record has 5002 values; at most 256 are read",
    "2024-03-06",
  ]);
  expect(await reasons(long)).toEqual(["a value has 70000 characters; at most 65536 are read"]);
});
