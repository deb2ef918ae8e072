// The part of a schedule's form that says when it runs. Without scripts each field is shown, and says when it counts.

import { MONTH_NAMES } from "../../money/month.ts";
import { DescribedField, DescribedInput } from "../ui/fields.tsx";
import type { Child } from "hono/jsx";
import { EVERY, readPattern, USUAL, WEEKDAYS } from "./timing.ts";
import type { Refused } from "../ui/refused-form.ts";
import type { Schedule } from "./wire.ts";

const DAYS_OF_WEEK = [1, 2, 3, 4, 5, 6, 0].map((day) => ({
  value: String(day),
  label: WEEKDAYS[day] ?? "",
}));
const DAYS_OF_MONTH = [
  ...Array.from({ length: 31 }, (_, index) => String(index + 1)).map((value) => ({
    value,
    label: value,
  })),
  { value: "L", label: "the last day" },
];
const MONTHS_OF_YEAR = MONTH_NAMES.map((label, index) => ({ value: String(index + 1), label }));

interface WhenProps {
  readonly schedule: Pick<Schedule, "cron" | "timezone"> | null;
  readonly refused: Refused | null;
}

/** "Every month on day 1 at 06:00", the time zone, and a cron pattern for other times. */
export function When({ schedule, refused }: WhenProps) {
  const known = schedule === null ? USUAL : readPattern(schedule.cron);
  const stored = known ?? { ...USUAL, every: "pattern" as const };
  const typed = (name: string) => refused?.typed.get(name);
  const error = (name: string) => refused?.errors.get(name) ?? null;
  const choose = (name: keyof typeof stored, label: string, only: Only, options: Options) => (
    <Choice
      {...{ name, label, only, options }}
      chosen={typed(name) || stored[name]}
      error={error(name)}
    />
  );
  return (
    <fieldset class="timing">
      <legend>When</legend>
      {choose("every", "Every", null, EVERY)}
      {choose("weekday", "On", { values: "week", words: "week" }, DAYS_OF_WEEK)}
      {choose(
        "in_month",
        "Month",
        { values: "quarter year", words: "3 months (the first of them) or a year" },
        MONTHS_OF_YEAR,
      )}
      {choose(
        "day",
        "On day",
        { values: "month quarter year", words: "month, 3 months or a year" },
        DAYS_OF_MONTH,
      )}
      <Only only={{ values: "day weekday week month quarter year", words: null }}>
        <DescribedInput
          id="at"
          name="at"
          label="At"
          type="time"
          value={typed("at") || stored.at}
          error={error("at")}
        />
      </Only>
      <Zone value={typed("timezone") ?? schedule?.timezone ?? ""} error={error("timezone")} />
      <Advanced
        stored={known === null ? (schedule?.cron ?? "") : ""}
        typed={typed("cron")}
        error={error("cron")}
      />
    </fieldset>
  );
}

type Options = readonly { readonly value: string; readonly label: string }[];
/** The values of `every` that a field counts for, and what it says of them without scripts. */
type Only = { readonly values: string; readonly words: string | null } | null;

function Only({ only, children }: { readonly only: Only; readonly children?: Child }) {
  return (
    <div
      class="field"
      data-only-field={only === null ? undefined : "every"}
      data-only-values={only?.values}
    >
      {children}
    </div>
  );
}

function Choice({
  name,
  label,
  only,
  options,
  chosen,
  error,
}: {
  readonly name: string;
  readonly label: string;
  readonly only: Only;
  readonly options: Options;
  readonly chosen: string;
  readonly error: string | null;
}) {
  const words =
    only === null ? undefined : (
      <span class="without-scripts">{`Only for every ${only.words ?? ""}.`}</span>
    );
  return (
    <Only only={only}>
      <DescribedField
        id={name}
        label={label}
        error={error}
        help={
          name === "day" ? (
            <>A month without that day is left out. “The last day” is in every month. {words}</>
          ) : (
            words
          )
        }
        control={(described) => (
          <select id={name} name={name} {...described}>
            {options.map((one) => (
              <option value={one.value} selected={one.value === chosen}>
                {one.label}
              </option>
            ))}
          </select>
        )}
      />
    </Only>
  );
}

function Zone({ value, error }: { readonly value: string; readonly error: string | null }) {
  return (
    <>
      <DescribedInput
        id="timezone"
        name="timezone"
        label="Time zone"
        required
        maxlength={100}
        list="zones"
        value={value}
        error={error}
        help="For example Europe/Berlin, America/New_York or UTC."
      />
      <datalist id="zones">
        {["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => (
          <option value={zone} />
        ))}
      </datalist>
    </>
  );
}

function Advanced({
  stored,
  typed,
  error,
}: {
  /** The stored pattern, if only a pattern says it. */
  readonly stored: string;
  readonly typed: string | undefined;
  readonly error: string | null;
}) {
  return (
    <details class="advanced" open={stored !== "" || error !== null}>
      <summary>Advanced</summary>
      <input type="hidden" name="cron_was" value={stored} />
      <DescribedInput
        id="cron"
        name="cron"
        label="Schedule (cron)"
        maxlength={100}
        value={typed ?? stored}
        error={error}
        help="For “other times”: minute, hour, day, month and weekday. For example 0 6 * * 1,4 runs every Monday and Thursday at 06:00, and */30 * * * * every half hour."
      />
    </details>
  );
}
