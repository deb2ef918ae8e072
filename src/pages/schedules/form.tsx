// The form of a schedule: its fields are the source's own, as the registry of sources tells them. Secrets go in and never come
// out: a field left empty leaves what is set as it is.

import { CURRENCIES } from "../../value/currency.ts";
import { useTarget } from "../frame.tsx";
import { Alert, Shell } from "../shell.tsx";
import { capital, pathOf } from "./list.tsx";
import type { Schedule, ScheduleSource, SourceField } from "./wire.ts";
import { targetValue } from "./words.ts";

/** What a schedule can write to. */
export interface TargetChoice {
  readonly value: string;
  readonly label: string;
}

export interface FormProps {
  readonly source: ScheduleSource;
  readonly targets: readonly TargetChoice[];
  /** What is changed; null for a new one. */
  readonly schedule: Schedule | null;
  /** What was typed and refused, by the form's names; secrets are not among it. */
  readonly typed: ReadonlyMap<string, string> | null;
  readonly alert: string | null;
}

/** The page of a new schedule of one source. */
export function NewSchedule(props: FormProps) {
  return (
    <Shell title="New schedule" current="/schedules" scripts={["/schedules.js"]}>
      <h1>{`New schedule: ${props.source.label}`}</h1>
      <p>
        <a href="/schedules">Another source</a>
      </p>
      <ScheduleForm {...props} />
    </Shell>
  );
}

/** The form itself, for a new one and for a change. */
export function ScheduleForm({ source, targets, schedule, typed, alert }: FormProps) {
  const was = (name: string): string => typed?.get(name) ?? (schedule === null ? "" : valueOf(schedule, name));
  const set = schedule === null ? [] : Object.keys(schedule.source.secrets);
  return (
    <form class="stack layout-form schedule-form" method="post" action={useTarget(schedule === null ? "/schedules" : pathOf(schedule.id))}>
      <Alert message={alert} />
      <input type="hidden" name="type" value={source.type} />
      <label class="field">
        <span>Name</span>
        <input name="name" required maxlength={100} autocomplete="off" value={was("name")} />
      </label>
      <fieldset>
        <legend>{capital(source.label)}</legend>
        {source.fields.map((field) => (
          <Field field={field} value={was(`setting.${field.name}`)} fields={source.fields} />
        ))}
      </fieldset>
      {source.secrets.length === 0 ? null : (
        <fieldset>
          <legend>Credentials</legend>
          <p class="hint">They are sealed, sent to this source alone, and never shown again.{set.length === 0 ? "" : " What is left empty stays as it is; if the settings above change, they have to be said again."}</p>
          {source.secrets.map((field) => (
            <Secret field={field} isSet={set.includes(field.name)} />
          ))}
          {set.length === 0 ? null : (
            <label class="choice">
              <input type="checkbox" name="forget" value="yes" />
              <span>Forget the ones that are set</span>
            </label>
          )}
        </fieldset>
      )}
      <label class="field">
        <span>Where it goes</span>
        <select name="target" required>
          <option value="">Choose one</option>
          {targets.map(({ value, label }) => (
            <option value={value} selected={value === was("target")}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>When</legend>
        <div class="field">
          <label for="cron">Pattern</label>
          <input id="cron" name="cron" required maxlength={100} autocomplete="off" value={was("cron")} aria-describedby="cron-help" />
          <small id="cron-help">Minute, hour, day, month, weekday. 0 6 * * * is every day at 06:00; 0 6 * * 1 every Monday; 30 7 1 * * on the first of the month at 07:30.</small>
        </div>
        <div class="field">
          <label for="timezone">On the clock of</label>
          <input id="timezone" name="timezone" required maxlength={100} autocomplete="off" value={was("timezone")} aria-describedby="timezone-help" />
          <small id="timezone-help">A time zone like Europe/Berlin or America/New_York, or UTC.</small>
        </div>
      </fieldset>
      <div class="actions">
        <button class="primary" type="submit">
          {schedule === null ? "Make it" : "Save it"}
        </button>
      </div>
    </form>
  );
}

function Field({ field, value, fields }: { readonly field: SourceField; readonly value: string; readonly fields: readonly SourceField[] }) {
  const id = `setting-${field.name}`;
  const name = `setting.${field.name}`;
  // Without a script all are there: one that depends on another is told so, and is not required.
  const required = field.optional !== true && field.onlyIf === undefined;
  return (
    <div class="field" data-setting={field.name} data-only-field={field.onlyIf?.field} data-only-values={field.onlyIf?.values.join(" ")}>
      <label for={id}>
        {field.label}
        {field.optional === true ? " (may be left empty)" : ""}
      </label>
      {control(field, { id, name, required, value })}
      <small id={`${id}-help`}>
        {field.help}
        {field.onlyIf === undefined ? null : <span class="without-scripts">{onlyWords(field.onlyIf, fields)}</span>}
      </small>
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly value: string;
}

function control({ kind, choices }: SourceField, { value, ...rest }: ControlProps) {
  const described = { ...rest, "aria-describedby": `${rest.id}-help` };
  const options = kind === "currency" ? CURRENCIES : (choices ?? []);
  switch (kind) {
    case "choice":
    case "currency":
      return (
        <select {...described}>
          <option value="">{rest.required ? "Choose one" : "None"}</option>
          {options.map((one) => (
            <option value={one} selected={one === value}>
              {kind === "currency" ? one.toUpperCase() : one.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      );
    case "day":
      return <input {...described} type="date" value={value} />;
    case "lines":
      return (
        <textarea {...described} rows={4}>
          {value}
        </textarea>
      );
    default:
      return <input {...described} autocomplete="off" inputmode={kind === "decimal" ? "decimal" : kind === "whole number" ? "numeric" : undefined} value={value} />;
  }
}

function Secret({ field, isSet }: { readonly field: SourceField; readonly isSet: boolean }) {
  const id = `secret-${field.name}`;
  const shared = { id, name: `secret.${field.name}`, autocomplete: "off", "aria-describedby": `${id}-help` };
  return (
    <div class="field">
      <label for={id}>{`${field.label}${isSet ? " (is set)" : field.optional === true ? " (may be left empty)" : ""}`}</label>
      {field.kind === "lines" ? <textarea {...shared} rows={3} /> : <input {...shared} type="password" />}
      <small id={`${id}-help`}>{field.help}</small>
    </div>
  );
}

function onlyWords(onlyIf: NonNullable<SourceField["onlyIf"]>, fields: readonly SourceField[]): string {
  const of = fields.find(({ name }) => name === onlyIf.field)?.label ?? onlyIf.field;
  return ` Only where ${of} is ${onlyIf.values.map((value) => value.replaceAll("_", " ")).join(" or ")}.`;
}

function valueOf(schedule: Schedule, name: string): string {
  if (name === "target") return targetValue(schedule.target);
  if (name === "name" || name === "cron" || name === "timezone") return schedule[name];
  const setting = schedule.source[name.replace(/^setting\./, "")];
  if (Array.isArray(setting)) return setting.map(lineOf).join("\n");
  return typeof setting === "string" || typeof setting === "number" ? String(setting) : "";
}

/** One of a list of settings as it was typed: a text, or its parts with blanks between. */
function lineOf(one: unknown): string {
  return typeof one === "object" && one !== null ? Object.values(one).join(" ") : String(one);
}
