// A store and another server made of plain data, both failing by a seeded chance, round the real
// runner. A kill ends every promise of its life: the store takes nothing more, and the next life
// begins with what was stored.

import type { Kind, NoAnswer, Step, Tools } from "../../../src/platform/outbox/effect.ts";
import { makeOutbox } from "../../../src/platform/outbox/runner.ts";

export const ATTEMPTS_MAX = 60;
const CALM_AFTER = 400;

/** How the server's own answers can be relied on: it has to be looked at first, or it knows an effect by its key. */
export type Recognition = "by looking" | "by key";

/** How the kind under test differs from a right one. */
export type Mistake = "none" | "notes nothing before it sends" | "recognises nothing";

export interface Effect {
  readonly id: number;
  /** "refused": the server never takes it. "deadly": each request of it kills the Worker. */
  readonly nature: "plain" | "refused" | "deadly";
  state: "waiting" | "done" | "refused" | "given up";
  attempts: number;
  dueAt: number;
}

type Outcome = { readonly kind: "done" } | { readonly kind: "refused" };

/**
 * The other server: it carries out whatever arrives, also what it did before, unless it knows
 * effects by their keys.
 */
export class Neighbour {
  readonly done = new Map<number, number>();
  asked = 0;
  /** How often an effect came before the time that it was told to come back at. */
  early = 0;
  readonly #closedUntil = new Map<number, number>();
  #brokenUntil = 0;
  readonly #random: () => number;
  readonly #faults: number;
  readonly #recognition: Recognition;

  constructor(random: () => number, faults: number, recognition: Recognition) {
    this.#random = random;
    this.#faults = faults;
    this.#recognition = recognition;
  }

