// The form of a schedule, with the fields of its source from the registry. Secrets are never shown:
// a field that stays empty keeps the stored one.

import { FieldError, describeControl } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import { Credential, Setting, settingText } from "../sources/fields.tsx";
import type { Refused } from "../ui/refused-form.ts";
import { capital, pathOf } from "./list.tsx";
import type { Schedule, ScheduleSource } from "./wire.ts";
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
export function ScheduleForm({ source, targets, unread, schedule, refused }: FormProps) {
  const was = (name: string): string =>
    refused?.typed.get(name) ?? (schedule === null ? "" : valueOf(schedule, name));
  const error = (name: string): string | null => refused?.errors.get(name) ?? null;
  const set = schedule === null ? [] : Object.keys(schedule.source.secrets);
  return (
    <form
      class="stack layout-form schedule-form"
      method="post"
      action={useTarget(schedule === null ? "/schedules" : pathOf(schedule.id))}
    >
      <Alert message={refused?.message ?? null} />
      <input type="hidden" name="type" value={source.type} />
      <div class="field">
        <label for="name">Name</label>
        <input
          id="name"
          name="name"
          required
          maxlength={100}
          autocomplete="off"
          value={was("name")}
          {...describeControl("name", error("name"))}
        />
        <FieldError id="name" error={error("name")} />
      </div>
      <fieldset>
        <legend>{capital(source.label)}</legend>
        {source.fields.map((field) => (
          <Setting
            field={field}
            value={was(`setting.${field.name}`)}
            fields={source.fields}
            error={error(`setting.${field.name}`)}
          />
        ))}
      </fieldset>
      {source.secrets.length === 0 ? null : (
        <fieldset>
          <legend>Credentials</legend>
          <p class="hint">
            They are stored encrypted, sent to this source only, and never shown again.
            {set.length === 0
              ? ""
              : " Leave a field empty to keep its credential. If you change the settings above, enter all of them again."}
          </p>
          {source.secrets.map((field) => (
            <Credential
              field={field}
              isSet={set.includes(field.name)}
              error={error(`secret.${field.name}`)}
            />
          ))}
          {set.length === 0 ? null : (
            <label class="choice">
              <input type="checkbox" name="forget" value="yes" checked={was("forget") === "yes"} />
              <span>Delete the stored credentials</span>
            </label>
          )}
        </fieldset>
      )}
      {unread.map((sentence) => (
        <p class="warning">{sentence}</p>
      ))}
      <div class="field">
        <label for="target">Target</label>
        <select id="target" name="target" required {...describeControl("target", error("target"))}>
          <option value="">Choose one</option>
          {targets.map(({ value, label }) => (
            <option value={value} selected={value === was("target")}>
              {label}
            </option>
          ))}
        </select>
        <FieldError id="target" error={error("target")} />
      </div>
      <div class="field">
        <label for="month">Month in the balance history (optional)</label>
        <input
          id="month"
          name="month"
          autocomplete="off"
          placeholder="previous"
          maxlength={8}
          value={was("month")}
          {...describeControl("month", error("month"), "month-help")}
        />
        <FieldError id="month" error={error("month")} />
        <small id="month-help">
          Only for a balance history target: a month such as 2026-03. If empty, each run uses the
          month before.
        </small>
      </div>
      <div class="field">
        <label for="from">Start month (optional)</label>
        <input
          id="from"
          name="from"
          autocomplete="off"
          placeholder="2024-01"
          maxlength={7}
          value={was("from")}
          {...describeControl("from", error("from"), "from-help")}
        />
        <FieldError id="from" error={error("from")} />
        <small id="from-help">
          Each run then writes every month from this one on: with a formula every month, with a CSV
          file the months of its rows, with JSON the months of its values.
        </small>
      </div>
      <fieldset>
        <legend>When</legend>
        <div class="field">
          <label for="cron">Schedule (cron)</label>
          <input
            id="cron"
            name="cron"
            required
            maxlength={100}
            autocomplete="off"
            value={was("cron")}
            {...describeControl("cron", error("cron"), "cron-help")}
          />
          <FieldError id="cron" error={error("cron")} />
          <small id="cron-help">
            Minute, hour, day, month and weekday. For example: 0 6 * * * runs every day at 06:00, 0
            6 * * 1 every Monday at 06:00, and 30 7 1 * * on the first of each month at 07:30.
          </small>
        </div>
        <div class="field">
          <label for="timezone">Time zone</label>
          <input
            id="timezone"
            name="timezone"
            required
            maxlength={100}
            autocomplete="off"
            value={was("timezone")}
            {...describeControl("timezone", error("timezone"), "timezone-help")}
          />
          <FieldError id="timezone" error={error("timezone")} />
          <small id="timezone-help">For example Europe/Berlin, America/New_York or UTC.</small>
        </div>
      </fieldset>
      <div class="actions">
        <button class="primary" type="submit">
          {schedule === null ? "Create schedule" : "Save"}
        </button>
      </div>
    </form>
  );
}

function valueOf(schedule: Schedule, name: string): string {
  if (name === "target") return targetValue(schedule.target);
  if (name === "month" || name === "from")
    return "history" in schedule.target ? (schedule.target[name] ?? "") : "";
  if (name === "name" || name === "cron" || name === "timezone") return schedule[name];
  return settingText(schedule.source[name.replace(/^setting\./, "")]);
}
