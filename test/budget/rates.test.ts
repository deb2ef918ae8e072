import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { convert } from "../../src/budget/rates/convert.ts";
import { ONE, parseDecimal } from "../../src/money/decimal.ts";
import { must } from "../../src/platform/assert.ts";
import { units } from "../../src/money/money.ts";
import { balanceOf, database, get, insertOne, post, put } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const rate = (text: string) => must(parseDecimal(text), `${text} is a decimal`);

describe("currency conversion", () => {
  test("conversion is exact, and rounds half away from zero at the fourth decimal", () => {
    // 100 usd at 1.25 usd a euro are 80 eur; 1 eur at 1.25 is 1.25 usd.
    expect(convert(units(1_000_000), rate("1.25"), ONE)).toBe(800_000);
    expect(convert(units(10_000), ONE, rate("1.25"))).toBe(12_500);
    // 0.0001 / 2 = 0.00005 -> 0.0001; the same below zero.
    expect(convert(units(1), rate("2"), ONE)).toBe(1);
    expect(convert(units(-1), rate("2"), ONE)).toBe(-1);
    // 1 / 3 = 0.3333...
    expect(convert(units(10_000), rate("3"), ONE)).toBe(3_333);
    // 10 chf at 0.9376 a euro in jpy at 163.55 a euro: 10 / 0.9376 * 163.55 = 1744.3472...
    expect(convert(units(100_000), rate("0.9376"), rate("163.55"))).toBe(17_443_473);
  });

  test("a converted sum has the sign and size of its converted parts, to the last digit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.integer({ min: 1, max: 1e6 }),
        (amount, perEuro) => {
          const one = rate((perEuro / 1000).toFixed(3));
          const there = convert(units(amount), one, ONE);
          expect(convert(units(0 - amount), one, ONE)).toBe(0 - there === 0 ? 0 : 0 - there);
          // Back again: off by at most half a unit, scaled by the rate.
          expect(Math.abs(convert(there, ONE, one) - amount)).toBeLessThanOrEqual(
            perEuro / 2000 + 1,
          );
        },
      ),
    );
  });

  test("a converted amount outside the range of amounts is not counted", () => {
    expect(convert(units(Number.MAX_SAFE_INTEGER), ONE, rate("2"))).toBe(0);
  });

  test("only positive plain decimals are exchange rates", () => {
    for (const text of ["0", "0.000", "-1", "1e3", "", ".5", "1,2", "NaN"])
      expect(parseDecimal(text), text).toBeNull();
  });
});

describe("to_base", () => {
  const stored = () =>
    database((sql) =>
      sql.run(`INSERT INTO rates (currency, date, per_euro) VALUES
        ('usd', '2026-01-05', '1.10'), ('usd', '2026-01-10', '1.20'), ('gbp', '2026-01-05', '0.88'), ('gbp', '2026-01-10', '0.80')`),
    );

  test("to_base is the amount itself in the primary currency, and 0 without a rate", async () => {
    expect((await insertOne({ date: "2026-01-01", amount: 12.3456 })).to_base).toBe(12.3456);
    expect(await insertOne({ date: "2026-01-01", amount: 10, currency: "eur" })).toMatchObject({
      to_base: 0,
      amount: "10.0000",
    });
  });

  test("to_base uses the rate of the day, else the nearest earlier, else the nearest later", async () => {
    await stored();
    const base = async (date: string, currency: string) =>
      (await insertOne({ date, amount: 88, currency })).to_base;

    expect(await base("2026-01-05", "eur")).toBe(96.8);
    expect(await base("2026-01-09", "eur")).toBe(96.8);
    expect(await base("2026-01-10", "eur")).toBe(105.6);
    expect(await base("2030-01-01", "eur")).toBe(105.6);
    expect(await base("1999-01-01", "eur")).toBe(96.8);
    expect(await base("2026-01-06", "gbp")).toBe(110);
    expect(await base("2026-01-12", "gbp")).toBe(132);
    expect(await base("2026-01-12", "jpy")).toBe(0);
  });

  test("to_base follows a change of date, amount or currency", async () => {
    await stored();
    const { id } = await insertOne({ date: "2026-01-05", amount: 88, currency: "gbp" });

    expect((await put(`/transactions/${id}`, { date: "2026-01-10" })).body.to_base).toBe(132);
    expect((await put(`/transactions/${id}`, { amount: 8 })).body.to_base).toBe(12);
    expect((await put(`/transactions/${id}`, { currency: "usd" })).body.to_base).toBe(8);
  });

  test("a balance moves in its account's currency, and returns exactly after rates have changed", async () => {
    await stored();
    const { body: account } = await post("/manual_accounts", {
      name: "Konto",
      currency: "eur",
      balance: 100,
    });
    const { id } = await insertOne({
      date: "2026-01-05",
      amount: 11,
      currency: "usd",
      manual_account_id: account.id,
    });

    expect(await balanceOf(account.id)).toBe("90.0000");
    expect((await get(`/manual_accounts/${account.id}`)).body.to_base).toBe(108);
    await database((sql) => sql.run("UPDATE rates SET per_euro = '5'"));
    await put(`/transactions/${id}`, { manual_account_id: null });
    expect(await balanceOf(account.id)).toBe("100.0000");
  });
});
