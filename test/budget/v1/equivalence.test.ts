// Goal: one budget, two spellings. After writes through version 1 and version 2 in any order, both
// read the same transactions, tags, categories and balances under the same ids, equal to those of a
// small model (test/budget/model.ts).

import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { balanceOf, call, categoryId, get } from "../client.ts";
import {
  MODEL_ACCOUNTS,
  Model,
  type Account,
  type Change,
  type Facts,
  type Held,
  type Part,
} from "../model.ts";
import { reset } from "../../reset.ts";
import { call1, done1, isRefusal } from "./client.ts";

afterEach(reset);

const version = fc.constantFrom(1 as const, 2 as const);
const which = fc.nat(11);
const cents = fc.integer({ min: -3, max: 3 });
const account = fc.constantFrom<Account>(1, 2, null);
/** An index into the world's categories. */
const category = fc.option(fc.nat(2));
/** Names of tags; version 2 is given those that there are, version 1 makes the others. */
const tags = fc.subarray(["Work", "Vacation", "New"]);
const external = fc.option(fc.constantFrom("x", "y"));
const item = fc.record({
  date: fc.constantFrom("2026-01-01", "2026-01-31", "2026-02-01"),
  cents,
  payee: fc.constantFrom("A", "B"),
  account,
  category,
  external,
  status: fc.constantFrom("reviewed" as const, "unreviewed" as const),
  tags,
});
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;
const change = fc.record(
  {
    date: fc.constant("2026-01-02"),
    cents,
    payee: fc.constantFrom("A", "C"),
    account,
    category,
    external,
    tags,
  },
  { requiredKeys: [] },
);
const part = fc.record(
  { cents, payee: fc.constantFrom("P", "Q"), category },
  { requiredKeys: ["cents"] },
);

