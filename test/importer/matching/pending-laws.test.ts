// The law of pending rows: whatever sequence of exports shows them pending, changed, posted or
// dropped, in whatever windows, and whatever is killed meanwhile, the budget ends with exactly the
// posted rows and the ones that are pending now (after what is listed as no longer pending was
// deleted); and with nothing, and the old balance, when all imports are undone in any order.

import { runDurableObjectAlarm } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { whileTimeStands } from "../../clock.ts";
import { abortAllDurableObjects, reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

afterEach(() => reset());

const HEADERS = { authorization: "Bearer local-token-for-tests" };

/** A purchase: when it appears as pending, when it is posted or dropped (in exports), and how both are printed. */
interface Purchase {
  readonly shop: string;
  readonly cents: number;
  readonly day: number;
  readonly appears: number;
  readonly waits: number;
  readonly ends: "posted" | "dropped";
  readonly shift: number;
  readonly renamed: boolean;
  readonly tip: number;
  /** From its second export on it is pending with another day and text. */
  readonly drifts: boolean;
  readonly reference: boolean;
}

const PURCHASE: fc.Arbitrary<Purchase> = fc.record({
  shop: fc.constantFrom("LIDL", "UBER TRIP", "BLUE BOTTLE"),
  cents: fc.constantFrom(350, 2000, 3100),
  day: fc.integer({ min: 5, max: 12 }),
  appears: fc.integer({ min: 0, max: 3 }),
  waits: fc.integer({ min: 0, max: 3 }),
  ends: fc.constantFrom("posted", "posted", "posted", "dropped"),
  shift: fc.integer({ min: -1, max: 4 }),
  renamed: fc.boolean(),
  tip: fc.constantFrom(0, 0, 0, 150),
  drifts: fc.boolean(),
  reference: fc.boolean(),
});

const EXPORTS = 5;

interface PrintedRow {
  readonly date: string;
  readonly cents: number;
  readonly line: string;
}

/** What the bank prints of the purchases in its `at`-th export, from a day on. */
function printed(purchases: readonly Purchase[], at: number, from: number): PrintedRow[] {
  return purchases.flatMap(
    ({ shop, cents, day, appears, waits, ends, shift, renamed, tip, drifts, reference }, index) => {
      const isOver = at >= appears + waits;
      if (at < appears || (isOver && ends === "dropped")) return [];
      const isOther = !isOver && drifts && at > appears;
      const pendingDay = isOther ? day + 1 : day;
      const on = isOver ? day + shift : pendingDay;
      if (on < from) return [];
      const date = `2026-03-${String(on).padStart(2, "0")}`;
      const amount = isOver ? cents + tip : cents;
      const pendingText = isOther ? `${shop} MITTE` : shop;
      const text = isOver && renamed ? `${shop} BERLIN` : pendingText;
      const line = `${date},${text},-${(amount / 100).toFixed(2)},${isOver ? "Booked" : "Pending"},${reference ? `R${1_000 + index}` : ""}`;
      return [{ date, cents: amount, line }];
    },
  );
}

function fileOf(rows: readonly PrintedRow[], from: number): string {
  const anchors = [
    `2026-03-${String(from).padStart(2, "0")},Salary ${from},2000.00,Booked,S${from}`,
    "2026-03-25,Rent,-900.00,Booked,S25",
  ];
  return `Date,Description,Amount,Status,Transaction ID\n${[...anchors, ...rows.map((row) => row.line)].join("\n")}\n`;
}

const importer = () => env.IMPORTER.getByName("1");

async function rest(id: string, kills: number): Promise<Import> {
  for (let round = 0; round < 4_000; round += 1) {
    if (round < kills) await abortAllDurableObjects();
    const run = await callsTo(importer())
      .get(id)
      .catch(() => null);
    if (run !== null && ["question", "preview", "done", "failed", "undone"].includes(run.state))
      return run;
    // The platform lets a killed object's alarm wait some seconds: it is run at once, so that the
    // next kill meets it at work.
    const worked = kills > 0 ? runDurableObjectAlarm(importer()).catch(() => undefined) : null;
    if (round >= kills) await worked;
    await scheduler.wait(round < kills ? 4 + (round % 5) * 3 : 5);
  }
  throw new Error("the import does not rest");
}

async function send(file: string, kills: number): Promise<Import> {
  const request = new Request(
    "https://tributary.test/api/imports?account=Checking&include_pending=true",
    { method: "POST", headers: HEADERS, body: file },
  );
  const response = await exports.default.fetch(request);
  expect(response.status, await response.clone().text()).toBe(202);
  const run = await rest((await response.json<Import>()).id, kills);
  const { read, inserted, duplicate, rejected, skipped } = run.counts;
  expect(run.state, JSON.stringify([run.questions, run.error])).toBe("done");
  expect(read).toBe(inserted + duplicate + rejected + skipped);
  return run;
}

async function service<T>(path: string): Promise<T> {
  return (
    await exports.Service.fetch(
      new Request(`https://budget.internal/v2${path}`, { headers: HEADERS }),
    )
  ).json<T>();
}

async function kept(): Promise<string[]> {
  const { transactions } = await service<{ transactions: { date: string; amount: string }[] }>(
    "/transactions?limit=2000",
  );
  return transactions
    .map(({ date, amount }) => `${date} ${Math.round(Number(amount) * 100)}`)
    .sort();
}

/** Everything that an import may set, beside the facts. */
async function whole(): Promise<string[]> {
  const { transactions } = await service<{ transactions: Record<string, unknown>[] }>(
    "/transactions?limit=2000&include_metadata=true",
  );
  const names = [
    "id",
    "date",
    "amount",
    "currency",
    "payee",
    "notes",
    "status",
    "external_id",
    "custom_metadata",
  ];
  return transactions
    .map((transaction) => JSON.stringify(names.map((name) => transaction[name])))
    .sort();
}

async function deleteMissing(id: string): Promise<void> {
  const api = (path: string, method: string) =>
    exports.default.fetch(
      new Request(`https://tributary.test/api/imports/${id}/pending${path}`, {
        method,
        headers: HEADERS,
      }),
    );
  const { no_longer_pending: gone } = await (
    await api("", "GET")
  ).json<{ no_longer_pending: { transaction_id: number; state: string }[] }>();
  for (const { transaction_id: transaction, state } of gone) {
    if (state === "pending")
      expect((await whileTimeStands(() => api(`/${transaction}/delete`, "POST"))).status).toBe(200);
  }
}

/** Runs the story; what the budget must hold in the end. */
async function play(
  purchases: readonly Purchase[],
  windows: readonly (readonly [number, number])[],
  kills: number,
  order: readonly number[],
): Promise<void> {
  await reset();
  await service("/me");
  const balance = async () => (await service<{ balance: string }>("/manual_accounts/1")).balance;
  const before = await balance();
  const runs: Import[] = [];
  const starts = new Set<number>();
  for (const [at, from] of [...windows, [EXPORTS + 10, 1] as const]) {
    starts.add(from);
    runs.push(await send(fileOf(printed(purchases, at, from), from), kills));
  }
  const last = runs.at(-1);
  await deleteMissing(last?.id ?? "");

  const wanted = printed(purchases, EXPORTS + 10, 1).map(({ date, cents }) => `${date} ${cents}`);
  const anchors = [...starts].map((from) => `2026-03-${String(from).padStart(2, "0")} -200000`);
  expect(await kept()).toEqual([...wanted, ...anchors, "2026-03-25 90000"].sort());

  const undone = runs
    .map((run, index) => ({ run, rank: order[index] ?? index }))
    .sort((a, b) => a.rank - b.rank);
  for (const { run } of undone) {
    await callsTo(importer()).undo(run.id);
    expect(await rest(run.id, kills)).toMatchObject({ state: "undone", error: null });
  }
  expect(await kept()).toEqual([]);
  expect(await balance()).toBe(before);
}

const WINDOWS = fc
  .array(fc.tuple(fc.integer({ min: 0, max: EXPORTS }), fc.constantFrom(1, 1, 1, 8)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all) => all.sort((a, b) => a[0] - b[0]));
const ORDER = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 });

