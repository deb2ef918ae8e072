// The pure rules of the page: languages and the first set, sections, kinds, colours, and the rules of
// the embedded service that a merge changes.

import { expect, test } from "vitest";
import {
  arrangeCategories,
  describeKind,
  listTargets,
} from "../../../src/pages/categories/arrange.ts";
import { hueClass, PALETTE } from "../../../src/pages/categories/colours.ts";
import {
  chooseLanguage,
  FIRST_SETS,
  planFirstSet,
} from "../../../src/pages/categories/first-set.ts";
import { repointRule } from "../../../src/pages/categories/merge.ts";
import { CATEGORY, TAG } from "../../../src/pages/categories/nouns.ts";
import { must } from "../../../src/platform/assert.ts";
import type { Category } from "../../../src/pages/categories/wire.ts";
import { saveChange } from "../../../src/pages/categories/save.ts";

function category(id: number, name: string, more: Partial<Category> = {}): Category {
  return {
    id,
    name,
    description: "",
    is_income: false,
    exclude_from_budget: false,
    exclude_from_totals: false,
    group_id: null,
    is_group: false,
    archived: false,
    ...more,
  };
}

test("the first set speaks the language that the browser prefers, with its country where there is one", () => {
  expect(chooseLanguage("de-CH,de;q=0.9,en;q=0.8")).toBe("de");
  expect(chooseLanguage("pt-BR,pt;q=0.9")).toBe("pt-br");
  expect(chooseLanguage("pt-PT")).toBe("pt");
  expect(chooseLanguage("en-AU")).toBe("en-gb");
  expect(chooseLanguage("ja, fr;q=0.2, pl;q=0.7")).toBe("pl");
  expect(chooseLanguage("sv;q=0, it")).toBe("it");
  expect(chooseLanguage("fi")).toBe("en");
  expect(chooseLanguage("")).toBe("en");
  expect(chooseLanguage(";;q=,,,q=x;q=1")).toBe("en");
});

test("every first set has six groups and about twenty categories, and no name twice", () => {
  expect([...FIRST_SETS.keys()].map((tag) => tag.split("-")[0])).toEqual(
    expect.arrayContaining(["en", "de", "fr", "es", "it", "nl", "pt", "sv", "pl"]),
  );
  for (const [tag, { groups }] of FIRST_SETS) {
    const names = groups.flatMap(({ name, categories }) => [name, ...categories]);
    expect(groups.length, tag).toBe(6);
    expect(names.length - 6, tag).toBe(22);
    expect(new Set(names.map((name) => name.toLowerCase())).size, tag).toBe(names.length);
    expect(groups.map(({ kind }) => kind).slice(-2), tag).toEqual(["income", "transfers"]);
    expect(
      names.every((name) => name.length <= 100 && name.trim() === name),
      tag,
    ).toBe(true);
  }
});

test("a set skips names that exist, adds to a group that exists, and never uses a category as a group", () => {
  const set = {
    language: "English",
    groups: [
      { name: "Food", kind: "spending", categories: ["Groceries", "Eating out"] },
      { name: "Home", kind: "spending", categories: ["Rent"] },
      { name: "Income", kind: "income", categories: ["Salary"] },
    ],
  };
  const food = category(1, "Food", { is_group: true });
  const groceries = category(2, "groceries", { group_id: 1 });
  const home = category(3, "Home");

  const plan = planFirstSet(set, new Set(["0.0", "0.1", "1.0"]), [food, groceries, home]);

  expect(plan.skipped).toEqual([groceries]);
  expect(plan.groups).toEqual([
    { name: "Food", kind: "spending", existing: food, isTaken: false, add: ["Eating out"] },
    { name: "Home", kind: "spending", existing: null, isTaken: true, add: ["Rent"] },
  ]);
});

test("archived categories stand apart, and members in use keep their archived group", () => {
  const tree = [
    {
      ...category(1, "Food", { is_group: true, archived: true }),
      children: [category(2, "Bread", { group_id: 1 })],
    },
    {
      ...category(3, "Old", { is_group: true, archived: true }),
      children: [category(4, "Older", { group_id: 3, archived: true })],
    },
    { ...category(5, "Gifts"), children: null },
  ];

  const { sections, archived } = arrangeCategories(tree);

  expect(
    sections.map(({ group, members }) => [group?.name, members.map(({ name }) => name)]),
  ).toEqual([
    ["Food", ["Bread"]],
    [undefined, ["Gifts"]],
  ]);
  expect(archived.map(({ name }) => name)).toEqual(["Old", "Older"]);
});

test("a merge goes to categories in use, never to a group", () => {
  const all = [
    category(1, "Food", { is_group: true }),
    category(2, "Bread", { group_id: 1 }),
    category(3, "Gifts"),
    category(4, "Old", { archived: true }),
  ];

  expect(listTargets(all, 3)).toEqual([{ id: 2, label: "Food · Bread" }]);
});

test("a kind names what it is and where it is left out", () => {
  expect(describeKind(category(1, ""))).toBe("spending");
  expect(describeKind(category(1, "", { is_income: true, exclude_from_budget: true }))).toBe(
    "income, not in the budget",
  );
  expect(
    describeKind(category(1, "", { exclude_from_budget: true, exclude_from_totals: true })),
  ).toBe("spending, not in the budget or the totals");
});

test("a colour of the palette has its own class, and any other the class of the nearest hue", () => {
  expect(PALETTE.map(({ hex }) => hueClass(hex))).toEqual(
    PALETTE.map((_, index) => `hue-${index + 1}`),
  );
  expect(hueClass("#fde68a")).toBe("hue-3");
  expect(hueClass("#f00")).toBe("hue-1");
  expect(hueClass("#eeeeee")).toBe("hue-12");
  expect(hueClass("red; background: url(x)")).toBeNull();
  expect(hueClass("")).toBeNull();
});

test("a merge changes a rule's own category and those of its split, and nothing else", () => {
  const rule = {
    id: 1,
    name: "Coffee",
    match: { sign: "debit" },
    set: {
      category_id: 5,
      tag_ids: [5, 6],
      split: [
        { share: 50, category_id: 5 },
        { share: 50, category_id: 7, tag_ids: [5] },
      ],
    },
  };

  expect(repointRule(rule, { noun: CATEGORY, from: 5, into: 9 })).toEqual({
    ...rule,
    set: {
      category_id: 9,
      tag_ids: [5, 6],
      split: [
        { share: 50, category_id: 9 },
        { share: 50, category_id: 7, tag_ids: [5] },
      ],
    },
  });
  expect(repointRule(rule, { noun: TAG, from: 5, into: 6 }).set).toEqual({
    category_id: 5,
    tag_ids: [6],
    split: [
      { share: 50, category_id: 5 },
      { share: 50, category_id: 7, tag_ids: [6] },
    ],
  });
  expect(must(rule.set.split[0], "the rule is split").category_id).toBe(5);
});

test("a form that is sent twice is one change, and one that was altered in between is another", async () => {
  const keys: unknown[] = [];
  const api = async (_: string, init?: RequestInit) => {
    keys.push(JSON.parse(typeof init?.body === "string" ? init.body : "{}").key);
    return Response.json({ message: "no" }, { status: 500 });
  };
  const send = (key: string, name: string) =>
    saveChange(api, { key, records: [{ kind: "tag", create: { name } }] });
  await send("form", "Trip");
  await send("form", "Trip");
  await send("form", "Sea");
  await send("", "Trip");
  await send("", "Trip");

  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(4);
});
