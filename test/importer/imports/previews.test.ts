// The preview is the decision: what it marks is what becomes of the rows. Also files that were
// uploaded together, rows that a person leaves out, and a file that is read again.

import { exports } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import { PREVIEWED_ROWS, UPLOAD } from "../../../src/importer/imports/preview-wire.ts";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { reset } from "../../reset.ts";
import { api, csv, HEADERS, importer, listed, rest, send, service } from "../posting/driver.ts";
import { callsTo } from "../../importer-calls.ts";

afterEach(() => reset());

type Marks = readonly (readonly [line: number, mark: string])[];

const samples = import.meta.glob<string>("../../../samples/us-*.{csv,qfx,qif}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const preview = async (id: string, marks = "") =>
  PREVIEWED_ROWS.parse(await api(`/imports/${id}/preview?limit=500${marks}`));

const marksOf = async (id: string): Promise<Marks> =>
  (await preview(id)).rows.map(({ line, mark }) => [line, mark] as const);

const fates = z.object({
  rows: z.array(z.object({ line: z.number(), state: z.string(), reason: z.string().nullable() })),
});

/** What became of each row, in the words of the marks. */
async function resultsOf(id: string): Promise<Marks> {
  const { rows } = fates.parse(await api(`/imports/${id}/rows?limit=500`));
  return rows.map(({ line, state, reason }) => {
    if (state === "inserted") return [line, "new"] as const;
    if (reason === "you left it out") return [line, "left_out"] as const;
    const updated = reason?.startsWith("already there, updated") === true;
    if (state === "duplicate") return [line, updated ? "changed" : "there"] as const;
    return [line, "odd"] as const;
  });
}

async function confirm(id: string): Promise<Import> {
  await api(`/imports/${id}/confirm`, "POST", {});
  return rest(id);
}

async function upload(files: readonly (readonly [name: string, text: string])[], query = "") {
  const form = new FormData();
  for (const [name, text] of files) form.append("file", new File([text], name));
  const request = new Request(`https://tributary.test/api/imports?preview=true${query}`, {
    method: "POST",
    headers: HEADERS,
    body: form,
  });
  const response = await exports.default.fetch(request);
  expect(response.status, await response.clone().text()).toBe(202);
  const { imports } = await response.json<{ imports: Import[] }>();
  for (const { id } of imports) await rest(id);
  return imports;
}

const together = async (id: string) => UPLOAD.parse(await api(`/uploads/${id}`)).imports;

const days = (
  from: number,
  to: number,
  more: readonly (readonly [string, string, string])[] = [],
) =>
  csv(
    ...Array.from(
      { length: to - from + 1 },
      (_, at) =>
        [
          `2026-03-${String(from + at).padStart(2, "0")}`,
          `Shop ${from + at}`,
          `-${from + at}.50`,
        ] as const,
    ),
    ...more,
  );

test("of each sample, the marks of the preview are the results of its rows, at the first import and at the second", async () => {
  for (const [path, text] of Object.entries(samples)) {
    const name = path.split("/").at(-1) ?? "";
    for (const round of ["first", "second"]) {
      const run = await send(text, "Checking", "&preview=true", name);
      if (run.state === "question") break;
      const marks = await marksOf(run.id);
      const before = (await preview(run.id)).imported_before;
      await confirm(run.id);

      expect(await resultsOf(run.id), `${name}, ${round}`).toEqual(marks);
      expect(before?.name, name).toBe(round === "first" ? undefined : name);
      if (round === "second") expect(marks.filter(([, mark]) => mark === "new")).toEqual([]);
    }
  }
});

test("a row that a person typed, an overlap, a twin and a row that cannot be read are marked as what becomes of them", async () => {
  const account = (await send(days(1, 10), "Checking")).account?.id;
  await service("/transactions", "POST", {
    transactions: [
      { date: "2026-03-12", amount: "12.50", payee: "Shop 12", manual_account_id: account },
    ],
  });
  const second = await send(
    days(8, 13, [
      ["2026-03-13", "Shop 13", "-13.50"],
      ["2026-02-30", "Nowhere", "-1.00"],
    ]),
    "Checking",
    "&preview=true",
  );
  const { rows, marks } = await preview(second.id);
  await confirm(second.id);

  expect(rows.map(({ mark }) => mark)).toEqual([
    "there",
    "there",
    "there",
    "new",
    "there",
    "new",
    "new",
    "odd",
  ]);
  expect(rows.slice(0, 3).every(({ transaction_id: id }) => id !== null)).toBe(true);
  expect(marks).toEqual({ new: 3, there: 4, elsewhere: 0, changed: 0, odd: 1, left_out: 0 });
  expect(await resultsOf(second.id)).toEqual(rows.map(({ line, mark }) => [line, mark]));
});

test("files of one form are one upload; rows of an earlier one are marked in the later, and confirming all twice inserts each once", async () => {
  const [march, overlap] = await upload(
    [
      ["Bank/march-1.csv", days(1, 10)],
      ["Bank/march-2.csv", days(8, 14)],
    ],
    "&account=Checking",
  );
  const id = march?.upload ?? "";
  const before = await together(id);
  const ids = before.map((one) => one.import.id);
  const [first, second] = await Promise.all([
    api<{ confirmed: number }>(`/uploads/${id}/confirm`, "POST", { imports: ids }),
    api<{ confirmed: number }>(`/uploads/${id}/confirm`, "POST", { imports: [...ids, "foreign"] }),
  ]);
  const done = await Promise.all(ids.map(rest));
  const after = await together(id);

  expect(overlap?.upload).toBe(id);
  expect(before.map((one) => [one.import.document.name, one.import.document.folder])).toEqual([
    ["march-1.csv", "Bank"],
    ["march-2.csv", "Bank"],
  ]);
  expect(before.map(({ marks, from, to }) => [marks.new, marks.elsewhere, from, to])).toEqual([
    [10, 0, "2026-03-01", "2026-03-10"],
    [4, 3, "2026-03-08", "2026-03-14"],
  ]);
  expect([first.confirmed, second.confirmed]).toEqual([2, 2]);
  expect(done.map(({ counts }) => [counts.inserted, counts.duplicate])).toEqual([
    [10, 0],
    [4, 3],
  ]);
  expect(after.map(({ import: { state } }) => state)).toEqual(["done", "done"]);
  expect((await listed()).length).toBe(14);
});

test("a mark follows what becomes of the other import: there once it is confirmed, new once it is discarded", async () => {
  const [one, two] = await upload(
    [
      ["a.csv", days(1, 5)],
      ["b.csv", days(4, 6)],
    ],
    "&account=Checking",
  );
  const marks = async () => (await marksOf(two?.id ?? "")).map(([, mark]) => mark);
  const waiting = await marks();
  await callsTo(await importer()).undo(one?.id ?? "");
  await rest(one?.id ?? "");
  const discarded = await marks();
  const [again] = await upload(
    [
      ["a.csv", days(1, 5)],
      ["c.csv", days(20, 21)],
    ],
    "&account=Checking",
  );
  await confirm(again?.id ?? "");
  const confirmed = await marks();
  await confirm(two?.id ?? "");

  expect(waiting).toEqual(["elsewhere", "elsewhere", "new"]);
  expect(discarded).toEqual(["new", "new", "new"]);
  expect(confirmed).toEqual(["there", "there", "new"]);
  expect((await resultsOf(two?.id ?? "")).map(([, mark]) => mark)).toEqual(confirmed);
});

test("a row that was left out is not inserted, can be taken in again before, and the result says so", async () => {
  const run = await send(days(1, 4), "Checking", "&preview=true");
  const leave = (n: number, out: boolean) =>
    api(`/imports/${run.id}/rows/${n}`, "PUT", { left_out: out });
  for (const n of [1, 1, 2]) await leave(n, true);
  await leave(2, false);
  await leave(2, false);
  const before = await preview(run.id);
  const done = await confirm(run.id);
  const late = await callsTo(await importer()).ask("PUT", `/imports/${run.id}/rows/0`, {
    left_out: true,
  });

  expect(before.marks).toMatchObject({ new: 3, left_out: 1 });
  expect(done.counts).toMatchObject({ read: 4, inserted: 3, skipped: 1 });
  expect(await resultsOf(run.id)).toEqual([
    [2, "new"],
    [3, "left_out"],
    [4, "new"],
    [5, "new"],
  ]);
  expect(late.status).toBe(409);
});

test("a file that was read wrongly is read again from its stored bytes, under settings that the next file takes too", async () => {
  const text = "Date,Description,Amount\n13/03/2026,Coffee,3.50\n14/03/2026,Salary,-100.00\n";
  const run = await send(text, "Checking", "&preview=true");
  const asked =
    run.state === "question"
      ? await callsTo(await importer())
          .answer(
            run.id,
            Object.fromEntries(
              run.questions.map(({ id, choices }) => [id, choices[0]?.value ?? ""]),
            ),
          )
          .then(() => rest(run.id))
      : run;
  const amounts = async (id: string) =>
    (await preview(id)).rows.map(({ item }) => z.object({ amount: z.string() }).parse(item).amount);
  const first = await amounts(asked.id);
  const settings = { "set:sign": Number(first[0]) > 0 ? "as_printed" : "turned" };
  await api(`/imports/${run.id}/read-again`, "POST", { settings });
  const again = await rest(run.id);
  const second = await amounts(run.id);
  const next = await send(text.replace("Coffee", "Tea"), "Checking", "&preview=true");
  const wrong = await callsTo(await importer()).ask("POST", `/imports/${run.id}/read-again`, {
    settings: { sign: "turned" },
  });

  expect(again.state).toBe("preview");
  expect(again.counts).toMatchObject({ read: 2, waiting: 2 });
  expect(second).toEqual(
    first.map((amount) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`)),
  );
  expect(await amounts(next.id)).toEqual(second);
  expect(wrong.status).toBe(400);
  expect((await confirm(run.id)).counts).toMatchObject({ inserted: 2 });
  expect(
    (await callsTo(await importer()).ask("POST", `/imports/${run.id}/read-again`, { settings }))
      .status,
  ).toBe(409);
});
