// What was learned of layouts, over the API and in the object's tables: shown, corrected, forgotten, previewed, taken
// elsewhere and brought back; and what an undone import takes with it.

import { env, exports } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { LayoutPreview } from "../../../src/importer/imports/preview.ts";
import { adopt, learn, type KeptLayout } from "../../../src/importer/layouts/layouts.ts";
import { planImport } from "../../../src/importer/layouts/layouts-file.ts";
import { remember } from "../../../src/importer/layouts/remembered-answers.ts";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { steps } from "../../../src/importer/schema.ts";
import {
  LAYOUTS_FILE_BYTES_MAX,
  LAYOUTS_MAX,
  PREVIEW_RECORDS_MAX,
  PREVIEW_ROWS,
} from "../../../src/platform/limits.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { rest } from "../posting/driver.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

const TOKEN = "local-token-for-tests";
const bindings: Env = env;

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

interface WireAnswer {
  readonly question: string;
  readonly choice: string;
  readonly for_account: number | null;
  readonly answered_at: string;
  readonly asked: {
    readonly ask: string;
    readonly choices: readonly { readonly value: string }[];
  } | null;
}

interface WireLayout {
  readonly fingerprint: string;
  readonly format: string;
  readonly settable: boolean;
  readonly columns: readonly { readonly role: string }[];
  readonly why: readonly string[];
  readonly warnings: readonly string[];
  readonly answers: readonly WireAnswer[];
  readonly imports: number;
  readonly last_import: string | null;
  readonly used_at: string | null;
  readonly kept: boolean;
}

function call(path: string, method = "GET", body?: unknown, token = TOKEN): Promise<Response> {
  const init = {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
  return exports.default.fetch(new Request(`https://tributary.test${path}`, init));
}

async function json<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const response = await call(path, method, body);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json<T>();
}

async function refusal(
  path: string,
  method = "GET",
  body?: unknown,
  token = TOKEN,
): Promise<string> {
  const response = await call(path, method, body, token);
  const { errors } = await response.json<{ errors: { errMsg: string }[] }>();
  return `${response.status} ${errors[0]?.errMsg ?? ""}`;
}

async function importFile(file: string, query = "account=Checking"): Promise<Import> {
  return rest((await json<Import>(`/api/imports?${query}`, "POST", file)).id);
}

const layouts = async () => (await json<{ layouts: WireLayout[] }>("/api/layouts")).layouts;
const pathOf = (fingerprint: string, part = "") =>
  `/api/layouts/${encodeURIComponent(fingerprint)}${part}`;
const said = (answers: readonly WireAnswer[]) =>
  answers.map(({ question, choice, for_account }) => ({ question, choice, for_account }));
const inObject = <T>(work: (sql: Sql) => T) =>
  runInDurableObject(bindings.IMPORTER.getByName("1"), (_, state) => work(new Sql(state.storage)));

const OPEN = "Date,Description,Amount\n04/03/2024,Shop,-12.00\n05/03/2024,Employer,13.00\n";
const CLEAR =
  "Date,Payee,Amount,Balance\n2024-01-15,Shop,-20.00,80.00\n2024-01-16,Kiosk,-5.50,74.50\n2024-01-17,Refund,10.00,84.50\n";

/** The layout of OPEN, whose question was answered. */
async function answered(): Promise<{ layout: WireLayout; run: Import }> {
  const { id } = await importFile(OPEN);
  await json(`/api/imports/${id}/answers`, "POST", { answers: { date_order: "mdy" } });
  const run = await rest(id);
  const [layout] = await layouts();
  if (layout === undefined) throw new Error("no layout was learned");
  return { layout, run };
}

