// The journal of records over the whole Worker and the embedded service: budgets, categories, tags,
// accounts and rules are each changed, named, undone and done again, also through kills.

import { afterEach, describe, expect, test } from "vitest";
import type { ShownAnswer, ShownDetail } from "../../../src/importer/changes/wire.ts";
import { must } from "../../../src/platform/assert.ts";
import { reset } from "../../reset.ts";
import { api, service } from "../posting/driver.ts";

afterEach(() => reset());

interface Category {
  readonly id: number;
  readonly name: string;
  readonly group_id: number | null;
  readonly is_income: boolean;
  readonly is_group: boolean;
  readonly archived: boolean;
}

let keys = 0;

function change(...records: readonly object[]): Promise<ShownAnswer> {
  return api<ShownAnswer>("/changes", "POST", { key: `records ${(keys += 1)}`, records });
}

const undo = ({ change: { id } }: ShownAnswer) =>
  api<ShownAnswer>(`/changes/${id}/undo`, "POST", {});

async function categories(): Promise<Category[]> {
  const found = await service<{ categories: Category[] }>("/categories?format=flattened");
  return found.categories;
}

async function findCategory(name: string): Promise<Category | undefined> {
  return (await categories()).find((one) => one.name === name);
}

async function makeCategory(name: string, more: object = {}): Promise<number> {
  return (await service<Category>("/categories", "POST", { name, ...more })).id;
}

const expectClean = (answer: ShownAnswer) =>
  expect([answer.record_conflicts, answer.record_refused, answer.refused]).toEqual([[], [], []]);

describe("a budgeted amount", () => {
  const amounts = async () =>
    (
      await api<{ budgets: { amount: number; notes: string | null }[] }>(
        "/budgets?start_date=2026-11-01&end_date=2026-11-01",
      )
    ).budgets.map(({ amount, notes }) => [amount, notes]);

  test("a budgeted amount is set, changed and removed, each undone and done again; what somebody changed stays", async () => {
    const id = await makeCategory("Groceries at home");
    const of = { kind: "budget", category_id: id, start_date: "2026-11-01" };
    const set = await change({ ...of, was: { amount: null }, set: { amount: "400.00" } });
    expect(set.change.sentence).toBe(
      "Budget of Groceries at home for November 2026: none → 400.00",
    );
    const raised = await change({
      ...of,
      was: { amount: "400", notes: null },
      set: { amount: "1450.5", notes: "guests" },
    });
    expect(raised.change.sentence).toBe(
      "Budget of Groceries at home for November 2026: 400.00 → 1,450.50",
    );
    expect(await amounts()).toEqual([[1450.5, "guests"]]);
    const stale = await change({ ...of, was: { amount: "400" }, set: { amount: "10" } });
    expect(stale).toMatchObject({
      change: { count: 0, sentence: "Nothing changed" },
      record_conflicts: [
        {
          kind: "budget",
          id,
          start_date: "2026-11-01",
          name: "Groceries at home",
          field: "amount",
        },
      ],
    });

    const undone = await undo(raised);
    expectClean(undone);
    expect(await amounts()).toEqual([[400, null]]);
    await undo(undone);
    expect(await amounts()).toEqual([[1450.5, "guests"]]);
    const removed = await change({ ...of, was: { amount: "1450.50" }, set: { amount: null } });
    expect(await amounts()).toEqual([]);
    await undo(removed);
    expect(await amounts()).toEqual([[1450.5, "guests"]]);
    expect(await api<ShownDetail>(`/changes/${removed.change.id}`)).toMatchObject({
      change: { state: "undone" },
      records: [{ kind: "budget", id, current_id: id, action: "edit", changed: true }],
    });
  });
});

