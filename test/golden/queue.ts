// What the queue does in the seeded simulation (test/import/post/simulation.ts), in order: its
// requests with their answers, its waits, the writes to its store, and what became of each row.
// Chance has a stream of its own for the statement, the network, the disk and the queue, so that
// one more write does not change what the network does.

import { MemoryStore, type MemoryRow } from "../importer/posting/memory-store.ts";
import {
  chanceOf,
  drainAll,
  FakeBudget,
  rowsOf,
  type Poison,
} from "../importer/posting/simulation.ts";
import { randomStatement, windowsOf } from "../importer/posting/statements.ts";
import type { PostReply, TransactionQuery } from "../../src/importer/posting/client.ts";
import type { Settlement } from "../../src/importer/posting/settle.ts";
import { digestOf } from "./digest.ts";
import type { Input } from "./inputs.ts";

const SEEDS = 500;
const POISONS: readonly Poison[] = ["named", "unnamed", "500"];

/**
 * Each seed twice: over a network that fails ("network"), and on a disk that fails as well, with
 * every write ("disk").
 */
export function queueInputs(): Input[] {
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  return (["network", "disk"] as const).flatMap((fails) =>
    seeds.map((seed) => ({
      path: `${fails}/${seed}`,
      digest: async () => digestOf(await traceOf(seed, fails)),
    })),
  );
}

/** One event, its name first. */
type Event = readonly [string, ...unknown[]];
type Tell = (event: Event) => void;

async function traceOf(seed: number, fails: "network" | "disk"): Promise<readonly Event[]> {
  const [making, network, disk, waiting] = [0, 1, 2, 3].map((stream) =>
    chanceOf(seed * 4 + stream),
  ) as [() => number, () => number, () => number, () => number];
  const events: Event[] = [];
  const tell: Tell = (event) => events.push(event);
  const statement = randomStatement(making);
  const budget = new RecordedBudget(
    network,
    making() * 0.5,
    POISONS[Math.floor(making() * POISONS.length)] ?? "named",
    tell,
  );
  for (const row of statement) if (!row.poison && making() < 0.1) budget.typeByHand(row);
  const before: MemoryRow[] = [];
  const claims = new Map<string, number>();
  for (const [index, file] of windowsOf(statement, making).entries()) {
    const run = `run${index}`;
    const rows = rowsOf(file, run);
    const store =
      fails === "disk"
        ? new RecordedStore(rows, before, claims, disk, making() * 0.3, tell)
        : new MemoryStore(rows, before, claims, disk, 0);
    await drainAll(store, budget, run, waiting, (drained) =>
      tell(["step", drained.kind, drained.kind === "wait" ? drained.delay : null]),
    );
    before.push(...store.rows);
    tell([
      "run",
      store.rows.map(({ external_id, state, transaction }) => [external_id, state, transaction]),
    ]);
  }
  tell([
    "budget",
    budget.kept.map(({ id, external_id, run, date, amount, payee }) => [
      id,
      external_id,
      run,
      date,
      amount,
      payee,
    ]),
  ]);
  return events;
}

/** The budget of the simulation, with all that it is asked and answers. */
class RecordedBudget extends FakeBudget {
  readonly #tell: Tell;

  constructor(random: () => number, faults: number, poison: Poison, tell: Tell) {
    super(random, faults, poison);
    this.#tell = tell;
  }

  override async post(body: string): Promise<PostReply> {
    const reply = await super.post(body);
    this.#tell(["post", body, ...answerOf(reply)]);
    return reply;
  }

  override async list(query: TransactionQuery, offset: number): ReturnType<FakeBudget["list"]> {
    const reply = await super.list(query, offset);
    const { account, from, to, created_since } = query;
    this.#tell([
      "list",
      { account, from, to, created_since, offset },
      reply.kind,
      reply.kind === "page" ? reply.transactions.map(({ id }) => id) : null,
    ]);
    return reply;
  }
}

function answerOf(reply: PostReply): readonly unknown[] {
  switch (reply.kind) {
    case "accepted":
      return [
        reply.kind,
        [...reply.inserted],
        reply.skipped.map(({ reason, index, existing }) => [reason, index, existing]),
      ];
    case "refused":
      return [reply.kind, reply.status, [...reply.named.keys()]];
    case "throttled":
      return [reply.kind, reply.throttle.retryAfter, reply.throttle.reset];
    case "unauthorized":
      return [reply.kind];
    case "unknown":
      return [reply.kind, reply.status];
  }
}

/** The store of the simulation, with each write and whether it died before or after it. */
class RecordedStore extends MemoryStore {
  readonly #tell: Tell;

  constructor(
    rows: MemoryRow[],
    before: readonly MemoryRow[],
    claims: Map<string, number>,
    random: () => number,
    crashes: number,
    tell: Tell,
  ) {
    super(rows, before, claims, random, crashes);
    this.#tell = tell;
  }

  override createBatch(seqs: readonly number[], skipDuplicates: boolean): void {
    this.#written(["batch", seqs, skipDuplicates], () => super.createBatch(seqs, skipDuplicates));
  }

  override markSent(batch: number): void {
    this.#written(["sent", batch], () => super.markSent(batch));
  }

  override strike(batch: number): void {
    this.#written(["strike", batch], () => super.strike(batch));
  }

  override markUnsent(batch: number, doubtful: boolean): void {
    this.#written(["not sent", batch, doubtful], () => super.markUnsent(batch, doubtful));
  }

  override settle(batch: number, settlement: Settlement): void {
    const { fates, followUps, accepted } = settlement;
    const settled = fates.map(({ seq, state, transaction_id, claims, origin }) => [
      seq,
      state,
      transaction_id,
      claims,
      origin,
    ]);
    const again = followUps.map(({ seqs, skip_duplicates, doubtful, suspect }) => [
      seqs,
      skip_duplicates,
      doubtful,
      suspect,
    ]);
    this.#written(["settled", batch, settled, again, accepted], () =>
      super.settle(batch, settlement),
    );
  }

  #written(event: Event, write: () => void): void {
    try {
      write();
      this.#tell([...event, "stored"]);
    } catch (error) {
      this.#tell([...event, error instanceof Error ? error.message : "threw"]);
      throw error;
    }
  }
}