describe("a layout", () => {
  test("is learned by an import: how it is read, why, what was answered with the question itself, and by how many imports", async () => {
    const { layout, run } = await answered();
    await importFile(OPEN.replaceAll("2024", "2025"));
    const [again] = await layouts();

    expect(layout).toMatchObject({
      format: "csv",
      settable: true,
      imports: 1,
      last_import: run.id,
      kept: true,
    });
    expect(layout.columns.map(({ role }) => role)).toEqual(["date", "description", "amount"]);
    expect(layout.why).toContain('You answered the question "date order".');
    const [account, order] = layout.answers;
    expect(account).toMatchObject({ question: "account", for_account: null, asked: null });
    expect(order).toMatchObject({
      question: "date_order",
      choice: "mdy",
      asked: { ask: "Is the day or the month first in the dates of “Date”?" },
    });
    expect(order?.asked?.choices.map(({ value }) => value)).toEqual(["dmy", "mdy"]);
    expect(again?.imports).toBe(2);
    expect(again?.answers).toEqual(layout.answers);
    expect(
      (
        await json<{ imports: Import[] }>(
          `/api/imports?layout=${encodeURIComponent(layout.fingerprint)}`,
        )
      ).imports.length,
    ).toBe(2);
    expect((await json<{ imports: Import[] }>("/api/imports?layout=csv:none")).imports).toEqual([]);
  });

  test("whose answer is changed reads the next file so; imports that were read stay as they are", async () => {
    const { layout, run } = await answered();
    const answers = said(layout.answers).map((one) =>
      one.question === "date_order" ? { ...one, choice: "dmy" } : one,
    );

    const saved = await json<WireLayout>(pathOf(layout.fingerprint), "PUT", { answers });
    const next = await importFile(OPEN.replaceAll("2024", "2025"), "account=Checking&preview=true");
    const rows = await json<{ rows: { item: { date: string } }[] }>(`/api/imports/${next.id}/rows`);
    const before = await json<{ rows: { item: { date: string } }[] }>(
      `/api/imports/${run.id}/rows`,
    );

    expect(said(saved.answers)).toEqual(answers);
    expect(rows.rows.map(({ item }) => item.date)).toEqual(["2025-03-04", "2025-03-05"]);
    expect(before.rows.map(({ item }) => item.date)).toEqual(["2024-04-03", "2024-05-03"]);
    expect((await callsTo(bindings.IMPORTER.getByName("1")).get(run.id))?.state).toBe("done");
  });

  test("that is set otherwise than its files say reads the next so, with the warning on its import", async () => {
    await importFile(CLEAR);
    const [layout] = await layouts();
    const set = [
      ...said(layout?.answers ?? []),
      { question: "set:sign", choice: "turned" },
      { question: "set:column:1", choice: "notes" },
    ];

    await json(pathOf(layout?.fingerprint ?? ""), "PUT", { answers: set });
    const next = await importFile(
      CLEAR.replaceAll("2024", "2025"),
      "account=Checking&preview=true",
    );

    expect(next.layout?.sign).toBe("positive");
    expect(next.layout?.columns.map(({ role }) => role)).toEqual([
      "date",
      "description",
      "amount",
      "balance",
    ]);
    expect(next.layout?.warnings).toEqual([
      "Positive amounts are money out, as set; with the other reading the running balance would prove 2 of 2 rows.",
    ]);
    expect(next.layout?.proof).toMatchObject({ rows_checked: 2, rows_proven: 0 });
  });

  test("forgets one answer, which is then asked again, or everything", async () => {
    const { layout } = await answered();

    await json(pathOf(layout.fingerprint), "PUT", {
      answers: said(layout.answers).filter(({ question }) => question !== "date_order"),
    });
    expect((await importFile(OPEN.replaceAll("2024", "2025"))).state).toBe("question");
    expect((await call(pathOf(layout.fingerprint), "DELETE")).status).toBe(204);

    expect(await layouts()).toEqual([]);
    expect(await refusal(pathOf(layout.fingerprint), "DELETE")).toBe(
      `404 There is no layout ${layout.fingerprint}.`,
    );
    // Its imports still tell of it, and it can be corrected from there.
    const past = await json<WireLayout>(pathOf(layout.fingerprint));
    expect([past.kept, past.answers, past.imports]).toEqual([false, [], 2]);
    const saved = await json<WireLayout>(pathOf(layout.fingerprint), "PUT", {
      answers: [{ question: "set:date_order", choice: "dmy" }],
    });
    expect([saved.kept, (await layouts()).length]).toEqual([true, 1]);
  });

  test("is asked about once, however many of its files wait for the answer in one account", async () => {
    const files = ["Shop", "Market", "Cafe"].map((payee) => OPEN.replace("Shop", payee));
    const [first = "", second = "", elsewhere = ""] = await Promise.all(
      files.map(async (file, index) => {
        const query = `account=${index === 2 ? "Savings" : "Checking"}`;
        return (await importFile(file, query)).id;
      }),
    );
    await json(`/api/imports/${first}/answers`, "POST", { answers: { date_order: "mdy" } });

    expect(await rest(first)).toMatchObject({ state: "done", questions: [] });
    expect(await rest(second)).toMatchObject({ state: "done", questions: [] });
    expect((await rest(elsewhere)).state).toBe("question");
  });

  test("takes no answer that nobody could have given", async () => {
    const { layout } = await answered();
    const put = (...answers: unknown[]) => refusal(pathOf(layout.fingerprint), "PUT", { answers });

    expect(await put({ question: "date_order", choice: "ymd" })).toBe(
      '400 "ymd" is no answer to "date_order"; there are dmy, mdy.',
    );
    expect(await put({ question: "colour", choice: "red" })).toBe(
      '400 "colour" has not been asked of this layout; ids of settings begin with "set:".',
    );
    expect(await put({ question: "set:column:9", choice: "payee" })).toBe(
      "400 There is no column 10; the layout has 3.",
    );
    expect(
      await put(
        { question: "set:column:0", choice: "date" },
        { question: "set:column:1", choice: "date" },
      ),
    ).toBe("400 Columns 1 and 2 are both set as the date; only one can be.");
    expect(await put({ question: "account", choice: "999" })).toMatch(
      /^400 "999" is no answer to "account"; there are \d/,
    );
    expect(await put({ question: "set:sign", choice: "turned", for_account: 999 })).toBe(
      "400 There is no account 999.",
    );
    expect(
      await put(
        { question: "set:sign", choice: "turned" },
        { question: "set:sign", choice: "flag" },
      ),
    ).toBe('400 "set:sign" is answered twice.');
    expect(await put({ question: "set:sign", choice: "turned", note: "" })).toMatch(
      /^400 The body is/,
    );
    expect(await refusal(pathOf(layout.fingerprint), "PUT", "{")).toMatch(/^400 The body is/);
    expect(await refusal(pathOf("csv:none"), "PUT", { answers: [] })).toBe(
      "404 There is no layout csv:none.",
    );
    expect(said((await layouts())[0]?.answers ?? [])).toEqual(said(layout.answers));
  });

  test("of a format that decides itself cannot be set, only its account can be changed", async () => {
    const ofx =
      "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>77<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20240101<DTEND>20240131<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240115<TRNAMT>-3.00<FITID>a1<NAME>Shop</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>1.00<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";
    await importFile(ofx);
    const [layout] = await layouts();

    expect([layout?.format, layout?.settable]).toEqual(["ofx", false]);
    expect(
      await refusal(pathOf(layout?.fingerprint ?? ""), "PUT", {
        answers: [{ question: "set:sign", choice: "turned" }],
      }),
    ).toBe("400 How ofx is read cannot be set: the format itself decides.");
    const account = said(layout?.answers ?? []).find(({ question }) =>
      question.startsWith("account"),
    );
    const saved = await json<WireLayout>(pathOf(layout?.fingerprint ?? ""), "PUT", {
      answers: [{ ...account, choice: "2" }],
    });
    expect(saved.answers[0]?.choice).toBe("2");
  });

  test("can be looked at with an import key, and nothing more", async () => {
    const { layout } = await answered();
    const made = await callsTo(bindings.IMPORTER.getByName("1")).createKey("script");
    const key = made?.token ?? "";

    expect((await call("/api/layouts", "GET", undefined, key)).status).toBe(200);
    expect((await call(pathOf(layout.fingerprint), "GET", undefined, key)).status).toBe(200);
    for (const [path, method, body] of [
      [pathOf(layout.fingerprint), "PUT", { answers: [] }],
      [pathOf(layout.fingerprint), "DELETE", undefined],
      [pathOf(layout.fingerprint, "/preview"), "POST", {}],
      ["/api/layouts/export", "GET", undefined],
      ["/api/layouts/import", "POST", {}],
    ] as const) {
      expect((await call(path, method, body, key)).status, `${method} ${path}`).toBe(403);
    }
    expect((await call("/api/layouts", "GET", undefined, "nobody")).status).toBe(401);
  });
});

