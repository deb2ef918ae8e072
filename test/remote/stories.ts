// Kills the object in the middle of something that imports or receipts do: at every request it
// makes of the service, with the request carried out or not, and at every write to its tables. What
// must hold at the end the story says.

import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import { fail, fake, importer, passTime } from "./driver.ts";
import type { Fault } from "./fake-budget.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";

/** Something that is begun, and what must hold when it has come to its end. */
export interface Story {
  /** What is there before. */
  readonly before: () => Promise<string>;
  /** Begins it; `before` gave `first`. */
  readonly begin: (first: string) => Promise<string>;
  /** Whether it has come to its end, with all that follows from it; time passes between two looks. */
  readonly isOver: (id: string) => Promise<boolean>;
  readonly end: (first: string, id: string, unanswered: readonly string[]) => Promise<void>;
}

export type Method = NonNullable<Fault["on"]>;
const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

export async function requests(): Promise<Method[]> {
  return (await fake("/look")).log.flatMap(({ method }) =>
    METHODS.filter((known) => known === method),
  );
}

async function fresh(story: Story): Promise<string> {
  await reset();
  await fake("/reset");
  return story.before();
}

/** What the story asks of the service, from its beginning on. */
async function requestsOf(story: Story): Promise<Method[]> {
  const first = await fresh(story);
  const before = (await requests()).length;
  const id = await story.begin(first);
  for (let round = 0; round < 60 && !(await story.isOver(id).catch(() => false)); round += 1)
    await passTime();
  await passTime();
  const asked = (await requests()).slice(before);
  await story.end(first, id, []);
  return asked;
}

const TRIES = 3;

export async function killedAtRequests(story: Story): Promise<void> {
  const asked = await requestsOf(story);
  expect(asked.length).toBeGreaterThan(1);
  let missed = 0;
  for (const [index, on] of asked.entries()) {
    // A question that is not answered is the same whether it was looked up or not.
    for (const commit of on === "GET" ? [false] : [true, false]) {
      let came = false;
      for (let tries = 0; tries < TRIES && !came; tries += 1)
        came = await killedAtRequest(story, asked.slice(0, index), { on, commit });
      // A look at the budget may be taken before the story begins; what it writes is asked for within it.
      if (on !== "GET") expect(came).toBe(true);
      if (!came) missed += 1;
    }
  }
  expect(missed).toBeLessThan(asked.length / 2);
}

/** Kills the object at the request behind these; false where that request did not come. */
async function killedAtRequest(
  story: Story,
  passed: readonly Method[],
  { on, commit }: { on: Method; commit: boolean },
): Promise<boolean> {
  const first = await fresh(story);
  const passing = passed.filter((method) => method === on).map((): Fault => ({ on, commit: true }));
  await fail(...passing, { on, commit, hang: true });
  const begun = story.begin(first);
  const came = await killedOnArrival(on === "GET" ? LOOKS_FOR_A_QUESTION : LOOKS);
  const id = await begun;
  if (came) await story.end(first, id, commit ? [] : [on]);
  return came;
}

/** A question may have been asked before the story began, what it writes has not. */
const LOOKS_FOR_A_QUESTION = 300;
const LOOKS = 1_500;

/**
 * Waits for the request that hangs, which is the last of the faults, and kills the object; whether
 * that request came.
 */
async function killedOnArrival(looks: number): Promise<boolean> {
  const passing: Promise<unknown>[] = [];
  let came = false;
  for (let round = 1; round <= looks && !came; round += 1) {
    came = (await fake("/look")).to_come === 0;
    // What waits for its time is due now; what is under way is not waited for.
    if (!came && round % 20 === 0) passing.push(passTime().catch(() => null));
    if (!came) await scheduler.wait(10);
  }
  await abortAllDurableObjects();
  await Promise.all(passing);
  return came;
}

/** A write, as a trigger names it: the driver's own change of times is none. */
export interface Write {
  readonly table: string;
  /** "INSERT", "UPDATE", "UPDATE OF state", "DELETE". */
  readonly event: string;
}

/** The write with this number, of those a story makes, fails, and all after it. */
async function cut(number: number, writes: readonly Write[]): Promise<void> {
  await runInDurableObject(importer(), (_, { storage }) => {
    storage.sql.exec("CREATE TABLE fuse (n INTEGER)");
    storage.sql.exec("INSERT INTO fuse VALUES (?)", number);
    for (const [index, { table, event }] of writes.entries()) {
      storage.sql.exec(`CREATE TRIGGER fuse_${index} BEFORE ${event} ON ${table}
        BEGIN UPDATE fuse SET n = n - 1; SELECT RAISE(ABORT, 'killed') WHERE (SELECT n FROM fuse) <= 0; END`);
    }
  });
}

/**
 * Writes are possible again, and stay so: what an object that is dying writes is not stored, so it
 * is asked until it is.
 */
async function mend(writes: readonly Write[]): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const stored = await runInDurableObject(importer(), async (_, { storage }) => {
      for (const index of writes.keys()) storage.sql.exec(`DROP TRIGGER IF EXISTS fuse_${index}`);
      storage.sql.exec("DROP TABLE IF EXISTS fuse");
      await storage.sync();
    }).then(isMended, () => false);
    if (stored) return;
    await scheduler.wait(10);
  }
  throw new Error("writes do not become possible again");
}

async function isMended(): Promise<boolean> {
  return runInDurableObject(
    importer(),
    (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_schema WHERE name LIKE 'fuse%'").toArray()
        .length === 0,
  );
}

const WRITES_MAX = 80;
/** Fewer would show that the story was not waited for. */
const WRITES_MIN = 3;

export async function killedAtWrites(story: Story, writes: readonly Write[]): Promise<void> {
  for (let number = 1; number <= WRITES_MAX; number += 1) {
    const first = await fresh(story);
    await cut(number, writes);
    const id = await story.begin(first);
    const over = await isOver(story, id);
    await abortAllDurableObjects();
    await mend(writes);
    await story.end(first, id, []);
    if (over) return expect(number).toBeGreaterThan(WRITES_MIN);
    expect(number).toBeLessThan(WRITES_MAX);
  }
}

/** Lets time pass; whether the story comes to its end, though a write would fail. */
async function isOver(story: Story, id: string): Promise<boolean> {
  for (let round = 0; round < 4; round += 1) {
    await passTime();
    if (await story.isOver(id)) return true;
  }
  return false;
}
