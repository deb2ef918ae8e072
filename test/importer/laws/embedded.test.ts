// The laws of importing again through the whole: upload, Importer, the embedded service's own transactions. Fewer cases
// than in formats.test.ts; here nothing is stood in for.

import { env, exports } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { WRITERS } from "./print/all.ts";
import type { Writer } from "./print/writer.ts";
import { days, decimal, isoDay, month, type Month } from "./truth.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

afterEach(() => reset());

const HEADERS = { authorization: "Bearer local-token-for-tests" };
const MONTH: Month = must(fc.sample(month, { numRuns: 1, seed: 7 })[0], "a month");

/** Imports a file, answering what it leaves open; the run when it rests. */
async function upload(writer: Writer, rows: Month, query = ""): Promise<Import> {
  const bytes = new Uint8Array(await writer.write(rows));
  const request = new Request(
    `https://tributary.test/api/imports?account=Checking&currency=eur${query}`,
    { method: "POST", headers: HEADERS, body: bytes },
  );
  const { id } = await (await exports.default.fetch(request)).json<Import>();
  const importer = env.IMPORTER.getByName("1");
  for (let round = 0; round < 4_000; round += 1) {
    const run = must(await callsTo(importer).get(id), "the import exists");
    if (run.state === "question")
      await callsTo(importer).answer(
        id,
        Object.fromEntries(
          run.questions.map((question) => [question.id, writer.answers[question.id] ?? ""]),
        ),
      );
    if (["preview", "done", "failed"].includes(run.state)) return run;
    await scheduler.wait(10);
  }
  throw new Error("the import does not rest");
}

async function stored(): Promise<string[]> {
  const response = await exports.Service.fetch(
    new Request("https://budget.internal/v2/transactions?limit=2000", { headers: HEADERS }),
  );
  const { transactions } = await response.json<{
    transactions: { date: string; amount: string }[];
  }>();
  // In the service positive is a debit.
  return transactions
    .map(({ date, amount }) => `${date} ${decimal(-Math.round(Number(amount) * 100))}`)
    .toSorted();
}

const told = (rows: Month) =>
  rows.map((entry) => `${isoDay(entry)} ${decimal(entry.cents)}`).toSorted();

describe.each(WRITERS.map((writer) => [writer.name, writer] as const))("%s", (_, writer) => {
  test("three overlapping exports in any order, and the whole once more, are the month", async () => {
    for (const part of [days(MONTH, 12, 25), days(MONTH, 1, 15), days(MONTH, 25, 31)]) {
      if (part.length > 0)
        expect(await upload(writer, part)).toMatchObject({
          state: "done",
          counts: { rejected: 0 },
        });
    }
    const whole = await upload(writer, MONTH);
    const again = await upload(writer, MONTH);

    expect(again.counts).toMatchObject({
      read: MONTH.length,
      inserted: 0,
      duplicate: MONTH.length,
    });
    expect(whole.state).toBe("done");
    expect(await stored()).toEqual(told(MONTH));
  });
});

test("where balances of two files do not touch, the second of two equal purchases is held for the first, which is said", async () => {
  const [writer] = WRITERS.filter(({ name }) => name === "csv, german");
  const twins = MONTH.filter(({ day }) => day === 27);
  const [first, second] = [must(twins[0], "two coffees"), must(twins.at(-1), "two coffees")];
  const apart = { ...second, balance: second.balance - 100 };
  await upload(must(writer, "the german dialect"), [...days(MONTH, 1, 26), first]);

  const german = must(writer, "the german dialect");

  // The jump of the balances within the file is asked about.
  const run = await upload({ ...german, answers: { ...german.answers, as_read: "import" } }, [
    apart,
    ...days(MONTH, 28, 31),
  ]);

  const importer = env.IMPORTER.getByName("1");
  const { rows } = must(
    await callsTo(importer).rows(run.id, "duplicate", 10, 0),
    "the import exists",
  );
  expect(run.counts.duplicate).toBe(1);
  expect(rows[0]?.reason).toContain("if there were two, one is missing");
});