describe("undoing an import", () => {
  test("forgets what it was read with, not what was answered or set since", async () => {
    const { layout, run } = await answered();
    const answers = [
      ...said(layout.answers).map((one) =>
        one.question === "date_order" ? { ...one, choice: "dmy" } : one,
      ),
      { question: "set:currency", choice: "eur", for_account: null },
    ];
    await json(pathOf(layout.fingerprint), "PUT", { answers });

    await call(`/api/imports/${run.id}/undo`, "POST");
    await rest(run.id);
    const [after] = await layouts();

    expect(said(after?.answers ?? [])).toEqual([
      { question: "date_order", choice: "dmy", for_account: 1 },
      { question: "set:currency", choice: "eur", for_account: null },
    ]);
    expect(after?.imports).toBe(0);
  });

  test("forgets its answers where nothing was changed, those of an account confirmed by a later import among them, and keeps what was set before", async () => {
    const { layout } = await answered();
    await json(pathOf(layout.fingerprint), "PUT", {
      answers: [...said(layout.answers), { question: "set:currency", choice: "eur" }],
    });
    const { id } = await importFile(OPEN.replaceAll("2024", "2025"));
    await importFile(OPEN.replaceAll("2024", "2026").replaceAll("/03/", "/01/"));

    await call(`/api/imports/${id}/undo`, "POST");
    await rest(id);

    expect((await layouts())[0]?.answers.map(({ question }) => question)).toEqual(["set:currency"]);
  });
});

