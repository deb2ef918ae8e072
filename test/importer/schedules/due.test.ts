// When a schedule is due: by example where clocks jump and months end, against a model that walks minute by minute, and
// against the library itself wherever no clock jumps.

import { Cron } from "croner";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkTiming,
  latestDue,
  nextDue,
  nextRuns,
  type Timing,
} from "../../../src/importer/schedules/due.ts";
import { checkPattern } from "../../../src/importer/schedules/pattern.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const at = (text: string) => Date.parse(text);
const runs = (cron: string, timezone: string, after: string, count: number) =>
  nextRuns({ cron, timezone }, at(after), count).map((instant) =>
    new Date(instant).toISOString().slice(0, 16),
  );
// Half an hour of summer time, three quarters of an hour from the hour, none at all, both halves of
// the year, by midnight.
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/Santiago",
  "Pacific/Auckland",
];

describe("clocks that jump", () => {
  test("a time that does not exist is due at the first instant after", () => {
    expect(runs("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", 2)).toEqual([
      "2026-03-29T01:00",
      "2026-03-30T00:30",
    ]);
    expect(runs("0,15,30 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00Z", 4)).toEqual([
      "2026-03-29T01:00",
      "2026-03-29T01:15",
      "2026-03-29T01:30",
      "2026-03-30T00:00",
    ]);
    expect(runs("0 0 6 9 *", "America/Santiago", "2026-08-01T00:00Z", 1)).toEqual([
      "2026-09-06T04:00",
    ]);
  });

  test("one that exists twice is due the first time alone", () => {
    expect(runs("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", 2)).toEqual([
      "2026-10-25T00:30",
      "2026-10-26T01:30",
    ]);
    expect(runs("30 2 * * *", "Europe/Berlin", "2026-10-25T00:45Z", 1)).toEqual([
      "2026-10-26T01:30",
    ]);
    expect(runs("0,30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", 3)).toEqual([
      "2026-10-25T00:00",
      "2026-10-25T00:30",
      "2026-10-26T01:00",
    ]);
  });

  test("a pattern of every hour is due in each hour that passes, the one that comes twice and the one before a gap", () => {
    for (const hours of ["*", "0-23", "*/1"]) {
      expect(runs(`*/30 ${hours} * * *`, "Europe/Berlin", "2026-10-25T00:00Z", 5)).toEqual([
        "2026-10-25T00:30",
        "2026-10-25T01:00",
        "2026-10-25T01:30",
        "2026-10-25T02:00",
        "2026-10-25T02:30",
      ]);
      expect(runs(`30 ${hours} * * *`, "Europe/Berlin", "2026-03-29T00:00Z", 3)).toEqual([
        "2026-03-29T00:30",
        "2026-03-29T01:30",
        "2026-03-29T02:30",
      ]);
    }
    // Half an hour is shown twice, then left out.
    expect(runs("45 * * * *", "Australia/Lord_Howe", "2026-04-04T14:00Z", 3)).toEqual([
      "2026-04-04T14:45",
      "2026-04-04T15:15",
      "2026-04-04T16:15",
    ]);
    expect(runs("0,15 * * * *", "Australia/Lord_Howe", "2026-10-03T15:00Z", 3)).toEqual([
      "2026-10-03T16:00",
      "2026-10-03T16:15",
      "2026-10-03T17:00",
    ]);
  });

  test("a day that a zone left out is made up at its end", () => {
    expect(runs("0 12 30 12 *", "Pacific/Apia", "2011-12-01T00:00Z", 1)).toEqual([
      "2011-12-30T10:00",
    ]);
  });
});

test("months end when they end, and 29 February comes in leap years", () => {
  expect(runs("0 6 31 * *", "UTC", "2026-01-31T06:00Z", 3)).toEqual([
    "2026-03-31T06:00",
    "2026-05-31T06:00",
    "2026-07-31T06:00",
  ]);
  expect(runs("0 6 L * *", "UTC", "2028-01-31T06:00Z", 2)).toEqual([
    "2028-02-29T06:00",
    "2028-03-31T06:00",
  ]);
  expect(runs("0 6 29 2 *", "UTC", "2096-03-01T00:00Z", 1)).toEqual(["2104-02-29T06:00"]);
  expect(runs("0 6 1 * MON", "UTC", "2026-06-01T07:00Z", 2)).toEqual([
    "2026-06-08T06:00",
    "2026-06-15T06:00",
  ]);
});