const turn = fc.boolean();
const insertStep = fc.record({
  kind: fc.constant("insert" as const),
  version,
  turn,
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  skipDuplicates: fc.boolean(),
  skipBalance: fc.boolean(),
});
const step = fc.oneof(
  { weight: 4, arbitrary: insertStep },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("update" as const),
      version,
      turn,
      which,
      change,
      moves: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("split" as const),
      version,
      turn,
      which,
      parts: fc.array(part, { minLength: 2, maxLength: 3 }),
      wrong: fc.nat(5).map((n) => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("unsplit" as const),
      version,
      which,
      also: fc.option(which),
      removes: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("group" as const),
      version,
      members: fc.array(which, { minLength: 2, maxLength: 3 }),
    }),
  },
  fc.record({ kind: fc.constant("ungroup" as const), version, which }),
  fc.record({ kind: fc.constant("delete" as const), which }),
  fc.record({ kind: fc.constant("tag" as const), name: fc.constantFrom("Work", "New") }),
  fc.record({ kind: fc.constant("category" as const), version, which: fc.nat(2) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Of<K extends Step["kind"]> = Extract<Step, { kind: K }>;

/** What the two versions name alike, and what is in the budget. */
interface World {
  readonly model: Model;
  /** The ids of the categories that steps name by their index; one that is gone is replaced. */
  readonly categories: number[];
  readonly tags: Map<string, number>;
}

async function begin(): Promise<World> {
  const categories = await Promise.all(["Groceries", "Coffee", "Health"].map(categoryId));
  return { model: new Model(), categories, tags: await tagsNow() };
}

async function tagsNow(): Promise<Map<string, number>> {
  const { body } = await get("/tags");
  return new Map(body.tags.map(({ name, id }: { name: string; id: number }) => [name, id]));
}

/** Sends it; whether it was done, and what was answered. */
async function said1(method: string, path: string, body?: unknown) {
  const answer = await call1(method, path, body);
  return { done: answer.status === 200 && !isRefusal(answer.body), body: answer.body };
}
async function said2(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body);
  return { done: answer.status < 300, body: answer.body };
}

/** Facts as steps say them: a category by its index, tags by their names. */
type Said = Partial<Omit<Facts, "tags">> & Pick<Partial<Item>, "tags">;

/** What both versions say in the same words. */
function common(
  { date, payee, category: kind, external: external_id }: Said,
  { categories }: World,
): object {
  return {
    ...(date !== undefined && { date }),
    ...(payee !== undefined && { payee }),
    ...(kind !== undefined && { category_id: kind === null ? null : categories[kind] }),
    ...(external_id !== undefined && { external_id }),
  };
}

function wire1(one: Said, world: World, negative: boolean): object {
  return {
    ...common(one, world),
    ...(one.cents !== undefined && {
      amount: ((negative ? 0 - one.cents : one.cents) / 100).toFixed(2),
    }),
    ...(one.account !== undefined && { asset_id: one.account }),
    ...(one.status !== undefined && {
      status: one.status === "reviewed" ? "cleared" : "uncleared",
    }),
    // By id and by name in turn.
    ...(one.tags !== undefined && {
      tags: one.tags.map((name, at) => (at % 2 === 0 ? name : (world.tags.get(name) ?? name))),
    }),
  };
}

function wire2(one: Said, world: World): object {
  return {
    ...common(one, world),
    ...(one.cents !== undefined && { amount: one.cents / 100 }),
    ...(one.account !== undefined && { manual_account_id: one.account }),
    ...(one.status !== undefined && { status: one.status }),
    ...(one.tags !== undefined && { tag_ids: known(one.tags, world) }),
  };
}

/** The ids of those names that have one. */
const known = (names: readonly string[], world: World): number[] =>
  names.flatMap((name) => world.tags.get(name) ?? []).toSorted((a, b) => a - b);

async function run(world: World, one: Step): Promise<void> {
  const { model } = world;
  const pick = (index: number): Held | undefined =>
    model.held[index % Math.max(1, model.held.length)];
  if (one.kind === "insert") return insertInto(world, one);
  if (one.kind === "tag") return dropTag(world, one.name);
  if (one.kind === "category") return replaceCategory(world, one);
  if (one.kind === "group")
    return groupIn(
      world,
      one,
      one.members.flatMap((index) => pick(index) ?? []),
    );
  const old = pick(one.which);
  if (old === undefined) return;
  switch (one.kind) {
    case "update":
      return updateIn(world, one, old);
    case "split":
      return splitIn(world, one, old);
    case "unsplit":
      return unsplitIn(world, one, old, one.also === null ? undefined : pick(one.also));
    case "ungroup": {
      const members = model.held.filter(({ groupOf }) => groupOf === old.id).map(({ id }) => id);
      const { done, body } = await (one.version === 1 ? said1 : said2)(
        "DELETE",
        `/transactions/group/${old.id}`,
      );
      if (one.version === 1 && done)
        expect(body.transactions).toEqual(members.toSorted((a, b) => a - b));
      expect(done).toBe(model.ungroup(old) === 204);
      return;
    }
    case "delete":
      expect((await said2("DELETE", `/transactions/${old.id}`)).done).toBe(
        model.delete([old.id]) === 204,
      );
  }
}

async function insertInto(world: World, one: Of<"insert">): Promise<void> {
  const { model } = world;
  const flags = { skip_duplicates: one.skipDuplicates, skip_balance_update: one.skipBalance };
  const facts = one.items.map((some): Facts => ({
    ...some,
    category: some.category === null ? null : (world.categories[some.category] ?? null),
    tags: [],
  }));
  const expected = model.insert(facts, one.skipDuplicates);
  const { done, body } =
    one.version === 1
      ? await said1("POST", "/transactions", {
          transactions: one.items.map((some) => wire1(some, world, one.turn)),
          debit_as_negative: one.turn,
          ...flags,
        })
      : await said2("POST", "/transactions", {
          transactions: one.items.map((some) => wire2(some, world)),
          ...flags,
        });
  expect(done).toBe(expected.status === 201);
  if (!done) return;
  const ids: number[] =
    one.version === 1 ? body.ids : body.transactions.map(({ id }: { id: number }) => id);
  expect(ids).toHaveLength(expected.kept.length);
  const kept = expected.kept.map((fact) => one.items[facts.indexOf(fact)]);
  if (one.version === 1)
    await meet(
      world,
      kept.flatMap((some) => some?.tags ?? []),
    );
  for (const [index, fact] of expected.kept.entries())
    model.add(
      { ...fact, tags: known(kept[index]?.tags ?? [], world) },
      ids[index] ?? 0,
      !one.skipBalance,
    );
}

/** New names are tags now, and no others. */
async function meet(world: World, names: readonly string[]): Promise<void> {
  const expected = new Set([...world.tags.keys(), ...names]);
  for (const [name, id] of await tagsNow()) world.tags.set(name, id);
  expect(new Set(world.tags.keys())).toEqual(expected);
}

async function updateIn(world: World, one: Of<"update">, old: Held): Promise<void> {
  const { category: kind, tags: names, ...rest } = one.change;
  const { done } =
    one.version === 1
      ? await said1("PUT", `/transactions/${old.id}`, {
          transaction: wire1(one.change, world, one.turn),
          debit_as_negative: one.turn,
          skip_balance_update: !one.moves,
        })
      : await said2(
          "PUT",
          `/transactions/${old.id}?update_balance=${one.moves}`,
          wire2(one.change, world),
        );
  if (done && one.version === 1) await meet(world, names ?? []);
  const asked: Change = {
    ...rest,
    ...(kind !== undefined && {
      category: kind === null ? null : (world.categories[kind] ?? null),
    }),
    ...(names !== undefined && { tags: known(names, world) }),
  };
  expect(done).toBe(world.model.update(old, asked, one.moves) === 200);
}

async function splitIn(world: World, one: Of<"split">, old: Held): Promise<void> {
  const last =
    old.cents - one.parts.slice(0, -1).reduce((total, { cents: some }) => total + some, 0);
  const parts = one.parts.map((some, index) =>
    index < one.parts.length - 1 ? some : { ...some, cents: one.wrong ? last + 1 : last },
  );
  const { done, body } =
    one.version === 1
      ? await said1("PUT", `/transactions/${old.id}`, {
          split: parts.map((some) => wire1(some, world, one.turn)),
          debit_as_negative: one.turn,
        })
      : await said2("POST", `/transactions/split/${old.id}`, {
          child_transactions: parts.map((some) => wire2(some, world)),
        });
  // Parts inherit the tags of the whole.
  const meant = parts.map(({ category: kind, ...some }): Part => ({
    ...some,
    tags: old.tags,
    ...(kind !== undefined && {
      category: kind === null ? null : (world.categories[kind] ?? null),
    }),
  }));
  expect(done).toBe(world.model.split(old, meant) === 201);
  if (!done) return;
  const ids: number[] =
    one.version === 1 ? body.split : body.children.map(({ id }: { id: number }) => id);
  world.model.addParts(old, meant, ids);
}

async function unsplitIn(
  { model }: World,
  one: Of<"unsplit">,
  old: Held,
  also: Held | undefined,
): Promise<void> {
  if (one.version === 2) {
    expect((await said2("DELETE", `/transactions/split/${old.id}`)).done).toBe(
      model.unsplit(old) === 204,
    );
    return;
  }
  const wholes = also === undefined ? [old] : [old, also];
  const ids = wholes.map(({ id }) => id);
  const may = wholes.every(({ isSplit }) => isSplit) && new Set(ids).size === ids.length;
  const parts = model.held
    .filter(({ splitOf }) => splitOf !== null && ids.includes(splitOf))
    .map(({ id }) => id);
  const { done, body } = await said1("POST", "/transactions/unsplit", {
    parent_ids: ids,
    remove_parents: one.removes,
  });
  expect(done).toBe(may);
  if (!done) return;
  expect(body).toEqual([...parts.toSorted((a, b) => a - b), ...(one.removes ? ids : [])]);
  for (const whole of wholes) model.unsplit(whole);
  if (one.removes) model.delete(ids);
}

async function groupIn(
  { model }: World,
  one: Of<"group">,
  members: readonly Held[],
): Promise<void> {
  const ids = members.map(({ id }) => id);
  const facts = { date: "2026-01-10", payee: "Together" };
  const { done, body } =
    one.version === 1
      ? await said1("POST", "/transactions/group", { ...facts, transactions: ids })
      : await said2("POST", "/transactions/group", { ...facts, ids });
  expect(done).toBe(model.group(members) === 201);
  if (done) model.addGroup(members, one.version === 1 ? body : body.id, facts.date, facts.payee);
}

/** Version 1 deletes no tags. */
async function dropTag({ model, tags: held }: World, name: string): Promise<void> {
  const id = held.get(name);
  if (id === undefined) return;
  expect((await said2("DELETE", `/tags/${id}?force=true`)).done).toBe(true);
  held.delete(name);
  model.forget({ tag: id });
}

/** A category goes, by force, and the other version makes another in its place. */
async function replaceCategory(
  { model, categories }: World,
  { version: by, which: at }: Of<"category">,
): Promise<void> {
  const old = categories[at] ?? 0;
  const named = { name: `After ${old}` };
  if (by === 1) {
    await done1("DELETE", `/categories/${old}/force`);
    categories[at] = (await call("POST", "/categories", named)).body.id;
  } else {
    expect((await said2("DELETE", `/categories/${old}?force=true`)).done).toBe(true);
    categories[at] = (await done1("POST", "/categories", named)).category_id;
  }
  model.forget({ category: old });
}

/** A third of the filters of version 1's list, each of which finds what the model says. */
async function compareFilters(
  { model, categories, tags: known1 }: World,
  third: number,
): Promise<void> {
  const [category = 0] = categories;
  const tag = known1.get("Vacation") ?? 0;
  const group = model.held.find(({ isGroup }) => isGroup)?.id ?? 0;
  const found: Readonly<Record<string, readonly Held[]>> = {
    "asset_id=1": model.listed().filter((one) => one.account === 1),
    [`category_id=${category}`]: model.listed().filter((one) => one.category === category),
    [`tag_id=${tag}`]: model.listed().filter((one) => one.tags.includes(tag)),
    "status=cleared": model.listed().filter((one) => one.status === "reviewed"),
    "status=uncleared": model.listed().filter((one) => one.status !== "reviewed"),
    "is_group=true": model.listed().filter((one) => one.isGroup),
    "is_group=false": model.listed().filter((one) => !one.isGroup),
    [`group_id=${group}`]: model.held
      .filter((one) => one.groupOf === group)
      .toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id),
  };
  for (const [filter, expected] of Object.entries(found).filter(
    (_, index) => index % 3 === third,
  )) {
    const { transactions } = await done1(
      "GET",
      `/transactions?start_date=2026-01-01&end_date=2026-02-28&${filter}`,
    );
    expect([filter, transactions.map(({ id }: Row) => id)]).toEqual([
      filter,
      expected.map(({ id }) => id),
    ]);
  }
}

