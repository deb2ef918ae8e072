// An import whose reading is doubtful asks before it posts: amounts that are all zero, many rows
// left out, balances that contradict the rows. In every format, and also where no preview was asked
// for. One answer imports it, the other leaves it.

import { env, exports } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test } from "vitest";
import type { LayoutPreview } from "../../../src/importer/imports/preview.ts";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { api, HEADERS, listed, rest, send } from "../posting/driver.ts";
import { reset } from "../../reset.ts";
import { contentOf, pdfOfStreams } from "../../receipts/pdf/write-pdf.ts";
import { xlsxOf } from "../../statements/workbook/xlsx-writing.ts";
import { camtText } from "../laws/print/camt.ts";
import { mt940Text } from "../laws/print/mt940.ts";
import type { Entry } from "../laws/truth.ts";

const bindings: Env = env;

afterEach(() => reset());

const imported = (file: string | Uint8Array, query = "") =>
  send(file, "Checking", query, "statement");

async function answered(run: Import, choice: "import" | "leave"): Promise<Import> {
  await api(`/imports/${run.id}/answers`, "POST", JSON.stringify({ answers: { as_read: choice } }));
  return rest(run.id);
}

/** What the service holds, "2026-03-13 10.0000"; there positive is money out. */
async function stored(): Promise<string[]> {
  return (await listed()).map(({ date, amount }) => `${date} ${amount}`).toSorted();
}

const ZERO =
  "Date,Description,Amount\n2026-03-13,Coffee,0.00\n2026-03-14,Market,0.00\n2026-03-15,Train,0.00\n";
const LEFT =
  "Date,Description,Amount\n2026-03-13,Coffee,-3.50\n2026-03-14,Market,twelve\n2026-03-15,Train,-5.00\n2026-02-30,Rent,-900.00\n2026-03-17,Salary,100.00\n2026-03-18,Kiosk,-1.00\n";
const MANY =
  "Date,Description,Amount\n2026-03-13,Coffee,-3.50\n2026-03-14,Market,twelve\n2026-03-15,Train,-5.00\n2026-03-16,Rent,-900.00\n2026-03-17,Salary,100.00\n";
const CONTRADICTED =
  "Date,Description,Amount,Balance\n2026-03-13,Coffee,-3.50,996.50\n2026-03-14,Market,-10.00,986.50\n2026-03-15,Train,-5.00,950.00\n2026-03-16,Salary,100.00,1050.00\n";

