// Hostile and huge documents are refused or read within limits, in time proportional to their
// length.

import { describe, expect, test } from "vitest";
import {
  CAMT_PIECE_CHARS_MAX,
  CAMT_PIECES_MAX,
  XML_DEPTH_MAX,
  XML_TAG_CHARS_MAX,
} from "../../../src/platform/limits.ts";
import { account, bytesOf, details, entry, message, read, refusal } from "./reading.ts";
import { expectLinear } from "../../growth.ts";

const IBAN = "DE87500500000000123456";
const ENTRY = entry("-1.00", "2024-02-01", "<AddtlNtryInf>T</AddtlNtryInf>");
const around = (inner: string) => message("053", 2, `${account(IBAN)}${inner}`);
const MB = 1_000_000;

describe("bounds of camt documents", () => {
  test("a document with multiplying entities is refused for its DOCTYPE", async () => {
    const bomb = `<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i === 0 ? "" : i};`.repeat(10)}">`).join("")}]>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>&lol9;</BkToCstmrStmt></Document>`;

    expect(await refusal(bomb)).toContain("DOCTYPE");
  });

  test("a depth of 100,000 elements is refused before the end", async () => {
    expect(await refusal(around("<a>".repeat(100_000)))).toContain(
      `nested deeper than ${XML_DEPTH_MAX}`,
    );
    const inside = XML_DEPTH_MAX - 4;
    expect(
      (await read(around(`${"<a>".repeat(inside)}${"</a>".repeat(inside)}${ENTRY}`))).rows,
    ).toHaveLength(1);
    expect(
      await refusal(around(`${"<a>".repeat(inside + 2)}${"</a>".repeat(inside + 2)}`)),
    ).toContain("nested deeper");
  });

  test("10 MB of attributes in one tag are refused", async () => {
    const many = Array.from({ length: 700_000 }, (_, i) => `a${i}="${i}"`).join(" ");

    expect(many.length).toBeGreaterThan(10 * MB);
    expect(await refusal(around(`<X ${many}/>`))).toContain(
      `longer than ${XML_TAG_CHARS_MAX} characters`,
    );
    expect(await refusal(around(`<X a="${"x".repeat(10 * MB)}"/>`))).toContain("longer than");
    expect(
      (await read(around(`<X a="${"x".repeat(XML_TAG_CHARS_MAX - 10)}"/>${ENTRY}`))).rows,
    ).toHaveLength(1);
  });

  test("10 MB of attributes in many tags are skipped", async () => {
    const tags = '<X a="1" b="2" c="3" d="4"/>'.repeat(400_000);

    expect(await refusal(around(tags))).toContain("too long");
    const { records } = await read(around(`${ENTRY}<Ntry>${tags}</Ntry>`));
    expect(records.map(({ kind }) => kind)).toEqual(["transaction", "rejected"]);
  });

  test("an entry's text is read up to its bound, and rejected one character past it", async () => {
    const long = (chars: number) =>
      entry("-1.00", "2024-02-01", `<AddtlNtryInf>${"x".repeat(chars)}</AddtlNtryInf>`);
    const room = CAMT_PIECE_CHARS_MAX - long(0).length;
    const { records } = await read(around(`${long(room)}${long(room + 1)}`));

    expect(records.map(({ kind }) => kind)).toEqual(["transaction", "rejected"]);
    expect(records[0]?.kind === "transaction" ? records[0].row.description.length : 0).toBe(2_000);
  });

  test("a detail that is too long rejects its entry", async () => {
    const { records } = await read(
      around(
        entry(
          "-1.00",
          "2024-02-01",
          details(`<RmtInf><Ustrd>${"x".repeat(CAMT_PIECE_CHARS_MAX)}</Ustrd></RmtInf>`),
        ),
      ),
    );

    expect(records[0]?.kind === "rejected" ? records[0].reason : "").toContain(
      "detail on line 6 cannot be parsed",
    );
  });

  test("a document with too many entries and details is refused", async () => {
    // The statement is a piece as well.
    expect((await read(around("<Ntry/>".repeat(CAMT_PIECES_MAX - 1)))).records).toHaveLength(
      CAMT_PIECES_MAX - 1,
    );
    expect(await refusal(around("<Ntry/>".repeat(CAMT_PIECES_MAX)))).toContain(
      `more than ${CAMT_PIECES_MAX} entries`,
    );
  });

  test("endless comments, sections and references cost time in proportion to their length", async () => {
    for (const part of ["<!--", "<![CDATA[", "<?x ", "</", "<a b='", "&#x41;", "&", "]]>", "-->"]) {
      await expectLinear(MB, (chars) =>
        readOrRefuse(around(`<X>${part.repeat(chars / part.length)}`)),
      );
      await expectLinear(CAMT_PIECE_CHARS_MAX / 2, (chars) =>
        readOrRefuse(around(`<Ntry>${part.repeat(chars / part.length)}</Ntry>`)),
      );
    }
  });

  test("twice the entries on one line take about twice the time", async () => {
    await expectLinear(8_000, async (count) => {
      const bytes = bytesOf(
        around(
          entry(
            "-1.00",
            "2024-02-01",
            `<AcctSvcrRef>R</AcctSvcrRef>${details("<RltdPties><Cdtr><Nm>N</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Text &amp; more</Ustrd></RmtInf>")}`,
          ).repeat(count),
        ),
      );
      expect((await read(bytes)).rows).toHaveLength(count);
    });
  });
});

async function readOrRefuse(xml: string): Promise<void> {
  await read(xml).catch((error: unknown) => expect(String(error)).toContain("refused"));
}
