// A cron pattern of five fields, as text: minute, hour, day of the month, month, day of the week.
// Says which field is wrong and why; what it lets through the library reads the same way. Pure.

import { SCHEDULE_CRON_CHARS_MAX, SCHEDULE_MINUTES_MIN } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names for the values from `least` on. */
  readonly names: readonly string[];
  /** A letter that stands for a day that is not always the same. */
  readonly last: boolean;
}

const HOURS = 24;
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const FIELDS: readonly Field[] = [
  { name: "minute", least: 0, most: 59, names: [], last: false },
  { name: "hour", least: 0, most: 23, names: [], last: false },
  { name: "day of the month", least: 1, most: 31, names: [], last: true },
  { name: "month", least: 1, most: 12, names: MONTHS, last: false },
  { name: "day of the week", least: 0, most: 7, names: DAYS, last: false },
];

/** The pattern with single blanks and in capitals, or one sentence on what is wrong with which field. */
export function checkPattern(text: string): Result<string, string> {
  if (text.length > SCHEDULE_CRON_CHARS_MAX)
    return err(`A pattern has at most ${SCHEDULE_CRON_CHARS_MAX} characters.`);
  const parts = text.trim().toUpperCase().split(/\s+/);
  if (parts.length !== FIELDS.length) {
    return err(
      `A pattern has five fields (minute, hour, day of the month, month, day of the week), as "30 6 * * *"; this one has ${text.trim() === "" ? 0 : parts.length}.`,
    );
  }
  const sets: number[][] = [];
  for (const [index, field] of FIELDS.entries()) {
    const values = parseField(field, parts[index] ?? "");
    if (!values.ok) return err(`The ${field.name} ${values.error}.`);
    sets.push(values.value);
  }
  const [minutes = [], hours = []] = sets;
  if (isTooOften(minutes, hours))
    return err(
      `The minute has times that are less than ${SCHEDULE_MINUTES_MIN} minutes apart; a schedule runs at most every ${SCHEDULE_MINUTES_MIN} minutes, as "*/15 * * * *".`,
    );
  return ok(parts.join(" "));
}

/** Whether a checked pattern names all hours of a day. */
export function isOfEveryHour(pattern: string): boolean {
  const [, hour] = FIELDS;
  const hours = hour === undefined ? err("") : parseField(hour, pattern.split(" ")[1] ?? "");
  return hours.ok && hours.value.length === HOURS;
}

/** The field's values in order, without the last day of the month. */
function parseField(field: Field, text: string): Result<number[], string> {
  const values = new Set<number>();
  for (const element of text.split(",")) {
    if (field.last && element === "L") continue;
    const read = parseElement(field, element);
    if (!read.ok) return read;
    const { from, to, step } = read.value;
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return ok([...values].sort((a, b) => a - b));
}

function parseElement(
  field: Field,
  element: string,
): Result<{ from: number; to: number; step: number }, string> {
  const [range = "", stepText, ...more] = element.split("/");
  const all = range === "*";
  const [first = "", second = first, ...others] = all
    ? [String(field.least), String(field.most)]
    : range.split("-");
  const [from, to] = [parseNumber(field, first), parseNumber(field, second)];
  const step = parseStep(stepText);
  if (more.length > 0 || others.length > 0 || from === null || to === null)
    return err(`has "${element.slice(0, 20)}", and takes ${describeField(field)}`);
  if (from > to)
    return err(`has "${element.slice(0, 20)}", a range from a later value to an earlier one`);
  if (step < 1 || step > field.most - field.least + 1)
    return err(
      `has "${element.slice(0, 20)}": what follows the slash is a whole number of steps that fits the field`,
    );
  if (stepText !== undefined && !range.includes("-") && !all)
    return err(
      `has "${element.slice(0, 20)}": steps are of * or of a range, as "*/15" or "0-30/15"`,
    );
  return ok({ from, to, step });
}

/** The number after a slash; 0, which fits no field, for any other text. */
function parseStep(text: string | undefined): number {
  if (text === undefined) return 1;
  return /^\d{1,2}$/.test(text) ? Number(text) : 0;
}

function parseNumber({ least, most, names }: Field, text: string): number | null {
  const named = names.indexOf(text);
  if (named >= 0) return least + named;
  return /^\d{1,2}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? Number(text)
    : null;
}

function describeField({ least, most, names, last }: Field): string {
  const named = names.length === 0 ? "" : ` or ${names[0] ?? ""} to ${names.at(-1) ?? ""}`;
  return `numbers from ${least} to ${most}${named}${last ? ", L for the last day of the month" : ""}, *, ranges (1-5), steps (*/15) and lists (1,15) of them`;
}

function isTooOften(minutes: readonly number[], hours: readonly number[]): boolean {
  if (
    minutes.some(
      (minute, index) => index > 0 && minute - (minutes[index - 1] ?? 0) < SCHEDULE_MINUTES_MIN,
    )
  )
    return true;
  const overTheHour = 60 - (minutes.at(-1) ?? 0) + (minutes[0] ?? 0);
  const follow = hours.some((hour) => hours.includes((hour + 1) % 24));
  return follow && overTheHour < SCHEDULE_MINUTES_MIN;
}
