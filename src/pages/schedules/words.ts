// Schedules in words: when they run, how a run ended, and what to do about a failure. Pure.

import { printTime } from "../ui/print.ts";
import type { ScheduleRun, ScheduleTarget } from "./wire.ts";

const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/**
 * A common cron pattern in words ("every day at 06:00"); null for others, whose next runs say
 * enough.
 */
export function cronWords(cron: string): string | null {
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...more] = cron
    .trim()
    .split(/\s+/);
  if (more.length > 0 || month !== "*" || !isUpTo(minute, 59)) return null;
  const days = daysWords(day, weekday);
  if (days === null) return null;
  if (isUpTo(hour, 23)) return `${days} at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (hour === "*" && days === "every day") return `every hour, at minute ${Number(minute)}`;
  return null;
}

function daysWords(day: string, weekday: string): string | null {
  if (day === "*") return weekdayWords(weekday);
  return weekday === "*" ? dayWords(day) : null;
}

function weekdayWords(weekday: string): string | null {
  if (weekday === "*") return "every day";
  if (weekday === "1-5") return "every weekday";
  return isUpTo(weekday, 7) ? `every ${WEEKDAYS[Number(weekday)] ?? ""}` : null;
}

function dayWords(day: string): string | null {
  if (day === "L") return "on the last day of every month";
  return isUpTo(day, 31) && Number(day) > 0 ? `on day ${Number(day)} of every month` : null;
}

function isUpTo(text: string, most: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= most;
}

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
  if (state === "done") return outcome === null ? "Done." : withTimes(outcome);
  if (state === "failed")
    return `Failed: ${withTimes(fault?.message ?? outcome ?? "no reason was recorded.")}`;
  return fault === null ? "Running." : `Not finished yet: ${withTimes(fault.message)}`;
}

/** Writes the instants in a sentence for people. */
function withTimes(sentence: string): string {
  return sentence.replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z/g, printTime);
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
