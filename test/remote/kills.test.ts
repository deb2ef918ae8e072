// The object is killed at every request of what imports make of one another, with the request done or not, and at every write of
// it: a pending transaction is changed once, a transfer is one group, an answer counts once, and undo finds what was before.

import { abortAllDurableObjects, reset, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import type { SuggestedTransfer } from "../../src/import/post/transfers.ts";
import { call, fail, fake, importer, look, passTime, settle, statement, upload, type KeptTransaction } from "./driver.ts";
import type { Fault } from "./fake-budget.ts";

afterEach(() => reset());

/** Something that is begun, and what must hold when it has come to its end. */
interface Story {
  /** What is there before. */
  readonly before: () => Promise<string>;
  /** Begins it; `before` gave `first`. */
  readonly begin: (first: string) => Promise<string>;
  readonly end: (first: string, id: string, unanswered: readonly string[]) => Promise<void>;
}

type Method = NonNullable<Fault["on"]>;
const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

async function requests(): Promise<Method[]> {
  return (await fake("/look")).log.flatMap(({ method }) => METHODS.filter((known) => known === method));
}

async function json<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const response = await call(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json<T>();
}

/** Lets time pass until `done` gives something. */
async function until<T>(done: () => Promise<T | null>): Promise<T> {
  for (let round = 0; round < 40; round += 1) {
    const found = await done().catch(() => null);
    if (found !== null) return found;
    await passTime();
  }
  throw new Error("it does not come to an end");
}

async function fresh(story: Story): Promise<string> {
  await reset();
  await fake("/reset");
  return story.before();
}

/** What the story asks of the service, from its beginning on. */
async function requestsOf(story: Story): Promise<Method[]> {
  const first = await fresh(story);
  const before = (await requests()).length;
  const id = await story.begin(first);
  await settle(id);
  await passTime();
  const asked = (await requests()).slice(before);
  await story.end(first, id, []);
  return asked;
}

async function killedAtRequests(story: Story): Promise<void> {
  const asked = await requestsOf(story);
  expect(asked.length).toBeGreaterThan(1);
  for (const [index, on] of asked.entries()) {
    // A question that is not answered is the same whether it was looked up or not.
    for (const commit of on === "GET" ? [false] : [true, false]) {
      const first = await fresh(story);
      const passing = asked.slice(0, index).filter((method) => method === on).map((): Fault => ({ on, commit: true }));
      const before = (await requests()).length;
      await fail(...passing, { on, commit, hang: true });
      const begun = story.begin(first);
      await arrival(before + index + 1);
      await abortAllDurableObjects();
      await story.end(first, await begun, commit ? [] : [on]);
    }
  }
}

/** Waits until the service was asked so often. */
async function arrival(count: number): Promise<void> {
  for (let round = 0; round < 300; round += 1) {
    if ((await requests()).length >= count) return;
    // What waits for its time is due now; what is under way is not waited for.
    if (round % 20 === 19) void passTime().catch(() => undefined);
    await scheduler.wait(10);
  }
  throw new Error(`only ${(await requests()).length} of ${count} requests came`);
}

/** Without the change of a job's time, which the driver makes as well. */
const WRITES = ["updates", "pendings", "lookalikes", "claims", "transfers", "jobs"]
  .flatMap((table) => ["INSERT", "UPDATE", "DELETE"].map((event) => ({ table, event })))
  .filter(({ table, event }) => table !== "jobs" || event !== "UPDATE")
  .concat({ table: "rows", event: "UPDATE" });

/** The write with this number, of those a story makes, fails, and all after it. */
async function cut(number: number): Promise<void> {
  await runInDurableObject(importer(), (_, { storage }) => {
    storage.sql.exec("CREATE TABLE fuse (n INTEGER)");
    storage.sql.exec("INSERT INTO fuse VALUES (?)", number);
    for (const { table, event } of WRITES) {
      storage.sql.exec(`CREATE TRIGGER fuse_${table}_${event} BEFORE ${event} ON ${table}
        BEGIN UPDATE fuse SET n = n - 1; SELECT RAISE(ABORT, 'killed') WHERE (SELECT n FROM fuse) <= 0; END`);
    }
  });
}

/** Writes are possible again. */
async function mend(): Promise<void> {
  await runInDurableObject(importer(), (_, { storage }) => {
    for (const { table, event } of WRITES) storage.sql.exec(`DROP TRIGGER fuse_${table}_${event}`);
    storage.sql.exec("DROP TABLE fuse");
  });
}

const WRITES_MAX = 80;
/** Fewer would show that the story was not waited for. */
const WRITES_MIN = 3;

async function killedAtWrites(story: Story): Promise<void> {
  for (let number = 1; number <= WRITES_MAX; number += 1) {
    const first = await fresh(story);
    await cut(number);
    const id = await story.begin(first);
    const over = await isOver(id);
    await abortAllDurableObjects();
    await mend();
    await story.end(first, id, []);
    if (over) return expect(number).toBeGreaterThan(WRITES_MIN);
    expect(number).toBeLessThan(WRITES_MAX);
  }
}

/** Lets time pass; whether the story comes to its end, with all that follows from it, though a write would fail. */
async function isOver(id: string): Promise<boolean> {
  for (let round = 0; round < 4; round += 1) {
    await passTime();
    const jobs = await runInDurableObject(importer(), (_, { storage }) => storage.sql.exec<{ n: number }>("SELECT COUNT(*) AS n FROM jobs").one().n);
    if ((await look(id)).state === "done" && jobs === 0) return true;
  }
  return false;
}

/** Uploads a file, once more where the object dies before it says that it has it. */
async function uploadThrough(file: string, query = "account=Checking"): Promise<string> {
  const send = () => upload(file, query, { "idempotency-key": "the file" });
  return (await send().catch(send)).id;
}

const kept = async (): Promise<KeptTransaction[]> => (await fake("/look")).kept;
const facts = (all: readonly KeptTransaction[]) => all.map(({ date, amount, payee }) => `${date} ${amount} ${payee}`).sort();

const bank = (...rows: readonly string[]) => `Date,Description,Amount,Status\n2026-03-01,Salary,2000.00,Booked\n${rows.join("\n")}\n`;
const QUERY = "account=Checking&include_pending=true";

/** So many purchases of one shop, of which the bank shows all as pending first, and as posted two days later. */
function posted(count: number): Story {
  const days = Array.from({ length: count }, (_, index) => 10 + index);
  const was = days.map((day) => `2026-03-${day},LIDL 0042,-31.00,Pending`);
  const is = days.map((day) => `2026-03-${day + 2},LIDL GROCERIES,-31.00,Booked`);
  return {
    before: async () => (await settle((await upload(bank(...was), QUERY)).id)).id,
    begin: () => uploadThrough(bank(...is), QUERY),
    end: async (first, id, unanswered) => {
      const run = await settle(id);

      expect(run.counts).toEqual({ read: 1 + count, inserted: 0, duplicate: 1 + count, rejected: 0, skipped: 0, waiting: 0 });
      expect(facts(await kept())).toEqual(["2026-03-01 -2000.0000 Salary", ...days.map((day) => `2026-03-${day + 2} 31.0000 LIDL GROCERIES`)]);
      const puts = [await requests(), unanswered].map((methods) => methods.filter((method) => method === "PUT").length);
      expect((puts[0] ?? 0) - (puts[1] ?? 0)).toBe(count);
      await importer().undo(id);
      expect(await settle(id)).toMatchObject({ state: "undone", error: null });
      expect(facts(await kept())).toEqual(["2026-03-01 -2000.0000 Salary", ...days.map((day) => `2026-03-${day} 31.0000 LIDL`)]);
      await importer().undo(first);
      expect((await settle(first)).state).toBe("undone");
      expect(await kept()).toEqual([]);
    },
  };
}

test("a pending transaction is changed once, whichever request the object dies in", () => killedAtRequests(posted(1)), 120_000);
test("of two pending transactions each is changed once, whichever write the object dies at", () => killedAtWrites(posted(2)), 120_000);

const OUT = statement([["2026-03-13", "To savings", "-500.00"], ["2026-03-20", "Salary", "2100.00"]]);
const IN = statement([["2026-03-14", "From checking", "500.00"], ["2026-03-25", "Fee", "-2.00"]]);

const OFFERED: Story = {
  before: async () => (await settle((await upload(OUT)).id)).id,
  begin: () => uploadThrough(IN, "account=Savings"),
  end: async (first, id) => {
    expect((await settle(id)).counts).toMatchObject({ read: 2, inserted: 2 });
    const path = `/api/imports/${id}/transfers`;
    const { transfers } = await until(async () => {
      const found = await json<{ transfers: SuggestedTransfer[]; looking: boolean }>(path);
      return found.looking ? null : found;
    });
    expect(transfers).toMatchObject([{ state: "suggested", debit: { payee: "To savings" }, credit: { payee: "From checking" } }]);
    expect((await json<{ transfers: SuggestedTransfer[] }>(`/api/imports/${first}/transfers`)).transfers).toEqual([]);
    expect(await kept()).toHaveLength(4);
  },
};

test("a transfer is offered once, whichever request the object dies in", () => killedAtRequests(OFFERED), 120_000);
test("a transfer is offered once, whichever write the object dies at", () => killedAtWrites(OFFERED), 120_000);

const LOOKS_ALIKE: Story = {
  before: async () => {
    await fake("/type-by-hand", { date: "2026-03-14", amount: "3.5000", payee: "Coffee with Ann", manual_account_id: 1, currency: "usd", external_id: null });
    const { id } = await upload(statement([["2026-03-14", "BLUE BOTTLE", "-3.50"], ["2026-03-17", "Salary", "2000.00"]]));
    expect((await settle(id)).state).toBe("question");
    return id;
  },
  begin: async (id) => {
    // Asked for twice at once, as by two tabs; one of them may die with the object.
    const answer = () => call(`/api/imports/${id}/answers`, { method: "POST", body: JSON.stringify({ answers: { already_there: "same" } }) }).catch(() => null);
    await Promise.all([answer(), answer()]);
    return id;
  },
  end: async (_, id) => {
    if ((await look(id)).state === "question") await json(`/api/imports/${id}/answers`, "POST", { answers: { already_there: "same" } });
    expect((await settle(id)).counts).toEqual({ read: 2, inserted: 1, duplicate: 1, rejected: 0, skipped: 0, waiting: 0 });
    expect((await kept()).map(({ payee }) => payee).sort()).toEqual(["Coffee with Ann", "Salary"]);
    const again = await upload(statement([["2026-03-14", "BLUE BOTTLE", "-3.50"], ["2026-03-17", "Salary", "2000.00"]]));
    expect(await settle(again.id)).toMatchObject({ state: "done", counts: { inserted: 0, duplicate: 2 } });
    expect(await kept()).toHaveLength(2);
  },
};

test("an answer given twice counts once, whichever request the object dies in", () => killedAtRequests(LOOKS_ALIKE), 120_000);
test("an answer given twice counts once, whichever write the object dies at", () => killedAtWrites(LOOKS_ALIKE), 120_000);