describe("a preview", () => {
  test("reads the last document of the layout under the answers given, with proof, warnings and what would be asked; nothing is stored", async () => {
    await importFile(CLEAR);
    const [layout] = await layouts();
    const path = pathOf(layout?.fingerprint ?? "", "/preview");

    const plain = await json<LayoutPreview>(path, "POST");
    const set = await json<LayoutPreview>(path, "POST", {
      answers: [{ question: "set:sign", choice: "turned" }],
    });

    expect(plain.rows.map(({ item }) => [item?.date, item?.amount, item?.payee])).toEqual([
      ["2024-01-15", "20.0000", "Shop"],
      ["2024-01-16", "5.5000", "Kiosk"],
      ["2024-01-17", "-10.0000", "Refund"],
    ]);
    expect([plain.counts, plain.whole, plain.layout.proof.rows_proven]).toEqual([
      { read: 3, transactions: 3, rejected: 0, skipped: 0 },
      true,
      2,
    ]);
    expect(set.rows.map(({ item }) => item?.amount)).toEqual(["-20.0000", "-5.5000", "10.0000"]);
    expect([set.layout.proof.rows_proven, set.layout.warnings?.length]).toEqual([0, 1]);
    expect(await layouts()).toEqual([layout]);
    expect((await json<{ imports: Import[] }>("/api/imports")).imports.length).toBe(1);
  });

  test("shows the first rows of a long document, and says that it did not look at all of it", async () => {
    const rows = Array.from(
      { length: PREVIEW_RECORDS_MAX + 2_000 },
      (_, i) => `2024-01-${String(1 + (i % 28)).padStart(2, "0")},Shop ${i},-3.00`,
    );
    await importFile(`Date,Payee,Amount\n${rows.join("\n")}\n`, "account=Checking&preview=true");
    const preview = await json<LayoutPreview>(
      pathOf((await layouts())[0]?.fingerprint ?? "", "/preview"),
      "POST",
    );

    expect([preview.rows.length, preview.counts.read, preview.whole]).toEqual([
      PREVIEW_ROWS,
      PREVIEW_RECORDS_MAX,
      false,
    ]);
  });

  test("proves the document to its end, not its beginning alone", async () => {
    const rows = Array.from(
      { length: 1_500 },
      (_, i) => `2024-01-15,Shop ${i},-1.00,${i === 1_400 ? "7.00" : `${9_000 - i}.00`}`,
    );
    await importFile(
      `Date,Payee,Amount,Balance\n${rows.join("\n")}\n`,
      "account=Checking&preview=true",
    );
    const { layout } = await json<LayoutPreview>(
      pathOf((await layouts())[0]?.fingerprint ?? "", "/preview"),
      "POST",
    );

    expect(layout.proof).toEqual({
      kind: "running balance",
      rows_checked: 1_499,
      rows_proven: 1_497,
      breaks_at: 1_402,
      breaks: 2,
      break_lines: [1_402, 1_403],
    });
  });

  test("is read as an import for its account would be: what holds for another account's files does not count", async () => {
    await importFile(CLEAR);
    const path = pathOf((await layouts())[0]?.fingerprint ?? "", "/preview");
    const amountsFor = async (account: number | null) =>
      (
        await json<LayoutPreview>(path, "POST", {
          answers: [
            { question: "set:sign", choice: "as_printed" },
            { question: "set:sign", choice: "turned", for_account: account },
          ].slice(account === null ? 1 : 0),
        })
      ).rows.map(({ item }) => item?.amount);

    expect(await amountsFor(2)).toEqual(["20.0000", "5.5000", "-10.0000"]);
    expect(await amountsFor(1)).toEqual(["-20.0000", "-5.5000", "10.0000"]);
    expect(await amountsFor(null)).toEqual(["-20.0000", "-5.5000", "10.0000"]);
  });

  test("is of the import named, which must be of the layout; says why where nothing can be read", async () => {
    const first = await importFile(CLEAR);
    const other = await importFile(OPEN);
    await importFile(CLEAR.replaceAll("2024", "2025"));
    const { fingerprint } = first.layout ?? { fingerprint: "" };
    const path = pathOf(fingerprint, "/preview");

    expect(
      (await json<LayoutPreview>(path, "POST", { import: first.id })).rows[0]?.item?.date,
    ).toBe("2024-01-15");
    expect((await json<LayoutPreview>(path, "POST")).rows[0]?.item?.date).toBe("2025-01-15");
    expect(await refusal(path, "POST", { import: other.id })).toBe(
      `404 There is no import ${other.id}.`,
    );
    expect(
      await refusal(path, "POST", { answers: [{ question: "set:column:0", choice: "ignore" }] }),
    ).toMatch(/^422 No column holds dates;.*set by hand/);
    expect(await refusal(path, "POST", { answers: [], extra: 1 })).toMatch(/^400 /);
  });
});

