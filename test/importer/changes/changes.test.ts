// The journal over a service in memory: what is written, what is left, and what an undo brings back.

import { afterEach, describe, expect, test } from "vitest";
import {
  CHANGE_TRANSACTIONS_MAX,
  CHANGED_TRANSACTIONS_MAX,
  CHANGES_KEEP_MS,
  CHANGES_MAX,
  PAGE_ROWS_MAX,
} from "../../../src/platform/limits.ts";
import { CHANGE_BODY } from "../../../src/importer/changes/wire.ts";
import { reset } from "../../reset.ts";
import { factsOf, inWorld, writes } from "./driver.ts";

afterEach(() => reset());

describe("a change", () => {
  test("writes the changed fields alone, of many transactions in one request", () =>
    inWorld(async ({ service, edit, detail }) => {
      service.categories.set(5, "Groceries");
      const ids = [1, 2, 3].map(() => service.add().id);

      const { change, conflicts, refused } = await edit(ids, { category_id: 5 });

      expect(change).toMatchObject({
        state: "done",
        count: 3,
        transactions: 3,
        sentence: "Category of 3 transactions set to Groceries",
        who: { id: 7, name: "Ann" },
        can_undo: true,
      });
      expect([conflicts, refused]).toEqual([[], []]);
      expect(service.calls.filter(({ method }) => method === "PUT")).toEqual([
        {
          method: "PUT",
          path: "/transactions",
          body: { transactions: ids.map((id) => ({ id, category_id: 5 })) },
        },
      ]);
      expect(detail(change.id).items[0]).toMatchObject({
        id: ids[0],
        label: { payee: "Shop 1", date: "2026-11-03", amount: "5.2500", currency: "eur" },
        fields: [{ field: "category_id", before: null, after: 5, undone: false }],
      });
    }));

  test("leaves a field that somebody changed since, names it, and writes the others", () =>
    inWorld(async ({ service, edit }) => {
      const { id } = service.add({ payee: "ALDI", notes: "old" });
      const was = { payee: "ALDI", notes: "old" };
      service.change({ id, payee: "Lidl" });

      const { change, conflicts } = await edit([id], { payee: "Aldi Süd", notes: "new" }, was);

      expect(conflicts).toEqual([
        { id, field: "payee", was: "ALDI", now: "Lidl", set: "Aldi Süd" },
      ]);
      expect(change.count).toBe(1);
      expect(service.kept.get(id)).toMatchObject({ payee: "Lidl", notes: "new" });
    }));

  test("that somebody else made already writes nothing and is no conflict", () =>
    inWorld(async ({ service, edit }) => {
      const { id } = service.add({ notes: "new" });

      const { change, conflicts } = await edit([id], { notes: "new" }, { notes: "old" });

      expect(writes(service)).toEqual([]);
      expect([change.count, change.sentence, conflicts]).toEqual([0, "Nothing changed", []]);
    }));

  test("with the same key answers the first answer and writes nothing", () =>
    inWorld(async ({ service, send }) => {
      const { id } = service.add();
      const body = { key: "k", transactions: [{ id, was: { notes: null }, set: { notes: "a" } }] };
      const first = await send(body);
      service.change({ id, notes: null });

      expect(await send(body)).toEqual(first);
      expect(writes(service)).toEqual(["PUT 1"]);
      await expect(send({ ...body, delete: [99] })).rejects.toThrow("used before");
    }));

  test("that the service refuses for one transaction is made for the others", () =>
    inWorld(async ({ service, edit }) => {
      const [a, b, c] = [service.add(), service.add({ is_split_parent: true }), service.add()];

      const { change, refused } = await edit([a.id, b.id, c.id], { notes: "x" });

      expect(refused).toEqual([
        { id: b.id, field: null, message: "It has been split and cannot be changed." },
      ]);
      expect(change.count).toBe(2);
      expect([a, b, c].map(({ notes }) => notes)).toEqual(["x", null, "x"]);
      expect(writes(service)).toEqual(["PUT 3", "PUT 2"]);
    }));

  test("whose category is refused still sets the notes", () =>
    inWorld(async ({ service, edit }) => {
      const { id } = service.add();

      const { change, refused } = await edit([id], { category_id: 9, notes: "x" });

      expect(refused).toEqual([{ id, field: "category_id", message: "There is no category 9." }]);
      expect(change).toMatchObject({ count: 1, sentence: "Notes of “Shop 1” changed" });
      expect(service.kept.get(id)).toMatchObject({ category_id: null, notes: "x" });
    }));

  test("of a transaction that is gone is refused, and the others are changed", () =>
    inWorld(async ({ service, edit }) => {
      const { id } = service.add();

      const { change, refused } = await edit([id, 99], { notes: "x" }, { notes: null });

      expect(refused).toEqual([{ id: 99, field: null, message: "It is no longer in the budget." }]);
      expect(change.count).toBe(1);
    }));

  test("reaches a service that has no path for many transactions", () =>
    inWorld(async ({ service, edit, undo }) => {
      service.hasBulk = false;
      const ids = [1, 2, 3].map(() => service.add().id);

      const { change } = await edit(ids, { notes: "x" });

      expect(change.count).toBe(3);
      expect((await undo(change.id)).change.count).toBe(3);
    }));

  test("reads hundreds of transactions with one request where their days are known", () =>
    inWorld(async ({ service, send }) => {
      const rows = Array.from({ length: 500 }, (_, index) =>
        service.add({ date: `2026-10-${String((index % 28) + 1).padStart(2, "0")}` }),
      );
      for (let index = 0; index < PAGE_ROWS_MAX; index += 1) service.add({ date: "2026-11-20" });

      const { change } = await send({
        key: "k",
        transactions: rows.map(({ id, date }) => ({
          id,
          was: { notes: null, date },
          set: { notes: "x" },
        })),
      });

      expect(change.count).toBe(500);
      expect(service.calls.map(({ method }) => method)).toEqual(["GET", "PUT"]);
    }));

  test("waits while the service asks for it, and is made then", () =>
    inWorld(async ({ service, edit }) => {
      const { id } = service.add();
      service.faults.push(null, "throttled");
      const began = service.now;

      const { change } = await edit([id], { notes: "x" });

      expect(change.count).toBe(1);
      expect(service.now - began).toBeGreaterThanOrEqual(30_000);
      expect(writes(service)).toEqual(["PUT 1", "PUT 1"]);
    }));
});

