// A budget in memory that takes statements in as the Importer does: decode, normalize, identity,
// the occurrence numbers of twins, and the numbers of a day in which an earlier file was cut. Pure,
// so that thousands of imports cost seconds.

import { must } from "../../../src/platform/assert.ts";
import { readStatement, surveyStatement } from "../../../src/statements/read-statement.ts";
import type { StatementRecord, StatementRow } from "../../../src/statements/statement.ts";
import {
  numberBoundaryRows,
  unprovenRows,
  type Edge,
} from "../../../src/importer/imports/cut-days.ts";
import { externalId, identityKey } from "../../../src/importer/imports/external-id.ts";
import { normalize } from "../../../src/importer/imports/item.ts";
import { printUnits } from "../../../src/money/money.ts";
import { documentOf, TODAY } from "../../statements/csv/reading.ts";

export interface Read {
  readonly records: readonly StatementRecord[];
  readonly rows: readonly StatementRow[];
  readonly asked: readonly string[];
  readonly format: string;
}

/** Reads a document, answering what it asks by `answers`; throws where it is refused or asks something else. */
export async function readAnswered(
  bytes: Uint8Array,
  answers: Readonly<Record<string, string>>,
): Promise<Read> {
  const source = documentOf(bytes);
  const options = { recall: () => ({}), today: TODAY };
  const first = await surveyStatement(source, { answers: {}, ...options });
  if (!first.ok) throw new Error(`refused: ${first.error.message}`);
  const told: Record<string, string> = {};
  for (const { id, choices } of first.value.questions) {
    const answer = answers[id];
    if (answer === undefined || !choices.some(({ value }) => value === answer))
      throw new Error(`asked ${id}, choices ${choices.map(({ value }) => value).join(", ")}`);
    told[id] = answer;
  }
  const asked = Object.keys(told);
  const survey =
    asked.length === 0 ? first : await surveyStatement(source, { answers: told, ...options });
  if (!survey.ok || survey.value.questions.length > 0) throw new Error("asked again");
  const records: StatementRecord[] = [];
  for await (const slice of readStatement(source, survey.value.plan, 0))
    records.push(...slice.records);
  return {
    records,
    rows: records.flatMap((record) => (record.kind === "transaction" ? [record.row] : [])),
    asked,
    format: survey.value.layout.format,
  };
}

interface Known extends Edge {
  readonly date: string;
}

export interface Outcome {
  readonly inserted: number;
  readonly duplicate: number;
}

/** One account of a budget, empty at first. */
export class Ledger {
  /** external_id -> "2024-03-05 -3.50". */
  readonly transactions = new Map<string, string>();
  /** How many rows were held for a known transaction without proof, which the Importer says in their fate. */
  unproven = 0;
  readonly #edges: Known[] = [];

  /** What the rows of a statement add; the rows are given as read. */
  async take(rows: readonly StatementRow[]): Promise<Outcome> {
    const keyed = await Promise.all(
      rows.map(async (row, seq) => {
        const { identity, time, balance } = normalize(row, {
          run: "r",
          account: { id: 1, currency: "eur" },
          currency: null,
        });
        return {
          seq,
          key: identityKey(identity),
          date: row.date,
          amount: row.amount,
          time,
          balance,
          row,
        };
      }),
    );
    const times = new Map<string, number>();
    const printed = new Set<string>();
    let duplicate = 0;
    const numbered = keyed.flatMap((one) => {
      const again = `${one.key} ${JSON.stringify(one.row.cells)}`;
      if (one.row.reference !== null && printed.has(again)) {
        duplicate += 1;
        return [];
      }
      printed.add(again);
      const occurrence = (times.get(one.key) ?? 0) + 1;
      times.set(one.key, occurrence);
      return [{ ...one, occurrence }];
    });
    const ends = [
      ...new Set([
        keyed
          .map(({ date }) => date)
          .toSorted()
          .at(0),
        keyed
          .map(({ date }) => date)
          .toSorted()
          .at(-1),
      ]),
    ];
    for (const day of ends) {
      const edges = this.#edges.filter(({ date }) => date === day);
      if (edges.length === 0) continue;
      const ofDay = numbered.filter(({ date }) => date === day);
      const numbers = numberBoundaryRows(ofDay, edges);
      const untold = unprovenRows(ofDay, edges, numbers);
      this.unproven += ofDay.filter(
        ({ seq, row }) => row.reference === null && untold.has(seq),
      ).length;
      for (const one of numbered) one.occurrence = numbers.get(one.seq) ?? one.occurrence;
    }
    let inserted = 0;
    for (const { key, occurrence, date, amount } of numbered) {
      const id = externalId(key, occurrence);
      if (this.transactions.has(id)) duplicate += 1;
      else {
        inserted += 1;
        this.transactions.set(id, `${date} ${printUnits(amount, 2)}`);
      }
    }
    for (const one of numbered) {
      if (!ends.includes(one.date)) continue;
      if (this.#edges.some((edge) => edge.key === one.key && edge.occurrence === one.occurrence))
        continue;
      this.#edges.push({
        key: one.key,
        occurrence: one.occurrence,
        amount: one.amount,
        time: one.time,
        balance: one.balance,
        date: one.date,
      });
    }
    return { inserted, duplicate };
  }

  /** What is in it, in order. */
  contents(): string[] {
    return [...this.transactions.values()].toSorted();
  }
}

/** The reading of which a law says that nothing was left out; throws with the first that was. */
export function complete({ records, rows }: Read): readonly StatementRow[] {
  const left = records.find((record) => record.kind === "rejected");
  must(
    left === undefined ? rows : null,
    `nothing is rejected: ${left?.kind === "rejected" ? left.reason : ""}`,
  );
  return rows;
}