describe("categories", () => {
  test("a group is made with its members, renamed and moved; all of it is undone", async () => {
    const before = await categories();
    const made = await change(
      { kind: "category", id: -1, create: { name: "Pets", is_group: true, is_income: true } },
      { kind: "category", id: -2, create: { name: "Vet", group_id: -1 } },
      { kind: "category", create: { name: "Toys", description: "balls" } },
    );
    expectClean(made);
    expect(made.change.sentence).toBe("Group Pets added; category Vet added; category Toys added");
    const all = await categories();
    const id = (name: string) =>
      must(
        all.find((one) => one.name === name),
        "it is there",
      ).id;
    expect(made.made).toEqual([
      { kind: "category", id: id("Pets"), asked: -1 },
      { kind: "category", id: id("Vet"), asked: -2 },
      { kind: "category", id: id("Toys"), asked: null },
    ]);
    expect(await findCategory("Vet")).toMatchObject({ group_id: id("Pets"), is_income: true });
    const moved = await change({
      kind: "category",
      id: id("Toys"),
      was: { group_id: null },
      set: { group_id: id("Pets") },
    });
    expect(moved.change.sentence).toBe("Category Toys moved to Pets");
    expect(await findCategory("Toys")).toMatchObject({ is_income: true });
    const renamed = await change({
      kind: "category",
      id: id("Toys"),
      was: { name: "Toys" },
      set: { name: "Vet" },
    });
    expect(renamed).toMatchObject({
      change: { count: 0 },
      record_refused: [{ kind: "category", id: id("Toys"), name: "Toys", field: "name" }],
    });

    expectClean(await undo(moved));
    expect(await findCategory("Toys")).toMatchObject({ group_id: null, is_income: false });
    const undone = await undo(made);
    expectClean(undone);
    expect(await categories()).toEqual(before);
    const redone = await undo(undone);
    expectClean(redone);
    expect(redone.change.sentence).toBe(`Redo: ${made.change.sentence}`);
    const again = await findCategory("Vet");
    expect(again?.group_id).toBe((await findCategory("Pets"))?.id);
  });

  test("a merge moves transactions and rules and deletes the category in one step, which is undone whole", async () => {
    const [from, into] = [await makeCategory("Food out"), await makeCategory("Eating away")];
    const answer = await service<{ transactions: { id: number }[] }>("/transactions", "POST", {
      transactions: [1, 2].map((index) => ({
        date: "2026-11-03",
        amount: "5.25",
        payee: `Shop ${index}`,
        category_id: from,
      })),
    });
    const ids = answer.transactions.map(({ id }) => id);
    const rule = await api<{ id: number; set: object }>("/rules", "POST", {
      name: "Lunch",
      match: { payee: { how: "contains", text: "diner" } },
      set: { category_id: from },
    });
    const merged = await api<ShownAnswer>("/changes", "POST", {
      key: "merge",
      transactions: ids.map((id) => ({
        id,
        was: { category_id: from },
        set: { category_id: into },
      })),
      records: [
        { kind: "rule", id: rule.id, was: { set: rule.set }, set: { set: { category_id: into } } },
        { kind: "category", delete: from, force: true },
      ],
    });
    expectClean(merged);
    expect(merged.change.sentence).toBe(
      "Category of 2 transactions set to Eating away; rule Lunch changed; category Food out deleted",
    );
    expect(await findCategory("Food out")).toBeUndefined();

    const undone = await undo(merged);
    expectClean(undone);
    const again = must(await findCategory("Food out"), "it is there").id;
    for (const id of ids)
      expect(await service(`/transactions/${id}`)).toMatchObject({ category_id: again });
    expect(await api(`/rules/${rule.id}`)).toMatchObject({ set: { category_id: again } });
    expectClean(await undo(undone));
    for (const id of ids)
      expect(await service(`/transactions/${id}`)).toMatchObject({ category_id: into });
    expect(await findCategory("Food out")).toBeUndefined();
  });

  test("a category in use is deleted only by force, and the change names what does not come back", async () => {
    const id = await makeCategory("Gifts for all");
    await service("/transactions", "POST", {
      transactions: [{ date: "2026-11-03", amount: "5.25", category_id: id }],
    });
    await service("/budgets", "PUT", { start_date: "2026-11-01", category_id: id, amount: 5 });
    const refused = await change({ kind: "category", delete: id });
    expect(refused.record_refused).toMatchObject([
      { message: "It is in use, so it is not deleted." },
    ]);
    const deleted = await change({ kind: "category", delete: id, force: true });
    const losses = [
      "Gifts for all: the category of 1 transaction",
      "Gifts for all: its budgeted amount",
    ];
    expect(deleted).toMatchObject({ change: { count: 1 }, not_restored: losses });
    expect(await undo(deleted)).toMatchObject({ change: { count: 1 }, not_restored: losses });
    expect(await findCategory("Gifts for all")).toMatchObject({ group_id: null });
  });

  test("a merge does not delete the category if a transaction could not be moved", async () => {
    const [from, into, other] = await Promise.all(
      ["From here", "Into this", "Other one"].map((name) => makeCategory(name)),
    );
    const { transactions } = await service<{ transactions: { id: number }[] }>(
      "/transactions",
      "POST",
      { transactions: [{ date: "2026-11-03", amount: "5.25", category_id: other }] },
    );
    const merged = await api<ShownAnswer>("/changes", "POST", {
      key: "stale merge",
      transactions: transactions.map(({ id }) => ({
        id,
        was: { category_id: from },
        set: { category_id: into },
      })),
      records: [{ kind: "category", delete: from, force: true }],
    });
    expect(merged.conflicts).toHaveLength(1);
    expect(merged.record_refused).toMatchObject([
      { message: "It was not deleted, since not all else of this change could be done." },
    ]);
    expect(await findCategory("From here")).toBeDefined();
  });
});