test("any sequence of exports ends with exactly what is posted or pending, and with nothing when all is undone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(PURCHASE, { minLength: 1, maxLength: 6 }),
      WINDOWS,
      ORDER,
      async (purchases, windows, order) => play(purchases, windows, 0, order),
    ),
    { numRuns: 15 },
  );
}, 300_000);

test("undoing the imports from the last to the first shows the budget as it was before each", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(PURCHASE, { minLength: 1, maxLength: 5 }),
      WINDOWS,
      async (purchases, windows) => {
        await reset();
        const states: { run: Import; before: string[] }[] = [];
        for (const [at, from] of windows) {
          const before = await whole();
          states.push({ before, run: await send(fileOf(printed(purchases, at, from), from), 0) });
        }
        for (const { run, before } of states.reverse()) {
          await callsTo(importer()).undo(run.id);
          expect(await rest(run.id, 0)).toMatchObject({ state: "undone", error: null });
          expect(await whole()).toEqual(before);
        }
      },
    ),
    { numRuns: 8 },
  );
}, 300_000);

/** Short stories, so that there can be several: a kill meets few rows as well as many. */
const SHORT = fc
  .array(fc.tuple(fc.integer({ min: 0, max: EXPORTS }), fc.constantFrom(1, 1, 1, 8)), {
    minLength: 1,
    maxLength: 2,
  })
  .map((all) => all.sort((a, b) => a[0] - b[0]));

test("the same while every object is killed again and again", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(PURCHASE, { minLength: 1, maxLength: 3 }),
      SHORT,
      ORDER,
      fc.integer({ min: 1, max: 6 }),
      async (purchases, windows, order, kills) => play(purchases, windows, kills, order),
    ),
    // Not interrupted after a time: the run would go on into the next test.
    { numRuns: 10 },
  );
}, 300_000);
