// Headings that come after the rows that the survey looks at ("Hangende transaksies" on line 1,400).
// The survey could not ask about them, so the read pass counts the rows below them and asks at the
// end of the document. The rules are those of decisions/settle-sections.ts: a heading that comes
// twice, or one among many, is a line of text.

import { printUnits } from "../../../money/money.ts";
import type { Doubt } from "../../doubts.ts";
import type { Proof, Question, StatementRecord, StatementRow } from "../../statement.ts";
import { headsPending, isSummary } from "../columns/cell-words.ts";
import { normalLabel } from "../columns/labels.ts";
import { headsUnbooked, readStatusCell } from "../columns/status-words.ts";
import { HEADINGS_MAX, sectionQuestion } from "../decisions/settle-sections.ts";
import type { CsvPlan } from "../plan.ts";
import { readHeading } from "../shape/headings.ts";
import { findAccountName } from "../shape/outside-table.ts";
import { HEADER_REPEATED } from "./current-table.ts";
import { foldBlanks } from "./row-text.ts";

const TEXT_CHARS_MAX = 60;
const EXAMPLES_MAX = 3;
/** More headings than this are never kept: they are lines of text. */
const KEPT_MAX = 200;

interface Section {
  readonly text: string;
  times: number;
  rows: number;
  /** Rows that show a balance. */
  balanced: number;
  readonly first: StatementRow[];
}

/** Takes every record of a document in its order. */
export class LateHeadings {
  readonly #plan: CsvPlan;
  readonly #sections = new Map<string, Section>();
  #current: Section | null = null;
  /** Booked rows were seen; below known pending rows none count. */
  #hasBooked = false;
  #waits = false;
  /** The account that a line named since the last row, and whether a header followed it. */
  #named: { readonly name: string; readonly line: number; readonly headed: boolean } | null = null;
  #other: { readonly name: string; readonly line: number } | null = null;

  constructor(plan: CsvPlan) {
    this.#plan = plan;
  }

  note(record: StatementRecord): void {
    if (record.kind === "transaction") {
      this.#noteRow(record.row);
      return;
    }
    if (record.kind !== "skipped" || this.#plan.width <= 2) return;
    this.#noteAccount(record);
    const text = readHeading(record.cells);
    if (text === null) return;
    this.#current = null;
    this.#waits = headsPending(text) || headsUnbooked(text);
    if (!this.#hasBooked || this.#waits || /\d/.test(text) || isSummary(text)) return;
    const key = normalLabel(text);
    const known = this.#sections.get(key);
    if (known === undefined && this.#sections.size >= KEPT_MAX) return;
    this.#current = known ?? { text, times: 0, rows: 0, balanced: 0, first: [] };
    this.#current.times += 1;
    this.#sections.set(key, this.#current);
  }

  /** The questions about headings that the plan does not know; `proof` is the whole document's. */
  ask(proof: Proof): readonly Question[] {
    const sections = [...this.#sections.values()].filter(({ rows }) => rows > 0);
    if (sections.length > HEADINGS_MAX) return [];
    return sections
      .filter((section) => section.times === 1 && !this.#isTold(section, proof))
      .map(({ text, first, rows }) => {
        const [example, more] = [first.map(describe).join("; "), rows - first.length];
        return sectionQuestion(text, more > 0 ? `${example}; ${more} more` : example);
      });
  }

  /** The table of another account that would go into this one. */
  doubts(): readonly Doubt[] {
    if (this.#other === null) return [];
    const { name, line } = this.#other;
    return [
      {
        kind: "account",
        sentence:
          `Line ${line.toLocaleString("en")} begins the table of another account, ` +
          `“${name.slice(0, TEXT_CHARS_MAX)}”, and all rows would go into one account. ` +
          "Put that table into a file of its own.",
      },
    ];
  }

  #noteRow(row: StatementRow): void {
    if (this.#named?.headed === true) this.#other ??= this.#named;
    this.#named = null;
    const section = this.#current;
    if (section === null) {
      if (!this.#waits) this.#hasBooked = true;
      return;
    }
    section.rows += 1;
    if (row.balance !== null) section.balanced += 1;
    if (section.first.length < EXAMPLES_MAX) section.first.push(row);
  }

  /** An account named between a row and a repeated header, where the first table names another. */
  #noteAccount({ cells, line, reason }: Exclude<StatementRecord, { kind: "transaction" }>): void {
    const { account } = this.#plan;
    if (account.headings !== undefined || account.column >= 0) return;
    if (account.named === undefined || !this.#hasBooked) return;
    if (reason === HEADER_REPEATED) {
      if (this.#named !== null) this.#named = { ...this.#named, headed: true };
      return;
    }
    const name = findAccountName([cells]);
    if (name !== null && normalLabel(name) !== normalLabel(account.named))
      this.#named = { name, line, headed: false };
  }

  /** Whether the survey, an answer, the heading's words or the balances say that rows are booked. */
  #isTold({ text, rows, balanced }: Section, proof: Proof): boolean {
    const key = normalLabel(text);
    const { booked = [], pending = [] } = this.#plan.sections ?? {};
    if (booked.includes(key) || pending.includes(key)) return true;
    if (readStatusCell(text, "") === "booked") return true;
    const { kind, rows_checked: checked, rows_proven: proven, breaks = 0 } = proof;
    const isProven = kind === "running balance" && checked > 0 && checked === proven;
    return balanced === rows && isProven && breaks === 0;
  }
}

function describe({ date, description, amount }: StatementRow): string {
  const text = foldBlanks(description).slice(0, TEXT_CHARS_MAX);
  return `${date} ${text === "" ? "" : `${text} `}${printUnits(amount, 2)}`;
}
