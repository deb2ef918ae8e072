// Both versions write and read the same accounts, holdings, budgets and recurring items. Whichever
// version writes, both show what a plain model predicts, under the same ids. Each run has its own
// accounts, months and items.

import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { withRate } from "../budgets-client.ts";
import {
  addLinkedAccount,
  callOwn,
  categoryId,
  del,
  get,
  insert,
  post,
  put,
  type Answer,
} from "../client.ts";
import { reset } from "../../reset.ts";
import { del1, done1, get1 } from "./client.ts";

afterEach(reset);

const RUNS = { numRuns: 20 };
const by = fc.constantFrom("v1", "v2");
const DAYS = ["2026-01-31", "2026-06-15", "2026-11-20"];
const day = fc.constantFrom(...DAYS);
/** Text with four decimals, as answers of both versions have it. */
const money = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((units) => {
  const digits = String(Math.abs(units)).padStart(5, "0");
  return `${units < 0 ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`;
});

let made = 0;
/** A text that nothing else has. */
const unique = (what: string) => `${what} ${++made}`;

function held(answer: Answer): Answer["body"] {
  if (answer.status >= 400 || answer.body?.errors !== undefined || answer.body?.error !== undefined)
    throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

interface Account {
  readonly type: string;
  readonly subtype: string | null;
  readonly name: string;
  readonly institution: string | null;
  readonly display: string | null;
  readonly balance: string;
  readonly asOf: string;
  readonly currency: string;
  readonly closed: string | null;
  readonly excluded: boolean;
}

const account: fc.Arbitrary<Account> = fc.record({
  type: fc.constantFrom("cash", "credit", "loan", "real estate"),
  subtype: fc.constantFrom(null, "checking", "x".repeat(25)),
  name: fc.constant("").map(() => unique("Account")),
  institution: fc.constantFrom(null, "Alpine Bank"),
  display: fc.boolean().map((named) => (named ? unique("Shown") : null)),
  balance: money,
  asOf: day,
  currency: fc.constantFrom("usd", "eur"),
  closed: fc.constantFrom(null, ...DAYS),
  excluded: fc.boolean(),
});
const change = account.chain((whole) =>
  fc.subarray(Object.keys(whole)).map((names) => pick(whole, names)),
);
const step = fc.record({
  by,
  at: fc.nat(),
  change: fc.oneof(change, fc.constant("delete" as const)),
});

/** A date goes with a balance. */
function pick(whole: Account, names: readonly string[]): Partial<Account> {
  const wanted =
    names.includes("balance") || names.includes("asOf") ? [...names, "balance", "asOf"] : names;
  return Object.fromEntries(Object.entries(whole).filter(([name]) => wanted.includes(name)));
}

const defined = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

const bodyOf = {
  v1: (one: Partial<Account>) =>
    defined({
      type_name: one.type === "cash" ? "depository" : one.type,
      subtype_name: one.subtype,
      name: one.name,
      institution_name: one.institution,
      display_name: one.display,
      balance: one.balance,
      balance_as_of: one.asOf,
      currency: one.currency,
      closed_on: one.closed,
      exclude_transactions: one.excluded,
    }),
  v2: (one: Partial<Account>) =>
    defined({
      type: one.type,
      subtype: one.subtype,
      name: one.name,
      institution_name: one.institution,
      display_name: one.display,
      balance: one.balance,
      balance_as_of: one.asOf,
      currency: one.currency,
      exclude_from_transactions: one.excluded,
      ...(one.closed !== undefined && {
        closed_on: one.closed,
        status: one.closed === null ? "active" : "closed",
      }),
    }),
};

/** What a version is to show; 1.25 dollars a euro. Version 2 derives the name where none was given. */
function shownOf(version: "v1" | "v2", id: number, one: Account) {
  const units = Number(one.balance.replace(".", ""));
  // A quarter more, half a unit counting away from zero.
  const dollars =
    one.currency === "usd" ? units : Math.sign(units) * Math.floor((Math.abs(units) * 10 + 4) / 8);
  const fullName = one.institution === null ? one.name : `${one.institution} ${one.name}`;
  return {
    id,
    type: one.type,
    subtype: one.subtype,
    name: one.name,
    institution: one.institution,
    display: one.display ?? (version === "v1" ? null : fullName),
    balance: one.balance,
    to_base: dollars / 10_000,
    asOf: `${one.asOf}T00:00:00.000Z`,
    currency: one.currency,
    closed: one.closed,
    excluded: one.excluded,
  };
}

const FROM = {
  v1: (it: Answer["body"]) => ({
    id: it.id,
    type: it.type_name === "depository" ? "cash" : it.type_name,
    subtype: it.subtype_name,
    name: it.name,
    institution: it.institution_name,
    display: it.display_name,
    balance: it.balance,
    to_base: it.to_base,
    asOf: it.balance_as_of,
    currency: it.currency,
    closed: it.closed_on,
    excluded: it.exclude_transactions,
  }),
  v2: (it: Answer["body"]) => ({
    id: it.id,
    type: it.type,
    subtype: it.subtype,
    name: it.name,
    institution: it.institution_name,
    display: it.display_name,
    balance: it.balance,
    to_base: it.to_base,
    asOf: it.balance_as_of,
    currency: it.currency,
    closed: it.closed_on,
    excluded: it.exclude_from_transactions,
  }),
};

test("accounts: both versions show the same, whichever creates and changes them", async () => {
  await withRate("usd", "2020-01-01", "1.25");

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ by, account }), { minLength: 1, maxLength: 2 }),
      fc.array(step, { maxLength: 4 }),
      async (creations, steps) => {
        const model = new Map<number, Account>();
        for (const { by: who, account: one } of creations) {
          const { id } =
            who === "v1"
              ? await done1("POST", "/assets", bodyOf.v1(one))
              : held(await post("/manual_accounts", bodyOf.v2(one)));
          model.set(id, one);
        }
        const ours = new Set(model.keys());
        for (const { by: who, at, change: what } of steps) {
          const [id, before] = [...model][at % Math.max(1, model.size)] ?? [];
          if (id === undefined || before === undefined) continue;
          if (what === "delete") {
            held(await del(`/manual_accounts/${id}`));
            model.delete(id);
          } else if (Object.keys(what).length > 0) {
            if (who === "v1") await done1("PUT", `/assets/${id}`, bodyOf.v1(what));
            else held(await put(`/manual_accounts/${id}`, bodyOf.v2(what)));
            model.set(id, { ...before, ...what });
          }
        }

        const expected = (version: "v1" | "v2") =>
          [...model].map(([id, one]) => shownOf(version, id, one));
        const [v1, v2] = [
          (await get1("/assets")).body.assets,
          (await get("/manual_accounts")).body.manual_accounts,
        ];
        const isOurs = ({ id }: { id: number }) => ours.has(id);
        expect(v1.filter(isOurs).map(FROM.v1)).toEqual(expected("v1"));
        expect(v2.filter(isOurs).map(FROM.v2)).toEqual(expected("v2"));
      },
    ),
    RUNS,
  );
});