test("tags, accounts and rules are made, changed and deleted, and all of it is undone in reverse order", async () => {
  const lists = async () =>
    JSON.stringify(
      await Promise.all([
        service<{ tags: object[] }>("/tags"),
        service<{ manual_accounts: object[] }>("/manual_accounts"),
        api("/rules"),
      ]),
      // The facts that no undo restores.
      (name, value: unknown) => (/^(id|.*_at|to_base|created_by_name)$/.test(name) ? 0 : value),
    );
  const made = await change(
    { kind: "tag", create: { name: "Trip", background_color: "#fde68a" } },
    { kind: "manual_account", create: { name: "Purse", type: "cash", balance: "12.5" } },
    {
      kind: "rule",
      create: { name: "Coffee", match: { sign: "debit" }, set: { reviewed: true }, priority: 3 },
    },
  );
  expectClean(made);
  expect(made.change.sentence).toBe("Tag Trip added; account Purse added; rule Coffee added");
  const [tag, account, rule] = made.made.map(({ id }) => id);
  const states = [await lists()];
  const done: ShownAnswer[] = [];
  for (const [records, sentence] of [
    [
      [{ kind: "tag", id: tag, was: { name: "Trip" }, set: { name: "Journey" } }],
      "Tag Trip renamed to Journey",
    ],
    [
      [
        {
          kind: "manual_account",
          id: account,
          was: { balance: "12.5000", display_name: "Purse" },
          set: { balance: "20", display_name: "My purse" },
        },
      ],
      "Shown name and balance of account Purse changed",
    ],
    [
      [
        {
          kind: "manual_account",
          id: account,
          was: { status: "active" },
          set: { status: "closed", closed_on: "2026-11-02" },
        },
      ],
      "Account My purse closed",
    ],
    [
      [{ kind: "rule", id: rule, was: { enabled: true }, set: { enabled: false } }],
      "Rule Coffee switched off",
    ],
    [
      [
        { kind: "tag", delete: tag, force: true },
        { kind: "manual_account", delete: account },
        { kind: "rule", delete: rule },
      ],
      "Tag Journey deleted; account My purse deleted; rule Coffee deleted",
    ],
  ] as const) {
    const answer = await change(
      ...records.map((one) =>
        "set" in one && "status" in one.set
          ? { ...one, was: { ...one.was, closed_on: null } }
          : one,
      ),
    );
    expectClean(answer);
    expect(answer.change.sentence).toBe(sentence);
    done.push(answer);
    states.push(await lists());
  }
  const undos: ShownAnswer[] = [];
  for (const answer of done.toReversed()) {
    states.pop();
    const undone = await undo(answer);
    expectClean(undone);
    undos.push(undone);
    expect(await lists()).toBe(states.at(-1));
  }
  for (const undone of undos.toReversed()) expectClean(await undo(undone));
  expectClean(await undo(must(undos[0], "there is one")));
});