describe("an import asks before it posts", () => {
  test("amounts that are all zero, with what may be wrong and what each answer does", async () => {
    const run = await imported(ZERO);

    expect(run.state).toBe("question");
    expect(run.questions).toEqual([
      {
        id: "as_read",
        ask: "Every amount in this file is 0.00, on all 3 rows. The amounts may be in a column that was not recognized. Import the file anyway?",
        choices: [
          {
            value: "import",
            label: "Import it as it was read",
            example:
              "3 transactions, money in 0.00, money out 0.00; the first on 2026-03-13, Coffee (line 2)",
          },
          { value: "leave", label: "Do not import it", example: "Nothing is imported" },
        ],
      },
    ]);
    expect(await stored()).toEqual([]);
  });

  test("more than a fifth of the rows left out without a known reason, with their lines", async () => {
    const run = await imported(LEFT);

    expect([run.state, run.counts.rejected]).toEqual(["question", 2]);
    expect(run.questions.map(({ ask }) => ask)).toEqual([
      "2 of 6 rows cannot be read and would be left out: lines 3, 5. Import the file anyway?",
    ]);
    expect(run.questions[0]?.choices[0]?.example).toBe(
      "4 transactions, money in 100.00, money out 9.50; the first on 2026-03-13, Coffee (line 2)",
    );
  });

  test("but not of a row that the bank printed twice, its id and its balance included: it is one transaction", async () => {
    const run = await imported(
      "Transaction ID,Date,Description,Amount,Balance\nTX2026-00041,2026-03-13,Coffee,-3.50,996.50\nTX2026-00042,2026-03-14,Market,-10.00,986.50\nTX2026-00042,2026-03-14,Market,-10.00,986.50\nTX2026-00043,2026-03-15,Train,-5.00,981.50\n",
    );

    expect([run.state, run.counts.inserted, run.counts.duplicate, run.layout?.proof]).toEqual([
      "done",
      3,
      1,
      { kind: "running balance", rows_checked: 2, rows_proven: 2, breaks_at: null },
    ]);
  });

  test("not a fifth of them", async () => {
    const run = await imported(MANY);

    expect([run.state, run.counts.inserted, run.counts.rejected]).toEqual(["done", 4, 1]);
  });

  test("balances that do not fit its rows, with the lines", async () => {
    const run = await imported(CONTRADICTED);

    expect(run.state).toBe("question");
    expect(run.questions.map(({ ask }) => ask)).toEqual([
      "The running balance does not fit 1 of 3 steps from row to row, at line 4. A row may be missing or misread there. Import the file anyway?",
    ]);
    expect(run.layout?.proof).toEqual({
      kind: "running balance",
      rows_checked: 3,
      rows_proven: 2,
      breaks_at: 4,
      breaks: 1,
      break_lines: [4],
    });
  });

  test("rows whose amounts are not where the others have theirs, although none is rejected", async () => {
    const run = await imported(
      "Date,Description,Amount,Remark\n2026-03-13,Coffee,-3.50,\n2026-03-14,Market,,see note\n2026-03-15,Train,-5.00,\n2026-03-16,Rent,,see note\n",
    );

    expect([run.state, run.counts.skipped]).toEqual(["question", 2]);
    expect(run.questions.map(({ ask }) => ask)).toEqual([
      "2 of 4 rows have no amount and would be left out: lines 3, 5. Import the file anyway?",
    ]);
  });

  test("no row of which has an amount is asked about, not done with nothing", async () => {
    const run = await imported(
      "Date,Description,Amount\n2026-03-13,Coffee,-3.50\n2026-03-14,Market,-4.00\n"
        .replace("-3.50", "")
        .replace("-4.00", ""),
    );

    expect(run.state).toBe("question");
  });

  test("but not where rows are left out for a reason that is known", async () => {
    const run = await imported(
      "Date,Description,Amount,Status\n2026-03-13,Coffee,-3.50,Booked\n2026-03-14,Market,-9.00,Pending\n2026-03-15,Train,-5.00,Declined\n2026-03-15,Closing balance,100.00,\nTotal,,-17.50,\n",
    );

    expect([run.state, run.counts.inserted, run.counts.skipped]).toEqual(["done", 1, 4]);
  });
});

describe("the answer", () => {
  test("imports it as it was read", async () => {
    const run = await answered(await imported(CONTRADICTED), "import");

    expect([run.state, run.questions, run.counts.inserted]).toEqual(["done", [], 4]);
    expect(await stored()).toEqual([
      "2026-03-13 3.5000",
      "2026-03-14 10.0000",
      "2026-03-15 5.0000",
      "2026-03-16 -100.0000",
    ]);
  });

  test("leaves it: nothing is in the budget, and the document stays", async () => {
    const run = await answered(await imported(CONTRADICTED), "leave");

    expect([run.state, run.counts.inserted]).toEqual(["undone", 0]);
    expect(await stored()).toEqual([]);
    const kept = await exports.default.fetch(
      new Request(`https://tributary.test/api/imports/${run.id}/document`, { headers: HEADERS }),
    );
    expect(await kept.text()).toBe(CONTRADICTED);
  });

  test("is of this file only: the next file of the layout is asked about again", async () => {
    await answered(await imported(CONTRADICTED), "import");
    const next = await imported(CONTRADICTED.replaceAll("2026-03", "2026-04"));

    expect(next.state).toBe("question");
    const layout = await api<{ answers: { question: string }[] }>(
      `/layouts/${encodeURIComponent(next.layout?.fingerprint ?? "")}`,
    );
    expect(layout.answers.map(({ question }) => question)).not.toContain("as_read");
  });

  test("given twice is refused the second time, and posts once", async () => {
    const run = await imported(CONTRADICTED);
    await answered(run, "import");
    const again = await exports.default.fetch(
      new Request(`https://tributary.test/api/imports/${run.id}/answers`, {
        method: "POST",
        headers: HEADERS,
        body: '{"answers":{"as_read":"import"}}',
      }),
    );

    expect(again.status).toBe(409);
    expect(await stored()).toHaveLength(4);
  });

  test("holds after a crash between the last row read and the question", async () => {
    const run = await imported(CONTRADICTED);
    // As an object is that was killed after the last slice was stored.
    await runInDurableObject(bindings.IMPORTER.getByName("1"), async (importer, state) => {
      new Sql(state.storage).run(
        "UPDATE runs SET state = 'reading', read_done = 0, questions = '[]' WHERE id = ?",
        run.id,
      );
      await (importer as unknown as { wake(): Promise<void> }).wake();
    });
    const again = await rest(run.id);

    expect([again.state, again.counts.read, again.questions.map(({ id }) => id)]).toEqual([
      "question",
      4,
      ["as_read"],
    ]);
    expect((await answered(again, "import")).counts.inserted).toBe(4);
  });
});

