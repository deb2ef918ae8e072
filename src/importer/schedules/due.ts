// When a schedule is due: a cron pattern on the wall clock of a time zone. Pure: the clock is an
// argument. The library walks the calendar; how wall times become instants is decided here. Where a
// clock jumps: a pattern of every hour is due whenever the clock shows one of its minutes, so that
// none of the hours that pass is left out. Of any other a time that is skipped is due at the first
// instant after the jump, one that is shown twice the first time alone. No instant is due twice.

import { Cron } from "croner";
import { SCHEDULE_ZONE_CHARS_MAX } from "../../platform/limits.ts";
import { dayOfInstant, type Day } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { checkPattern, isOfEveryHour } from "./pattern.ts";

/** A pattern that was checked, and the time zone whose clock it is on ("Europe/Berlin"). */
export interface Timing {
  readonly cron: string;
  readonly timezone: string;
}

export interface TimingProblem {
  readonly field: "cron" | "timezone";
  readonly message: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** More than any zone is from UTC, to either side. */
const FARTHEST_MS = 16 * HOUR_MS;
const FORMATS_KEPT_MAX = 50;

/**
 * The pattern and zone in the form that is kept; refuses what is never due (30 February), or more
 * often than it may be.
 */
export function checkTiming(
  { cron, timezone }: Timing,
  now: number,
): Result<Timing, TimingProblem> {
  const pattern = checkPattern(cron);
  if (!pattern.ok) return err({ field: "cron", message: pattern.error });
  if (timezone.length > SCHEDULE_ZONE_CHARS_MAX || !isZone(timezone)) {
    return err({
      field: "timezone",
      message: `There is no time zone "${timezone.slice(0, SCHEDULE_ZONE_CHARS_MAX)}"; it is a name as "Europe/Berlin" or "UTC".`,
    });
  }
  const timing = { cron: pattern.value, timezone };
  if (nextDue(timing, now) === null)
    return err({
      field: "cron",
      message: "The day of the month does not exist in that month: it would never run.",
    });
  return ok(timing);
}

/** The first due instant after `after`, in milliseconds since 1970; null where there is none. */
export function nextDue({ cron, timezone }: Timing, after: number): number | null {
  const calendar = new Cron(cron, { timezone: "UTC", mode: "5-part", paused: true });
  return isOfEveryHour(cron)
    ? nextShown(calendar, timezone, after)
    : nextOnce(calendar, timezone, after);
}

/** The next instant after `after` at which the zone's clock shows a time of the calendar, be it for the second time. */
function nextShown(calendar: Cron, zone: string, after: number): number | null {
  let [wall, offset] = [
    Math.floor((after + offsetAt(zone, after)) / MINUTE_MS) * MINUTE_MS,
    offsetAt(zone, after),
  ];
  for (let from = after; ;) {
    const next = calendar.nextRun(new Date(wall));
    if (next === null) return null;
    const instant = next.getTime() - offset;
    if (offsetAt(zone, instant) === offset) return instant;
    // The clock jumps before that, and goes on with what it shows then.
    from = jumpWithin(zone, from, instant);
    offset = offsetAt(zone, from);
    wall = from + offset - MINUTE_MS;
  }
}

function nextOnce(calendar: Cron, timezone: string, after: number): number | null {
  // Wall times are written as if they were UTC. One that is earlier than the clock shows was due already.
  let wall = new Date(Math.floor((after + offsetAt(timezone, after)) / MINUTE_MS) * MINUTE_MS);
  for (;;) {
    const next = calendar.nextRun(wall);
    if (next === null) return null;
    const instant = findInstant(next.getTime(), timezone);
    // What the clock shows for the second time, or was due at the jump, is passed over: at most a
    // day of quarters of an hour.
    if (instant > after) return instant;
    wall = next;
  }
}

/** The next so many due instants after `after`, in order. */
export function nextRuns(timing: Timing, after: number, count: number): number[] {
  const runs: number[] = [];
  for (
    let at = nextDue(timing, after);
    at !== null && runs.length < count;
    at = nextDue(timing, at)
  )
    runs.push(at);
  return runs;
}

/** The last due instant until `now`, where `due` is one that has come: what was missed in between is made up by it. */
export function latestDue(timing: Timing, due: number, now: number): number {
  // Back from now in spans that double, so that a schedule of every quarter of an hour is not walked through for years.
  for (let span = HOUR_MS; now - span > due; span *= 2) {
    const found = lastWithin(timing, now - span, now);
    if (found !== null) return found;
  }
  return lastWithin(timing, due, now) ?? due;
}

/** The day that the zone's clock shows at that instant. */
export function dayIn(zone: string, instant: number): Day {
  return dayOfInstant(instant + offsetAt(zone, instant));
}

function lastWithin(timing: Timing, after: number, until: number): number | null {
  let found: number | null = null;
  for (let at = nextDue(timing, after); at !== null && at <= until; at = nextDue(timing, at))
    found = at;
  return found;
}

/** The instant at which the zone's clock first shows the wall time, or has passed it. */
function findInstant(wall: number, zone: string): number {
  const [before, after] = [offsetAt(zone, wall - FARTHEST_MS), offsetAt(zone, wall + FARTHEST_MS)];
  const shown = [wall - before, wall - after].filter(
    (instant) => offsetAt(zone, instant) === wall - instant,
  );
  if (shown.length > 0) return Math.min(...shown);
  // Skipped: the jump is between these two.
  return jumpWithin(zone, wall - Math.max(before, after), wall - Math.min(before, after));
}

/** The first instant after `earlier` with another offset, where `later` has one; whole minutes, found by halves. */
function jumpWithin(zone: string, earlier: number, later: number): number {
  const before = offsetAt(zone, earlier);
  let [same, other] = [Math.floor(earlier / MINUTE_MS) * MINUTE_MS, later];
  while (other - same > MINUTE_MS) {
    const middle = Math.floor((same + other) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(zone, middle) === before) same = middle;
    else other = middle;
  }
  return other;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clock is ahead of UTC at that instant. */
function offsetAt(zone: string, instant: number): number {
  const name =
    createFormat(zone)
      .formatToParts(instant)
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] =
    /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}

function createFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  if (formats.size >= FORMATS_KEPT_MAX) formats.clear();
  const made = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  formats.set(zone, made);
  return made;
}

function isZone(zone: string): boolean {
  try {
    createFormat(zone);
    return true;
  } catch {
    return false;
  }
}