const quantity = fc
  .tuple(fc.nat(9_999), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(18, "0")}`);
const holding = fc.record(
  {
    name: fc.constantFrom("Cold", "x".repeat(45)),
    display_name: fc.constantFrom(null, "Mine", "x".repeat(25)),
    institution_name: fc.constantFrom(null, "Safe"),
    balance: quantity,
  },
  { requiredKeys: [] },
);

test("crypto: both versions show the same to the last decimal, whichever changes a holding", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ by, change: holding.filter((one) => Object.keys(one).length > 0) }), {
        minLength: 1,
        maxLength: 5,
      }),
      async (steps) => {
        let model = {
          name: "Wallet",
          display_name: null as string | null,
          institution_name: null as string | null,
          balance: "0.000000000000000001",
        };
        const { id } = held(await post("/crypto/manual", { ...model, symbol: "btc" }));
        for (const { by: who, change: what } of steps) {
          if (who === "v1") await done1("PUT", `/crypto/manual/${id}`, what);
          else held(await put(`/crypto/manual/${id}`, what));
          model = { ...model, ...what };
        }

        const shown = (await get1("/crypto")).body.crypto.find(
          (one: { id: number }) => one.id === id,
        );
        const whole = held(await get(`/crypto/manual/${id}`));
        expect(shown).toMatchObject({
          ...model,
          currency: "btc",
          balance_as_of: whole.balance_as_of,
          created_at: whole.created_at,
          to_base: whole.to_base,
        });
        expect(whole).toMatchObject(model);
      },
    ),
    RUNS,
  );
});

test("budgets: both versions show the same, whichever sets or removes an amount, and a group its members' sum", async () => {
  const ids = {
    Coffee: await categoryId("Coffee"),
    Groceries: await categoryId("Groceries"),
    Gifts: await categoryId("Gifts"),
  };
  const names = ["Coffee", "Groceries", "Gifts"] as const;
  const units = (text: string) => Number(text.replace(".", ""));
  // Each case has a month of its own, from 1990 on.
  const dayOf = (months: number, date: number) =>
    new Date(Date.UTC(1990, months, date)).toISOString().slice(0, 10);
  let month = 0;

  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          by,
          name: fc.constantFrom(...names),
          amount: fc.oneof(money, fc.constant(null)),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      async (steps) => {
        month += 1;
        const [start_date, end_date] = [dayOf(month, 1), dayOf(month + 1, 0)];
        const model = new Map<string, string>();
        for (const { by: who, name, amount } of steps) {
          const where = `/budgets?category_id=${ids[name]}&start_date=${start_date}`;
          const body = { category_id: ids[name], start_date, amount };
          if (amount === null) held(who === "v1" ? await del1(where) : await del(where));
          else if (who === "v1") await done1("PUT", "/budgets", body);
          else held(await put("/budgets", body));
          if (amount === null) model.delete(name);
          else model.set(name, amount);
        }

        const range = `start_date=${start_date}&end_date=${end_date}`;
        const elements: Answer["body"][] = await done1("GET", `/budgets?${range}`);
        const { categories } = held(await get(`/summary?${range}&include_occurrences=true`));
        const v1 = (name: string) =>
          elements.find(({ category_name }) => category_name === name).data[start_date];
        for (const name of names) {
          const amount = model.get(name);
          const number = amount === undefined ? null : units(amount) / 10_000;
          expect(v1(name)).toMatchObject({ budget_amount: number, budget_to_base: number });
          expect(
            categories.find((one: { category_id: number }) => one.category_id === ids[name])
              .occurrences[0],
          ).toMatchObject({ budgeted: number, budgeted_amount: amount ?? null });
        }
        const members = ["Coffee", "Groceries"].flatMap((name) => model.get(name) ?? []);
        expect(v1("Food").budget_to_base).toEqual(
          members.length === 0 ? null : members.reduce((sum, one) => sum + units(one), 0) / 10_000,
        );
      },
    ),
    RUNS,
  );
});

const cadence = fc.constantFrom(
  { granularity: "week", quantity: 1 },
  { granularity: "week", quantity: 2 },
  { granularity: "month", quantity: 1 },
  { granularity: "year", quantity: 1 },
);

test("recurring items: both versions expect, find and miss the same days", async () => {
  const start = "start_date=2026-02-10&end_date=2026-05-05";

  await fc.assert(
    fc.asyncProperty(
      cadence,
      day,
      fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 6 }),
      async (how, anchor_date, offsets) => {
        const payee = unique("Payee");
        const { id } = held(
          await callOwn("POST", "/recurring", {
            transaction_criteria: { ...how, anchor_date, payee, amount: 5 },
          }),
        );
        const date = (offset: number) =>
          new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);
        if (offsets.length > 0)
          await insert(
            offsets.map((offset) => ({ date: date(offset), amount: 5, payee, recurring_id: id })),
          );

        const { matches } = held(await get(`/recurring/${id}?${start}`));
        const item = (await done1("GET", `/recurring_items?${start}`)).find(
          (one: { id: number }) => one.id === id,
        );

        expect(Object.keys(item.occurrences)).toEqual(matches.expected_occurrence_dates);
        expect(item.missing_dates_within_range).toEqual(matches.missing_transaction_dates);
        expect(
          item.transactions_within_range.map((one: { date: string; id: number }) => ({
            date: one.date,
            transaction_id: one.id,
          })),
        ).toEqual(matches.found_transactions);
        expect(
          Object.keys(item.occurrences).filter(
            (expected) => item.occurrences[expected].length === 0,
          ),
        ).toEqual(matches.missing_transaction_dates);
      },
    ),
    RUNS,
  );
});

test("linked accounts: both versions show the app's settings", async () => {
  const id = await addLinkedAccount(true);

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        display_name: fc.constantFrom(null, "Mine"),
        import_start_date: fc.constantFrom(null, ...DAYS),
      }),
      async (settings) => {
        held(await callOwn("PUT", `/linked/${id}`, settings));

        const [v1] = (await get1("/linked_accounts")).body.linked_accounts;
        const { linked_item_id, linked_by_name, allow_transaction_modifications, ...shared } = held(
          await get(`/linked_accounts/${id}`),
        );
        expect(v1).toEqual(shared);
        expect(v1).toMatchObject({
          display_name: settings.display_name ?? "First Bank Everyday",
          import_start_date: settings.import_start_date,
        });
        expect([linked_item_id, linked_by_name, allow_transaction_modifications]).toEqual([
          null,
          "You",
          true,
        ]);
      },
    ),
    RUNS,
  );
});