describe("an undo", () => {
  test("brings back what was there, also that nobody had reviewed it", () =>
    inWorld(async ({ service, edit, undo }) => {
      service.reviews = true;
      const { id } = service.add({ notes: "old", tag_ids: [2, 1] });
      const before = factsOf(service.kept.get(id));
      const { change } = await edit([id], { notes: "new", tag_ids: [1], payee: "A" });
      expect(service.kept.get(id)?.status).toBe("reviewed");

      const undone = await undo(change.id);

      expect(factsOf(service.kept.get(id))).toEqual(before);
      expect(undone.change).toMatchObject({
        sentence: "Undo: Payee, notes and tags of “Shop 1” changed",
        undoes: change.id,
        count: 1,
      });
    }));

  test("is no review: what was to stay unreviewed stays so", () =>
    inWorld(async ({ service, edit, undo }) => {
      service.reviews = true;
      const row = service.add();
      const { change } = await edit([row.id], { notes: "x", status: "unreviewed" });
      expect(row.status).toBe("unreviewed");
      await undo(change.id);

      expect(factsOf(row)).toMatchObject({ notes: null, status: "unreviewed" });
    }));

  test("leaves what somebody changed since, names it with its value now, and says partly", () =>
    inWorld(async ({ service, edit, undo, detail }) => {
      const [a, b] = [service.add(), service.add()];
      const { change } = await edit([a.id, b.id], { notes: "mine" });
      service.change({ id: a.id, notes: "hers" });

      const undone = await undo(change.id);

      expect(undone.conflicts).toEqual([
        { id: a.id, field: "notes", was: "mine", now: "hers", set: null },
      ]);
      expect(undone.change.count).toBe(1);
      expect([a.notes, b.notes]).toEqual(["hers", null]);
      expect(detail(change.id).change.state).toBe("partly");
    }));

  test("can be undone: the change is there again, and can be undone again", () =>
    inWorld(async ({ service, edit, undo, detail }) => {
      const row = service.add();
      const { change } = await edit([row.id], { notes: "x" });
      const undone = await undo(change.id);
      const redone = await undo(undone.change.id);

      expect(redone.change.sentence).toBe("Redo: Notes of “Shop 1” changed");
      expect(row.notes).toBe("x");
      expect(detail(undone.change.id).change.state).toBe("undone");
      const again = await undo(redone.change.id);
      expect(again.change.sentence).toBe("Undo: Notes of “Shop 1” changed");
      expect(row.notes).toBeNull();
    }));

  test("that is sent twice is one undo", () =>
    inWorld(async ({ service, edit, undo }) => {
      const { id } = service.add();
      const { change } = await edit([id], { notes: "x" });
      const first = await undo(change.id, "once");

      expect((await undo(change.id, "once")).change.id).toBe(first.change.id);
      expect((await undo(change.id, "again")).change.id).toBe(first.change.id);
      expect(writes(service)).toEqual(["PUT 1", "PUT 1"]);
    }));

  test("of a change that changed nothing is refused", () =>
    inWorld(async ({ service, edit, tryUndo }) => {
      const { id } = service.add();
      const { change } = await edit([id], { notes: "x" }, { notes: "another" });

      expect(await tryUndo(change.id)).toMatchObject({ ok: false, error: { kind: "not offered" } });
    }));
});