  /** Carries out the effect, or does not, and answers, or does not. */
  ask(effect: Effect, now: number, calm: boolean): Step<Outcome> {
    this.asked += 1;
    if (now < (this.#closedUntil.get(effect.id) ?? 0)) this.early += 1;
    if (calm || this.#random() >= this.#faults) return this.#carryOut(effect);
    if (now < this.#brokenUntil) return { kind: "unknown", message: "500", status: 500 };
    const fault = Math.floor(this.#random() * 7);
    if (fault === 0) return this.#throttle(effect, now);
    if (fault === 1) return { kind: "unauthorized", message: "401" };
    if (fault === 2) return { kind: "unknown", message: "lost before it arrived" };
    if (fault === 3) {
      this.#brokenUntil = now + 600_000;
      return { kind: "unknown", message: "500", status: 500 };
    }
    const answer = this.#carryOut(effect);
    // The network brings a request twice. A server without keys cannot be helped by anybody then.
    if (fault === 4 && this.#recognition === "by key") return this.#carryOut(effect);
    return fault === 4 ? answer : { kind: "unknown", message: "the answer was lost" };
  }

  #carryOut({ id, nature }: Effect): Outcome {
    if (nature === "refused") return { kind: "refused" };
    const before = this.done.get(id) ?? 0;
    this.done.set(id, this.#recognition === "by key" ? 1 : before + 1);
    return { kind: "done" };
  }

  #throttle({ id }: Effect, now: number): NoAnswer {
    this.#closedUntil.set(id, now + 60_000);
    return { kind: "throttled", throttle: { retryAfter: "60", reset: null }, message: "429" };
  }
}

/** One life of the Worker. */
interface Life {
  readonly death: Promise<void>;
  dead: boolean;
  die: () => void;
}

export class World {
  readonly effects: Effect[];
  readonly neighbour: Neighbour;
  kills = 0;
  now = 1_800_000_000_000;
  readonly #random: () => number;
  readonly #killing: number;
  readonly #recognition: Recognition;
  readonly #mistake: Mistake;
  #steps = 0;
  #life: Life = born();

  constructor(random: () => number, recognition: Recognition, mistake: Mistake) {
    this.#random = random;
    this.#recognition = recognition;
    this.#mistake = mistake;
    this.neighbour = new Neighbour(random, random() * 0.6, recognition);
    this.#killing = random() * 0.2;
    this.effects = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, id) => ({
      id,
      nature: pickNature(random()),
      state: "waiting",
      attempts: 0,
      dueAt: this.now,
    }));
  }

  /** Lives, dies and wakes until nothing waits; false where that never comes. */
  async run(): Promise<boolean> {
    for (this.#steps = 0; this.#steps < 2_000; this.#steps += 1) {
      const { dueAt, work } = makeOutbox(this.#kind());
      const due = dueAt(NO_SQL);
      if (due === null) return true;
      this.now = Math.max(this.now, due);
      await Promise.race([work({ chance: this.#chance() }), this.#life.death]);
      if (this.#life.dead) this.#life = born();
    }
    return false;
  }

  #chance(): Tools["chance"] {
    return { now: () => this.now, random: this.#random };
  }

  #kind(): Kind<Tools, Effect, Outcome> {
    const waiting = () => this.effects.filter(({ state }) => state === "waiting");
    const first = () => waiting().toSorted((a, b) => a.dueAt - b.dueAt || a.id - b.id)[0] ?? null;
    const end = (effect: Effect, state: Effect["state"]) => this.#write(effect, { state });
    const count = (effect: Effect) => ({ attempts: effect.attempts + 1 });
    const notes = this.#mistake !== "notes nothing before it sends";
    const recognises = this.#mistake !== "recognises nothing" && this.#recognition === "by looking";
    return {
      dueAt: () => first()?.dueAt ?? null,
      next: () => first(),
      failures: ({ attempts }) => attempts,
      ...(notes && { begin: (_, effect) => this.#write(effect, count(effect)) }),
      ...(recognises && { recognise: (_, effect) => this.#lookFor(effect) }),
      send: (_, effect) => this.#send(effect),
      settle: (_, effect, { kind }) => end(effect, kind),
      putOff: (_, effect, dueAt) =>
        this.#write(effect, notes ? { dueAt } : { dueAt, ...count(effect) }),
      fault: (_, thrown) => ({ event: "simulated", error: String(thrown) }),
      limit: { attempts: ATTEMPTS_MAX, giveUp: (_, effect) => end(effect, "given up") },
    };
  }

  /** A first attempt cannot have arrived before: only later ones cost a look. */
  async #lookFor(effect: Effect): Promise<Step<Outcome> | null> {
    if (effect.attempts <= (this.#mistake === "notes nothing before it sends" ? 0 : 1)) return null;
    await this.#mayDie();
    if (this.#random() < 0.1) return { kind: "unknown", message: "the look was not answered" };
    return this.neighbour.done.has(effect.id) ? { kind: "done" } : null;
  }

  async #send(effect: Effect): Promise<Step<Outcome>> {
    await this.#mayDie();
    if (effect.nature === "deadly") return this.#kill();
    const step = this.neighbour.ask(effect, this.now, this.#steps > CALM_AFTER);
    await this.#mayDie();
    return step;
  }

  /** Writes to the row, unless the Worker dies just before; it may die just after. */
  #write(effect: Effect, changes: Partial<Effect>): Effect {
    if (this.#isStruck()) this.#life.die();
    if (!this.#life.dead) Object.assign(effect, changes);
    if (this.#isStruck()) this.#life.die();
    return effect;
  }

  async #mayDie(): Promise<void> {
    if (this.#life.dead || this.#isStruck()) await this.#kill();
  }

  #kill(): Promise<never> {
    this.#life.die();
    return new Promise(() => undefined);
  }

  #isStruck(): boolean {
    const struck = this.#steps <= CALM_AFTER && this.#random() < this.#killing;
    if (struck) this.kills += 1;
    return struck;
  }
}

// The kinds of the simulation ask no database.
const NO_SQL = undefined as never;

function born(): Life {
  const { promise, resolve } = Promise.withResolvers<void>();
  const life: Life = {
    death: promise,
    dead: false,
    die: () => {
      life.dead = true;
      resolve();
    },
  };
  return life;
}

function pickNature(random: number): Effect["nature"] {
  if (random < 0.1) return "refused";
  return random < 0.15 ? "deadly" : "plain";
}