describe("with a preview", () => {
  test("amounts that are all zero and rows left out are asked about first, then shown", async () => {
    for (const file of [ZERO, LEFT]) {
      const run = await imported(file, "&preview=true");
      expect([run.state, run.questions.map(({ id }) => id)]).toEqual(["question", ["as_read"]]);
      expect((await answered(run, "import")).state).toBe("preview");
    }
  });

  test("balances that do not fit are shown with the rows, and confirming them is the answer", async () => {
    const run = await imported(CONTRADICTED, "&preview=true");

    expect(run.state).toBe("preview");
    expect(run.layout?.warnings).toEqual([
      "The running balance does not fit 1 of 3 steps from row to row, at line 4. A row may be missing or misread there.",
    ]);
    await api(`/imports/${run.id}/confirm`, "POST");
    expect((await rest(run.id)).state).toBe("done");
  });

  test("of a layout's page the question is what would be asked", async () => {
    const run = await imported(CONTRADICTED, "&preview=true");
    const shown = await api<LayoutPreview>(
      `/layouts/${encodeURIComponent(run.layout?.fingerprint ?? "")}/preview`,
      "POST",
      "{}",
    );

    expect(shown.questions.map(({ id }) => id)).toEqual(["as_read"]);
  });
});

const ENTRIES: readonly Entry[] = [-350, -1_250, 21_000, -4_990].map((cents, at) => ({
  day: 13 + at,
  time: "10:00:00",
  cents,
  payee: "Rail Tickets",
  purpose: "March",
  reference: `R${at}`,
  original: null,
  balance: 0,
}));
const booked = ENTRIES.map((entry, at): Entry => ({
  ...entry,
  balance: 500_000 + ENTRIES.slice(0, at + 1).reduce((all, { cents }) => all + cents, 0),
}));
/** The same without its second booking, and with the balances of the whole. */
const lacking = booked.filter((_, at) => at !== 1);
const HABITS = {
  camt: {
    kind: "053",
    version: 2,
    prefix: "",
    references: true,
    purpose: true,
    end: "\n",
  } as const,
  mt940: { references: true, purpose: true, envelope: false, end: "\r\n" },
};
const OFX = (rows: readonly Entry[]) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM><BANKTRANLIST>\n${rows.map(({ day, cents, reference }) => `<STMTTRN><TRNTYPE>${cents < 0 ? "DEBIT" : "CREDIT"}<DTPOSTED>202403${day}<TRNAMT>${(cents / 100).toFixed(2)}<FITID>${reference}X<NAME>Rail</STMTTRN>\n`).join("")}</BANKTRANLIST><LEDGERBAL><BALAMT>5144.10<DTASOF>20240331</LEDGERBAL><BALLIST><BAL><NAME>Opening Balance<DESC>Opening Balance<BALTYPE>DOLLAR<VALUE>5000.00</BAL></BALLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`;
const CSV = (rows: readonly Entry[]) =>
  `Opening balance;5000.00\nClosing balance;5144.10\n\nDate;Text;Amount\n${rows.map(({ day, cents }) => `2024-03-${day};Rail;${(cents / 100).toFixed(2)}\n`).join("")}`;
const XLSX = (rows: readonly Entry[]) =>
  xlsxOf([
    ["Date", "Text", "Amount", "Balance"],
    ...rows.map(({ day, cents, balance }) => [
      { day: `2024-03-${day}` },
      "Rail",
      { number: String(cents / 100), format: 4 },
      { number: String(balance / 100), format: 4 },
    ]),
  ]);

describe.each([
  ["csv with stated balances", CSV],
  ["xlsx with a running balance", XLSX],
  ["camt", (rows: readonly Entry[]) => camtText(rows, HABITS.camt)],
  ["mt940", (rows: readonly Entry[]) => mt940Text(rows, HABITS.mt940)],
  ["ofx", OFX],
] as const)("of %s", (_, write) => {
  test("a statement whose balances fit is imported, one that lacks a row is asked about", async () => {
    const whole = await imported(await write(booked));
    const short = await imported(await write(lacking));

    expect([whole.state, whole.counts.inserted]).toEqual(["done", 4]);
    expect([short.state, short.questions.map(({ id }) => id), short.layout?.proof.breaks]).toEqual([
      "question",
      ["as_read"],
      1,
    ]);
    expect(short.layout?.proof.break_lines).toHaveLength(1);
  });
});

describe.each([
  ["qif", "!Type:Bank\nD2026-03-13\nT0.00\nPCoffee\n^\nD2026-03-14\nT0.00\nPMarket\n^\n"],
  ["ofx", OFX(booked.map((entry) => ({ ...entry, cents: 0 }))).replace("5144.10", "5000.00")],
  [
    "mt940",
    mt940Text(
      booked.map((entry) => ({ ...entry, cents: 0, balance: 500_000 })),
      HABITS.mt940,
    ),
  ],
  [
    "camt",
    camtText(
      booked.map((entry) => ({ ...entry, cents: 0, balance: 500_000 })),
      HABITS.camt,
    ),
  ],
] as const)("of %s", (_, file) => {
  test("a statement of nothing but zeros is asked about", async () => {
    expect((await imported(file)).questions.map(({ id }) => id)).toEqual(["as_read"]);
  });
});

describe("a PDF", () => {
  /** Rows of a table with amounts that end at one place; the last column is the balance. */
  const pdf = (rows: readonly (readonly string[])[]) => {
    const place = (text: string, column: number) =>
      column < 2 ? 40 + 80 * column : 250 + 90 * column - 6 * text.length;
    const runs = rows.flatMap((cells, row) =>
      cells.map((text, column) => ({ x: place(text, column), y: 700 - 14 * row, text })),
    );
    return pdfOfStreams([{ entries: "", stream: contentOf(runs) }]);
  };
  const rows = [
    ["Date", "Description", "Amount", "Balance"],
    ["2026-03-13", "Coffee", "-3.50", "996.50"],
    ["2026-03-14", "Market", "-10.00", "986.50"],
    ["2026-03-15", "Train", "-5.00", "981.50"],
  ];

  test("whose balances prove each row is imported", async () => {
    const run = await imported(pdf(rows));

    expect([run.state, run.layout?.format, run.layout?.warnings ?? []]).toEqual([
      "done",
      "pdf",
      [],
    ]);
    expect(await stored()).toHaveLength(3);
  });

  test("that no balance proves is shown row by row, and nothing is imported before", async () => {
    const run = await imported(pdf(rows.map((cells) => cells.slice(0, 3))));

    expect([run.state, run.layout?.warnings]).toEqual([
      "preview",
      [
        "The rows were read from the pages of a PDF, and its balances prove none of 3: compare each row with the document before you import it.",
      ],
    ]);
    expect(await stored()).toEqual([]);
  });
});
