// The laws of the journal, for any sequence of changes by two people, with any requests lost and the
// Worker dying anywhere: what somebody else changed is never overwritten, and undoing everything in
// reverse order brings everything back.

import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  FIELDS,
  isSame,
  type Field,
  type Fields,
  type Value,
} from "../../../src/importer/changes/fields.ts";
import type { ShownAnswer, ShownDetail } from "../../../src/importer/changes/wire.ts";
import { must } from "../../../src/platform/assert.ts";
import { reset } from "../../reset.ts";
import { factsOf, inWorld, seen, type World } from "./driver.ts";
import type { Fault, Kept } from "./model-service.ts";

afterEach(() => reset());

const TRANSACTIONS = 4;
const SET: fc.Arbitrary<Fields> = fc
  .record(
    {
      payee: fc.constantFrom("ALDI", "Lidl", ""),
      category_id: fc.constantFrom(null, 5, 6, 404),
      notes: fc.constantFrom(null, "", "a", "b"),
      tag_ids: fc.uniqueArray(fc.constantFrom(1, 2), { maxLength: 2 }),
      date: fc.constantFrom("2026-11-03", "2026-11-04"),
      status: fc.constantFrom("reviewed", "unreviewed"),
      recurring_id: fc.constantFrom(null, 9),
    },
    { requiredKeys: [] },
  )
  .filter((set) => Object.keys(set).length > 0);
const INDEXES = fc.uniqueArray(fc.nat(TRANSACTIONS - 1), { minLength: 1 });
const FAULT: fc.Arbitrary<Fault | null> = fc.constantFrom(
  null,
  null,
  null,
  "lost before",
  "lost after",
  "failed",
  "throttled",
  "dies before",
  "dies after",
);

type Step =
  | { readonly kind: "edit"; readonly at: readonly number[]; readonly set: Fields }
  | { readonly kind: "hers"; readonly at: number; readonly set: Fields }
  | { readonly kind: "looks" }
  | { readonly kind: "undo"; readonly nth: number };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("edit"), at: INDEXES, set: SET }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("hers"), at: fc.nat(TRANSACTIONS - 1), set: SET }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("looks") }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("undo"), nth: fc.nat(20) }) },
);

const fieldOf = (kept: Kept | undefined, field: Field): Value => must(kept, "it is there")[field];
const copyAll = ({ service }: World) => structuredClone(new Map(service.kept));

/** What changed is what was asked for, where it was as the person saw it, or as the change had left it. */
function expectHonest(
  before: ReadonlyMap<number, Kept>,
  world: World,
  wanted: ReadonlyMap<number, { readonly was: Fields; readonly set: Fields }>,
  { conflicts, refused }: ShownAnswer,
): void {
  for (const [id, old] of before) {
    const now = world.service.kept.get(id);
    const wish = wanted.get(id);
    for (const field of FIELDS) {
      const [from, to] = [fieldOf(old, field), fieldOf(now, field)];
      const isReview = field === "status" && from === "unreviewed" && to === "reviewed";
      const asked = wish?.set[field];
      const isFree = asked !== undefined && isSame(field, from, wish?.was[field]);
      if (!isSame(field, from, to) && !isReview) {
        expect(isFree, `${field} of ${id} was ${String(from)}`).toBe(true);
        expect(isSame(field, to, asked)).toBe(true);
      }
      const isDone = isSame(field, to, asked);
      const isNamed =
        conflicts.some((one) => one.id === id && one.field === field) ||
        refused.some((one) => one.id === id && (one.field === field || one.field === null));
      // Nothing is left without a word.
      if (asked !== undefined && !isDone) expect(isNamed, `${field} of ${id} is named`).toBe(true);
    }
  }
}

/** What an undo is to set, by the entry's own account of what it did. */
function reverse({ items }: ShownDetail): Map<number, { was: Fields; set: Fields }> {
  return new Map(
    items.map(({ id, fields }) => {
      const open = fields.filter(({ undone }) => !undone);
      return [
        id,
        {
          was: Object.fromEntries(open.map(({ field, after }) => [field, after])),
          set: Object.fromEntries(open.map(({ field, before }) => [field, before])),
        },
      ] as const;
    }),
  );
}

