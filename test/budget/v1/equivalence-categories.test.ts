// Both versions create, change, move, fill and delete the same categories and groups. Whichever
// version writes, both show what a plain model predicts, under the same ids, and both refuse a
// deletion for the same reasons. Each run has its own names.

import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { call, get, type Answer } from "../client.ts";
import { reset } from "../../reset.ts";
import { call1, done1, isRefusal } from "./client.ts";

afterEach(reset);

interface Flags {
  readonly is_income: boolean;
  readonly exclude_from_budget: boolean;
  readonly exclude_from_totals: boolean;
}
interface Held extends Flags {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly archived: boolean;
  readonly is_group: boolean;
  readonly group_id: number | null;
  readonly used: number;
}

const NO_FLAGS: Flags = {
  is_income: false,
  exclude_from_budget: false,
  exclude_from_totals: false,
};
const NEW = {
  ...NO_FLAGS,
  description: null,
  archived: false,
  is_group: false,
  group_id: null,
  used: 0,
};
const by = fc.constantFrom(1 as const, 2 as const);
const at = fc.nat(7);
/** Whether what a step names may be of the wrong kind: a group as a member, a category as a group. */
const any = fc.nat(5).map((n) => n === 0);
const name = fc.constantFrom("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L");
const flags = fc.record({
  is_income: fc.boolean(),
  exclude_from_budget: fc.boolean(),
  exclude_from_totals: fc.boolean(),
});
const words = { description: fc.constantFrom(null, "", "x".repeat(140)), archived: fc.boolean() };
const members = fc.uniqueArray(at, { minLength: 1, maxLength: 2 });

