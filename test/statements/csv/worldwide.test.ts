// The same transactions as banks around the world print them. In any other printed form they read
// the same or raise a question, and are never misread without one.

import { describe, expect, test } from "vitest";
import { encode, ENCODINGS } from "./encodings.ts";
import { MUTATIONS, printed, truthsOf, type Sheet } from "./mutations.ts";
import { describeRow, read, readRefusal } from "./reading.ts";
import { judge, sheetOf, type Read } from "./verdict.ts";
import { SAID, SAID_WHOLE, WORLDWIDE } from "./worldwide.ts";
import { tokenizer } from "../../../src/statements/csv/shape/tokenize.ts";
import { must } from "../../../src/platform/assert.ts";
import type { Answers } from "../../../src/statements/statement.ts";

/** Reads as the harness wants it: a refusal is a verdict, not an error. */
async function reading(content: string | Uint8Array, answers: Answers = {}): Promise<Read> {
  try {
    const { survey, records } = await read(content, answers);
    return {
      refused: null,
      records,
      questions: survey.questions,
      plan: survey.plan,
      columns: survey.layout.columns,
    };
  } catch {
    return { refused: await readRefusal(content), records: [], questions: [] };
  }
}

async function takenApart(file: string): Promise<Sheet> {
  const first = await reading(file);
  const plan = must(first.plan, "the file is read");
  const tokens = tokenizer(plan.dialect, 0);
  const batches = [tokens.push(file), tokens.end()];
  const grid = batches
    .flatMap(({ rows, lines }) => rows.map((cells, index) => ({ cells, line: lines[index] ?? 0 })))
    .filter(({ cells }) => cells.join("").trim() !== "");
  return must(sheetOf(first, grid, {}), "the file has a plan");
}

describe("banks around the world", () => {
  test.each(WORLDWIDE)("the statement of $bank is read as expected", async (bank) => {
    const said = bank.whole === true ? SAID_WHOLE : SAID;
    const first = await reading(bank.file);

    expect(first.questions.map(({ id }) => id)).toEqual(bank.asks ?? []);
    const { verdict } = await judge([said.map(units).toSorted()], async (answers) =>
      reading(bank.file, answers),
    );
    expect(verdict).toBe(bank.asks === undefined ? "right" : "asked");
    if (bank.asks === undefined)
      expect(
        (await read(bank.file)).rows
          .map((row) => describeRow(row).split(" ").slice(0, 2).join(" "))
          .toSorted(),
      ).toEqual(said.toSorted());
  });
});

/** "2024-03-05 -1088.40" as the verdicts compare it: the amount in units of a ten-thousandth. */
function units(said: string): string {
  const [day = "", amount = ""] = said.split(" ");
  return `${day} ${Number(amount.replace(".", "")) * 100}`;
}

describe("statements that are printed in another way", () => {
  const banks = WORLDWIDE.filter((bank, index) => bank.asks === undefined && index % 3 === 0);

  test.each(banks)(
    "the statement of $bank reads the same in any other printed form, or raises a question",
    async ({ file }) => {
      const sheet = await takenApart(file);
      const wrong: string[] = [];
      const check = async (name: string, mutated: Sheet, content: string | Uint8Array) => {
        const { verdict, note } = await judge(truthsOf(mutated), async (answers) =>
          reading(content, answers),
        );
        if (verdict === "wrong") wrong.push(`${name}: ${note}`);
      };
      for (const mutation of MUTATIONS) {
        const mutated = mutation.apply(sheet);
        if (mutated !== null)
          await check(`${mutation.kind}: ${mutation.name}`, mutated, printed(mutated));
      }
      for (const encoding of ENCODINGS) {
        const bytes = encode(printed(sheet), encoding);
        if (bytes !== null) await check(`encoding: ${encoding}`, sheet, bytes);
      }

      expect(wrong).toEqual([]);
    },
  );
});
