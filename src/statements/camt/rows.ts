// Builds the rows of an entry: one, or one per detail if batch.ts finds that they add up.
// `description` and `reference` identify the row and hold only what the bank prints; payee and
// notes are made from the same facts for people to read.

import { must } from "../../platform/assert.ts";
import type { Units } from "../../money/money.ts";
import type { StatementRow } from "../statement.ts";
import { splitEntry, type Unsplit } from "./batch.ts";
import type { Detail, Party } from "./detail.ts";
import { firstText } from "./element.ts";
import type { Entry } from "./entry.ts";

/** The columns of a row's cells; the layout shows them. */
export const COLUMNS: readonly (readonly [label: string, role: string])[] = [
  ["BookgDt", "booking_date"],
  ["ValDt", "value_date"],
  ["Amt", "amount"],
  ["Ccy", "currency"],
  ["CdtDbtInd", "side"],
  ["Sts", "status"],
  ["RltdPties", "payee"],
  ["RltdPties Acct", "counterparty_account"],
  ["RmtInf, AddtlTxInf, AddtlNtryInf", "description"],
  ["AcctSvcrRef", "reference"],
];

/** The holder of the account, to tell the two sides of a payment apart. */
export interface Holder {
  readonly account: string;
  readonly owner: string;
}

export interface EntryRows {
  readonly rows: readonly StatementRow[];
  /** For an entry with several details: "split" if they are the rows, otherwise why not. */
  readonly batch: "split" | Unsplit | null;
}

const TEXT_CHARS_MAX = 2_000;
const FACT_CHARS_MAX = 200;
const NOTED_DETAILS_MAX = 5;

/** Builds the rows of an entry; `account` is the label, if the document holds several accounts. */
export function buildRows(entry: Entry, holder: Holder, account: string | null): EntryRows {
  const { details } = entry;
  if (details.length < 2)
    return { rows: [buildSingleRow(entry, details[0] ?? null, holder, account)], batch: null };
  const amounts = splitEntry(entry);
  if (typeof amounts === "string")
    return { rows: [buildCollectiveRow(entry, holder, account)], batch: amounts };
  const rows = amounts.map((amount, index) =>
    buildPartRow(entry, { index, amount }, holder, account),
  );
  return { rows, batch: "split" };
}

function buildSingleRow(
  entry: Entry,
  detail: Detail | null,
  holder: Holder,
  account: string | null,
): StatementRow {
  const other = detail === null ? null : findCounterparty(entry, detail, entry.amount, holder);
  const name = other === null ? "" : firstText(other.name, other.ultimate);
  const texts = [...(detail?.texts ?? []), entry.text];
  return assembleRow(entry, detail, other, {
    line: entry.line,
    amount: entry.amount,
    reference: firstText(entry.reference, detail?.reference ?? ""),
    description: joinTexts([name, ...texts]),
    payee: firstText(name, joinTexts(texts.slice(0, -1)), entry.text),
    notes: name === "" ? [] : texts,
    account,
  });
}

/** Builds the row of one detail of a collective booking. */
function buildPartRow(
  entry: Entry,
  { index, amount }: { readonly index: number; readonly amount: Units },
  holder: Holder,
  account: string | null,
): StatementRow {
  const detail = must(entry.details[index], "every amount is that of a detail");
  const other = findCounterparty(entry, detail, amount, holder);
  const name = firstText(other.name, other.ultimate);
  const batch = firstText(entry.text, entry.batch);
  const part = `${index + 1}/${entry.details.length}`;
  const row = assembleRow(entry, detail, other, {
    line: detail.line,
    amount,
    reference: partReference(entry, detail, index),
    description: joinTexts([name, ...detail.texts, batch]),
    payee: firstText(name, joinTexts(detail.texts), batch),
    notes: [
      ...(name === "" ? [] : detail.texts),
      `Part ${part} of a collective booking of ${entry.amount_text}${batch === "" ? "" : `: ${batch}`}`,
    ],
    account,
  });
  return { ...row, facts: { ...row.facts, batch: part } };
}

/**
 * The detail's own reference if all details have different ones; otherwise the entry's, numbered.
 */
function partReference({ details, reference }: Entry, detail: Detail, index: number): string {
  const own = new Set(details.map((one) => one.reference));
  if (!own.has("") && own.size === details.length) return detail.reference;
  return reference === "" ? "" : `${reference}/${index + 1}`;
}

/** Builds one row for an entry whose details do not add up to it; the details become notes. */
function buildCollectiveRow(entry: Entry, holder: Holder, account: string | null): StatementRow {
  const others = entry.details.map((detail) =>
    findCounterparty(entry, detail, entry.amount, holder),
  );
  const names = others.map((other) => firstText(other.name, other.ultimate));
  const same = names.every((name) => name === names[0]) ? (names[0] ?? "") : "";
  const noted = entry.details
    .slice(0, NOTED_DETAILS_MAX)
    .map((detail, index) => joinTexts([names[index] ?? "", ...detail.texts]));
  const more = entry.details.length - noted.length;
  const row = assembleRow(entry, null, null, {
    line: entry.line,
    amount: entry.amount,
    reference: entry.reference,
    // Prefer the entry's own text, since other messages print the same booking without its details.
    description: firstText(
      entry.text,
      entry.batch,
      joinTexts(entry.details.flatMap((detail, index) => [names[index] ?? "", ...detail.texts])),
    ),
    payee: firstText(same, entry.text, entry.batch, joinTexts(noted)),
    notes: [...noted, ...(more > 0 ? [`and ${more} more`] : [])],
    account,
  });
  return { ...row, facts: { ...row.facts, batch: `1/1 of ${entry.details.length} details` } };
}

