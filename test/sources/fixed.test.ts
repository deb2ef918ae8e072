// A fixed amount is added to what the account holds, and a source without a currency has the
// account's.

import { describe, expect, test } from "vitest";
import { must } from "../../src/platform/assert.ts";
import { err } from "../../src/platform/result.ts";
import { storedQuantity } from "../../src/money/quantity.ts";
import { findSourceByType } from "../../src/sources/sources.ts";
import type { Source, SourceAsked } from "../../src/sources/source.ts";

const NOW = Date.parse("2026-11-22T05:00:00Z");

describe("a fixed amount", () => {
  test.each([
    ["400.00", 1, "9400"],
    ["+400", 1, "9400"],
    ["-25.50", 1, "8974.5"],
    ["\u221225.50", 1, "8974.5"],
    ["400", 3, "10200"],
    ["-0.1", 10, "8999"],
  ])("%s on 9,000.00 over %d due times makes %s", async (amount, times, sum) => {
    const read = await readSource("fixed", { amount }, { held: held("9000", times) });

    expect(read).toEqual({
      ok: true,
      value: {
        kind: "balances",
        balances: [{ account: null, name: null, amount: sum, unit: "eur", asOf: NOW }],
      },
    });
  });

  test.each(["", "0", "0.00", "400,00", "four", "1e3"])("%j is refused as an amount", (amount) => {
    expect(source("fixed").check({ amount }).ok).toBe(false);
  });

  test("a fixed amount is a fault where the balance is not known", async () => {
    expect(await readSource("fixed", { amount: "1" }, {})).toMatchObject({
      ok: false,
      error: { kind: "malformed" },
    });
  });
});

describe("a source without a currency", () => {
  const LOAN = {
    rule: "loan",
    principal: "1200",
    yearly_percent: "0",
    months: 12,
    first_payment: "2027-01-01",
  };

  test("a source without a currency is accepted, and none is stored", () => {
    expect(source("formula").check(LOAN)).toEqual({ ok: true, value: LOAN });
    expect(source("rates").check({ quantity: "2", from: "gbp" })).toMatchObject({
      ok: true,
      value: { quantity: "2", from: "gbp" },
    });
  });

  test("a source without a currency has the account's, with its decimals", async () => {
    const yen = await readSource("formula", LOAN, { unit: "jpy" });
    const dollars = await readSource("formula", { ...LOAN, currency: "usd" }, { unit: "jpy" });

    expect([yen, dollars]).toMatchObject([
      { value: { balances: [{ amount: "1200", unit: "jpy" }] } },
      { value: { balances: [{ amount: "1200", unit: "usd" }] } },
    ]);
  });

  test("a source without a currency names its other faults", () => {
    const checked = source("formula").check({ ...LOAN, months: 0 });

    expect(checked.ok ? [] : checked.error.map(({ path }) => path)).toEqual([["months"]]);
  });

  test("the currency of the answer is kept where a path to it is given", () => {
    const settings = { url: "https://bank.example/", path: "$.b", currency_path: "$.c" };

    expect(source("json").check(settings)).toEqual({ ok: true, value: settings });
  });

  test("a wrong currency is still refused", () => {
    expect(source("formula").check({ ...LOAN, currency: "nope" }).ok).toBe(false);
  });

  test("the field of the currency may stay empty, and says whose it is then", () => {
    for (const type of ["json", "csv", "prices", "formula"]) {
      const field = source(type).fields.find(({ name }) => name === "currency");

      expect(field).toMatchObject({ optional: true });
      expect(field?.help).toContain("If empty, it is the account's.");
    }
  });
});

function source(type: string): Source {
  return must(findSourceByType(type), `${type} is a source`);
}

async function readSource(type: string, settings: object, more: Partial<SourceAsked>) {
  const checked = source(type).check(settings);
  if (!checked.ok) throw new Error(checked.error.map(({ message }) => message).join());
  return source(type).read({
    settings: checked.value,
    secrets: {},
    fetching: async () => err({ kind: "unreachable", message: "no network", retryAfter: null }),
    now: NOW,
    rising: (_, atLeast) => atLeast,
    ...more,
  });
}

function held(amount: string, times: number) {
  return { amount: storedQuantity(amount), unit: "eur", asOf: NOW, times };
}