const createStep = fc.record({
  kind: fc.constant("create" as const),
  by,
  name,
  flags,
  ...words,
  into: fc.option(at),
});
const groupStep = fc.record({
  kind: fc.constant("group" as const),
  by,
  any,
  name,
  flags,
  members,
  fresh: fc.option(name),
});
const step = fc.oneof(
  createStep,
  groupStep,
  fc.record({
    kind: fc.constant("change" as const),
    by,
    at,
    change: fc.record({ name, ...words, is_income: fc.boolean() }, { requiredKeys: [] }),
  }),
  fc.record({ kind: fc.constant("move" as const), by, at, into: fc.option(at), flags }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("add" as const),
      by,
      at,
      any,
      members,
      fresh: fc.option(name),
    }),
  },
  fc.record({ kind: fc.constant("use" as const), at }),
  fc.record({ kind: fc.constant("delete" as const), by, at, force: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Of<K extends Step["kind"]> = Extract<Step, { kind: K }>;

let runs = 0;

/** What is in the budget by the documents' rules; a member has the flags of its group. */
class Model {
  held: Held[] = [];
  readonly #run = ++runs;

  /** The name as this run says it. */
  named = (one: string): string => `${one} ${this.#run}`;
  pick = (index: number, among = this.held): Held | undefined =>
    among[index % Math.max(1, among.length)];
  ofKind = (group: boolean): Held[] => this.held.filter(({ is_group }) => is_group === group);
  isFree = (one: string, self?: Held): boolean =>
    this.held.every(({ id, name: taken }) => id === self?.id || taken !== this.named(one));

  put(one: Held): void {
    this.held = [...this.held.filter(({ id }) => id !== one.id), one].toSorted(
      (a, b) => a.id - b.id,
    );
    for (const { id, is_income, exclude_from_budget, exclude_from_totals } of this.held.filter(
      ({ is_group }) => is_group,
    ))
      this.held = this.held.map((member) =>
        member.group_id === id
          ? { ...member, is_income, exclude_from_budget, exclude_from_totals }
          : member,
      );
  }

  drop(gone: number): void {
    this.held = this.held
      .filter(({ id }) => id !== gone)
      .map((one) => (one.group_id === gone ? { ...one, group_id: null } : one));
  }
}

/** Whether it was done, and what was answered. */
async function sendTo(
  version: 1 | 2,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ done: boolean; body: Answer["body"] }> {
  if (version === 2) {
    const answer = await call(method, path, body);
    return { done: answer.status < 300, body: answer.body };
  }
  const { status, body: answered } = await call1(method, path, body);
  return {
    done: status === 200 && !isRefusal(answered) && answered.dependents === undefined,
    body: answered,
  };
}

const idOf = (version: 1 | 2, { category_id, id }: Answer["body"]): number =>
  version === 1 ? category_id : id;

async function run(model: Model, one: Step): Promise<void> {
  if (one.kind === "create") return create(model, one);
  if (one.kind === "group") return fill(model, one, null);
  const old = model.pick(one.at, one.kind === "add" && !one.any ? model.ofKind(true) : model.held);
  if (old === undefined) return;
  if (one.kind === "add") return fill(model, one, old);
  if (one.kind === "change" || one.kind === "move") return change(model, one, old);
  if (one.kind === "delete") return drop(model, one, old);
  const { done } = await sendTo(1, "POST", "/transactions", {
    transactions: [{ date: "2026-03-01", amount: 1, category_id: old.id }],
  });
  expect(done).toBe(!old.is_group);
  if (done) model.put({ ...old, used: old.used + 1 });
}

async function create(
  model: Model,
  { by: who, name: asked, into, flags: own, description, archived }: Of<"create">,
): Promise<void> {
  const group = into === null ? undefined : model.pick(into);
  const facts = {
    ...own,
    name: model.named(asked),
    description,
    archived,
    group_id: group?.id ?? null,
  };
  const { done, body } = await sendTo(who, "POST", "/categories", facts);
  expect(done).toBe(model.isFree(asked) && group?.is_group !== false);
  if (done) model.put({ ...NEW, ...facts, id: idOf(who, body) });
}

/**
 * A new group with members, or more of them for one that is there: version 2 says the whole list,
 * version 1 the new ones.
 */
async function fill(model: Model, one: Of<"group" | "add">, old: Held | null): Promise<void> {
  const chosen = [
    ...new Set(
      one.members.flatMap(
        (index) => model.pick(index, one.any ? model.held : model.ofKind(false)) ?? [],
      ),
    ),
  ];
  const added = chosen.map(({ id }) => id);
  const fresh = one.fresh === null ? [] : [model.named(one.fresh)];
  if (old !== null && added.length + fresh.length === 0) return;
  const isFresh = one.fresh === null || model.isFree(one.fresh);
  const may =
    isFresh &&
    chosen.every(({ is_group }) => !is_group) &&
    (one.kind === "add"
      ? old?.is_group === true
      : model.isFree(one.name) && one.fresh !== one.name);
  const staying = model.held
    .filter(({ id, group_id }) => group_id === old?.id && !added.includes(id))
    .map(({ id }) => id);
  const facts = one.kind === "group" ? { ...one.flags, name: model.named(one.name) } : {};
  const asked =
    one.by === 1
      ? { ...facts, category_ids: added, new_categories: fresh }
      : {
          ...facts,
          ...(old === null && { is_group: true }),
          children: [...(old === null ? [] : staying), ...added, ...fresh],
        };
  const paths = {
    1: old === null ? "/categories/group" : `/categories/group/${old.id}/add`,
    2: old === null ? "/categories" : `/categories/${old.id}`,
  };
  const { done, body } = await sendTo(
    one.by,
    one.by === 2 && old !== null ? "PUT" : "POST",
    paths[one.by],
    asked,
  );
  expect(done).toBe(may);
  if (!done) return;
  const id = old?.id ?? idOf(one.by, body);
  if (one.kind === "group")
    model.put({ ...NEW, ...one.flags, name: model.named(one.name), id, is_group: true });
  for (const member of chosen) model.put({ ...member, group_id: id });
  if (fresh.length === 0) return;
  const { children } = await done1("GET", `/categories/${id}`);
  model.put({
    ...NEW,
    name: fresh[0] ?? "",
    id: children.find((child: Held) => child.name === fresh[0]).id,
    group_id: id,
  });
}

/** Who leaves a group says its flags: the documents do not tell what becomes of those that it had from there. */
async function change(model: Model, one: Of<"change" | "move">, old: Held): Promise<void> {
  const group = one.kind === "change" || one.into === null ? undefined : model.pick(one.into);
  const asked =
    one.kind === "move"
      ? { ...one.flags, group_id: group?.id ?? null }
      : {
          ...one.change,
          ...(one.change.name !== undefined && { name: model.named(one.change.name) }),
        };
  const { done } = await sendTo(one.by, "PUT", `/categories/${old.id}`, asked);
  const isNamed =
    one.kind === "move" || one.change.name === undefined || model.isFree(one.change.name, old);
  const isPlaced = group === undefined || (group.is_group && !old.is_group);
  expect(done).toBe(Object.keys(asked).length > 0 && isNamed && isPlaced);
  if (done) model.put({ ...old, ...asked });
}

async function drop(model: Model, { by: who, force }: Of<"delete">, old: Held): Promise<void> {
  const dependents = {
    budget: 0,
    category_rules: 0,
    transactions: old.used,
    children: model.held.filter(({ group_id }) => group_id === old.id).length,
    recurring: 0,
  };
  const paths = {
    1: `/categories/${old.id}${force ? "/force" : ""}`,
    2: `/categories/${old.id}?force=${force}`,
  };
  const { done, body } = await sendTo(who, "DELETE", paths[who]);
  expect(done).toBe(force || dependents.transactions + dependents.children === 0);
  if (done) return model.drop(old.id);
  expect(body).toEqual(
    who === 1
      ? { dependents: { category_name: old.name, ...dependents } }
      : { category_name: old.name, dependents: { ...dependents, plaid_cats: 0 } },
  );
}

const shownOf = ({
  id,
  name: own,
  description,
  archived,
  is_group,
  group_id,
  is_income,
  exclude_from_budget,
  exclude_from_totals,
}: Held) => ({
  id,
  name: own,
  description,
  archived,
  is_group,
  group_id,
  is_income,
  exclude_from_budget,
  exclude_from_totals,
});

test("both versions show the same categories and groups, whichever writes them", async () => {
  const list2 = async (): Promise<Held[]> =>
    (await get("/categories?format=flattened")).body.categories;

  await fc.assert(
    fc.asyncProperty(
      fc.tuple(createStep, createStep, createStep, groupStep),
      fc.array(step, { minLength: 2, maxLength: 8 }),
      async (first, rest) => {
        const before = new Set((await list2()).map(({ id }) => id));
        const model = new Model();
        for (const one of [...first, ...rest]) await run(model, one);

        const flat1: Held[] = (await done1("GET", "/categories")).categories.filter(
          ({ id }: Held) => !before.has(id),
        );
        const flat2 = (await list2()).filter(({ id }) => !before.has(id));
        expect(flat2.toSorted((a, b) => a.id - b.id).map(shownOf)).toEqual(model.held.map(shownOf));
        expect(flat1.map(shownOf)).toEqual(
          model.held.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(shownOf),
        );
        for (const one of model.held) {
          const inside = model.held
            .filter(({ group_id }) => group_id === one.id)
            .map(({ id }) => id);
          const whole = await done1("GET", `/categories/${one.id}`);
          expect(whole).toMatchObject({
            ...shownOf(one),
            group_category_name: model.held.find(({ id }) => id === one.group_id)?.name ?? null,
          });
          expect(
            whole.children?.map(({ id }: Held) => id).toSorted((a: number, b: number) => a - b) ??
              null,
          ).toEqual(one.is_group ? inside : null);
        }
      },
    ),
    { numRuns: 15 },
  );
});
