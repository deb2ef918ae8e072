// Interprets messages as pages of statements: account, currency, the balances before and after, and
// the transactions with their narratives. The transactions are not read here.

import { parseCurrency, type Currency } from "../../money/currency.ts";
import { foldBlanks } from "../charset.ts";
import type { Field, Message } from "./fields.ts";
import { parseBalance, type Balance } from "./values.ts";

export interface Movement {
  readonly field: Field;
  /** The :86: fields that follow it, each with its lines. */
  readonly narratives: readonly (readonly string[])[];
  /** Whether nothing follows it in its message. */
  readonly last: boolean;
}

export interface Page {
  readonly message: Message;
  /** As printed, without a currency after it; null when the message names none. */
  readonly account: string | null;
  /** "EUR", "DEM"; "" when none is printed. */
  readonly printed_currency: string;
  readonly currency: Currency | null;
  /** :28C:, the number of the statement without that of the page. */
  readonly number: string;
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** Whether the opening balance continues from an earlier page (:60M:). */
  readonly continued: boolean;
  readonly movements: readonly Movement[];
  /** :90D: and :90C:, count and sum: "3PLN0,03". */
  readonly totals: { readonly debits: string | null; readonly credits: string | null };
}

/** Reads a message as a page. */
export function readPageFields(message: Message): Page {
  const { fields } = message;
  const find = (tags: RegExp) => fields.find(({ tag }) => tags.test(tag));
  const balance = (tags: RegExp, last: boolean): Balance | null => {
    const found = last ? fields.findLast(({ tag }) => tags.test(tag)) : find(tags);
    return found === undefined ? null : parseBalance(found.lines[0] ?? "", found.line);
  };
  const opening = balance(/^60/, false);
  const closing = balance(/^62/, true);
  const { account, suffix } = readAccount(foldBlanks(find(/^25/)?.lines[0] ?? ""));
  const limit = /^\s*([A-Z]{3})/.exec(find(/^34F$/)?.lines[0] ?? "")?.[1];
  const total = /^\s*\d{1,5}([A-Z]{3})/.exec(find(/^90[DC]$/)?.lines[0] ?? "")?.[1];
  const printed =
    opening?.currency ??
    closing?.currency ??
    limit ??
    total ??
    balance(/^6[45]/, false)?.currency ??
    suffix ??
    "";
  const text = (tag: string) => fields.find((field) => field.tag === tag)?.lines[0] ?? null;
  return {
    message,
    account: account === "" ? null : account,
    printed_currency: printed,
    currency: parseCurrency(printed),
    number: (find(/^28/)?.lines[0] ?? "").split("/")[0]?.trim() ?? "",
    opening,
    closing,
    continued: find(/^60/)?.tag === "60M",
    movements: collectMovements(fields),
    totals: { debits: text("90D"), credits: text("90C") },
  };
}

/** "51210600/9223382012EUR": a known currency after a digit is not part of the number. */
function readAccount(text: string): { account: string; suffix: string | null } {
  const [, account, code] = /^(.{0,60}\d) ?([A-Z]{3})$/.exec(text) ?? [];
  return account === undefined || code === undefined || parseCurrency(code) === null
    ? { account: text, suffix: null }
    : { account, suffix: code };
}

function collectMovements(fields: readonly Field[]): readonly Movement[] {
  const movements: { field: Field; narratives: (readonly string[])[]; last: boolean }[] = [];
  let attached: (readonly string[])[] | null = null;
  fields.forEach((field, at) => {
    if (field.tag === "61") {
      attached = [];
      movements.push({ field, narratives: attached, last: at === fields.length - 1 });
    } else if (field.tag === "86" && attached !== null) {
      attached.push(field.lines);
      const movement = movements.at(-1);
      if (movement !== undefined) movement.last = at === fields.length - 1;
    } else if (field.tag !== "NS") attached = null;
  });
  return movements;
}