describe("a deletion", () => {
  test("keeps the whole transaction, and its undo makes it again under another id", () =>
    inWorld(async ({ service, remove, undo, detail }) => {
      service.categories.set(5, "Groceries");
      const made = service.add({
        category_id: 5,
        notes: "n",
        tag_ids: [3],
        status: "reviewed",
        external_id: "e1",
        custom_metadata: { tributary: { run: "r" } },
        files: [{ id: 1 }],
      });
      const before = factsOf(made);
      const { change, not_restored: losses } = await remove([made.id]);
      expect(service.kept.size).toBe(0);
      expect(losses).toEqual(["Shop 1: its attached file"]);
      expect(change.sentence).toBe("“Shop 1” deleted");

      const undone = await undo(change.id);

      const [item] = detail(undone.change.id).items;
      const again = service.kept.get(item?.current_id ?? 0);
      expect(factsOf(again)).toEqual(before);
      expect(again).toMatchObject({ external_id: "e1", amount: "5.2500", manual_account_id: 1 });
      expect(again?.custom_metadata).toMatchObject({ tributary: { run: "r" } });
      expect(again?.id).not.toBe(made.id);
    }));

  test("of a split or a group is refused with what to do first", () =>
    inWorld(async ({ service, remove }) => {
      const [split, member, plain] = [
        service.add({ is_split_parent: true }),
        service.add({ group_parent_id: 9 }),
        service.add(),
      ];

      const { change, refused } = await remove([split.id, member.id, plain.id]);

      expect(refused).toEqual([
        {
          id: split.id,
          field: null,
          message: "It was split. Undo the split before you delete it.",
        },
        {
          id: member.id,
          field: null,
          message: "It belongs to a group. Dissolve the group before you delete it.",
        },
      ]);
      expect(change.count).toBe(1);
      expect([...service.kept.keys()]).toEqual([split.id, member.id]);
    }));

  test("is undone without a category that was deleted since", () =>
    inWorld(async ({ service, remove, undo }) => {
      service.categories.set(5, "Groceries");
      const { id } = service.add({ category_id: 5 });
      const { change } = await remove([id]);
      service.categories.clear();

      const undone = await undo(change.id);

      expect(undone.change.count).toBe(1);
      expect(undone.refused).toMatchObject([{ field: "category_id" }]);
      expect([...service.kept.values()]).toMatchObject([{ category_id: null }]);
    }));

  test("is made again only while nobody has changed what came back", () =>
    inWorld(async ({ service, remove, undo }) => {
      const { id } = service.add();
      const { change } = await remove([id]);
      const undone = await undo(change.id);
      const [again] = service.kept.values();
      service.change({ id: again?.id, notes: "hers" });

      const redone = await undo(undone.change.id);

      expect(redone.change.count).toBe(0);
      expect(redone.conflicts).toMatchObject([{ field: "notes", now: "hers" }]);
      expect(service.kept.size).toBe(1);
    }));

  test("does not keep an earlier change from being undone, under the new id", () =>
    inWorld(async ({ service, edit, remove, undo }) => {
      const { id } = service.add();
      const edited = await edit([id], { notes: "x" });
      const removed = await remove([id]);
      await undo(removed.change.id);
      await undo(edited.change.id);

      expect([...service.kept.values()]).toMatchObject([{ notes: null, payee: "Shop 1" }]);
    }));
});

