// Which import gets the transactions of one that is undone, where several found them already there.

import { afterEach, expect, test } from "vitest";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";
import { csv, importer, listed, send, undo } from "../posting/driver.ts";

afterEach(() => reset());

test("the transactions of an undone import go to the earliest of the imports that have them too", async () => {
  const file = csv(["2026-03-09", "Market Hall", "-20.00"], ["2026-03-10", "Bakery", "-4.10"]);
  const [first, second, third] = [
    await send(file, "Checking"),
    await send(file, "Checking"),
    await send(file, "Checking"),
  ];

  await undo(first.id);

  const countsOf = async (id: string) => (await callsTo(await importer()).get(id))?.counts;
  expect(await countsOf(second.id)).toMatchObject({ inserted: 2, duplicate: 0 });
  expect(await countsOf(third.id)).toMatchObject({ inserted: 0, duplicate: 2 });
  expect(await listed()).toHaveLength(2);
});