/** Version 2 shows what the model holds, and version 1 what version 2 shows. */
async function compare({ model }: World, negative: boolean): Promise<void> {
  const { body } = await get(
    "/transactions?limit=2000&include_split_parents=true&include_group_children=true",
  );
  const every = model.held.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
  expect(body.transactions.map(brief2)).toEqual(every.map(briefOf));
  const listed = await done1(
    "GET",
    `/transactions?start_date=2026-01-01&end_date=2026-02-28&debit_as_negative=${negative}`,
  );
  expect(listed.transactions.map((one: Row) => brief1(one, negative))).toEqual(
    model.listed().map(briefOf),
  );
  for (const one of listed.transactions) {
    const children = every
      .filter(({ splitOf, groupOf }) => splitOf === one.id || groupOf === one.id)
      .map(({ id }) => id);
    expect(one.children.map(({ id }: Row) => id)).toEqual(children.toSorted((a, b) => a - b));
  }
}

// Tests look into answers of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any;

const briefOf = (one: Held) => ({
  id: one.id,
  date: one.date,
  amount: (one.cents / 100).toFixed(4),
  worth: one.cents / 100,
  payee: one.payee,
  account: one.account,
  category: one.category,
  external: one.external,
  reviewed: one.status === "reviewed",
  tags: one.tags.toSorted((a, b) => a - b),
  part: one.splitOf,
  member: one.groupOf,
  isGroup: one.isGroup,
  isSplit: one.isSplit,
});

