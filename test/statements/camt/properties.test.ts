// Laws: a generated statement is read correctly in every version, message, prefix and encoding. A
// cut document is refused. Arbitrary bytes and changes never throw and never lose an entry.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { units, printUnits } from "../../../src/money/money.ts";
import { readCamt } from "../../../src/statements/camt/camt.ts";
import { bytesOf, read, type Kind } from "./reading.ts";

interface Booking {
  readonly amount: number;
  readonly day: string;
  readonly name: string;
  readonly text: string;
  readonly reference: string;
  /** More than one: a collective booking of these. */
  readonly parts: readonly number[];
}

const texts = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) =>
  text
    // oxlint-disable-next-line no-control-regex -- what XML cannot hold
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff\ud800-\udfff]/g, "")
    .replace(/[\s\u200b\ufeff]+/g, " ")
    .trim(),
);
const days = fc
  .tuple(
    fc.integer({ min: 2001, max: 2030 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([y, m, d]) => `${y}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`);
const amounts = fc.integer({ min: 1, max: 10_000_000 });
const bookings: fc.Arbitrary<readonly Booking[]> = fc
  .array(
    fc.record({
      out: fc.boolean(),
      parts: fc.array(amounts, { minLength: 1, maxLength: 4 }),
      day: days,
      name: texts,
      text: texts,
    }),
    { maxLength: 8 },
  )
  .map((list) =>
    list.map(({ out, parts, day, name, text }, index) => {
      const signed = parts.map((part) => (out ? -part : part) * 100);
      return {
        amount: signed.reduce((all, part) => all + part, 0),
        parts: signed,
        day,
        name,
        text,
        reference: `REF${index + 1}`,
      };
    }),
  );

interface Shape {
  readonly kind: Kind;
  readonly version: number;
  /** "" for the default namespace. */
  readonly prefix: string;
  readonly encoding: "utf-8" | "utf-8 with mark" | "utf-16le" | "utf-16be" | "iso-8859-1";
  readonly lines: string;
  readonly envelope: boolean;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  kind: fc.constantFrom<Kind>("052", "053", "054"),
  version: fc.integer({ min: 1, max: 13 }),
  prefix: fc.constantFrom("", "ns2:", "camt:", "a.b-c_1:"),
  encoding: fc.constantFrom("utf-8", "utf-8 with mark", "utf-16le", "utf-16be", "iso-8859-1"),
  lines: fc.constantFrom("\n", "\r\n", "\r"),
  envelope: fc.boolean(),
});

function escaped(text: string, encoding: Shape["encoding"]): string {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const byNumber = (letter: string) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`;
  return encoding === "iso-8859-1"
    ? safe.replace(/[^\u0020-\u007e\u00a1-\u00ff]/gu, byNumber)
    : safe;
}

/** The statement as a bank of that version would print it. */
function printed(list: readonly Booking[], opening: number, shape: Shape): Uint8Array {
  const { kind, version, prefix: p, encoding } = shape;
  const [message, statement] = {
    "052": ["BkToCstmrAcctRpt", "Rpt"],
    "053": ["BkToCstmrStmt", "Stmt"],
    "054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
  }[kind];
  const tag = (name: string, inner: string, attribute = "") =>
    `<${p}${name}${attribute}>${inner}</${p}${name}>\n`;
  const money = (value: number) =>
    tag("Amt", printUnits(units(Math.abs(value)), 2), ' Ccy="EUR"') +
    tag("CdtDbtInd", value < 0 ? "DBIT" : "CRDT");
  const amountOnly = (value: number) =>
    tag("Amt", printUnits(units(Math.abs(value)), 2), ' Ccy="EUR"');
  const balance = (code: string, value: number) =>
    tag(
      "Bal",
      tag("Tp", version === 1 ? tag("Cd", code) : tag("CdOrPrtry", tag("Cd", code))) + money(value),
    );
  const detail = ({ name, text }: Booking, value: number, index: number) =>
    tag(
      "TxDtls",
      tag("Refs", tag("EndToEndId", `E${index}`)) +
        (version >= 3 ? money(value) : tag("AmtDtls", tag("TxAmt", amountOnly(value)))) +
        (name === ""
          ? ""
          : tag(
              "RltdPties",
              tag(
                value < 0 ? "Cdtr" : "Dbtr",
                version >= 8
                  ? tag("Pty", tag("Nm", escaped(name, encoding)))
                  : tag("Nm", escaped(name, encoding)),
              ),
            )) +
        (text === "" ? "" : tag("RmtInf", tag("Ustrd", escaped(text, encoding)))),
    );
  const entry = (booking: Booking) => {
    const inner = booking.parts.map((part, index) => detail(booking, part, index)).join("");
    return tag(
      "Ntry",
      money(booking.amount) +
        tag("Sts", version >= 8 ? tag("Cd", "BOOK") : "BOOK") +
        tag("BookgDt", tag("Dt", booking.day)) +
        tag("AcctSvcrRef", booking.reference) +
        (version === 1 ? inner : tag("NtryDtls", inner)),
    );
  };
  const account = version === 1 ? tag("PrtryAcct", tag("Id", "DE1")) : tag("IBAN", "DE1");
  const closing = list.reduce((all, { amount }) => all + amount, opening);
  const balances = kind === "054" ? "" : balance("OPBD", opening) + balance("CLBD", closing);
  const inner = tag(
    statement ?? "",
    tag("Id", "S") +
      tag("Acct", tag("Id", account) + tag("Ccy", "EUR")) +
      balances +
      list.map(entry).join(""),
  );
  const namespace = ` xmlns${p === "" ? "" : `:${p.slice(0, -1)}`}="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${String(version).padStart(2, "0")}"`;
  const document = tag(
    "Document",
    tag(`${message}${version === 1 ? "V01" : ""}`, inner),
    namespace,
  );
  const whole = shape.envelope
    ? `<s:Envelope xmlns:s="urn:s"><s:Body>\n${document}</s:Body></s:Envelope>`
    : document;
  return encoded(
    `<?xml version="1.0" encoding="${declaredEncoding(encoding)}"?>\n${whole}`.replaceAll(
      "\n",
      shape.lines,
    ),
    encoding,
  );
}

function declaredEncoding(encoding: Shape["encoding"]): string {
  if (encoding === "utf-8 with mark") return "utf-8";
  return encoding.startsWith("utf-16") ? "UTF-16" : encoding;
}

function encoded(text: string, encoding: Shape["encoding"]): Uint8Array {
  if (encoding === "utf-8") return bytesOf(text);
  if (encoding === "utf-8 with mark") return bytesOf(`\ufeff${text}`);
  if (encoding === "iso-8859-1") return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const marked = `\ufeff${text}`;
  const view = new DataView(new ArrayBuffer(2 * marked.length));
  for (let index = 0; index < marked.length; index += 1)
    view.setUint16(2 * index, marked.charCodeAt(index), encoding === "utf-16le");
  return new Uint8Array(view.buffer);
}

const folded = (text: string) => text.replace(/[\s\u0085\u200b\ufeff]+/g, " ").trim();

describe("generated camt statements", () => {
  test("count, amounts, days, references, names and proof are the same in every form", async () => {
    await fc.assert(
      fc.asyncProperty(
        bookings,
        fc.integer({ min: -10_000, max: 10_000 }),
        shapes,
        async (list, opening, shape) => {
          const { rows, layout, records } = await read(printed(list, opening * 100, shape));

          const expected = list.flatMap(({ parts, day, name, reference }) =>
            parts.map((part, index) => [
              day,
              part,
              parts.length === 1 ? reference : `${reference}/${index + 1}`,
              folded(name),
            ]),
          );
          expect(
            rows.map((row) => [row.date, row.amount, row.reference, row.payee].slice(0, 3)),
          ).toEqual(expected.map((row) => row.slice(0, 3)));
          for (const [index, row] of rows.entries())
            if (expected[index]?.[3] !== "") expect(row.payee).toBe(expected[index]?.[3]);
          expect(records.filter(({ kind }) => kind === "rejected")).toEqual([]);
          expect(layout.account).toBe("DE1");
          expect(layout.proof.breaks_at).toBeNull();
          expect(layout.proof.rows_proven).toBe(shape.kind === "054" ? 0 : rows.length);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("two forms of the same bookings give the same rows except for lines and cells", async () => {
    const facts = async (bytes: Uint8Array) =>
      (await read(bytes)).rows.map(({ date, amount, currency, description, reference, payee }) => ({
        date,
        amount,
        currency,
        description,
        reference,
        payee,
      }));
    await fc.assert(
      fc.asyncProperty(bookings, shapes, shapes, async (list, a, b) => {
        expect(await facts(printed(list, 0, a))).toEqual(await facts(printed(list, 0, b)));
      }),
      { numRuns: 60 },
    );
  });

  test("a changed amount breaks the proof at the closing balance's line", async () => {
    await fc.assert(
      fc.asyncProperty(
        bookings.filter((list) => list.length > 0),
        shapes,
        async (list, shape) => {
          const plain = { ...shape, kind: "053" as const, encoding: "utf-8" as const, lines: "\n" };
          const text = new TextDecoder().decode(printed(list, 0, plain));
          const changed = text.replace(
            /(CLBD[^]*?Amt Ccy="EUR">)(\d)/,
            (_, before: string, digit: string) => `${before}${(Number(digit) + 1) % 10}`,
          );
          const { layout } = await read(changed);

          expect(layout.proof.breaks_at).toBe(
            text
              .slice(0, text.indexOf("CLBD"))
              .split("\n")
              .findLastIndex((line) => line.includes("Bal>")) + 1,
          );
          expect(layout.proof.rows_proven).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("a document that is cut off anywhere after its first tag is refused", async () => {
    await fc.assert(
      fc.asyncProperty(
        bookings,
        shapes,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (list, shape, share) => {
          const text = new TextDecoder().decode(
            printed(list, 0, { ...shape, encoding: "utf-8", lines: "\n" }),
          );
          const start = text.indexOf("\n") + 2;
          const end = text.trimEnd().length - 1;
          const result = await readCamt(
            bytesOf(text.slice(0, start + Math.floor(share * (end - start)))),
          );

          expect(result.ok ? "read" : result.error.message).toMatch(/ends on line \d+ inside/);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("arbitrary input of the camt reader", () => {
  test("no bytes make the reader throw", async () => {
    const parts = fc.constantFrom(
      "<Document>",
      "<BkToCstmrStmt>",
      "<Stmt>",
      "<Ntry>",
      "</Ntry>",
      "</Stmt>",
      '<Amt Ccy="EUR">1</Amt>',
      "<Sts>BOOK</Sts>",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?",
      "?>",
      "&#0;",
      "&",
      "<",
      ">",
      '"',
      "\0",
      "\ud800",
      "<__proto__/>",
      "<TxDtls/>",
      "<NtryDtls>",
      "</NtryDtls>",
      "<Ntry/>",
      "<Bal/>",
      "</BkToCstmrStmt>",
      "</Document>",
    );
    const soups = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(parts, { maxLength: 30 }).map((list) => bytesOf(list.join(""))),
    );
    await fc.assert(
      fc.asyncProperty(soups, async (bytes) => {
        expect(typeof (await readCamt(bytes)).ok).toBe("boolean");
      }),
      { numRuns: 500 },
    );
  });

  test("a changed letter is refused, rejects its entry or changes it, but removes no entry", async () => {
    await fc.assert(
      fc.asyncProperty(
        bookings.filter((list) => list.length > 1),
        fc.nat(),
        fc.constantFrom("<", ">", "&", "x", "0", " ", "-", "/"),
        async (list, at, letter) => {
          const text = new TextDecoder().decode(
            printed(list, 0, {
              kind: "053",
              version: 2,
              prefix: "",
              encoding: "utf-8",
              lines: "\n",
              envelope: false,
            }),
          );
          const first = text.indexOf("<Ntry>");
          const where = first + 6 + (at % (text.lastIndexOf("</Ntry>") - first - 6));
          const result = await readCamt(
            bytesOf(text.slice(0, where) + letter + text.slice(where + 1)),
          );
          if (!result.ok) return;
          const lines = new Set(
            result.value.records.map(({ kind, ...record }) =>
              kind === "transaction" && "row" in record
                ? record.row.reference?.split(/[/#]/)[0]
                : `line ${"line" in record ? record.line : 0}`,
            ),
          );

          // One change can alter a reference, never join two entries.
          expect(lines.size).toBeGreaterThanOrEqual(list.length);
        },
      ),
      { numRuns: 200 },
    );
  });
});
