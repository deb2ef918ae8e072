import * as z from "zod";
import { describe, expect, test } from "vitest";
import { listNames, suggestName } from "../../../src/platform/api/names.ts";

const SCHEMA = z
  .strictObject({
    apply_rules: z.boolean().optional(),
    transactions: z.array(
      z.strictObject({ payee: z.string(), manual_account_id: z.int() }).nullable(),
    ),
  })
  .transform((value) => value);

describe("the names that a schema knows", () => {
  test("are those of the object at the path, through lists and what may be left out", () => {
    expect(listNames(SCHEMA, [])).toEqual(["apply_rules", "transactions"]);
    expect(listNames(SCHEMA, ["transactions", 3])).toEqual(["payee", "manual_account_id"]);
  });

  test("are none where there is no object", () => {
    expect(listNames(SCHEMA, ["transactions"])).toEqual([]);
    expect(listNames(SCHEMA, ["apply_rules", "x"])).toEqual([]);
    expect(listNames(SCHEMA, ["unknown", 0])).toEqual([]);
  });
});

describe("the name that was probably meant", () => {
  test.each([
    ["asset_id", ["payee", "manual_account_id"], "manual_account_id"],
    ["account_id", ["linked_account_id"], "linked_account_id"],
    ["tags", ["tag_ids", "notes"], "tag_ids"],
    ["payeee", ["payee", "notes"], "payee"],
    ["Payee", ["payee"], "payee"],
    ["start_dat", ["end_date", "start_date"], "start_date"],
  ])("of %s among %j is %s", (name, known, meant) => {
    expect(suggestName(name, known)).toBe(meant);
  });

  test.each([
    ["asset_id", ["payee", "notes"]],
    ["colour", ["payee", "notes", "date"]],
    ["constructor", ["date"]],
    ["__proto__", ["payee"]],
    ["x".repeat(10_000), ["payee"]],
    ["limit", []],
  ])("of %s among %j is nobody's guess", (name, known) => {
    expect(suggestName(name, known)).toBeNull();
  });
});
