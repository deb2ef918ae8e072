// The page of one account over the whole Worker, by its forms.

import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addDays, parseDay } from "../../../src/money/day.ts";
import { units } from "../../../src/money/money.ts";
import { must } from "../../../src/platform/assert.ts";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { readComparison, readDays } from "../../../src/pages/accounts/read-days.ts";
import { listEnds, type Stated } from "../../../src/pages/accounts/reconcile.ts";
import { insert, post } from "../../budget/client.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";
import { documentedWays, EMBEDDED } from "../transactions/ways.ts";

const bindings: Env = env;

beforeEach(() => reset());
afterEach(() => reset());

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  return visitor;
}

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const verdictOf = (html: string) =>
  wordsOf(/<p class="verdict.*?<\/p>/s.exec(html)?.[0] ?? "").trim();

test("a difference of a card is adjusted once, however often the form is sent, and undone by the journal", async () => {
  const visitor = await signedIn();
  const day = "2026-01-31";
  await visitor.post("/accounts/manual/3/value", { value: "258.71" });
  const shown = await visitor.get(`/accounts/manual/3?date=${day}&balance=300`);
  expect(verdictOf(shown.text)).toContain("Differs by +41.29.");
  const form = { date: day, balance: "300", difference: "-412900", key: "one key" };
  const added = await visitor.post("/accounts/manual/3/reconcile/adjust", form);
  const again = await visitor.post("/accounts/manual/3/reconcile/adjust", form);
  const to = added.headers.get("location") ?? "";
  const after = await visitor.get(to.replace(/#.*/, ""));
  const transaction = /adjusted=(\d+)/.exec(to)?.[1] ?? "";

  expect([added.status, again.status]).toEqual([303, 409]);
  expect(verdictOf(after.text)).toContain("Agrees. On 31 Jan 2026");
  expect(wordsOf(after.text)).toContain("300.00 USD owed");
  const undo = { transaction, date: day, balance: "300", key: "another" };
  expect((await visitor.post("/accounts/manual/3/reconcile/undo", undo)).status).toBe(303);
  const back = await visitor.get(`/accounts/manual/3?date=${day}&balance=300`);
  expect(verdictOf(back.text)).toContain("Differs by +41.29.");
  expect(wordsOf((await visitor.get("/changes")).text)).toContain("Balance adjustment");
});

test("a person chooses the purchase date for an account's transactions, and the posting date again", async () => {
  const visitor = await signedIn();
  const chosen = async () =>
    /<option value="(\w+)" selected/.exec(
      (await visitor.get("/accounts/manual/3")).text.split('id="dates"')[1] ?? "",
    )?.[1];

  expect(await chosen()).toBe("posting");
  const said = await visitor.post("/accounts/manual/3/dates", { date: "purchase" });
  expect(said.status).toBe(303);
  expect(await chosen()).toBe("purchase");
  expect((await visitor.get("/api/transaction-dates")).text).toBe('{"purchase":[3]}');
  const after = await visitor.get((said.headers.get("location") ?? "").replace(/#.*/, ""));
  expect(wordsOf(after.text)).toContain("is changed for files that are imported from now on");
  expect((await visitor.post("/accounts/manual/3/dates", { date: "value" })).status).toBe(400);
  await visitor.post("/accounts/manual/3/dates", { date: "posting" });
  expect(await chosen()).toBe("posting");
});

const AMOUNTS = [3.2, 6.4, -3.2, 12.5];
const ROW = fc.record({
  days: fc.nat(14),
  amount: fc.constantFrom(...AMOUNTS),
  currency: fc.constantFrom("usd", "usd", "usd", "eur"),
  payee: fc.constantFrom("Café", "CAFÉ ", "kiosk", "\u212Aiosk", ""),
});
const FIRST = must(parseDay("2026-10-01"), "a day");
const dayAfter = (days: number) => addDays(FIRST, days);
const toUnits = (amount: number) => Math.round(amount * 10_000);

test("an account's sums by periods and suspects tell the same as all its transactions, also if only the newest count", async () => {
  const rows = fc.sample(ROW, { numRuns: 60, seed: 5 });
  const euros = { name: "Euros", type: "cash", currency: "eur" };
  const { id: other } = (await post("/manual_accounts", euros)).body;
  const items = (account: number) =>
    rows.map(({ days, ...row }) => ({ ...row, date: dayAfter(days), manual_account_id: account }));
  await insert(items(other));
  const { transactions } = await insert(items(1));
  const [whole, one, two] = transactions;
  const half = String(Number(whole.amount) / 2);
  const parts = { child_transactions: [{ amount: half }, { amount: half }] };
  expect((await post(`/transactions/split/${whole.id}`, parts)).status).toBe(201);
  const group = { ids: [one.id, two.id], date: dayAfter(3), payee: "Both" };
  expect((await post("/transactions/group", group)).status).toBe(201);
  const statement = fc
    .record({ days: fc.nat(14), balance: fc.constantFrom(0, ...AMOUNTS) })
    .map(({ days, balance }): Stated => ({
      first_day: dayAfter(Math.max(0, days - 3)),
      day: dayAfter(days),
      balance: toUnits(balance),
      opening: null,
      import: "1",
      document: null,
    }));

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        id: fc.constantFrom(1, other),
        most: fc.constantFrom(3, 20, 2_000),
        since: fc.constantFrom("1900-01-01", "2026-10-05"),
        stated: fc.array(statement, { maxLength: 3 }),
        claim: fc.record({
          day: fc.nat(20).map(dayAfter),
          off: fc.constantFrom(0, 3.2, -3.2, 6.4, -12.5, 99),
        }),
      }),
      async ({ id, most, since, stated, claim }) => {
        const currency = id === 1 ? "usd" : "eur";
        const account = { id, currency, type: "cash", balance: "100.0000" };
        const moving = { kind: "manual", account } as const;
        const extent = { since: must(parseDay(since), "a day"), ends: [] };
        const ways = documentedWays(most);
        const read = await readDays(ways, moving, "usd", { ...extent, most: 2_000 });
        if (!read.ok) throw new Error("the transactions are read");
        const { known, foreign } = read.value;
        const later = known.days.filter(({ day }) => day > claim.day);
        const end = later.reduce((sum, day) => sum - day.in + day.out, known.balance);
        const claimed = { day: claim.day, balance: units(end + toUnits(claim.off)) };
        const agreeing = stated.map((one, index) =>
          index === 0 ? { ...one, balance: end, day: addDays(claim.day, -2) } : one,
        );
        const ends = listEnds(agreeing, claimed);
        const summed = await readDays(EMBEDDED, moving, "usd", { ...extent, most, ends });
        if (!summed.ok) throw new Error("the sums are read");

        expect(summed.value).toMatchObject({ foreign, known: { isWhole: known.isWhole } });
        expect(summed.value.known.days.length).toBeLessThanOrEqual(ends.length + 1);
        expect(await readComparison(EMBEDDED, moving, summed.value, agreeing, claimed)).toEqual(
          await readComparison(ways, moving, read.value, agreeing, claimed),
        );
      },
    ),
    { numRuns: 60 },
  );
});