test("what was missed is made up by the latest, however long ago the first was", () => {
  const quarters: Timing = { cron: "*/15 * * * *", timezone: "Europe/Berlin" };

  expect(latestDue(quarters, at("2016-01-01T00:00Z"), at("2026-01-01T00:14Z"))).toBe(
    at("2026-01-01T00:00Z"),
  );
  expect(latestDue(quarters, at("2026-01-01T00:00Z"), at("2026-01-01T00:00Z"))).toBe(
    at("2026-01-01T00:00Z"),
  );
  expect(
    latestDue(
      { cron: "0 0 1 1 *", timezone: "UTC" },
      at("2024-01-01T00:00Z"),
      at("2026-12-31T00:00Z"),
    ),
  ).toBe(at("2026-01-01T00:00Z"));
});

describe("a pattern", () => {
  test.each([
    ["0 6 * *", "five fields"],
    ["", "this one has 0"],
    ["0 0 6 * * *", "this one has 6"],
    ["60 6 * * *", 'The minute has "60", and takes numbers from 0 to 59'],
    ["0 24 * * *", 'The hour has "24"'],
    ["0 6 32 * *", 'The day of the month has "32"'],
    ["0 6 * 13 *", 'The month has "13", and takes numbers from 1 to 12 or JAN to DEC'],
    ["0 6 * * FUN", 'The day of the week has "FUN"'],
    ["0 22-2 * * *", "a range from a later value to an earlier one"],
    ["0/15 * * * *", "steps are of * or of a range"],
    ["0 */0 * * *", "what follows the slash"],
    ["0 6 1-2-3 * *", 'The day of the month has "1-2-3"'],
    ["0 6 LW * *", 'The day of the month has "LW"'],
    ["0 6 * * 1#2", 'The day of the week has "1#2"'],
    ["*/5 * * * *", "less than 15 minutes apart"],
    ["0,50 * * * *", "less than 15 minutes apart"],
    ["@daily", "this one has 1"],
  ])("%s is refused", (text, why) => {
    const checked = checkPattern(text);
    expect(checked.ok ? "taken" : checked.error).toContain(why);
  });

  test("is taken with names, lists, ranges and steps, and two close minutes in hours that do not follow each other", () => {
    expect(
      [
        "  0 6   * * mon-fri ",
        "0,50 3,5 * * *",
        "*/15 * * * *",
        "0 6 1,L jan,jul *",
        "0 6 * * 7",
      ].map((text) => checkPattern(text)),
    ).toEqual(
      ["0 6 * * MON-FRI", "0,50 3,5 * * *", "*/15 * * * *", "0 6 1,L JAN,JUL *", "0 6 * * 7"].map(
        (value) => ({ ok: true, value }),
      ),
    );
  });

  test("that is never due, and a zone that does not exist, are refused with the field", () => {
    expect([
      checkTiming({ cron: "0 0 30 2 *", timezone: "UTC" }, 0),
      checkTiming({ cron: "0 0 * * *", timezone: "Europe/Atlantis" }, 0),
    ]).toMatchObject([
      { ok: false, error: { field: "cron" } },
      { ok: false, error: { field: "timezone" } },
    ]);
  });
});

/** Patterns that the model below reads by itself. */
const numbers = (least: number, most: number) =>
  fc.oneof(
    fc.constant("*"),
    fc
      .uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 3 })
      .map((list) => list.join(",")),
  );
const pattern = fc
  .tuple(
    fc.constantFrom("0", "30", "59", "0,30", "15,45", "*/15"),
    numbers(0, 23),
    fc.oneof(fc.constant("*"), fc.constant("L"), numbers(1, 31)),
    numbers(1, 12),
    fc.oneof(fc.constant("*"), numbers(0, 6)),
  )
  .map((fields) => fields.join(" "));

function fits(field: string, value: number): boolean {
  return (
    field === "*" ||
    (field === "*/15" ? value % 15 === 0 : field.split(",").includes(String(value)))
  );
}

/** Whether the pattern names that minute of a wall clock, written as if it were UTC. */
function names(cron: string, wall: number): boolean {
  const [minute = "", hour = "", date = "", month = "", weekday = ""] = cron.split(" ");
  const time = new Date(wall);
  const isLast = new Date(wall + DAY).getUTCDate() === 1;
  const onDate = date === "L" ? isLast : fits(date, time.getUTCDate());
  const onDay =
    date !== "*" && weekday !== "*"
      ? onDate || fits(weekday, time.getUTCDay())
      : onDate && fits(weekday, time.getUTCDay());
  return (
    fits(minute, time.getUTCMinutes()) &&
    fits(hour, time.getUTCHours()) &&
    onDay &&
    fits(month, time.getUTCMonth() + 1)
  );
}