describe("the journal", () => {
  test("keeps its bounds: the oldest changes are dropped whole", () =>
    inWorld(async ({ service, sql, edit, journal }) => {
      const row = service.add();
      const old = await edit([row.id], { notes: "old" });
      service.now += CHANGES_KEEP_MS + 1;
      const kept = await edit([row.id], { notes: "kept" });
      expect(journal().get(old.change.id)).toBeNull();
      sql.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO changes (hash, at, who, sentence, mark, state, total, done) SELECT '', ?, '{}', '', '', 'done', 1, 1 FROM n`,
        CHANGES_MAX,
        service.now,
      );
      await edit([row.id], { notes: "new" });
      expect(sql.count("changes")).toBe(CHANGES_MAX);
      expect(journal().get(kept.change.id)).toBeNull();
      sql.run("UPDATE changes SET total = ?", CHANGED_TRANSACTIONS_MAX / 10);
      await edit([row.id], { notes: "newer" });
      expect(sql.count("changes")).toBe(10);
      expect(sql.count("change_items WHERE change NOT IN (SELECT id FROM changes)")).toBe(0);
    }));

  test("lists the newest first, and leaves out what changed nothing", () =>
    inWorld(async ({ service, edit, journal }) => {
      const { id } = service.add();
      const first = await edit([id], { notes: "a" });
      await edit([id], { notes: "b" }, { notes: "another" });
      const last = await edit([id], { notes: "c" });

      const page = journal().list(1, Number.MAX_SAFE_INTEGER);
      expect([page.changes.map((one) => one.id), page.has_more]).toEqual([[last.change.id], true]);
      expect(
        journal()
          .list(9, last.change.id)
          .changes.map((one) => one.id),
      ).toEqual([first.change.id]);
    }));

  test.each([
    ["no transaction", { key: "k" }],
    [
      "a field without what the person saw",
      { key: "k", transactions: [{ id: 1, was: {}, set: { notes: "x" } }] },
    ],
    ["no field", { key: "k", transactions: [{ id: 1, was: {}, set: {} }] }],
    ["a transaction twice", { key: "k", delete: [1, 1] }],
    [
      "a day that is none",
      {
        key: "k",
        transactions: [{ id: 1, was: { date: "2026-01-01" }, set: { date: "2026-02-30" } }],
      },
    ],
    [
      "too many transactions",
      {
        key: "k",
        delete: Array.from({ length: CHANGE_TRANSACTIONS_MAX + 1 }, (_, index) => index + 1),
      },
    ],
  ])("refuses a change with %s", (_, body) => {
    expect(CHANGE_BODY.safeParse(body).success).toBe(false);
  });
});
