// The recomputation of to_base lets other requests in between its slices. In spite of their
// changes, nothing is left to compute at the end.

import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { recomputeSlice } from "../../src/budget/rates/recompute.ts";
import { callOwn, database, del, get, insert, post, put, type Answer } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

type Row = Answer["body"];
const date = fc
  .integer({ min: 1, max: 28 })
  .map((day) => `2026-02-${String(day).padStart(2, "0")}`);
const currency = fc.constantFrom("usd", "gbp", "chf");
const nth = fc.nat({ max: 30 });
const purchase = fc.record({
  date,
  currency,
  amount: fc.integer({ min: -99_999, max: 99_999 }).map((amount) => (amount / 10_000).toFixed(4)),
});

const act = fc.oneof(
  fc.record({ what: fc.constant("slice" as const) }),
  fc.record({ what: fc.constant("slice" as const) }),
  fc.record({ what: fc.constant("insert" as const), item: purchase }),
  fc.record({ what: fc.constant("move" as const), nth, date }),
  fc.record({ what: fc.constant("split" as const), nth, date: fc.option(date) }),
  fc.record({ what: fc.constant("unsplit" as const), nth }),
  fc.record({ what: fc.constant("group" as const), nth, more: nth, date }),
  fc.record({ what: fc.constant("ungroup" as const), nth }),
  fc.record({ what: fc.constant("primary" as const), currency }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const SLICE_ROWS = 3;

const bases = () =>
  database((sql) =>
    sql.all<Row>("SELECT id, amount, currency, to_base FROM transactions ORDER BY id"),
  );

/** Does what somebody asks for; what is refused changes nothing, which is as good. */
async function perform(one: Exclude<Act, { what: "slice" | "primary" }>): Promise<void> {
  const rows: Row[] = (await get("/transactions?limit=2000&include_split_parents=true")).body
    .transactions;
  const at = (index: number): number => rows[index % rows.length]?.id ?? 0;
  switch (one.what) {
    case "insert":
      await insert([one.item]);
      return;
    case "move":
      await put(`/transactions/${at(one.nth)}`, { date: one.date });
      return;
    case "split": {
      const whole = rows[one.nth % rows.length];
      const cents = Math.round(Number(whole.amount) * 10_000);
      const parts = [3_333, 3_333, cents - 6_666].map((units, index) => ({
        amount: (units / 10_000).toFixed(4),
        ...(one.date !== null && index === 1 && { date: one.date }),
      }));
      await post(`/transactions/split/${whole.id}`, { child_transactions: parts });
      return;
    }
    case "unsplit":
      await del(`/transactions/split/${at(one.nth)}`);
      return;
    case "group":
      await post("/transactions/group", {
        ids: [at(one.nth), at(one.more)],
        date: one.date,
        payee: "Trip",
      });
      return;
    case "ungroup":
      await del(`/transactions/group/${at(one.nth)}`);
      return;
  }
}

test("changes between two slices still leave every amount with the value of a full recomputation", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(purchase, { minLength: 6, maxLength: 14 }),
      fc.array(act, { maxLength: 20 }),
      async (items, acts) => {
        await reset();
        const rates = ["2026-02-01", "2026-02-10", "2026-02-20"].flatMap((day, index) => [
          { currency: "usd", date: day, per_euro: ["1.0853", "1.1111", "1.2"][index] },
          { currency: "gbp", date: day, per_euro: ["0.8571", "0.8333", "0.9"][index] },
          { currency: "chf", date: day, per_euro: ["0.9377", "0.9512", "0.9999"][index] },
        ]);
        expect((await callOwn("PUT", "/rates", { rates })).status).toBe(200);
        await insert(items);

        let cursor: string | null = null;
        let isWalking = false;
        const slice = async () => {
          cursor = await database((sql) => recomputeSlice(sql, Date.now(), cursor, SLICE_ROWS));
          return cursor !== null;
        };
        for (const one of acts) {
          if (one.what === "primary") {
            await database((sql) =>
              sql.run("UPDATE budget SET primary_currency = ?", one.currency),
            );
            [cursor, isWalking] = [null, true];
          } else if (one.what === "slice") {
            if (isWalking) isWalking = await slice();
          } else await perform(one);
        }
        while (isWalking) isWalking = await slice();

        const walked = await bases();
        await database((sql) => recomputeSlice(sql, Date.now(), null, 1_000));
        expect(walked).toEqual(await bases());
      },
    ),
    { numRuns: 40 },
  );
});
