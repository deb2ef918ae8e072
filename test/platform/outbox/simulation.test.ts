// Each effect is carried out exactly once, or ends as refused or given up, whatever is killed,
// lost, refused, throttled or repeated. Thousands of seeded worlds show it; two kinds with a
// mistake show that the worlds would find one.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chanceOf } from "../../importer/posting/simulation.ts";
import { World, type Effect, type Mistake, type Recognition } from "./simulation.ts";

const SEEDS = 3_000;

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

for (const recognition of ["by looking", "by key"] as const) {
  test(`an effect that is recognised ${recognition} happens once, in ${SEEDS.toLocaleString("en")} worlds of faults`, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1)
      expect(await findViolation(seed, recognition, "none"), `seed ${seed}`).toBeNull();
  });
}

for (const mistake of ["notes nothing before it sends", "recognises nothing"] as const) {
  test(`a kind that ${mistake} is found out`, async () => {
    const found: string[] = [];
    for (let seed = 1; seed <= 300; seed += 1)
      found.push((await findViolation(seed, "by looking", mistake)) ?? "");

    expect(found.filter((violation) => violation.includes("twice")).length).toBeGreaterThan(5);
  });
}

test("an effect that kills the Worker each time is given up only because its attempts are noted", async () => {
  const ends: boolean[] = [];
  for (let seed = 1; seed <= 100; seed += 1) {
    const world = new World(chanceOf(seed), "by looking", "notes nothing before it sends");
    if (world.effects.some(({ nature }) => nature === "deadly")) ends.push(await world.run());
  }

  expect(ends.length).toBeGreaterThan(5);
  expect(ends).not.toContain(true);
});

test("a seed replays exactly", async () => {
  const play = async () => {
    const world = new World(chanceOf(77), "by looking", "none");
    await world.run();
    return JSON.stringify([world.effects, world.now, world.kills, world.neighbour.asked]);
  };

  expect(await play()).toBe(await play());
});

/** Null, or what went wrong. */
async function findViolation(
  seed: number,
  recognition: Recognition,
  mistake: Mistake,
): Promise<string | null> {
  const world = new World(chanceOf(seed), recognition, mistake);
  if (!(await world.run())) return "an effect never ends";
  // After a kill nobody knows any more what the server had asked for.
  if (world.neighbour.early > 0 && world.kills === 0)
    return "an effect came back before it was told to";
  for (const { id, nature, state } of world.effects) {
    const times = world.neighbour.done.get(id) ?? 0;
    if (times > 1) return `effect ${id} happened twice`;
    const [once, ends] = ENDS[nature];
    if (!ends.includes(state)) return `effect ${id}, ${nature}, is ${state}`;
    if (state === "done" && times !== once)
      return `effect ${id} is done and happened ${times} times`;
  }
  return null;
}

/** How often an effect that is done has happened, and how it may end. */
const ENDS: Record<Effect["nature"], readonly [number, readonly Effect["state"][]]> = {
  plain: [1, ["done", "given up"]],
  refused: [0, ["refused", "given up"]],
  deadly: [0, ["given up"]],
};