describe("splits and groups", () => {
  const facts = async (id: number) => {
    const { children, ...one } = await service<Record<string, unknown> & { children?: Part[] }>(
      `/transactions/${id}`,
    );
    const [amount, payee, notes, status] = [
      one["amount"],
      one["payee"],
      one["notes"],
      one["status"],
    ];
    const parts = children?.map((part) => [part.amount, part.payee, part.notes, part.status]);
    return { amount, payee, notes, status, split: one["is_split_parent"], parts };
  };
  interface Part {
    readonly id: number;
    readonly amount: string;
    readonly payee: string;
    readonly notes: string | null;
    readonly status: string;
  }
  const insert = async (payee: string) =>
    (
      await service<{ transactions: { id: number }[] }>("/transactions", "POST", {
        transactions: [{ date: "2026-11-03", amount: "5.25", payee, status: "unreviewed" }],
      })
    ).transactions[0]?.id ?? 0;

  test("a transaction is split, a part is changed, and all is undone and done again", async () => {
    const id = await insert("ALDI");
    const before = await facts(id);
    const split = await change({
      kind: "split",
      create: {
        transaction_id: id,
        child_transactions: [
          { amount: "5.00", payee: "Food" },
          { amount: "0.25", notes: "bag" },
        ],
      },
    });
    expectClean(split);
    expect(split.change.sentence).toBe("“ALDI” split into 2 parts");
    const { children } = await service<{ children: Part[] }>(`/transactions/${id}`);
    const part = must(children[1], "there are two").id;
    const edit = await api<ShownAnswer>("/changes", "POST", {
      key: "part",
      transactions: [{ id: part, was: { notes: "bag" }, set: { notes: "two bags" } }],
    });
    const edited = await facts(id);
    expect(await undo(split)).toMatchObject({
      record_refused: [{ message: "Its parts were changed since." }],
    });

    const whole = await change({ kind: "split", delete: id });
    expect(whole.change.sentence).toBe("“ALDI” put together again");
    expect(await facts(id)).toEqual(before);
    expectClean(await undo(whole));
    expect(await facts(id)).toEqual(edited);
    const unedited = await undo(edit);
    expect([unedited.conflicts, unedited.refused, unedited.change.count]).toEqual([[], [], 1]);
    const undone = await undo(split);
    expectClean(undone);
    expect(await facts(id)).toEqual(before);
    expectClean(await undo(undone));
    expect((await facts(id)).parts).toEqual([
      ["5.0000", "Food", null, "unreviewed"],
      ["0.2500", "ALDI", "bag", "unreviewed"],
    ]);
  });

  test("transactions are grouped and the group dissolved, each undone; one that is in a group already is refused", async () => {
    const ids = [await insert("Train"), await insert("Hotel")];
    const body = { ids, date: "2026-11-04", payee: "Trip", notes: null, category_id: null };
    const grouped = await change({ kind: "group", create: body });
    expectClean(grouped);
    expect(grouped.change.sentence).toBe("2 transactions grouped as “Trip”");
    const group = must(grouped.made[0], "it was made").id;
    expect(await change({ kind: "group", create: body })).toMatchObject({
      change: { count: 0 },
      record_refused: [{ kind: "group" }, { kind: "group" }].slice(0, 1),
    });
    const dissolved = await change({ kind: "group", delete: group });
    expect(dissolved.change.sentence).toBe("Group “Trip” dissolved");
    const again = await undo(dissolved);
    expectClean(again);
    const back = must(again.made[0], "it was made").id;
    expect(await service(`/transactions/${back}`)).toMatchObject({
      payee: "Trip",
      amount: "10.5000",
      status: "unreviewed",
      is_group_parent: true,
    });
    expectClean(await undo(grouped));
    for (const id of ids)
      expect(await service(`/transactions/${id}`)).toMatchObject({ group_parent_id: null });
  });
});
