// How schedules are told to a person: when they run, what became of a run, and what to do about one that failed. Pure.

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

/** A cron pattern of a common form in words ("every day at 06:00"); null for every other, whose next runs say enough. */
export function cronWords(cron: string): string | null {
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...more] = cron
    .trim()
    .split(/\s+/);
  if (more.length > 0 || month !== "*" || !isUpTo(minute, 59)) return null;
  const days = day === "*" ? weekdayWords(weekday) : weekday === "*" ? dayWords(day) : null;
  if (days === null) return null;
  if (isUpTo(hour, 23)) return `${days} at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (hour === "*" && days === "every day") return `every hour, at minute ${Number(minute)}`;
  return null;
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

/** A moment on the clock of a zone: "Mon 23 Nov 2026, 06:00". */
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

/** What a person does about a fault, by its kind; for what mends itself, that it does. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  unreachable:
    "It is asked again by itself. If it stays so, look whether its address is still right.",
  slow: "It is asked again by itself. If it stays so, ask it for less: one account, one path.",
  limited:
    "It is asked again by itself, when the server says. If it happens often, let it run less often.",
  refused:
    "Set its credentials anew below; until then it is off, since asking on can lock you out.",
  gone: "Look whether the account, path or row in its settings is still there, and set it right.",
  malformed: "Look at what the server answers now, and set its path, column or marks right.",
  "too large": "Give it an address with a shorter answer.",
  "forbidden address": "Give it an https address of a server on the public internet.",
  "another currency":
    "Let it write to an account in that currency, or name the right place of the source.",
  import:
    "Look at its import, which says why; what was not inserted comes again with the next run.",
  target: "Choose an account that is open, or make the account anew.",
  connection: "Authorize the connection again; then it goes on by itself.",
  service: "The budgeting service is asked again by itself.",
  importer: "It is tried again by itself.",
  "given up": "Run it now; if it ends like this again, change what it asks for.",
};

/** What to do about a run that failed or waits. */
export function whatToDo(kind: string): string {
  return WHAT_TO_DO[kind] ?? "Look at its settings, and run it again.";
}

/** What became of a run, in one sentence. */
export function runWords({ state, outcome, fault }: ScheduleRun): string {
  if (state === "done") return outcome === null ? "Done." : withTimes(outcome);
  if (state === "failed")
    return `Failed: ${withTimes(fault?.message ?? outcome ?? "no reason was kept.")}`;
  return fault === null ? "Under way." : `Not done yet: ${withTimes(fault.message)}`;
}

/** Instants in a sentence as people write them. */
function withTimes(sentence: string): string {
  return sentence.replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z/g, printTime);
}

/** A target as the form's choice names it. */
export function targetValue(target: ScheduleTarget): string {
  if ("manual_account_id" in target) return `balance ${target.manual_account_id}`;
  if ("crypto_manual_id" in target) return `crypto ${target.crypto_manual_id}`;
  return "history" in target ? `history ${target.history}` : `statement ${target.statement}`;
}

/** Where it goes, with the account's name. */
export function targetWords(target: ScheduleTarget, names: ReadonlyMap<string, string>): string {
  const named = (kind: string, id: number) => names.get(`${kind} ${id}`) ?? `account ${id}`;
  if ("manual_account_id" in target)
    return `balance of ${named("manual", target.manual_account_id)}`;
  if ("crypto_manual_id" in target)
    return `quantity of ${named("crypto", target.crypto_manual_id)}`;
  if ("history" in target)
    return `${target.from === undefined ? "" : `months from ${target.from} to `}${target.month === "previous" ? "last month" : target.month} in the history of ${named("manual", target.history)}`;
  return `transactions of ${named("manual", target.statement)}`;
}