const brief2 = (one: Row): ReturnType<typeof briefOf> => ({
  id: one.id,
  date: one.date,
  amount: one.amount,
  worth: one.to_base,
  payee: one.payee,
  account: one.manual_account_id,
  category: one.category_id,
  external: one.external_id,
  reviewed: one.status === "reviewed",
  tags: one.tag_ids,
  part: one.split_parent_id,
  member: one.group_parent_id,
  isGroup: one.is_group_parent,
  isSplit: one.is_split_parent,
});

function brief1(one: Row, negative: boolean): ReturnType<typeof briefOf> {
  const negated = Number(one.amount) === 0 ? one.amount : `-${one.amount}`;
  const positive: string = one.amount.startsWith("-") ? one.amount.slice(1) : negated;
  return {
    id: one.id,
    date: one.date,
    amount: negative ? positive : one.amount,
    worth: negative && one.to_base !== 0 ? 0 - one.to_base : one.to_base,
    payee: one.payee,
    account: one.asset_id,
    category: one.category_id,
    external: one.external_id,
    reviewed: one.status === "cleared",
    tags: one.tags.map(({ id }: Row) => id),
    part: one.parent_id,
    member: one.group_id,
    isGroup: one.is_group,
    isSplit: one.has_children && !one.is_group,
  };
}

test("data written through either version reads the same through both", async () => {
  await fc.assert(
    fc
      .asyncProperty(
        insertStep,
        fc.array(step, { minLength: 4, maxLength: 12 }),
        fc.nat(2),
        async (first, rest, third) => {
          const world = await begin();
          for (const [index, one] of [first, ...rest].entries()) {
            await run(world, one);
            await compare(world, index % 2 === 0);
          }
          await compareFilters(world, third);
          for (const held of world.model.held)
            expect(brief1(await done1("GET", `/transactions/${held.id}`), false)).toEqual(
              briefOf(held),
            );
          for (const id of MODEL_ACCOUNTS)
            expect(Math.round(Number(await balanceOf(id)) * 100)).toBe(world.model.balances[id]);
          const named = (await done1("GET", "/tags")).map(
            ({ id, name }: Row) => [name, id] as const,
          );
          expect(new Map(named)).toEqual(world.tags);
        },
      )
      .afterEach(reset),
    { numRuns: 20 },
  );
});
