// The pure parts of the pages of rules and of the review: words, forms, problems, suggestions,
// groups.

import { describe, expect, test } from "vitest";
import { findByHand, listChanges } from "../../src/pages/rules/dry-run.tsx";
import { readRule, readRuleFields, toFields, toQuery } from "../../src/pages/rules/form.ts";
import { findProblems, implies } from "../../src/pages/rules/problems.ts";
import { describeRule, printRule } from "../../src/pages/rules/sentence.ts";
import { shortenText } from "../../src/pages/rules/shorten.ts";
import { findRepeated, leaveOutRuled } from "../../src/pages/rules/suggest.ts";
import type { Rule } from "../../src/pages/rules/wire.ts";
import { isChosen, printRow, readAccepted } from "../../src/pages/review/accept.ts";
import { groupRows } from "../../src/pages/review/groups.ts";
import type { Names } from "../../src/pages/transactions/read-names.ts";
import type { Transaction } from "../../src/pages/transactions/wire.ts";

const NAMES: Names = {
  accounts: [{ key: "manual:7", name: "Checking", isClosed: false }],
  categories: [
    { id: 1, name: "Food", group: null, isGroup: true, isArchived: false },
    { id: 2, name: "Groceries", group: "Food", isGroup: false, isArchived: false },
    { id: 3, name: "Old", group: null, isGroup: false, isArchived: true },
  ],
  tags: [{ id: 5, name: "food", isArchived: false }],
  currency: "eur",
};

function makeRule(id: number, rule: Partial<Rule>): Rule {
  const applied = { count: 0, last: null };
  return { id, name: null, priority: 0, enabled: true, match: {}, set: {}, applied, ...rule };
}

function makeRow(id: number, row: Partial<Transaction>): Transaction {
  return {
    id,
    date: "2026-11-20",
    amount: "10.0000",
    currency: "eur",
    status: "unreviewed",
    ...row,
  };
}

const ALDI = { original_name: { how: "contains" as const, text: "ALDI" } };

describe("a rule", () => {
  const rule = {
    match: {
      ...ALDI,
      amount_min: "10.0000",
      amount_max: "20.0000",
      sign: "debit" as const,
      manual_account_id: 7,
    },
    set: {
      category_id: 2,
      tag_ids: [5],
      reviewed: true as const,
      split: [{ share: 30, category_id: 2 }, { share: 70 }],
    },
  };

  test("a rule is printed as a sentence", () => {
    expect(printRule(describeRule(rule, NAMES))).toBe(
      "If the bank’s text contains “ALDI” and the amount is 10.00 to 20.00 and money goes out and the account is Checking: set the category to Food · Groceries, add the tag “food”, mark it as reviewed, split it into 30% Food · Groceries + 70%",
    );
  });

  test("a rule goes through its form and an address and stays the same", () => {
    const fields = readRuleFields(toQuery(toFields({ name: "Mine", ...rule })).entries());

    const { body, errors } = readRule(fields, { priority: 4, enabled: false });

    expect([...errors]).toEqual([]);
    expect(body).toEqual({ name: "Mine", priority: 4, enabled: false, ...rule });
  });

  test.each([
    [{}, "if", /at least one condition/],
    [{ "if.payee": "x" }, "then", /at least one thing/],
    [{ "if.min": "ten", "then.payee": "x" }, "if.min", /“ten” is not an amount/],
    [{ "if.min": "9", "if.max": "8", "then.payee": "x" }, "if.max", /less than the smallest/],
    [{ "if.payee": "x", "part.0.size": "half" }, "part.0.size", /“half” is no size/],
    [{ "if.payee": "x", "part.0.size": "30%" }, "part.1.size", /at least two parts/],
    [{ "if.payee": "x", "part.0.notes": "n" }, "part.0.size", /Say how much/],
  ])("of the fields %j has its reason at %s", (typed, field, reason) => {
    const fields = readRuleFields(Object.entries(typed));
    expect(readRule(fields, { priority: 0, enabled: true }).errors.get(field)).toMatch(reason);
  });
});

describe("the problems of a rule", () => {
  test("an earlier rule that is wider and sets the same leaves it nothing to do; tags are always added", () => {
    const wide = makeRule(1, { match: ALDI, set: { category_id: 2 } });
    const match = {
      original_name: { how: "starts_with" as const, text: "Aldi Süd" },
      sign: "debit" as const,
    };
    const narrow = makeRule(2, { match, set: { category_id: 2 } });
    const tagging = makeRule(3, { match, set: { category_id: 2, tag_ids: [5] } });
    const rules = [wide, narrow, tagging];

    expect(findProblems(rules, 1, NAMES)).toEqual([
      "It is never reached: rule 1 sets the same first. Move it above rule 1.",
    ]);
    expect(findProblems(rules, 2, NAMES)).toEqual([]);
    expect(findProblems([{ ...wide, enabled: false }, narrow], 1, NAMES)).toEqual([]);
    expect(findProblems([narrow, wide], 1, NAMES)).toEqual([]);
  });

  test("an archived category and a deleted account are named", () => {
    const rule = makeRule(1, { match: { manual_account_id: 99 }, set: { category_id: 3 } });
    expect(findProblems([rule], 0, NAMES)).toEqual([
      "The category “Old” is archived.",
      "Its account was deleted, so it matches nothing.",
    ]);
  });

  test("bounds of amounts imply wider ones alone", () => {
    expect(implies({ amount_min: "10", amount_max: "20" }, { amount_min: "5" })).toBe(true);
    expect(implies({ amount_min: "10" }, { amount_min: "10", amount_max: "20" })).toBe(false);
    expect(implies({}, { amount_max: "20" })).toBe(false);
  });
});

