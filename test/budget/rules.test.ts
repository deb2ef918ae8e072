import { afterEach, describe, expect, test } from "vitest";
import {
  applyRules,
  type Criteria,
  type Facts,
  type Rule,
} from "../../src/budget/rules/matcher.ts";
import { units } from "../../src/money/money.ts";
import {
  addLinkedAccount,
  callOwn,
  categoryId,
  database,
  del,
  insert,
  insertOne,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const FACTS: Facts = {
  payee: "Café Central",
  original_name: "CAFE CENTRAL 0042 BERN",
  notes: null,
  amount: units(45_000),
  manual_account_id: 1,
  linked_account_id: null,
};

const matches = (criteria: Criteria, facts: Partial<Facts> = {}) =>
  applyRules([{ id: 1, criteria, actions: { reviewed: true } }], { ...FACTS, ...facts }) !== null;

describe("rule conditions", () => {
  test.each<[Criteria, boolean]>([
    [{ payee: { how: "contains", text: "CENTRAL" } }, true],
    [{ payee: { how: "contains", text: "café" } }, true],
    [{ payee: { how: "contains", text: "cafe" } }, false],
    [{ payee: { how: "equals", text: "CAFÉ CENTRAL" } }, true],
    [{ payee: { how: "equals", text: "Café" } }, false],
    [{ payee: { how: "starts_with", text: "café" } }, true],
    [{ payee: { how: "starts_with", text: "central" } }, false],
    [{ original_name: { how: "contains", text: "bern" } }, true],
    [{ notes: { how: "contains", text: "x" } }, false],
    [{ amount_min: units(45_000), amount_max: units(45_000) }, true],
    [{ amount_min: units(45_001) }, false],
    [{ amount_max: units(44_999) }, false],
    [{ sign: "debit" }, true],
    [{ sign: "credit" }, false],
    [{ manual_account_id: 1 }, true],
    [{ manual_account_id: 2 }, false],
    [{ linked_account_id: 1 }, false],
    [{ payee: { how: "contains", text: "central" }, sign: "credit" }, false],
  ])("the condition %j matches a debit of 4.50 at Café Central: %s", (criteria, expected) => {
    expect(matches(criteria)).toBe(expected);
  });

  test("bounds apply to the magnitude; zero is neither debit nor credit", () => {
    expect(
      matches({ amount_min: units(40_000), amount_max: units(50_000) }, { amount: units(-45_000) }),
    ).toBe(true);
    expect(matches({ sign: "debit" }, { amount: units(0) })).toBe(false);
    expect(matches({ sign: "credit" }, { amount: units(0) })).toBe(false);
  });

  test("the first matching rule that sets a property decides it; tags add up; rules do not see each other", () => {
    const rules: Rule[] = [
      { id: 1, criteria: { sign: "credit" }, actions: { payee: "never" } },
      { id: 2, criteria: { sign: "debit" }, actions: { payee: "Coffee shop", tag_ids: [1, 2] } },
      {
        id: 3,
        criteria: { payee: { how: "equals", text: "coffee shop" } },
        actions: { notes: "never" },
      },
      {
        id: 4,
        criteria: { sign: "debit" },
        actions: { payee: "too late", category_id: 7, tag_ids: [2, 3] },
      },
    ];

    expect(applyRules(rules, FACTS)).toEqual({
      payee: "Coffee shop",
      category_id: 7,
      tag_ids: [1, 2, 3],
    });
    expect(applyRules([], FACTS)).toBeNull();
  });
});

describe("apply_rules", () => {
  test("apply_rules sets the rules' properties, keeps the original name, and works only on request", async () => {
    const coffee = await categoryId("Coffee");
    await callOwn("POST", "/rules", {
      match: { payee: { how: "contains", text: "cafe" } },
      set: { payee: "Café", category_id: coffee, notes: "by rule", tag_ids: [2], reviewed: true },
    });
    const item = {
      date: "2026-11-20",
      amount: 4.5,
      payee: "CAFE 12",
      status: "unreviewed",
      tag_ids: [1],
    };

    expect(await insertOne(item)).toMatchObject({
      payee: "CAFE 12",
      category_id: null,
      status: "unreviewed",
      tag_ids: [1],
    });
    expect(await insertOne(item, { apply_rules: true })).toMatchObject({
      payee: "Café",
      original_name: "CAFE 12",
      category_id: coffee,
      notes: "by rule",
      tag_ids: [1, 2],
      status: "reviewed",
    });
    expect(await insertOne({ ...item, payee: "Other" }, { apply_rules: true })).toMatchObject({
      payee: "Other",
      category_id: null,
    });
  });

  test("rules run by priority, then by age, and disabled ones do not run", async () => {
    const rule = (priority: number, payee: string, enabled = true) =>
      callOwn("POST", "/rules", { priority, enabled, match: { sign: "debit" }, set: { payee } });
    await rule(5, "later");
    await rule(1, "disabled", false);
    await rule(2, "first");
    await rule(2, "second");

    expect((await insertOne({ date: "2026-11-20", amount: 1 }, { apply_rules: true })).payee).toBe(
      "first",
    );
    expect(
      (await callOwn("GET", "/rules")).body.rules.map(
        (one: { set: { payee: string } }) => one.set.payee,
      ),
    ).toEqual(["disabled", "first", "second", "later"]);
  });

  test("a transaction is still a duplicate after a rule changed its payee", async () => {
    await callOwn("POST", "/rules", {
      match: { payee: { how: "contains", text: "cafe" } },
      set: { payee: "Café" },
    });
    const item = { date: "2026-11-20", amount: 4.5, payee: "CAFE 12", manual_account_id: 1 };
    const flags = { apply_rules: true, skip_duplicates: true };
    await insert([item], flags);

    expect((await insert([item], flags)).skipped_duplicates[0].reason).toBe(
      "duplicate_payee_amount_date",
    );
  });
});

describe("/api/rules", () => {
  const RULE = {
    name: "Coffee",
    priority: 3,
    enabled: false,
    match: { payee: { how: "contains", text: "cafe" }, amount_max: "20" },
    set: { reviewed: true },
  };

  test("a rule is created, read, listed, replaced and deleted", async () => {
    const created = await callOwn("POST", "/rules", RULE);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...RULE,
      match: { ...RULE.match, amount_max: "20.0000" },
    });
    const { id } = created.body;
    expect((await callOwn("GET", `/rules/${id}`)).body).toEqual(created.body);

    const replaced = await callOwn("PUT", `/rules/${id}`, {
      ...created.body,
      match: { sign: "credit" },
    });
    expect(replaced.body).toMatchObject({ id, name: "Coffee", match: { sign: "credit" } });
    expect(replaced.body.match).toEqual({ sign: "credit" });
    expect((await callOwn("DELETE", `/rules/${id}`)).status).toBe(204);
    expect((await callOwn("GET", "/rules")).body).toEqual({ rules: [] });
  });

  test.each([
    [{ set: RULE.set }, "/body/match"],
    [{ match: RULE.match }, "/body/set"],
    [{ match: {}, set: RULE.set }, "/body/match"],
    [{ match: RULE.match, set: {} }, "/body/set"],
    [{ match: { payee: "cafe" }, set: RULE.set }, "/body/match/payee"],
    [
      { match: { payee: { how: "regex", text: "(a+)+$" } }, set: RULE.set },
      "/body/match/payee/how",
    ],
    [{ match: { payee: { how: "contains", text: "" } }, set: RULE.set }, "/body/match/payee/text"],
    [{ match: { amount_min: -1 }, set: RULE.set }, "/body/match/amount_min"],
    [{ match: { amount_min: 2, amount_max: 1 }, set: RULE.set }, "/body/match/amount_min"],
    [{ match: RULE.match, set: { reviewed: false } }, "/body/set/reviewed"],
    [{ match: RULE.match, set: { tag_ids: [] } }, "/body/set/tag_ids"],
    [{ match: RULE.match, set: { tag_ids: Array(101).fill(1) } }, "/body/set/tag_ids"],
    [{ match: RULE.match, set: { split: [] } }, "/body/set/split"],
    [{ match: RULE.match, set: RULE.set, priority: -1 }, "/body/priority"],
    [{ match: RULE.match, set: RULE.set, order: 1 }, "/body/order"],
  ])("the rule %j is refused", async (request, instancePath) => {
    const { status, body } = await callOwn("POST", "/rules", request);

    expect(status).toBe(400);
    expect(body.message).toBe("Request Validation Failure");
    expect(body.errors[0].instancePath).toBe(instancePath);
  });

  test("the ids that a rule names must exist", async () => {
    await addLinkedAccount(true);
    const { body } = await callOwn("POST", "/rules", {
      match: { manual_account_id: 90 },
      set: { category_id: 1, tag_ids: [91] },
    });

    expect(body.message).toBe("Invalid Request Body");
    expect(body.errors.map((error: { error: string }) => error.error)).toEqual([
      "Invalid Category ID",
      "Invalid Manual Account ID",
      "Invalid Tag ID",
    ]);
  });

  test("a rule outlives its account, matches nothing any more, and can still be changed", async () => {
    const match = { manual_account_id: 1, sign: "debit" };
    const { body: rule } = await callOwn("POST", "/rules", { match, set: { payee: "Bank" } });
    expect((await del("/manual_accounts/1")).status).toBe(204);

    expect(
      (
        await insertOne(
          { date: "2026-11-20", amount: 1, payee: "A", manual_account_id: 2 },
          { apply_rules: true },
        )
      ).payee,
    ).toBe("A");
    const shown = (await callOwn("GET", `/rules/${rule.id}`)).body;
    expect(shown.match).toEqual(match);
    expect((await callOwn("PUT", `/rules/${rule.id}`, shown)).status).toBe(200);
    expect(
      (await callOwn("PUT", `/rules/${rule.id}`, { ...shown, match: { manual_account_id: 90 } }))
        .status,
    ).toBe(400);
    expect((await callOwn("POST", "/rules", { match, set: { payee: "Bank" } })).status).toBe(400);
  });

  test("a budget has at most a thousand rules", async () => {
    await database((sql) =>
      sql.run(`INSERT INTO rules (priority, criteria, actions, created_at, updated_at)
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 999)
        SELECT i, '{"sign":"credit"}', '{"reviewed":true}', 0, 0 FROM n`),
    );

    expect((await callOwn("POST", "/rules", RULE)).status).toBe(201);
    expect((await callOwn("POST", "/rules", RULE)).body.errors[0].errMsg).toContain("1000 rules");
  });

  test("unknown rules and paths answer 404, malformed ids 400, and unknown methods 405", async () => {
    for (const method of ["GET", "DELETE"])
      expect((await callOwn(method, "/rules/9")).status).toBe(404);
    expect((await callOwn("PUT", "/rules/9", RULE)).body.errors[0].errMsg).toBe(
      "There is no rule with the id 9.",
    );
    expect((await callOwn("GET", "/rules/x")).status).toBe(400);
    expect((await callOwn("GET", "/other")).status).toBe(404);
    expect((await callOwn("PATCH", "/rules")).status).toBe(405);
  });
});
