// What the statement readers make of a file, whatever it is: survey, read pass and insert items,
// first without an answer, then once for each choice of its questions, then under each setting of a
// table.

import { questionOfDoubts, findDoubts } from "../../src/statements/doubts.ts";
import { readStatement, surveyStatement } from "../../src/statements/read-statement.ts";
import { askOfDebt } from "../../src/statements/debt-balance.ts";
import type { Slice } from "../../src/statements/format.ts";
import { isSettable, SETTINGS } from "../../src/statements/settings.ts";
import type {
  Answers,
  DocumentSource,
  Question,
  StatementRecord,
} from "../../src/statements/statement.ts";
import { externalId, identityKey } from "../../src/importer/imports/external-id.ts";
import { itemText } from "../../src/importer/imports/item-text.ts";
import { normalize } from "../../src/importer/imports/item.ts";
import { parseCurrency } from "../../src/money/currency.ts";
import { must } from "../../src/platform/assert.ts";
import { parseDay } from "../../src/money/day.ts";
import { digestOf, hashed, print, sentence } from "./digest.ts";

const TODAY = must(parseDay("2026-11-21"), "it is a day");
const CURRENCY = must(parseCurrency("usd"), "it is a currency");
/** A person answers no more than that many choices of a question here. */
const CHOICES_MAX = 6;

/** Bytes as the document that the readers read from. */
export function sourceOf(name: string, bytes: Uint8Array): DocumentSource {
  return {
    name,
    bytes: bytes.length,
    open: async () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          if (bytes.length > 0) controller.enqueue(new Uint8Array(bytes));
          controller.close();
        },
      }),
  };
}

/** All that is read of a file as a statement. */
export async function readAsStatement(name: string, bytes: Uint8Array): Promise<object> {
  const source = sourceOf(name, bytes);
  const { reading, questions, format } = await readUnder(source, {});
  const most = Math.min(
    CHOICES_MAX,
    Math.max(0, ...questions.map(({ choices }) => choices.length)),
  );
  const answered: object[] = [];
  for (let choice = 0; choice < most; choice += 1) {
    const answers = Object.fromEntries(
      questions.flatMap(({ id, choices }) =>
        choices.length === 0
          ? []
          : [[id, must(choices[choice % choices.length], "there is one").value]],
      ),
    );
    answered.push({ answers, ...(await readUnder(source, answers)).reading });
  }
  return {
    ...reading,
    ...(answered.length > 0 && { answered }),
    ...(isSettable(format) && { set: await readAsSet(source) }),
  };
}

/** Of the readings under each setting only a hash. */
async function readAsSet(source: DocumentSource): Promise<object> {
  const hashes: [string, unknown][] = [];
  for (const { id, choices } of SETTINGS) {
    for (const { value } of choices)
      hashes.push([
        `${id}=${value}`,
        hashed(print(digestOf((await readUnder(source, { [id]: value })).reading).facts)),
      ]);
  }
  return Object.fromEntries(hashes);
}

interface Reading {
  readonly reading: object;
  readonly questions: readonly Question[];
  /** Empty where the file was refused. */
  readonly format: string;
}

async function readUnder(source: DocumentSource, answers: Answers): Promise<Reading> {
  const surveyed = await surveyStatement(source, { answers, recall: () => ({}), today: TODAY });
  if (!surveyed.ok)
    return {
      reading: {
        refused: { reason: surveyed.error.reason, message: sentence(surveyed.error.message) },
      },
      questions: [],
      format: "",
    };
  const { layout, plan, questions, accounts, sample } = surveyed.value;
  const records: StatementRecord[] = [];
  let last: Slice | null = null;
  for await (const slice of readStatement(source, plan, 0)) {
    records.push(...slice.records);
    last = slice;
  }
  const {
    proof,
    tally,
    stated = [],
    next,
  } = must(last, "a document that was surveyed has a last slice");
  const debt = askOfDebt(sample);
  const doubts = findDoubts(tally, proof);
  return {
    questions,
    format: layout.format,
    reading: {
      layout: {
        ...layout,
        why: sentence(layout.why.join("\n")),
        ...(layout.warnings !== undefined && { warnings: sentence(layout.warnings.join("\n")) }),
      },
      accounts,
      questions: questions.map(asked),
      sampled: sample.map(lineOf),
      proof,
      tally: tallied(tally),
      stated: stated.map(({ account, currency, day, closing, opening }) => ({
        account,
        currency,
        day,
        closing,
        opening,
      })),
      next,
      doubts: doubts.map(({ kind, sentence: text }) => ({ kind, text: sentence(text) })),
      ...(doubts.length > 0 && { asks_as_read: asked(questionOfDoubts(doubts, tally)) }),
      ...(debt !== null && { asks_of_debt: asked(debt) }),
      records: recordsOf(records, accounts),
    },
  };
}

function tallied({
  transactions,
  moving,
  into,
  out,
  rejected,
  doubtful,
  left,
  first,
}: Slice["tally"]): object {
  return { transactions, moving, into, out, rejected, doubtful, left, first };
}

function asked({ id, ask, choices }: Question): object {
  return {
    id,
    ask: sentence(ask),
    choices: choices.map(({ value, label, example }) => ({
      value,
      label: sentence(label),
      example: sentence(example),
    })),
  };
}

function lineOf(record: StatementRecord): number {
  return record.kind === "transaction" ? record.row.line : record.line;
}

/**
 * Each record with its insert item; accounts of the document are numbered from 1, twins as the
 * importer numbers them.
 */
function recordsOf(records: readonly StatementRecord[], accounts: readonly string[]): object[] {
  const twins = new Map<string, number>();
  return records.map((record) => {
    if (record.kind !== "transaction") {
      const { kind, line, cells, doubtful } = record;
      return { kind, line, cells, doubtful, reason: sentence(record.reason) };
    }
    const {
      line,
      date,
      time,
      amount,
      currency,
      payee,
      description,
      notes,
      reference,
      balance,
      account,
      pending,
      facts,
      cells,
    } = record.row;
    const id = account === null ? 1 : Math.max(1, accounts.indexOf(account) + 1);
    const normal = normalize(record.row, {
      run: "golden",
      account: { id, currency: CURRENCY },
      currency: null,
    });
    const key = identityKey(normal.identity);
    const occurrence = (twins.get(key) ?? 0) + 1;
    twins.set(key, occurrence);
    const row = {
      date,
      time,
      amount,
      currency,
      payee,
      description,
      notes,
      reference,
      balance,
      account,
      pending,
      facts,
    };
    const item: unknown = JSON.parse(itemText(normal.item, externalId(key, occurrence)));
    return {
      kind: record.kind,
      line,
      cells,
      row,
      item,
      normal: { time: normal.time, balance: normal.balance, pending: normal.pending },
    };
  });
}