interface Changes {
  readonly applied: boolean;
  readonly changes: readonly {
    readonly fingerprint: string;
    readonly kind: string;
    readonly sentences: readonly string[];
  }[];
}

describe("a file of layouts", () => {
  test("taken from one budget is what another knows afterwards, account by name; brought in twice it changes nothing", async () => {
    const { layout } = await answered();
    await json(pathOf(layout.fingerprint), "PUT", {
      answers: [...said(layout.answers), { question: "set:column:1", choice: "payee" }],
    });
    await importFile(CLEAR, "account=Savings");
    const before = await layouts();
    const file = await json("/api/layouts/export");
    for (const { fingerprint } of before) await call(pathOf(fingerprint), "DELETE");

    const said_ = await json<Changes>("/api/layouts/import?preview=true", "POST", file);
    expect(await layouts()).toEqual([]);
    const done = await json<Changes>("/api/layouts/import", "POST", file);
    const again = await json<Changes>("/api/layouts/import", "POST", file);

    expect(JSON.stringify(file)).not.toContain("Shop");
    expect(said_.changes).toEqual(done.changes);
    expect([said_.applied, done.applied]).toEqual([false, true]);
    expect(done.changes.map(({ kind }) => kind)).toEqual(["added", "added"]);
    expect(
      done.changes.find(({ fingerprint }) => fingerprint === layout.fingerprint)?.sentences,
    ).toEqual([
      "Account: Checking.",
      "Is the day or the month first in the dates of “Date”?: Month first.",
      "Column “Description”: payee.",
    ]);
    expect(again.changes.map(({ kind, sentences }) => [kind, sentences])).toEqual([
      ["same", []],
      ["same", []],
    ]);
    const after = await layouts();
    const shape = (all: readonly WireLayout[]) =>
      all
        .map(({ fingerprint, columns, answers }) => [fingerprint, columns, said(answers)])
        .toSorted(([a], [b]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    expect(shape(after)).toEqual(shape(before));
    expect(await json("/api/layouts/export")).toEqual(
      expect.objectContaining({ tributary_layouts: 1 }),
    );
  });

  test("merges over what is here, or replaces it, and says so before it does", async () => {
    const { layout } = await answered();
    await importFile(CLEAR);
    const file = await json<{
      layouts: {
        fingerprint: string;
        answers: {
          question: string;
          choice: string;
          account: string | null;
          for_account: string | null;
        }[];
      }[];
    }>("/api/layouts/export");
    const one = {
      ...file,
      layouts: file.layouts
        .filter(({ fingerprint }) => fingerprint === layout.fingerprint)
        .map((each) => ({
          ...each,
          answers: [
            ...each.answers
              .filter(({ question }) => question === "date_order")
              .map((old) => ({ ...old, choice: "dmy" })),
            {
              question: "account:DE12",
              choice: "1",
              account: "Nobody's",
              for_account: null,
              asked: null,
            },
          ],
        })),
    };

    const merged = await json<Changes>("/api/layouts/import?preview=true&mode=merge", "POST", one);
    const replaced = await json<Changes>(
      "/api/layouts/import?preview=true&mode=replace",
      "POST",
      one,
    );
    await json("/api/layouts/import?mode=replace", "POST", one);

    expect(merged.changes.map(({ kind, sentences }) => [kind, sentences])).toEqual([
      [
        "changed",
        [
          "Is the day or the month first in the dates of “Date”?: Day first in place of Month first.",
          "Account of “DE12”: not taken over, since no single account here is called “Nobody's”; it is asked.",
        ],
      ],
    ]);
    expect(replaced.changes.map(({ kind }) => kind)).toEqual(["changed", "removed"]);
    expect(replaced.changes[0]?.sentences).toContain("Account: Checking is forgotten.");
    expect(
      (await layouts()).map(({ fingerprint, answers }) => [fingerprint, said(answers)]),
    ).toEqual([[layout.fingerprint, [{ question: "date_order", choice: "dmy", for_account: 1 }]]]);
  });

  test("of another version, with a field that nobody knows, with settings that contradict each other or with too much in it is refused whole", async () => {
    await answered();
    const file = await json<{ layouts: Record<string, unknown>[] }>("/api/layouts/export");
    const [layout] = file.layouts;
    const bring = (changed: unknown) => refusal("/api/layouts/import", "POST", changed);
    const withAnswers = (...answers: unknown[]) => ({ ...file, layouts: [{ ...layout, answers }] });
    const answer = (question: string, choice: string) => ({
      question,
      choice,
      account: null,
      for_account: null,
      asked: null,
    });

    expect(await bring({ ...file, tributary_layouts: 2 })).toMatch(
      /^400 This is not a layouts file of version 1: at tributary_layouts:/,
    );
    expect(await bring({ ...file, more: 1 })).toMatch(
      /^400 .*at its beginning: Unrecognized key: "more"/,
    );
    expect(await bring({ ...file, layouts: [{ ...layout, script: "x" }] })).toMatch(
      /^400 .*at layouts\[0\]: Unrecognized key: "script"/,
    );
    expect(await bring({ ...file, layouts: [layout, layout] })).toMatch(
      /^400 At layouts\[1\]: the layout csv:[0-9a-f]+ stands in the file twice\.$/,
    );
    expect(await bring({ ...file, layouts: [{ ...layout, fingerprint: "csv:../../x" }] })).toMatch(
      /^400 .*at layouts\[0\]\.fingerprint/,
    );
    expect(
      await bring(withAnswers(answer("set:column:0", "date"), answer("set:column:1", "date"))),
    ).toBe("400 At layouts[0]: Columns 1 and 2 are both set as the date; only one can be.");
    expect(await bring(withAnswers(answer("set:colour", "red")))).toBe(
      '400 At layouts[0]: There is no setting "set:colour".',
    );
    expect(
      await bring(
        withAnswers({
          ...answer("date_order", "ymd"),
          asked: { ask: "?", choices: [{ value: "dmy", label: "Day" }] },
        }),
      ),
    ).toBe('400 At layouts[0]: "ymd" is no answer to the question next to it.');
    expect(await bring("[")).toMatch(/^400 This is not a layouts file/);
    expect(await bring(" ".repeat(LAYOUTS_FILE_BYTES_MAX + 1))).toMatch(/^413 /);
    expect(await bring(" ".repeat(LAYOUTS_FILE_BYTES_MAX + 100_000))).toMatch(/^413 /);
    expect(await refusal("/api/layouts/import?mode=add", "POST", file)).toBe(
      "400 mode is merge or replace.",
    );
    expect((await layouts()).length).toBe(1);
  });

  test("is as large as it can be, and still comes back", async () => {
    await answered();
    await inObject((sql) => {
      for (let i = 0; i < LAYOUTS_MAX - 1; i += 1) adopt(sql, layoutNo(i), 1);
    });
    const file = await (await call("/api/layouts/export")).text();

    expect(
      (await json<Changes>("/api/layouts/import", "POST", file)).changes.filter(
        ({ kind }) => kind === "same",
      ).length,
    ).toBe(LAYOUTS_MAX);
    const one: { layouts: { fingerprint: string }[] } = JSON.parse(file);
    const more = { ...one, layouts: [{ ...one.layouts[0], fingerprint: `csv:${"f".repeat(32)}` }] };
    expect(await refusal("/api/layouts/import", "POST", more)).toBe(
      `400 There would be more than ${LAYOUTS_MAX} layouts.`,
    );
  });
});

test("an account of a file that two accounts are called by is not guessed: it is asked", () => {
  const { account: _account, warnings: _warnings, ...facts } = layoutNo(1);
  const answer = {
    question: "account",
    choice: "7",
    account: "Joint",
    for_account: null,
    asked: null,
  };
  const file = {
    tributary_layouts: 1 as const,
    layouts: [{ ...facts, columns: [...facts.columns], why: [], answers: [answer] }],
  };
  const planned = (accounts: readonly { id: number; name: string }[]) =>
    planImport(file, [], accounts, "merge");

  const one = planned([
    { id: 3, name: "Joint" },
    { id: 7, name: "Other" },
  ]);
  const two = planned([
    { id: 3, name: "Joint" },
    { id: 4, name: "Joint" },
  ]);
  expect(one.ok && one.value.writes[0]?.answers.map(({ choice }) => choice)).toEqual(["3"]);
  expect(two.ok && two.value.writes[0]?.answers).toEqual([]);
  expect(two.ok && two.value.changes[0]?.sentences).toEqual([
    "Account: not taken over, since no single account here is called “Joint”; it is asked.",
  ]);
});

function layoutNo(i: number): KeptLayout {
  const columns = Array.from({ length: 12 }, (_, index) => ({
    index,
    label: `Label ${index}`,
    role: "not used",
  }));
  return {
    fingerprint: `csv:${String(i).padStart(32, "0")}`,
    format: "csv",
    bank: null,
    encoding: "utf-8",
    delimiter: ",",
    header_line: 1,
    columns,
    date_format: null,
    decimal_mark: ".",
    sign: "negative",
    currency: null,
    account: null,
    why: [],
    warnings: [],
  };
}

test("beyond the most there may be, the layout that was not used for the longest goes, unless something is remembered for it", async () => {
  await answered();
  const left = await inObject((sql) => {
    for (let i = 0; i < LAYOUTS_MAX - 1; i += 1) learn(sql, layoutNo(i), 1_000 + i);
    remember(
      sql,
      { fingerprint: layoutNo(0).fingerprint, account: null },
      { "set:sign": "turned" },
      1,
    );
    learn(sql, layoutNo(LAYOUTS_MAX), 9_000_000);
    return sql
      .all<{ fingerprint: string }>("SELECT fingerprint FROM layouts")
      .map(({ fingerprint }) => fingerprint);
  });

  expect(left.length).toBe(LAYOUTS_MAX);
  expect(left).toContain(layoutNo(0).fingerprint);
  expect(left).not.toContain(layoutNo(1).fingerprint);
  expect(left).toContain(layoutNo(LAYOUTS_MAX).fingerprint);
});

test("an object from before layouts were kept learns them from its imports", async () => {
  const found = await runInDurableObject(
    bindings.IMPORTER.getByName("abcdefghijklmnopqrstuvwx27"),
    async (_, state) => {
      const sql = new Sql(state.storage);
      const before = steps.findIndex(({ name }) => name === "layouts");
      await migrate(sql, steps.slice(0, before), 1);
      const layout = JSON.stringify({ ...layoutNo(7), proof: { kind: "none" } });
      sql.run(
        "INSERT INTO runs (id, state, door, document, options, layout, created_at) VALUES ('a', 'done', 'upload', '{}', '{}', ?, 5), ('b', 'failed', 'upload', '{}', '{}', NULL, 6), ('c', 'done', 'upload', '{}', '{}', ?, 7)",
        layout,
        layout,
      );
      await migrate(sql, steps, 2);
      const uses = sql.all(
        "EXPLAIN QUERY PLAN SELECT id FROM runs WHERE layout IS NOT NULL AND layout ->> '$.fingerprint' = 'x' ORDER BY seq DESC LIMIT 1",
      );
      return {
        rows: sql.all(
          "SELECT fingerprint, learned_at, used_at, layout ->> '$.proof' AS proof FROM layouts",
        ),
        uses: JSON.stringify(uses),
      };
    },
  );

  expect(found.rows).toEqual([
    { fingerprint: layoutNo(7).fingerprint, learned_at: 7, used_at: 7, proof: null },
  ]);
  expect(found.uses).toContain("runs_by_layout");
});