interface Parts {
  readonly line: number;
  readonly amount: Units;
  readonly reference: string;
  readonly description: string;
  readonly payee: string;
  readonly notes: readonly string[];
  readonly account: string | null;
}

function assembleRow(
  entry: Entry,
  detail: Detail | null,
  other: Party | null,
  parts: Parts,
): StatementRow {
  const code = firstText(entry.code, detail?.code ?? "");
  const description = firstText(parts.description, code, entry.batch).slice(0, TEXT_CHARS_MAX);
  const returned = detail?.returned ?? "";
  const fee = firstText(detail?.fee ?? "", entry.fee);
  const notes = [
    ...(entry.reversal ? ["Reversal"] : []),
    ...(returned === "" ? [] : [`Returned: ${returned}`]),
    ...parts.notes,
    ...(fee === "" ? [] : [`Charges ${fee}`]),
  ];
  return {
    line: parts.line,
    date: entry.date,
    time: entry.time,
    amount: parts.amount,
    currency: entry.currency,
    payee: firstText(parts.payee.slice(0, TEXT_CHARS_MAX), description),
    description,
    notes: joinTexts(notes, "; ") || null,
    reference: parts.reference === "" ? null : parts.reference,
    balance: null,
    account: parts.account,
    pending: entry.pending,
    facts: collectFacts(entry, detail, other, { type: code, return_reason: returned, fee }),
    cells: listCells(entry, other, parts),
  };
}

function collectFacts(
  entry: Entry,
  detail: Detail | null,
  other: Party | null,
  made: Readonly<Record<string, string>>,
): Record<string, string> {
  const {
    original_amount: amount = "",
    original_currency: currency = "",
    ...rest
  } = detail?.facts ?? {};
  const foreign =
    currency !== "" && currency.toLowerCase() !== entry.currency && /[1-9]/.test(amount);
  const facts: Readonly<Record<string, string>> = {
    value_date: entry.value_date,
    counterparty_account: other?.account ?? "",
    counterparty_bank: other?.bank ?? "",
    ultimate_party: other === null || other.ultimate === other.name ? "" : other.ultimate,
    original_amount: foreign ? amount : "",
    original_currency: foreign ? currency : "",
    ...rest,
    rate: firstText(detail?.facts["rate"] ?? "", entry.rate),
    ...made,
    reversal: entry.reversal ? "true" : "",
    status: entry.status === "BOOK" ? "" : entry.status,
    entry_reference: entry.entry_reference,
    batch_id: entry.batch,
    batch_count: entry.batch_count === "1" ? "" : entry.batch_count,
    date_source: entry.date_source === "booking date" ? "" : entry.date_source,
  };
  const kept: Record<string, string> = {};
  for (const name of Object.keys(facts)) {
    const text = facts[name] ?? "";
    if (text !== "") kept[name] = text.slice(0, FACT_CHARS_MAX);
  }
  return kept;
}

function listCells(entry: Entry, other: Party | null, parts: Parts): string[] {
  const name = other === null ? "" : firstText(other.name, other.ultimate);
  let { side } = entry;
  if (parts.amount !== 0) side = parts.amount < 0 ? "DBIT" : "CRDT";
  const amount = parts.amount === entry.amount ? entry.amount_text : printUnsigned(parts.amount);
  const booked =
    entry.date_source === "booking date" ? joinTexts([entry.date, entry.time ?? ""]) : "";
  return [
    booked,
    entry.value_date,
    amount,
    entry.currency?.toUpperCase() ?? "",
    side,
    entry.status,
    name,
    other?.account ?? "",
    parts.description,
    parts.reference,
  ];
}

/** Prints a part's amount without its sign. */
function printUnsigned(amount: Units): string {
  const digits = String(Math.abs(amount)).padStart(5, "0");
  const fraction = digits.slice(-4);
  return `${digits.slice(0, -4)}.${fraction.endsWith("00") ? fraction.slice(0, 2) : fraction}`;
}

/**
 * The other side of the payment: the debtor if money came in, the creditor if it went out. A return
 * or reversal keeps the roles of the original payment. So if account or name show which side is the
 * holder, the other side is taken.
 */
function findCounterparty(entry: Entry, detail: Detail, amount: Units, holder: Holder): Party {
  const { debtor, creditor } = detail;
  const usual = amount > 0 || (amount === 0 && entry.side === "CRDT") ? debtor : creditor;
  const opposite = usual === debtor ? creditor : debtor;
  if (isHolder(usual, holder) !== isHolder(opposite, holder))
    return isHolder(usual, holder) ? opposite : usual;
  const turned = entry.reversal || detail.returned !== "";
  const [first, second] = turned ? [opposite, usual] : [usual, opposite];
  return isNamed(first) || !turned ? first : second;
}

function isHolder(party: Party, holder: Holder): boolean {
  if (holder.account !== "" && party.account !== "") return party.account === holder.account;
  return holder.owner !== "" && party.name.toLowerCase() === holder.owner.toLowerCase();
}

function isNamed(party: Party): boolean {
  return party.name !== "" || party.ultimate !== "" || party.account !== "";
}

/** Joins the texts that are not empty, each once. */
function joinTexts(texts: readonly string[], mark = " "): string {
  return [...new Set(texts)]
    .filter((text) => text !== "")
    .join(mark)
    .slice(0, TEXT_CHARS_MAX);
}
