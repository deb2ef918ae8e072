// Every fault of the network and the service against the invariants: read = inserted + duplicate + rejected +
// skipped, and the budget holds each transaction exactly once. Numbers F1 .. F24 name the faults of the plan.

import {
  createScheduledController,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { REQUEST_TIMEOUT_MS } from "../../src/platform/limits.ts";
import { Importer } from "../../src/importer/object.ts";
import type { Import } from "../../src/importer/imports/runs.ts";
import worker from "../../src/index.ts";
import {
  call,
  fail,
  fake,
  importer,
  look,
  manyRows,
  passTime,
  settle,
  statement,
  TOKEN,
  untilWaiting,
  upload,
} from "./driver.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";

beforeEach(async () => {
  await fake("/reset");
});
afterEach(() => reset());

const ROWS = manyRows(1_200);
const FILE = statement(ROWS);
const FEW = statement(manyRows(20));

/** The counts add up and each of the rows is in the budget once. */
async function expectWhole(
  run: Import,
  rows: number,
  gone: Partial<Import["counts"]> = {},
): Promise<void> {
  const { read, inserted, duplicate, rejected, skipped, waiting } = run.counts;
  expect(run.state).toBe("done");
  expect({ read, sum: inserted + duplicate + rejected + skipped, waiting }).toEqual({
    read: rows,
    sum: rows,
    waiting: 0,
  });
  const expected = {
    inserted: rows - (gone.rejected ?? 0) - (gone.duplicate ?? 0),
    duplicate: 0,
    rejected: 0,
    ...gone,
  };
  expect({ inserted, duplicate, rejected }).toEqual(expected);
  const { kept } = await fake("/look");
  expect(kept.length).toBe(rows - (gone.rejected ?? 0));
  expect(new Set(kept.map((t) => t.external_id)).size).toBe(kept.length);
}

test("without faults 1,200 rows take 3 requests", async () => {
  const run = await settle((await upload(FILE)).id);

  await expectWhole(run, 1_200);
  const posts = (await fake("/look")).log.filter((entry) => entry.method === "POST");
  expect(posts.map((entry) => entry.items)).toEqual([500, 500, 200]);
  expect(run.requests).toBe(3);
  expect(posts.every((entry) => entry.authorization === "Bearer planted-remote-token")).toBe(true);
});

describe("the answer is lost or unreadable", () => {
  const lost = {
    "F2 the connection drops after the commit": { commit: true, drop: true },
    "F2 the connection drops before it": { drop: true },
    "F3 the answer is cut in the middle": { commit: true, drop: 40 },
    "F5 a 500 after the commit": { commit: true, status: 500 },
    "F5 a 500 before it": { status: 500 },
    "F5 a 502 page in HTML": { status: 502, body: "<html>bad gateway</html>" },
    "F5 a 503 with nothing": { status: 503, body: "" },
    "F5 a 200 with an error body": { status: 200, body: '{"error":"oops"}' },
    "F5 a 400 that is a proxy's page": { status: 400, body: "<html>" },
    "F3 a 201 that is not JSON": { commit: true, status: 201, body: "ok" },
    "F3 a 204, as some answer return=minimal": { commit: true, status: 204, body: "" },
    "F3 a 201 with nothing, as others answer it": {
      commit: true,
      status: 201,
      body: "",
      headers: { "preference-applied": "return=minimal" },
    },
  };
  for (const [name, fault] of Object.entries(lost)) {
    test(name, async () => {
      const { id } = await upload(FILE);
      await fail(fault, fault);

      await expectWhole(await settle(id), 1_200);
    });
  }

  test("F6 a service that never answers is given up after 30 seconds and asked again", async () => {
    const later = globalThis.setTimeout;
    let isOver = false;
    // The 30 seconds are not waited for: they are over when the request has come that is not
    // answered, and for no other before.
    vi.stubGlobal("setTimeout", (run: () => void, milliseconds?: number) => {
      const look = (): unknown => (isOver ? run() : later(look, 10));
      return milliseconds === REQUEST_TIMEOUT_MS ? later(look, 10) : later(run, milliseconds);
    });
    try {
      await fail({ hang: true });
      const { id } = await upload(FEW);
      await vi.waitFor(async () => expect((await fake("/look")).to_come).toBe(0), 20_000);
      isOver = true;
      expect(await untilWaiting(id)).toMatchObject({
        state: "waiting",
        error: "the service did not answer within 30 s",
      });
      vi.unstubAllGlobals();

      await expectWhole(await settle(id), 20);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("F5 a redirect is not followed, with or without our token", async () => {
    await fail({ status: 301, headers: { location: "http://127.0.0.1:1/elsewhere" } });

    await expectWhole(await settle((await upload(FEW)).id), 20);
  });
});

describe("F4 a 429 is waited out", () => {
  for (const [retryAfter, least] of [
    ["1", 1_000],
    ["60", 60_000],
    ["0", 1_000],
    ["-1", 60_000],
    ["soon", 60_000],
    ["1000000000", 900_000],
  ] as const) {
    test(`Retry-After: ${retryAfter}`, async () => {
      // Several: a machine that stands still for longer than a second meets the next one waiting.
      await fail(
        ...Array.from({ length: 3 }, () => ({
          status: 429,
          headers: { "retry-after": retryAfter },
        })),
      );
      const before = Date.now();
      const { id } = await upload(FEW);
      const waiting = await untilWaiting(id);
      expect(waiting.state).toBe("waiting");
      expect(waiting.counts.waiting).toBe(20);
      const next = Date.parse(waiting.next_attempt_at ?? "");
      expect(next - before).toBeGreaterThanOrEqual(least - 1);
      expect(next - Date.now()).toBeLessThanOrEqual(least + 5_000);
      await expectWhole(await settle(id), 20);
    });
  }

  test("Retry-After as an HTTP date", async () => {
    const date = new Date(Date.now() + 120_000).toUTCString();
    await fail({ status: 429, headers: { "retry-after": date } });
    const { id } = await upload(FEW);
    const next = Date.parse((await untilWaiting(id)).next_attempt_at ?? "");
    expect(Math.abs(next - Date.parse(date))).toBeLessThanOrEqual(1_000);
    await expectWhole(await settle(id), 20);
  });

  test("eight in a row, and no request before its time", async () => {
    const wait = { status: 429, headers: { "retry-after": "60" } };
    await fail(...Array.from({ length: 8 }, () => wait));
    const { id } = await upload(FEW);
    await untilWaiting(id);
    const asked = (await fake("/look")).log.length;
    for (let early = 0; early < 3; early += 1) await runDurableObjectAlarm(importer());

    expect((await fake("/look")).log.length).toBe(asked);
    await expectWhole(await settle(id), 20);
  });
});

describe("the object dies", () => {
  test("F1 F10 it is aborted before, between and after every batch", async () => {
    const { id } = await upload(FILE);
    for (let round = 0; round < 8; round += 1) {
      await abortAllDurableObjects();
      await fail({ commit: true, drop: true });
      await passTime();
    }
    await abortAllDurableObjects();

    await expectWhole(await settle(id), 1_200);
  });

  test("F10 it is evicted while it waits, and sets its alarm again when it comes back", async () => {
    await fail({ status: 429, headers: { "retry-after": "60" } });
    const { id } = await upload(FEW);
    await untilWaiting(id);
    await runInDurableObject(importer(), (_, state) => state.storage.deleteAlarm());
    await evictDurableObject(importer());

    const alarm = await runInDurableObject(importer(), (_, state) => state.storage.getAlarm());
    expect(alarm).not.toBeNull();
    await expectWhole(await settle(id), 20);
  });

  test("F7 the heartbeat sets an alarm that was lost while rows wait", async () => {
    await fail({ status: 429, headers: { "retry-after": "60" } });
    const { id } = await upload(FEW);
    await untilWaiting(id);
    await runInDurableObject(importer(), (_, state) => state.storage.deleteAlarm());

    const controller = createScheduledController({
      scheduledTime: new Date(),
      cron: "*/15 * * * *",
    });
    await worker.scheduled(controller, env);

    expect(
      await runInDurableObject(importer(), (_, state) => state.storage.getAlarm()),
    ).not.toBeNull();
    await expectWhole(await settle(id), 20);
  });

  test("a clock that ran two days ahead and was set back leaves nothing waiting for those days", async () => {
    await fail({ status: 500 });
    const { id } = await upload(FEW);
    await untilWaiting(id);
    const ahead = 2 * 24 * 60 * 60_000;
    await runInDurableObject(importer(), async (_, state) => {
      state.storage.sql.exec("UPDATE runs SET next_attempt_at = next_attempt_at + ?", ahead);
      await state.storage.setAlarm(Date.now() + ahead);
    });
    await evictDurableObject(importer());

    await worker.scheduled(
      createScheduledController({ scheduledTime: new Date(), cron: "*/15 * * * *" }),
      env,
    );

    for (let round = 0; round < 500 && (await look(id)).state !== "done"; round += 1)
      await scheduler.wait(10);
    await expectWhole(await look(id), 20);
  });

  test("F8 the alarm fires twice at once: no batch is sent twice at a time", async () => {
    const { id } = await upload(FILE);
    await Promise.all([passTime(), passTime(), runDurableObjectAlarm(importer())]);

    const run = await settle(id);
    await expectWhole(run, 1_200);
    expect(run.requests).toBe(3);
  });

  test("F9 a fault of our own neither loses the alarm nor a row", async () => {
    await fail({ status: 500 });
    const { id } = await upload(FEW);
    await untilWaiting(id);
    await runInDurableObject(importer(), (_, state) =>
      state.storage.sql.exec("ALTER TABLE batches RENAME TO hidden"),
    );
    for (let round = 0; round < 8; round += 1) {
      await passTime();
      const alarm = await runInDurableObject(importer(), (_, state) => state.storage.getAlarm());
      expect(alarm).not.toBeNull();
    }
    expect((await look(id)).error).toContain("fault of the importer itself");
    await runInDurableObject(importer(), (_, state) =>
      state.storage.sql.exec("ALTER TABLE hidden RENAME TO batches"),
    );

    await expectWhole(await settle(id), 20);
  });
});

describe("F7 the service is away", () => {
  test("through far more tries than the platform gives an alarm, nothing is lost", async () => {
    await fail(...Array.from({ length: 40 }, () => ({ drop: true })));
    const { id } = await upload(FEW);

    await expectWhole(await settle(id, 80), 20);
  });

  test("a token that is refused once, and taken when it is asked about, is used again", async () => {
    await fail({ status: 401 });
    const { id } = await upload(FEW);

    await expectWhole(await untilWaiting(id), 20);
  });

  test("a token that is refused twice keeps the queue and says so", async () => {
    await fail({ status: 401 }, { status: 401 });
    const { id } = await upload(FEW);
    const waiting = await untilWaiting(id);
    expect(waiting.state).toBe("waiting");
    expect(waiting.error).toContain("401");
    await expectWhole(await settle(id), 20);
  });
});

test("F7 the service is away when the file arrives: it is taken, and the account found when it is back", async () => {
  await fail({ on: "GET", drop: true }, { on: "GET", status: 500 }, { on: "GET", drop: true });
  const { id, state } = await upload(FEW);
  expect(["received", "reading"]).toContain(state);

  await expectWhole(await settle(id), 20);
});

describe("F11 the storage refuses a write", () => {
  const sql = (statement: string) =>
    runInDurableObject(importer(), (_, state) => state.storage.sql.exec(statement).toArray());
  const full = (table: string, event: string, when: string) =>
    sql(
      `CREATE TRIGGER full BEFORE ${event} ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
    );

  test("in the middle of a slice: no half of it stays, and it is read on when there is room", async () => {
    const held = vi.spyOn(Importer.prototype, "alarm").mockResolvedValue();
    const { id } = await upload(FILE);
    await full("rows", "INSERT", "NEW.seq = 700");
    held.mockRestore();
    await passTime();
    expect(await untilWaiting(id)).toMatchObject({
      counts: { read: 0 },
      error: expect.stringContaining("tried again"),
    });
    expect(await sql("SELECT COUNT(*) AS n FROM rows")).toEqual([{ n: 0 }]);
    await sql("DROP TRIGGER full");

    await expectWhole(await settle(id), 1_200);
  });

  test("while an answer is settled: the batch is sent again, nothing is inserted twice", async () => {
    const shown = await settle((await upload(FILE, "account=Checking&preview=true")).id);
    await full("rows", "UPDATE", "NEW.state = 'inserted' AND NEW.seq = 10");
    await call(`/api/imports/${shown.id}/confirm`, { method: "POST" });
    expect((await untilWaiting(shown.id)).counts.inserted).toBe(0);
    await sql("DROP TRIGGER full");

    await expectWhole(await settle(shown.id), 1_200);
  });
});

test("a request that is carried out twice, and answered by the second, leaves no row that the import does not know as its own", async () => {
  const { id } = await upload(FILE);
  await fail({ twice: true }, {}, { twice: true });

  await expectWhole(await settle(id), 1_200);
  await call(`/api/imports/${id}/undo`, { method: "POST" });
  expect((await settle(id)).counts).toMatchObject({ inserted: 0, skipped: 1_200 });
  expect((await fake("/look")).kept).toEqual([]);
});

describe("F20 poison", () => {
  for (const namesPoison of [true, false]) {
    for (const index of [0, 249, 499]) {
      test(`row ${index} of 500 is rejected alone, ${namesPoison ? "named by" : "not named by"} the service`, async () => {
        await fake("/reset", { poison: "POISON", namesPoison });
        const rows = manyRows(500).map((row) => [...row] as [string, string, string]);
        const victim =
          [...rows.keys()].sort((a, b) => orderOf(rows, a) - orderOf(rows, b))[index] ?? 0;
        const before = rows[victim];
        if (before === undefined) throw new Error("no such row");
        rows[victim] = [before[0], `POISON ${victim}`, before[2]];
        const run = await settle((await upload(statement(rows))).id);

        await expectWhole(run, 500, { rejected: 1 });
        expect(run.requests).toBeLessThanOrEqual(namesPoison ? 2 : 19);
        const { rows: rejected } = await (
          await call(`/api/imports/${run.id}/rows?state=rejected`)
        ).json<{ rows: { line: number; reason: string }[] }>();
        expect(rejected).toMatchObject([
          { line: victim + 2, reason: expect.stringContaining("category_id does not exist") },
        ]);
      });
    }
  }

  test("a batch that is poison throughout ends rejected, row by row", async () => {
    await fake("/reset", { poison: "POISON", namesPoison: false });
    const rows = manyRows(12).map(
      ([date, payee, amount]) => [date, `POISON ${payee}`, amount] as const,
    );

    const run = await settle((await upload(statement(rows))).id);

    expect(run.counts).toMatchObject({ read: 12, inserted: 0, rejected: 12 });
  });
});

describe("the same again", () => {
  test("F17 uploaded again: nothing is inserted, and no request posts a row, since the list shows them all", async () => {
    await settle((await upload(FILE)).id);
    const again = await settle((await upload(FILE)).id);

    expect(again.counts).toMatchObject({ read: 1_200, inserted: 0, duplicate: 1_200 });
    expect(again.requests).toBe(0);
    expect((await fake("/look")).kept.length).toBe(1_200);
  });

  test("F17 twice at once: two imports, every transaction once", async () => {
    const [one, two] = await Promise.all([upload(FEW), upload(FEW)]);
    const counts = [(await settle(one.id)).counts, (await settle(two.id)).counts];

    expect(counts.map((c) => c.inserted).sort((a, b) => a - b)).toEqual([0, 20]);
    expect((await fake("/look")).kept.length).toBe(20);
  });

  test("F17 the same request with one Idempotency-Key is one import; another file under it is refused", async () => {
    const key = { "idempotency-key": "k-1" };
    const [one, two] = await Promise.all([
      upload(FEW, "account=Checking", key),
      upload(FEW, "account=Checking", key),
    ]);
    expect(two.id).toBe(one.id);

    const other = await call("/api/imports?account=Checking", {
      method: "POST",
      body: FILE,
      headers: key,
    });
    expect(other.status).toBe(422);
  });

  test("F17 F21 an overlapping export inserts exactly the new rows, in either order of upload", async () => {
    const sorted = [...ROWS].sort((a, b) => Number(a[0] > b[0]) - Number(a[0] < b[0]));
    const early = statement(sorted.filter(([date]) => date <= "2026-03-18"));
    const late = statement(sorted.filter(([date]) => date >= "2026-03-16"));
    for (const order of [
      [early, late],
      [late, early],
    ]) {
      await fake("/reset");
      await reset();
      for (const file of order) await settle((await upload(file)).id);
      const { kept } = await fake("/look");
      expect(kept.length).toBe(1_200);
    }
  });

  test("F23 newest first gives the same ids as oldest first", async () => {
    await settle((await upload(FILE)).id);
    const reversed = await settle((await upload(statement(ROWS.toReversed()))).id);

    expect(reversed.counts).toMatchObject({ inserted: 0, duplicate: 1_200 });
  });

  test("F22 a transaction deleted in the service comes back with the next upload, once", async () => {
    await settle((await upload(FEW)).id);
    const { kept } = await fake("/look");
    await fake("/delete", [kept[3]?.id]);

    const again = await settle((await upload(FEW)).id);

    expect(again.counts).toMatchObject({ inserted: 1, duplicate: 19 });
    expect((await fake("/look")).kept.length).toBe(20);
  });
});

describe("two equal coffees on one day", () => {
  const COFFEE = ["2026-03-14", "Blue Bottle", "-3.50"] as const;
  const AROUND = manyRows(10);
  const TWO = statement([...AROUND, COFFEE, COFFEE]);

  test("are two transactions, also when the file is uploaded twice", async () => {
    const first = await settle((await upload(TWO)).id);
    const second = await settle((await upload(TWO)).id);

    expect([first.counts.inserted, second.counts.inserted]).toEqual([12, 0]);
    expect((await fake("/look")).kept.filter((t) => t.payee === "Blue Bottle").length).toBe(2);
  });

  test("are two when the overlap cuts between them, though the service would take one for the other", async () => {
    await settle((await upload(statement([...AROUND, COFFEE]))).id);
    const second = await settle((await upload(TWO)).id);

    expect(second.counts).toMatchObject({ inserted: 1, duplicate: 11 });
    expect((await fake("/look")).kept.filter((t) => t.payee === "Blue Bottle").length).toBe(2);
  });

  test("one of them typed by hand before: it is recognised once, the other one is inserted, for ever after", async () => {
    await fake("/type-by-hand", {
      date: COFFEE[0],
      payee: COFFEE[1],
      amount: "3.5000",
      manual_account_id: 1,
      external_id: null,
    });
    for (const inserted of [11, 0, 0]) {
      expect((await settle((await upload(TWO)).id)).counts.inserted).toBe(inserted);
    }
    expect((await fake("/look")).kept.filter((t) => t.payee === "Blue Bottle").length).toBe(2);
  });

  test("are two when a file ends between them and the next begins there: the running balance tells them apart", async () => {
    const head = "Date,Description,Amount,Balance\n";
    const before = "2026-03-13,Rent,-500.00,1500.00\n2026-03-13,Salary,2500.00,4000.00\n";
    const first = "2026-03-14,Blue Bottle,-3.50,3996.50\n";
    const second = "2026-03-14,Blue Bottle,-3.50,3993.00\n";
    const after = "2026-03-15,Market,-20.00,3973.00\n2026-03-16,Refund,5.00,3978.00\n";
    await settle((await upload(head + before + first)).id);
    await settle((await upload(head + second + after)).id);
    await settle((await upload(head + before + first + second + after)).id);

    expect((await fake("/look")).kept.filter((t) => t.payee === "Blue Bottle").length).toBe(2);
    expect((await fake("/look")).kept.length).toBe(6);
  });
});

test("an export cut in the middle of a day, with nothing to tell equal purchases apart, says so in the row's fate", async () => {
  const around = manyRows(10).filter(([date]) => date < "2026-03-20");
  await settle((await upload(statement([...around, ["2026-03-20", "Blue Bottle", "-3.50"]]))).id);
  const next = statement([
    ["2026-03-20", "Blue Bottle", "-3.50"],
    ["2026-03-21", "Salary", "900.00"],
    ["2026-03-22", "Shop", "-1.00"],
  ]);
  const { id } = await settle((await upload(next)).id);

  const { rows } = await (
    await call(`/api/imports/${id}/rows?state=duplicate`)
  ).json<{ rows: { reason: string }[] }>();
  expect(rows.map((row) => row.reason)).toEqual([
    expect.stringContaining("if there were two, one is missing"),
  ]);
  const again = await settle((await upload(next)).id);
  const repeated = await (
    await call(`/api/imports/${again.id}/rows?state=duplicate`)
  ).json<{ rows: { reason: string }[] }>();
  expect(repeated.rows.filter((row) => row.reason.includes("missing")).length).toBeLessThanOrEqual(
    1,
  );
});

describe("undo", () => {
  test("deletes exactly what the import inserted, through lost answers, and frees the ids", async () => {
    await settle((await upload(statement(ROWS.slice(0, 300)))).id);
    const { id } = await settle((await upload(FILE)).id);
    await fail({ on: "DELETE", commit: true, drop: true }, { on: "DELETE", status: 500 });
    await call(`/api/imports/${id}/undo`, { method: "POST" });

    const undone = await settle(id);
    expect(undone.state).toBe("undone");
    expect(undone.counts).toMatchObject({ read: 1_200, inserted: 0, duplicate: 300, skipped: 900 });
    expect((await fake("/look")).kept.length).toBe(300);
    expect((await settle((await upload(FILE)).id)).counts).toMatchObject({
      inserted: 900,
      duplicate: 300,
    });
  });

  test("goes on where a person deleted some already, named or not", async () => {
    for (const namesPoison of [true, false]) {
      await reset();
      await fake("/reset", { namesPoison });
      const { id } = await settle((await upload(FEW)).id);
      const { kept } = await fake("/look");
      await fake("/delete", [kept[2]?.id, kept[17]?.id]);
      await call(`/api/imports/${id}/undo`, { method: "POST" });

      expect((await settle(id, 120)).counts).toMatchObject({ inserted: 0, skipped: 20 });
      expect((await fake("/look")).kept).toEqual([]);
    }
  });

  test("stops an import that is waiting, after an answer was lost, and leaves nothing behind", async () => {
    await fail({ commit: true, drop: true }, { commit: true, drop: true });
    const { id } = await upload(FILE);
    expect((await untilWaiting(id)).state).toBe("waiting");
    await call(`/api/imports/${id}/undo`, { method: "POST" });

    expect((await settle(id)).state).toBe("undone");
    expect((await fake("/look")).kept).toEqual([]);
  });
});

describe("turns", () => {
  const head = "Date,Description,Amount,Balance\n";
  const first = `${head}2026-03-13,Rent,-500.00,1500.00\n2026-03-13,Salary,2500.00,4000.00\n2026-03-14,Blue Bottle,-3.50,3996.50\n`;

  test("an older preview confirmed while a newer file is being posted waits for its turn: both coffees stay", async () => {
    const many = Array.from(
      { length: 700 },
      (_, i) => `2026-03-15,Shop ${i},-1.00,${(3993 - (i + 1)).toFixed(2)}\n`,
    ).join("");
    const shown = await settle((await upload(first, "account=Checking&preview=true")).id);
    await fail({}, { status: 429, headers: { "retry-after": "60" } });
    const { id } = await upload(`${head}2026-03-14,Blue Bottle,-3.50,3993.00\n${many}`);
    expect((await untilWaiting(id)).state).toBe("waiting");
    await call(`/api/imports/${shown.id}/confirm`, { method: "POST" });

    const counts = [(await settle(id)).counts, (await settle(shown.id)).counts];
    expect(counts.map((c) => c.inserted)).toEqual([701, 3]);
    expect((await fake("/look")).kept.filter((t) => t.payee === "Blue Bottle").length).toBe(2);
  });

  test("a survey does not wait for what is being posted", async () => {
    await fail({ status: 429, headers: { "retry-after": "60" } });
    const { id } = await upload(FILE);
    await untilWaiting(id);

    expect((await settle((await upload(first, "account=Checking&preview=true")).id)).state).toBe(
      "preview",
    );
  });
});

test("the same Idempotency-Key and file are one import though the service was away the first time", async () => {
  const key = { "idempotency-key": "k-2" };
  await fail({ on: "GET", drop: true }, { on: "GET", drop: true });
  const first = await upload(FEW, "account=Checking", key);
  await settle(first.id);

  expect((await upload(FEW, "account=Checking", key)).id).toBe(first.id);
});

describe("a document that is gone from the store", () => {
  const remove = (sha256: string) => env.DOCUMENTS.delete(`documents/${sha256}`);

  test("fails the import at once, in words that do not say that it is kept, and blocks no other", async () => {
    await fail({ on: "GET", drop: true }, { on: "GET", drop: true }, { on: "GET", drop: true });
    const { id, document } = await upload(FEW);
    await remove(document.sha256);

    const failed = await settle(id, 3);

    expect(failed).toMatchObject({
      state: "failed",
      error: expect.stringContaining("The stored file is missing"),
    });
    expect(failed.error).not.toContain("kept");
    await expectWhole(await settle((await upload(FILE)).id), 1_200);
  });

  test("in the middle of reading leaves no row that waits in the failed import", async () => {
    const sql = (statement: string) =>
      runInDurableObject(importer(), (_, state) => state.storage.sql.exec(statement));
    const held = vi.spyOn(Importer.prototype, "alarm").mockResolvedValue();
    const { id, document } = await upload(FILE);
    await sql(
      "CREATE TRIGGER full BEFORE INSERT ON rows WHEN NEW.seq = 700 BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
    );
    held.mockRestore();
    await passTime();
    await sql("DROP TRIGGER full");
    await sql("UPDATE runs SET read = 1, read_next = 1");
    await sql("INSERT INTO rows (run, seq, line, state) VALUES (1, 0, 2, 'waiting')");
    await remove(document.sha256);

    expect(await settle(id, 3)).toMatchObject({
      state: "failed",
      counts: { read: 1, skipped: 1, waiting: 0 },
    });
  });

  test("is answered as missing when it is asked for, and is stored again by the next upload", async () => {
    const { id, document } = await settle((await upload(FEW)).id);
    await remove(document.sha256);

    const answer = await call(`/api/imports/${id}/document`);

    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(`The document of import ${id}`);
    expect((await settle((await upload(FEW)).id)).counts).toMatchObject({ duplicate: 20 });
    expect(await (await call(`/api/imports/${id}/document`)).text()).toBe(FEW);
  });
});

test("what the service neither deletes nor lacks is kept and said: undo ends", async () => {
  const { id } = await settle((await upload(statement(manyRows(3)))).id);
  await fail(...Array.from({ length: 40 }, () => ({ on: "DELETE" as const, status: 404 })));
  await call(`/api/imports/${id}/undo`, { method: "POST" });

  expect(await settle(id)).toMatchObject({
    state: "undone",
    error: expect.stringContaining("3 transactions could not be deleted"),
  });
});

test("what the service refuses to delete, though it is neither split nor grouped, is kept and said: undo ends", async () => {
  const { id } = await settle((await upload(statement(manyRows(3)))).id);
  await fail(...Array.from({ length: 40 }, () => ({ on: "DELETE" as const, status: 400 })));
  await call(`/api/imports/${id}/undo`, { method: "POST" });

  expect(await settle(id)).toMatchObject({
    state: "undone",
    error: expect.stringContaining("3 transactions could not be deleted"),
  });
});

describe("undo at the worst moment", () => {
  test("while a request is under way: its answer settles the batch, and everything is taken back", async () => {
    for (const fault of [{}, { commit: true, drop: true }, { status: 500 }]) {
      await reset();
      await fake("/reset");
      await fail(fault);
      const { id } = await upload(FILE);
      const working = runDurableObjectAlarm(importer());
      await call(`/api/imports/${id}/undo`, { method: "POST" });
      await working;

      expect((await settle(id)).state).toBe("undone");
      expect((await fake("/look")).kept).toEqual([]);
    }
  });

  test("before it is read, shown or answered: nothing is posted afterwards", async () => {
    const early = await upload(FILE);
    await call(`/api/imports/${early.id}/undo`, { method: "POST" });
    expect((await settle(early.id)).state).toBe("undone");

    const shown = await settle((await upload(FEW, "account=Checking&preview=true")).id);
    expect(shown.state).toBe("preview");
    await call(`/api/imports/${shown.id}/undo`, { method: "POST" });
    const undone = await settle(shown.id);
    expect(undone.counts).toMatchObject({ read: 20, skipped: 20, waiting: 0 });

    expect((await fake("/look")).kept).toEqual([]);
  });
});

test("I9 the token is in no log, no stored row and no address", async () => {
  await settle((await upload(FEW)).id);
  const dump = await runInDurableObject(importer(), (_, state) =>
    JSON.stringify(
      ["runs", "rows", "batches", "keys"].map((table) =>
        state.storage.sql.exec(`SELECT * FROM ${table}`).toArray(),
      ),
    ),
  );

  expect(dump).not.toContain("planted-remote-token");
  expect(dump).not.toContain(TOKEN);
  expect((await fake("/look")).log.some((entry) => entry.path.includes("token"))).toBe(false);
});

describe("pacing", () => {
  test("when the answers say that the quota is used up, no request is made that would be answered 429", async () => {
    await fake("/reset", { quota: 5 });
    const { id } = await upload(statement(manyRows(5_000)));
    const first = await untilWaiting(id);
    expect(first).toMatchObject({ state: "waiting", error: expect.stringContaining("quota") });
    for (let early = 0; early < 3; early += 1) await runDurableObjectAlarm(importer());
    const { log } = await fake("/look");
    expect(log.length).toBe(5);

    // A minute later the service counts anew, and again after that.
    for (let minute = 0; minute < 2; minute += 1) {
      await fake("/new-window");
      await passTime();
      await untilWaiting(id);
    }
    await fake("/new-window");
    const run = await settle(id);

    await expectWhole(run, 5_000);
    const after = await fake("/look");
    expect(after.refused).toBe(0);
    expect(run.requests).toBe(10);
  });

  test("20,000 rows take 40 requests at the document's quota of 100, none answered 429", async () => {
    await fake("/reset", { quota: 100 });
    const run = await settle((await upload(statement(manyRows(20_000)))).id);

    await expectWhole(run, 20_000);
    const { log, refused } = await fake("/look");
    expect(refused).toBe(0);
    expect(log.filter((entry) => entry.method === "POST").length).toBe(40);
    expect(run.requests).toBe(40);
  }, 240_000);
});

/** Where the queue puts a row: by date, then amount as stored, then its place in the file. */
function orderOf(rows: readonly (readonly [string, string, string])[], index: number): number {
  const keyed = rows.map(([date, , amount], at) => ({ date, amount: Number(amount), at }));
  const byDate = (a: string, b: string) => Number(a > b) - Number(a < b);
  keyed.sort((a, b) => byDate(a.date, b.date) || a.amount - b.amount || a.at - b.at);
  return keyed.findIndex((entry) => entry.at === index);
}
