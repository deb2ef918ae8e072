// The form of a schedule, with the fields of its source from the registry. Secrets are never shown:
// a field that stays empty keeps the stored one.

import { DescribedField, DescribedInput } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import { Credential, Setting, settingText } from "../sources/fields.tsx";
import type { Refused } from "../ui/refused-form.ts";
import { schedulePath } from "./list.tsx";
import { capitalize } from "../../platform/text.ts";
import type { Schedule, ScheduleSource } from "./wire.ts";
import { When } from "./when.tsx";
import { targetValue } from "./words.ts";

/** An account or holding that a schedule can write to. */
export interface TargetChoice {
  readonly value: string;
  readonly label: string;
}

export interface FormProps {
  readonly source: ScheduleSource;
  readonly targets: readonly TargetChoice[];
  /** Each list of targets that could not be read, with the reason. */
  readonly unread: readonly string[];
  /** The schedule to change; null for a new one. */
  readonly schedule: Schedule | null;
  readonly refused: Refused | null;
}

/** The page of a new schedule for one source. */
export function NewSchedule(props: FormProps) {
  return (
    <Shell title="New schedule" current="/schedules" scripts={["/schedules.js"]}>
      <h1>{`New schedule: ${props.source.label}`}</h1>
      <p>
        <a href="/schedules">Choose another source</a>
      </p>
      <ScheduleForm {...props} />
    </Shell>
  );
}

/** The form itself, for a new schedule and for a change. */
export function ScheduleForm(props: FormProps) {
  const { source, schedule, refused } = props;
  const field = fieldProps(props);
  return (
    <form
      class="stack layout-form schedule-form"
      method="post"
      action={useTarget(schedule === null ? "/schedules" : schedulePath(schedule.id))}
    >
      <Alert message={refused?.message ?? null} />
      <input type="hidden" name="type" value={source.type} />
      <DescribedInput {...field("name")} label="Name" required maxlength={100} />
      <fieldset>
        <legend>{capitalize(source.label)}</legend>
        {source.fields.map((one) => (
          <Setting field={one} fields={source.fields} {...field(`setting.${one.name}`)} />
        ))}
      </fieldset>
      <Credentials {...props} />
      <Target {...props} />
      <When schedule={schedule} refused={refused} />
      <div class="actions">
        <button class="primary" type="submit">
          {schedule === null ? "Create schedule" : "Save"}
        </button>
      </div>
    </form>
  );
}

/** A field's name, what it shows, and why it was refused. */
function fieldProps({ schedule, refused }: Pick<FormProps, "schedule" | "refused">) {
  return (name: string) => ({
    id: name,
    name,
    value: refused?.typed.get(name) ?? (schedule === null ? "" : settingValue(schedule, name)),
    error: refused?.errors.get(name) ?? null,
  });
}

function Credentials({ source, schedule, refused }: FormProps) {
  if (source.secrets.length === 0) return null;
  const stored = schedule === null ? [] : Object.keys(schedule.source.secrets);
  return (
    <fieldset>
      <legend>Credentials</legend>
      <p class="hint">
        They are stored encrypted, sent to this source only, and never shown again.
        {stored.length === 0
          ? ""
          : " Leave a field empty to keep its credential. If you change the settings above, enter all of them again."}
      </p>
      {source.secrets.map((field) => (
        <Credential
          field={field}
          isSet={stored.includes(field.name)}
          error={refused?.errors.get(`secret.${field.name}`) ?? null}
        />
      ))}
      {stored.length === 0 ? null : (
        <label class="choice">
          <input
            type="checkbox"
            name="forget"
            value="yes"
            checked={refused?.typed.get("forget") === "yes"}
          />
          <span>Delete the stored credentials</span>
        </label>
      )}
    </fieldset>
  );
}

function Target(props: FormProps) {
  const field = fieldProps(props);
  const { value, error } = field("target");
  return (
    <>
      {props.unread.map((sentence) => (
        <p class="warning">{sentence}</p>
      ))}
      <DescribedField
        id="target"
        label="Target"
        error={error}
        control={(described) => (
          <select id="target" name="target" required {...described}>
            <option value="">Choose one</option>
            {props.targets.map((target) => (
              <option value={target.value} selected={target.value === value}>
                {target.label}
              </option>
            ))}
          </select>
        )}
      />
      {props.source.relative ? null : <Months {...props} />}
    </>
  );
}

/** The months of a balance history. */
function Months(props: FormProps) {
  const field = fieldProps(props);
  return (
    <>
      <DescribedInput
        {...field("month")}
        label="Month in the balance history (optional)"
        placeholder="previous"
        maxlength={8}
        help="Only for a balance history target: a month such as 2026-03. If empty, each run uses the month before."
      />
      <DescribedInput
        {...field("from")}
        label="Start month (optional)"
        placeholder="2024-01"
        maxlength={7}
        help="Each run then writes every month from this one on: with a formula every month, with a CSV file the months of its rows, with JSON the months of its values."
      />
    </>
  );
}

function settingValue(schedule: Schedule, name: string): string {
  if (name === "target") return targetValue(schedule.target);
  if (name === "month" || name === "from")
    return "history" in schedule.target ? (schedule.target[name] ?? "") : "";
  if (name === "name") return schedule.name;
  return settingText(schedule.source[name.replace(/^setting\./, "")]);
}