describe("for any changes by two people, through the journal and beside it", () => {
  test("nothing that somebody else changed is overwritten, and nothing is left without a word", () =>
    inWorld(async (world) => {
      const property = fc.asyncProperty(
        fc.array(STEP, { maxLength: 14 }),
        fc.array(FAULT, { maxLength: 25 }),
        fc.boolean(),
        async (steps, faults, reviews) => {
          begin(world, reviews);
          const ids = Array.from({ length: TRANSACTIONS }, () => world.service.add().id);
          const id = (index: number) => must(ids[index], "there are as many");
          let page = copyAll(world);
          const made: number[] = [];
          for (const [index, step] of steps.entries()) {
            if (step.kind === "looks") page = copyAll(world);
            if (step.kind === "hers")
              world.service.change({ id: id(step.at), ...step.set, category_id: 5 });
            const before = copyAll(world);
            world.service.faults.splice(0, 99, ...faults.slice(index * 2, index * 2 + 5));
            if (step.kind === "edit") {
              const wanted = new Map(
                step.at.map((at) => {
                  const kept = page.get(id(at));
                  const names = Object.keys(step.set) as Field[];
                  const was = Object.fromEntries(names.map((name) => [name, fieldOf(kept, name)]));
                  return [id(at), { was, set: step.set }] as const;
                }),
              );
              const answer = await world.send({
                key: `edit ${made.length} ${index} ${Math.random()}`,
                transactions: [...wanted].map(([one, wish]) => ({ id: one, ...wish })),
              });
              expectHonest(before, world, wanted, answer);
              made.push(answer.change.id);
            }
            if (step.kind === "undo" && made.length > 0) {
              const entry = must(made[step.nth % made.length], "there is one");
              const wanted = reverse(world.detail(entry));
              const undone = await world.tryUndo(entry);
              if (!undone.ok) continue;
              const isFirst = !made.includes(undone.value.change.id);
              if (isFirst) expectHonest(before, world, wanted, undone.value);
              if (isFirst) made.push(undone.value.change.id);
            }
          }
        },
      );
      await fc.assert(property, { numRuns: 150 });
    }));

  test("everything is as before once all changes are undone in reverse order", () =>
    inWorld(async (world) => {
      const deletion = fc.record({ kind: fc.constant("delete" as const), at: INDEXES });
      const edit = fc.record({ kind: fc.constant("edit" as const), at: INDEXES, set: SET });
      const property = fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: edit }, { weight: 1, arbitrary: deletion }), {
          maxLength: 8,
        }),
        fc.oneof(fc.constant([]), fc.array(FAULT, { maxLength: 40 })),
        async (steps, faults) => {
          // After a lost answer nobody knows whether the service marked it as reviewed, or a person did.
          begin(
            world,
            faults.every((fault) => fault === null),
          );
          const { service } = world;
          const uids = Array.from({ length: TRANSACTIONS }, (_, uid) => {
            service.add({ custom_metadata: { uid }, external_id: uid === 0 ? "e" : null });
            return uid;
          });
          const find = (uid: number) =>
            [...service.kept.values()].filter((one) => one.custom_metadata?.["uid"] === uid);
          const before = uids.map((uid) => find(uid).map(factsOf));
          service.faults.push(...faults);
          const made: number[] = [];
          for (const step of steps) {
            const ids = step.at.flatMap((uid) => find(uid).map(({ id }) => id));
            if (ids.length === 0) continue;
            const answer =
              step.kind === "delete"
                ? await world.remove(ids)
                : await world.send({
                    key: String(Math.random()),
                    transactions: ids.map((id) => ({
                      id,
                      was: seen(service, id, step.set),
                      set: step.set,
                    })),
                  });
            if (answer.change.count > 0) made.push(answer.change.id);
          }
          for (const entry of made.toReversed()) {
            const { change, conflicts, refused } = await world.undo(entry);
            expect([change.state, conflicts, refused]).toEqual(["done", [], []]);
          }

          expect(uids.map((uid) => find(uid).map(factsOf))).toEqual(before);
          expect(service.kept.size).toBe(TRANSACTIONS);
        },
      );
      await fc.assert(property, { numRuns: 150 });
    }));
});

describe("whichever request is lost, or kills the Worker", () => {
  const FAULTS: readonly Fault[] = ["lost before", "lost after", "dies before", "dies after"];
  const AT = [0, 1, 2, 3, 4, 5, 6, 7];

  test.each(FAULTS.flatMap((fault) => AT.map((at) => [fault, at] as const)))(
    "%s at request %i: a change, a deletion and their undos are each made once",
    (fault, at) =>
      inWorld(async (world) => {
        const { service } = world;
        const [a, b] = [service.add(), service.add()];
        service.faults.push(...AT.map((index) => (index === at ? fault : null)));

        const { change } = await world.edit([a.id, b.id], { notes: "x" });
        expect([a.notes, b.notes, change.count]).toEqual(["x", "x", 2]);
        const removed = await world.remove([a.id]);
        expect([...service.kept.keys()]).toEqual([b.id]);
        await world.undo(removed.change.id);
        await world.undo(change.id);

        expect([...service.kept.values()].map(factsOf).toReversed()).toEqual([
          {
            payee: "Shop 1",
            category: null,
            notes: null,
            tags: [],
            date: "2026-11-03",
            status: "unreviewed",
          },
          {
            payee: "Shop 2",
            category: null,
            notes: null,
            tags: [],
            date: "2026-11-03",
            status: "unreviewed",
          },
        ]);
      }),
  );

  test("what somebody changed after a lost answer stays, and is named", () =>
    inWorld(async ({ service, journal, sql }) => {
      const row = service.add();
      const body = {
        key: "k",
        transactions: [
          { id: row.id, was: { notes: null, payee: row.payee }, set: { notes: "x", payee: "A" } },
        ],
        delete: [],
      };
      service.faults.push(null, "lost after");
      await journal().change(body, null);
      service.change({ id: row.id, payee: "hers" });
      service.now += 3_600_000;
      await journal().work();

      const entry = must(journal().list(1, 9).changes[0], "it is listed");
      service.now += 3_600_000;
      while (await journal().work()) service.now += 1;
      expect(journal().get(entry.id)).toMatchObject({
        conflicts: [{ field: "payee", was: "Shop 1", now: "hers", set: "A" }],
        items: [{ fields: [{ field: "notes", before: null, after: "x" }] }],
      });
      expect(row).toMatchObject({ payee: "hers", notes: "x" });
      expect(service.calls.filter(({ method }) => method === "PUT")).toHaveLength(1);
      expect(sql.count("changes WHERE state = 'applying'")).toBe(0);
    }));
});

function begin({ service, sql }: World, reviews: boolean): void {
  service.kept.clear();
  service.faults.length = 0;
  service.calls.length = 0;
  service.reviews = reviews;
  service.categories.set(5, "Groceries").set(6, "Household");
  sql.run("DELETE FROM changes; DELETE FROM change_items;");
}
