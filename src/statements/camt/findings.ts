// Collects findings while a document is read, as sentences for a person: one per decision with a
// count, not one per entry.

import type { Unsplit } from "./batch.ts";
import type { Entry } from "./entry.ts";
import type { MessageKind, Outline, StatementSpan } from "./outline.ts";
import type { StatementHead } from "./statement-head.ts";
import type { XmlText } from "../xml-text.ts";

const NAMES: Readonly<Record<MessageKind, string>> = {
  "052": "report of the day (camt.052)",
  "053": "statement (camt.053)",
  "054": "notification (camt.054)",
};
const COPIES: Readonly<Record<string, string>> = {
  DUPL: "a duplicate",
  COPY: "a copy",
  CODU: "a copy of a duplicate",
};

/**
 * The bound on sentences about single statements; a year of daily ones would repeat them 250 times.
 */
export const SENTENCES_MAX = 20;

/** Collects the sentences about a document. */
export class Findings {
  readonly #why: string[];
  #from = "";
  #to = "";
  readonly #said = new Set<string>();
  readonly #counts = {
    by_value: 0,
    by_statement: 0,
    reversals: 0,
    future: 0,
    split: 0,
    parts: 0,
    "no amounts": 0,
    "do not add up": 0,
  };

  constructor(document: XmlText, outline: Outline) {
    const version = outline.version === null ? "without a version" : outline.version;
    const kinds = [...new Set(outline.statements.map(({ kind }) => NAMES[kind]))].join(" and ");
    this.#why = [
      `An ISO 20022 ${kinds === "" ? "message" : kinds}, ${version}.`,
      document.why,
      "CRDT is money in, DBIT is money out; dates and amounts are printed as in the standard.",
    ];
  }

  statement({ kind, line, entries }: StatementSpan, head: StatementHead): void {
    if (head.from !== "" && (this.#from === "" || head.from < this.#from)) this.#from = head.from;
    if (head.to > this.#to) this.#to = head.to;
    const copy = COPIES[head.copy];
    if (copy !== undefined)
      this.#once(
        `The bank marks the statement on line ${line} as ${copy}; rows that were imported before are recognized by their references.`,
      );
    if (kind === "054")
      this.#once(
        "A notification announces bookings that the account's statement lists too. If the statement prints a collective booking without its details, importing both counts it twice.",
      );
    if (head.page !== null && !head.page.last)
      this.#once(`Page ${head.page.number} on line ${line} is not the last page of its statement.`);
    if (
      head.entries_announced !== null &&
      head.entries_announced !== entries.length &&
      head.page === null
    ) {
      this.#once(
        `The statement on line ${line} announces ${head.entries_announced} entries; the file has ${entries.length}.`,
      );
    }
  }

  entry(entry: Entry, batch: "split" | Unsplit | null, rows: number): void {
    const counts = this.#counts;
    if (entry.date_source === "value date") counts.by_value += 1;
    if (entry.date_source === "statement") counts.by_statement += 1;
    if (entry.reversal) counts.reversals += 1;
    if (entry.status === "FUTR") counts.future += 1;
    if (batch === null) return;
    counts[batch] += 1;
    if (batch === "split") counts.parts += rows;
  }

  why(): readonly string[] {
    const counts = this.#counts;
    const days =
      this.#from === "" || this.#to === ""
        ? []
        : [`It covers the days from ${this.#from} to ${this.#to}.`];
    const counted: readonly (readonly [number, string])[] = [
      [
        counts.by_value,
        `${counts.by_value} entries have no booking date; their value date is used.`,
      ],
      [
        counts.by_statement,
        `${counts.by_statement} entries have no date; the only day of their statement or report is used.`,
      ],
      [
        counts.reversals,
        `${counts.reversals} entries are marked as reversals; their CdtDbtInd already gives the direction of the money.`,
      ],
      [counts.future, `${counts.future} entries are in the future (FUTR) and count as pending.`],
      [
        counts.split,
        `${counts.split} collective bookings are read as their ${counts.parts} details, which add up to them.`,
      ],
      [
        counts["no amounts"],
        `${counts["no amounts"]} collective bookings are one row each, because their details have no amounts.`,
      ],
      [
        counts["do not add up"],
        `${counts["do not add up"]} collective bookings are one row each, because their details do not add up to them.`,
      ],
    ];
    return [
      ...this.#why,
      ...days,
      ...counted.flatMap(([count, text]) => (count > 0 ? [text] : [])),
    ];
  }

  #once(text: string): void {
    if (this.#said.has(text) || this.#said.size >= SENTENCES_MAX) return;
    this.#said.add(text);
    this.#why.push(text);
  }
}
