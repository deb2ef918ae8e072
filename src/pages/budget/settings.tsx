// How the embedded service makes budget periods, and what counts as income: one form.

import { PERIOD_GRANULARITIES, type PeriodGranularity } from "../../budget/budgets/periods.ts";
import { DescribedField, DescribedInput } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import { Tick } from "../categories/parts.tsx";

/** The fields of the form as text. */
export interface SettingsForm {
  readonly granularity: string;
  readonly quantity: string;
  readonly anchor: string;
  readonly lastDay: boolean;
  readonly income: string;
  readonly carries: boolean;
  readonly hides: boolean;
}

interface SettingsPageProps {
  readonly form: SettingsForm;
  /** An error sentence by field name; "" for errors of no field. */
  readonly errors: ReadonlyMap<string, string>;
  readonly isSaved: boolean;
}

const UNITS: Readonly<Record<PeriodGranularity, string>> = {
  day: "days",
  week: "weeks",
  month: "months",
  year: "years",
  "twice a month": "half months, twice a month",
};

const INCOME = {
  max: "The larger of expected and received",
  budgeted: "What is expected: the amounts budgeted for income",
  activity: "What was received",
} as const;

/** The page of the settings. */
export function SettingsPage({ form, errors, isSaved }: SettingsPageProps) {
  const action = useTarget("/budget/settings");
  return (
    <Shell title="Periods and the pot" current="/budget">
      <p class="origin">
        <a href="/budget">← Budget</a>
      </p>
      <h1>Periods and the pot</h1>
      {isSaved ? (
        <p class="saved" role="status">
          Saved.
        </p>
      ) : null}
      <Alert message={errors.get("") ?? null} />
      <form class="stack settings-form" method="post" action={action}>
        <input type="hidden" name="key" value={crypto.randomUUID()} />
        <PeriodFields form={form} errors={errors} />
        <DescribedField
          id="income"
          label="Income counted in the pot"
          error={errors.get("income") ?? null}
          control={(described) => (
            <select id="income" name="income" {...described}>
              {Object.entries(INCOME).map(([value, words]) => (
                <option value={value} selected={value === form.income}>
                  {words}
                </option>
              ))}
            </select>
          )}
        />
        <Tick
          name="carries"
          label="Carry what was not budgeted into the next period"
          checked={form.carries}
        />
        <Tick
          name="hides"
          label="Hide categories without budget and activity"
          checked={form.hides}
        />
        <p class="actions">
          <button class="primary" type="submit">
            Save
          </button>
        </p>
      </form>
    </Shell>
  );
}

function PeriodFields({ form, errors }: Pick<SettingsPageProps, "form" | "errors">) {
  return (
    <fieldset>
      <legend>A budget period</legend>
      <div class="row-form">
        <DescribedInput
          id="quantity"
          label="lasts"
          name="quantity"
          value={form.quantity}
          inputmode="numeric"
          error={errors.get("quantity") ?? null}
        />
        <DescribedField
          id="granularity"
          label="of"
          error={errors.get("granularity") ?? null}
          control={(described) => (
            <select id="granularity" name="granularity" {...described}>
              {PERIOD_GRANULARITIES.map((value) => (
                <option value={value} selected={value === form.granularity}>
                  {UNITS[value]}
                </option>
              ))}
            </select>
          )}
        />
        <DescribedInput
          id="anchor"
          label="and one starts on"
          name="anchor"
          type="date"
          value={form.anchor}
          error={errors.get("anchor") ?? null}
        />
      </div>
      <Tick
        name="last_day"
        label="A start on a month’s last day means every month’s last day"
        checked={form.lastDay}
      />
      <p class="hint">
        Amounts that were budgeted for other periods are kept, and show again when you change this
        back.
      </p>
    </fieldset>
  );
}