/** What a zone's clock shows at an instant, by its digits. */
function clockOf(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  return (instant) => {
    const parts = Object.fromEntries(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    return Date.UTC(
      parts["year"] ?? 0,
      (parts["month"] ?? 1) - 1,
      parts["day"] ?? 1,
      parts["hour"] ?? 0,
      parts["minute"] ?? 0,
    );
  };
}

/**
 * Minute by minute: of every hour it is due when the clock shows a minute that the pattern names,
 * of certain hours when it newly shows, or has newly jumped over, one.
 */
function walked(cron: string, zone: string, from: number, minutes: number): number[] {
  const clock = clockOf(zone);
  const due: number[] = [];
  let seen = clock(from);
  for (let instant = from + MINUTE; instant <= from + minutes * MINUTE; instant += MINUTE) {
    const shown = clock(instant);
    let isDue = false;
    if (cron.split(" ")[1] === "*") isDue = names(cron, shown);
    else for (let wall = seen + MINUTE; wall <= shown; wall += MINUTE) isDue ||= names(cron, wall);
    if (isDue) due.push(instant);
    seen = Math.max(seen, shown);
  }
  return due;
}

const START = at("2020-01-01T00:00Z");
const YEARS = 10 * 365;

/** The days on which a zone's clock jumps. */
function jumps(zone: string): number[] {
  const clock = clockOf(zone);
  const offset = (day: number) => clock(START + day * DAY) - (START + day * DAY);
  return Array.from({ length: YEARS }, (_, day) => day).filter(
    (day) => offset(day) !== offset(day + 1),
  );
}
const JUMPS = new Map(ZONES.map((zone) => [zone, jumps(zone)]));

test("every due instant around every kind of jump is the model's", () => {
  const zoneAndDay = fc
    .constantFrom(...ZONES)
    .chain((zone) =>
      fc.tuple(
        fc.constant(zone),
        fc.oneof(
          fc.constantFrom(...(JUMPS.get(zone)?.length ? (JUMPS.get(zone) ?? []) : [0])),
          fc.integer({ min: 0, max: YEARS }),
        ),
      ),
    );
  fc.assert(
    fc.property(
      zoneAndDay,
      fc.integer({ min: 0, max: 1_439 }),
      pattern.filter((cron) => checkPattern(cron).ok),
      fc.boolean(),
      ([zone, day], minute, cron, anyDay) => {
        const timing = {
          cron: anyDay ? [...cron.split(" ").slice(0, 2), "*", "*", "*"].join(" ") : cron,
          timezone: zone,
        };
        const from = START + day * DAY - minute * MINUTE;
        // The model begins a day earlier, so that it knows what the clock showed before.
        const expected = walked(timing.cron, zone, from - DAY, 4_320).filter(
          (instant) => instant > from,
        );

        const found: number[] = [];
        for (
          let next = nextDue(timing, from);
          next !== null && next <= from + 2 * DAY;
          next = nextDue(timing, next)
        )
          found.push(next);
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test("away from jumps the next is the library's, over ten years in six zones", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: YEARS * 1_440 }),
      pattern.filter((cron) => checkPattern(cron).ok),
      (zone, minute, cron) => {
        const from = START + minute * MINUTE;
        const next = nextDue({ cron, timezone: zone }, from);
        const theirs =
          new Cron(cron, { timezone: zone, mode: "5-part", paused: true })
            .nextRun(new Date(from))
            ?.getTime() ?? null;
        const jump = (instant: number | null) =>
          instant !== null &&
          (JUMPS.get(zone) ?? []).some((day) => Math.abs(START + day * DAY - instant) < 2 * DAY);
        if (jump(next) || jump(theirs)) return;
        expect(next).toBe(theirs);
      },
    ),
    { numRuns: 300 },
  );
});

test("the latest of what was missed is the last of all that were due", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: YEARS * 1_440 }),
      fc.integer({ min: 0, max: 3 * 1_440 }),
      pattern.filter((cron) => checkPattern(cron).ok),
      (zone, minute, late, cron) => {
        const timing = { cron, timezone: zone };
        const due = nextDue(timing, START + minute * MINUTE);
        if (due === null) return;
        const all = [due];
        for (
          let next = nextDue(timing, due);
          next !== null && next <= due + late * MINUTE;
          next = nextDue(timing, next)
        )
          all.push(next);
        expect(latestDue(timing, due, due + late * MINUTE)).toBe(all.at(-1));
      },
    ),
    { numRuns: 60 },
  );
});
