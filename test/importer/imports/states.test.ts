// The table of an import's states: the store refuses what it forbids, and each state is there for something.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { Runs } from "../../../src/importer/imports/runs.ts";
import {
  ACTIVE,
  ENDED,
  FIRST,
  MEANING,
  NEXT,
  RESTING,
  UNDOABLE,
  type RunState,
} from "../../../src/importer/imports/states.ts";
import { steps } from "../../../src/importer/schema.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { listStates } from "../../../src/platform/states.ts";
import { reset } from "../../reset.ts";
import { changesOf, reachableFrom, storedStates } from "../state-tables.ts";

afterEach(() => reset());

/** Works on one import; `become` sets its state in the store, whatever the table says. */
function withImport(
  work: (runs: Runs, seq: number, become: (state: RunState) => void, sql: Sql) => void,
): Promise<void> {
  return runInDurableObject(env.IMPORTER.getByName("1"), async (_, { storage }) => {
    const sql = new Sql(storage);
    await migrate(sql, steps, 1);
    const runs = new Runs(sql);
    runs.create({
      id: "states",
      door: "upload",
      document: { name: "a.csv", bytes: 1, sha256: "x", media_type: "text/csv" },
      options: {
        account: null,
        account_named: null,
        currency: null,
        preview: false,
        apply_rules: true,
        skip_duplicates: true,
        include_pending: false,
      },
      upload: null,
      now: 1,
    });
    const seq = runs.byId("states")?.seq ?? 0;
    work(runs, seq, (state) => void sql.run("UPDATE runs SET state = ?", state), sql);
  });
}

test("an import makes exactly the changes of state that its table allows", async () => {
  const { allowed, forbidden } = changesOf(NEXT);
  await withImport((runs, seq, become) => {
    for (const [from, to] of forbidden) {
      become(from);
      expect(() => runs.change(seq, [from], { state: to })).toThrow(
        `what is ${from} never becomes ${to}`,
      );
      expect(runs.bySeq(seq)?.state).toBe(from);
    }
    for (const [from, to] of allowed) {
      become(from);
      expect(runs.change(seq, [from], { state: to })).toBe(true);
      expect(runs.bySeq(seq)?.state).toBe(to);
    }
  });
});

test("an import is refused a state that may follow only one of those it may be in", async () => {
  await withImport((runs, seq) => {
    expect(() => runs.change(seq, ["posting", "done"], { state: "waiting" })).toThrow(
      "what is done never becomes waiting",
    );
  });
});

test("a new import is in the first state, from which it can come to every other", async () => {
  await withImport((runs, seq) => {
    expect(runs.bySeq(seq)?.state).toBe(FIRST);
  });

  expect([...reachableFrom(NEXT, [FIRST])].toSorted()).toEqual(listStates(MEANING).toSorted());
});

test("only undoing leads out of a state in which an import has ended", () => {
  expect(ENDED.map((state) => NEXT[state])).toEqual(ENDED.map(() => ["undoing"]));
  expect(UNDOABLE).toEqual(listStates(MEANING).filter((state) => !state.startsWith("undo")));
});

test("the alarm works on an import, or it rests; the store knows the same states", async () => {
  expect([...ACTIVE, ...RESTING].toSorted()).toEqual(listStates(NEXT).toSorted());
  await withImport((_runs, _seq, _become, sql) => {
    expect(storedStates(sql, "runs")).toEqual(listStates(MEANING));
  });
});
