// Schedules in words: how a run ended, and what to do about a failure. Pure.

import { parseCurrency } from "../../money/currency.ts";
import { parseUnits } from "../../money/money.ts";
import { printBalance, printQuantity, printTime } from "../ui/print.ts";
import type { ScheduleRun, ScheduleTarget } from "./wire.ts";

/** A moment in a time zone: "Mon 23 Nov 2026, 06:00". */
export function zoneTime(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(iso));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("weekday")} ${of("day")} ${of("month")} ${of("year")}, ${of("hour")}:${of("minute")}`;
}

/** What a person can do about a fault, by its kind. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  unreachable: "It will try again automatically. If this continues, check the source’s address.",
  slow: "It will try again automatically. If this continues, request less: one account or one path.",
  limited:
    "It will try again when the server allows it. If this happens often, run the schedule less often.",
  refused:
    "Enter its credentials again below. Until then the schedule is off, because more attempts could lock you out.",
  gone: "Check whether the account, path or row in its settings still exists, and correct it.",
  malformed:
    "Check what the server sends now, and correct the path, the column or the decimal mark.",
  "too large": "Use an address with a shorter answer.",
  "forbidden address": "Use an https address of a server on the public internet.",
  "another currency": "Choose a target in that currency, or correct the settings of the source.",
  import:
    "See its import for the reason. Rows that were not inserted will come again with the next run.",
  target: "Choose an open account, or create the account again.",
  connection: "Authorize the connection again. The schedule then continues automatically.",
  service: "It will try the budgeting service again automatically.",
  importer: "It will try again automatically.",
  "given up": "Run it now. If it fails again, change its settings.",
};

/** What to do about a run that failed or waits. */
export function whatToDo(kind: string): string {
  return WHAT_TO_DO[kind] ?? "Check its settings and run it again.";
}

/** How a run ended, in one sentence. */
export function runWords({ state, outcome, fault }: ScheduleRun): string {
  if (state === "done") return outcome === null ? "Done." : forPeople(outcome);
  if (state === "failed")
    return `Failed: ${forPeople(fault?.message ?? outcome ?? "no reason was recorded.")}`;
  return fault === null ? "Running." : `Not finished yet: ${forPeople(fault.message)}`;
}

/** Writes the instants and the amounts of money in a sentence for people. */
function forPeople(sentence: string): string {
  return sentence
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z/g, printTime)
    .replaceAll(/(?<![\w.,])-?\d+\.\d+(?= ([A-Z]{3})\b)/g, (amount, currency: string) => {
      const money = parseUnits(amount);
      const known = parseCurrency(currency);
      return money.ok && known !== null ? printBalance(money.value, known) : amount;
    });
}

/** What a source said: "9,000.00 USD", "0.5 ETH". */
export function readingWords({ amount, unit }: NonNullable<ScheduleRun["read"]>): string {
  const [money, known] = [parseUnits(amount), parseCurrency(unit)];
  const shown =
    money.ok && known !== null ? printBalance(money.value, known) : printQuantity(amount);
  return `${shown} ${unit.toUpperCase()}`;
}

/** A target as the form's choice names it. */
export function targetValue(target: ScheduleTarget): string {
  if ("manual_account_id" in target) return `balance ${target.manual_account_id}`;
  if ("crypto_manual_id" in target) return `crypto ${target.crypto_manual_id}`;
  return "history" in target ? `history ${target.history}` : `statement ${target.statement}`;
}

/** The target in words, with the account's name. */
export function targetWords(target: ScheduleTarget, names: ReadonlyMap<string, string>): string {
  const named = (kind: string, id: number) => names.get(`${kind} ${id}`) ?? `account ${id}`;
  if ("manual_account_id" in target)
    return `balance of ${named("manual", target.manual_account_id)}`;
  if ("crypto_manual_id" in target)
    return `quantity of ${named("crypto", target.crypto_manual_id)}`;
  if ("history" in target)
    return `balance history of ${named("manual", target.history)}, ${target.from === undefined ? "" : `${target.from} to `}${target.month === "previous" ? "the previous month" : target.month}`;
  return `transactions of ${named("manual", target.statement)}`;
}
