// From the head of a document to its plan, step by step: the columns, the format of dates and
// amounts, the money and its sign, the accounts and the proof. Each step returns its decision with
// the sentences and questions that it leaves; they are folded here, in the order of the steps.

import { err, ok, type Result } from "../../../platform/result.ts";
import type { Survey } from "../../format.ts";
import type { Unreadable } from "../../statement.ts";
import { moneyColumns } from "../amounts/money.ts";
import { decideCurrency, findAccountColumn } from "../columns/account-and-currency.ts";
import type { DecimalMark } from "../amounts/amount.ts";
import { decideDecimals, type MarkEvidence } from "../columns/evidence.ts";
import { gatherEvidence, type Gathered } from "../columns/gather-evidence.ts";
import type { CsvPlan } from "../plan.ts";
import { placeColumns } from "../questions.ts";
import { printsDayFirst } from "./day-first.ts";
import { dropSummary } from "./drop-summary.ts";
import { settleBalances } from "./settle-balances.ts";
import { settleColumns, type Materials, type Table } from "./settle-columns.ts";
import { settleMark, settleOrder } from "./settle-format.ts";
import { settleMoney, type Format, type Money } from "./settle-money.ts";
import { settleSections } from "./settle-sections.ts";
import { settleStatus } from "./settle-status.ts";
import { foldNotes, settle, type Notes, type Settled } from "./settled.ts";
import { writeLayout, writePlan } from "./write-plan.ts";

/** A plan with the layout that explains it; the survey adds a sample of records. */
export type MadePlan = Omit<Survey<CsvPlan>, "sample">;

/** Makes the plan; refuses a table without a column of dates or of amounts. */
export async function makePlan(materials: Materials): Promise<Result<MadePlan, Unreadable>> {
  let draft = await draftPlan(materials);
  for (;;) {
    if (!draft.ok) return err(draft.error);
    const shorter = dropSummary(draft.value.materials, draft.value.money);
    if (shorter === null) return ok(finishPlan(draft.value));
    draft = await draftPlan(shorter);
  }
}

/** A table whose money is decided. */
interface Draft {
  readonly materials: Materials;
  readonly table: Table;
  readonly evidence: Gathered;
  readonly format: Format;
  readonly money: Money;
  readonly steps: readonly Notes[];
}

async function draftPlan(materials: Materials): Promise<Result<Draft, Unreadable>> {
  const settled = settleColumns(materials);
  if (!settled.ok) return settled;
  const table = settled.value.decision;
  const accountColumn = findAccountColumn(table.columns);
  const evidence = await gatherEvidence({ ...materials, ...table, accountColumn }, materials.today);
  const format = settleFormat(materials, table, evidence);
  const money = settleMoney(materials, table, {
    ...format.decision,
    accountColumn,
    accounts: evidence.accounts.size,
  });
  const begin = settle(null, { reasons: materials.reasons });
  const steps = [begin, settled.value, format, money];
  return ok({ materials, table, evidence, format: format.decision, money: money.decision, steps });
}

function settleFormat(
  { head, region, answers }: Materials,
  { settings, known, columns, candidates, dateColumn }: Table,
  { dates, marks, sampleDate }: Gathered,
): Settled<Format> {
  const found = decideCurrency(head, region, columns, candidates);
  const currency = settings.currency ?? found.fixed;
  const isDayFirst = region.header >= 0 && printsDayFirst(region.labels, currency);
  const placeDates = placeColumns(region.labels, [dateColumn]);
  const ofOrder = { answers, known, set: settings.order, place: placeDates };
  const order = settleOrder(ofOrder, dates, sampleDate, isDayFirst);
  const place = placeColumns(region.labels, moneyColumns(candidates[0]));
  const sources = { answers, known, set: settings.mark, place };
  const mark = settleMark(sources, marks, currency, region.labels);
  const decimals = Math.max(decideDecimals(marks), countDoubtfulDecimals(marks, mark.decision));
  const decision = { order: order.decision, mark: mark.decision, decimals };
  return { decision, ...foldNotes([order, mark]) };
}

/** Amounts of which none shows its mark for certain have three decimals if the mark is theirs. */
function countDoubtfulDecimals(
  { dots, commas, doubtDots, doubtCommas }: MarkEvidence,
  mark: DecimalMark,
): number {
  const doubtful = mark === "." ? doubtDots : doubtCommas;
  return dots + commas === 0 && doubtful > 0 ? 3 : 0;
}

function finishPlan({ materials, table, evidence, format, money, steps }: Draft): MadePlan {
  const balances = settleBalances(materials, table, money, format.order, evidence);
  const status = settleStatus(materials, table, money);
  const sections = settleSections(materials, money);
  const decisions = {
    materials,
    table,
    format,
    money,
    balances: balances.decision,
    status: status.decision,
    sections: sections.decision,
  };
  const plan = writePlan(decisions);
  const notes = foldNotes([...steps, balances, status, sections, plan]);
  const { labels } = balances.decision;
  return {
    layout: writeLayout(decisions, plan.decision, evidence.sampleDate, notes),
    plan: plan.decision,
    questions: notes.questions,
    accounts: labels.length > 1 ? labels : [],
  };
}
