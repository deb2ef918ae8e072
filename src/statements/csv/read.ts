// The read pass: with the plan in hand, the whole document becomes records, a slice at a time, in
// bounded memory. The same document and plan give the same records, so a restart reads from the
// beginning and drops what was already handed over.

import { CSV_ROWS_MAX } from "../../platform/limits.ts";
import { units } from "../../money/money.ts";
import type { Slice } from "../format.ts";
import type { DocumentSource } from "../statement.ts";
import type { CsvPlan } from "./plan.ts";
import { withYears } from "./dates/without-year.ts";
import { RecordCollector } from "./record-collector.ts";
import { textBlocks } from "./shape/text.ts";
import { tokenizer } from "./shape/tokenize.ts";

/**
 * The document's records from `fromRecord` on, in slices of up to 1,000; every record exactly once.
 * After `rowsMax` records comes one that says that the rest was not read.
 */
export async function* readCsv(
  source: DocumentSource,
  plan: CsvPlan,
  fromRecord: number,
  rowsMax: number = CSV_ROWS_MAX,
): AsyncGenerator<Slice> {
  const tokens = withYears(tokenizer(plan.dialect, plan.width), plan.years);
  const collector = new RecordCollector(plan, fromRecord, rowsMax);
  for await (const text of textBlocks(source, plan.encoding)) {
    yield* collector.take(tokens.push(text), false);
    if (collector.isFull) break;
  }
  if (!collector.isFull) yield* collector.take(tokens.end(), true);
  yield { ...collector.finish(), ...statedIn(plan) };
}

/** The balance that the document states outside its rows; a running balance is part of the rows. */
function statedIn(plan: CsvPlan): Pick<Slice, "stated"> {
  const { opening, closing, dated } = plan;
  const owner = { account: plan.account.label, currency: plan.currency.fixed };
  if (closing !== null) {
    const before = opening === null ? null : units(opening);
    const day = plan.closing_day ?? null;
    return { stated: [{ ...owner, day, closing: units(closing), opening: before }] };
  }
  if (dated === undefined) return {};
  const closingUnits = units(dated.balance);
  return { stated: [{ ...owner, day: dated.day, closing: closingUnits, opening: null }] };
}