test.each([
  ["ALDI SUED 4411 BERN", ["ALDI SUED 17 BASEL", "Aldi Sued 3"], "ALDI SUED"],
  ["CAFE CENTRAL 0042 BERN", [], "CAFE CENTRAL"],
  ["CARD 12 MIGROS BERN", ["POS 9 MIGROS BERN"], "MIGROS BERN"],
  ["7 11 24", [], null],
  ["ABC 1", ["XYZ 1"], null],
])("the bank's text %j with the others %j is shortened to %j", (text, others, expected) => {
  expect(shortenText(text, others)).toBe(expected);
});

test("a dry run shows each field before and after, and what a person set by hand is named", () => {
  const row = { id: 4, before: { category_id: null }, after: { category_id: 2 } };
  const at = "2026-11-03T10:00:00.000Z";
  const own = { id: 4, field: "category_id" as const, set: 3, payee: "DM", at };

  expect(listChanges(row, NAMES)).toEqual(["Category: No category → Food · Groceries"]);
  expect(findByHand(row, [own])).toBe("You set the category by hand on 3 Nov 2026.");
  expect(findByHand(row, [{ ...own, field: "notes", set: "x" }])).toBeNull();
});

test("two equal corrections of a payee suggest a rule, unless they differ, it is refused, or a rule does it", () => {
  const at = "2026-11-03T10:00:00.000Z";
  const set = (id: number, payee: string, category: number | null) => ({
    id,
    field: "category_id" as const,
    set: category,
    payee,
    at,
  });
  const all = [
    set(1, "DM", 2),
    set(2, "DM", 2),
    set(3, "Coop", 2),
    set(4, "Zoo", 2),
    set(5, "Zoo", 3),
  ];

  const found = findRepeated(all, []);

  expect(found).toEqual([{ payee: "DM", category: 2, count: 2, transaction: 1 }]);
  expect(findRepeated(all, ["DM"])).toEqual([]);
  const rows = [makeRow(1, { payee: "DM" })];
  const rule = makeRule(9, {
    match: { payee: { how: "equals", text: "dm" } },
    set: { category_id: 2 },
  });
  expect(leaveOutRuled(found, [], rows)).toEqual(found);
  expect(leaveOutRuled(found, [{ ...rule, enabled: false }], rows)).toEqual(found);
  expect(leaveOutRuled(found, [rule], rows)).toEqual([]);
  expect(leaveOutRuled(found, [], [])).toEqual([]);
});

describe("the review", () => {
  test("the review puts odd transactions first, then new payees, then routine ones, each with its proposal", () => {
    const history = [1, 2, 3].map((id) =>
      makeRow(id, { payee: "Coop", category_id: 2, date: "2026-10-0" + id, status: "reviewed" }),
    );
    const own = { custom_metadata: { tributary: { run: "a" } } };
    const waiting = [
      makeRow(11, { payee: "Coop", amount: "11.0000" }),
      makeRow(12, { payee: "Coop", amount: "12.0000" }),
      makeRow(13, { payee: "Coop", amount: "20.0001" }),
      makeRow(14, { payee: "Netto", amount: "13.0000", category_id: 2, rule_ids: [8] }),
      makeRow(15, { payee: "Zoo", amount: "14.0000" }),
      makeRow(16, { payee: "Coop", amount: "15.0000", ...own }),
      makeRow(17, { payee: "Coop", amount: "15.0000" }),
      makeRow(18, { payee: "Transfer", amount: "-16.0000", manual_account_id: 7, category_id: 2 }),
      makeRow(19, { payee: "To savings", amount: "16.0000", manual_account_id: 8, category_id: 2 }),
    ];

    const groups = groupRows(waiting, history);

    expect(groups.map(({ kind, rows }) => [kind, rows.map(({ id }) => id)])).toEqual([
      ["odd", [13]],
      ["odd", [15]],
      ["odd", [16, 17]],
      ["odd", [18]],
      ["odd", [19]],
      ["new", [14]],
      ["routine", [11, 12]],
    ]);
    expect(groups.at(-1)?.proposal).toEqual({ category: 2, reason: { kind: "before", count: 3 } });
    expect(groups.at(-2)?.proposal).toEqual({ category: 2, reason: { kind: "rule", ids: [8] } });
    expect(groups[1]?.proposal).toBeNull();
  });

  test("the review accepts with the proposal, with another category, and with none; a choice is a correction", () => {
    const [bare, known] = [printRow(1, null, 2), printRow(2, 3, 3)];

    expect(readAccepted([bare, known], null)).toEqual([
      {
        id: 1,
        was: { status: "unreviewed", category_id: null },
        set: { status: "reviewed", category_id: 2 },
      },
      { id: 2, was: { status: "unreviewed" }, set: { status: "reviewed" } },
    ]);
    expect(readAccepted([known, "x"], 0)).toEqual([
      {
        id: 2,
        was: { status: "unreviewed", category_id: 3 },
        set: { status: "reviewed", category_id: null },
      },
    ]);
    expect([isChosen([bare], 2), isChosen([bare], 3), isChosen([bare], null)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
