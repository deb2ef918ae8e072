// Amounts, days and codes as ISO 20022 prints them. An invalid value is never read as a plausible
// one.

import { parseCurrency, type Currency } from "../../money/currency.ts";
import { parseDay, type Day } from "../../money/day.ts";
import { parseUnits, units, type Units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { firstText, textAt, type XmlElement } from "./element.ts";

/** An amount as printed: without a sign, which CdtDbtInd gives. */
export interface PrintedAmount {
  readonly value: Units;
  readonly currency: Currency | null;
  readonly text: string;
}

/** Reads an Amt element, or says why not. */
export function readAmount(element: XmlElement | undefined): Result<PrintedAmount, string> {
  const text = element?.text ?? "";
  if (element === undefined || text === "") return err("There is no amount.");
  const printed = /^\+?(\d{0,24})(?:\.(\d{0,24}))?$/.exec(text);
  if (printed === null || text.replace(/[+.]/g, "") === "") {
    return err(
      text.startsWith("-")
        ? `"${shorten(text)}" has a sign; the direction belongs in CdtDbtInd.`
        : `"${shorten(text)}" is not an amount.`,
    );
  }
  const [, whole = "", fraction = ""] = printed;
  const value = parseUnits(fraction === "" ? whole : `${whole === "" ? "0" : whole}.${fraction}`);
  if (!value.ok)
    return err(
      value.error === "too many decimals"
        ? `"${shorten(text)}" has more than four decimals.`
        : `"${shorten(text)}" is too large an amount.`,
    );
  const currency =
    element.currency === null || element.currency === "" ? null : parseCurrency(element.currency);
  if (currency === null && element.currency !== null && element.currency !== "")
    return err(`"${shorten(element.currency)}" is not a known currency.`);
  return ok({ value: value.value, currency, text });
}

/** Applies the side; money in is positive. */
export function applySide(value: Units, side: Side): Units {
  return side === "CRDT" ? value : units(0 - value);
}

export type Side = "CRDT" | "DBIT";

/** Reads CdtDbtInd; null when it is neither CRDT nor DBIT. */
export function readSide(element: XmlElement | undefined): Side | null {
  const text = textAt(element, "CdtDbtInd");
  return text === "CRDT" || text === "DBIT" ? text : null;
}

export interface PrintedDay {
  readonly day: Day;
  /** "HH:MM" or "HH:MM:SS"; null when none is printed, or midnight. */
  readonly time: string | null;
}

/** Reads a choice of Dt and DtTm; the day as printed, in any zone; undefined when there is none. */
export function readPrintedDay(
  element: XmlElement | undefined,
): PrintedDay | "not a day" | undefined {
  const text = firstText(textAt(element, "Dt"), textAt(element, "DtTm"), element?.text ?? "");
  if (text === "") return undefined;
  const [, date = "", time = ""] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)?$/.exec(
      text,
    ) ?? [];
  const day = parseDay(date);
  if (day === null) return "not a day";
  return { day, time: time === "" || /^00:00(:00)?$/.test(time) ? null : time };
}

/** Reads a choice of Cd and Prtry (in some versions Prtry/Cd or Prtry/Id), or the text itself. */
export function readCode(element: XmlElement | undefined): string {
  return firstText(
    textAt(element, "Cd"),
    textAt(element, "Prtry"),
    textAt(element, "Prtry", "Cd"),
    textAt(element, "Prtry", "Id"),
    element?.text ?? "",
  );
}

function shorten(text: string): string {
  return text.slice(0, 40);
}
