// The fields of a source in a form: its settings, and its credentials, which are never shown. A
// refused field shows the reason.

import { describeControl, DescribedField, FieldError, type Described } from "../ui/fields.tsx";
import { currencyChoices, currencyLabel } from "../ui/currency-names.ts";
import type { SourceField } from "../schedules/wire.ts";

interface SettingProps {
  readonly field: SourceField;
  readonly value: string;
  /** All fields of the source: one may depend on another. */
  readonly fields: readonly SourceField[];
  /** Why it was refused. */
  readonly error?: string | null;
}

/** One setting. */
export function Setting({ field, value, fields, error = null }: SettingProps) {
  const id = `setting-${field.name}`;
  const name = `setting.${field.name}`;
  // Without scripts every field is shown: one that depends on another says so, and is not required.
  const required = field.optional !== true && field.onlyIf === undefined;
  return (
    <div
      class="field"
      data-setting={field.name}
      data-only-field={field.onlyIf?.field}
      data-only-values={field.onlyIf?.values.join(" ")}
    >
      <label for={id}>
        {field.label}
        {field.optional === true ? " (optional)" : ""}
      </label>
      {control(field, { id, name, required, value, ...describeControl(id, error, `${id}-help`) })}
      <FieldError id={id} error={error} />
      <small id={`${id}-help`}>
        {field.help}
        {field.onlyIf === undefined ? null : (
          <span class="without-scripts">{onlyWords(field.onlyIf, fields)}</span>
        )}
      </small>
    </div>
  );
}

/** One credential, always empty; `isSet` if one is stored. */
export function Credential({
  field,
  isSet,
  required = false,
  error = null,
}: {
  readonly field: SourceField;
  readonly isSet: boolean;
  readonly required?: boolean;
  readonly error?: string | null;
}) {
  const id = `secret-${field.name}`;
  const shared = { id, name: `secret.${field.name}`, autocomplete: "off", required };
  const suffix = field.optional === true ? " (optional)" : "";
  return (
    <DescribedField
      id={id}
      label={`${field.label}${isSet ? " (stored)" : suffix}`}
      error={error}
      help={field.help}
      control={(described) =>
        field.kind === "lines" ? (
          <textarea {...shared} {...described} rows={3} />
        ) : (
          <input {...shared} {...described} type="password" />
        )
      }
    />
  );
}

interface ControlProps extends Described {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly value: string;
}

const INPUT_MODES: Readonly<Record<string, "decimal" | "numeric">> = {
  decimal: "decimal",
  "whole number": "numeric",
};

function control({ kind, choices }: SourceField, { value, ...rest }: ControlProps) {
  const options = kind === "currency" ? currencyChoices(value) : (choices ?? []);
  switch (kind) {
    case "choice":
    case "currency":
      return (
        <select {...rest}>
          <option value="">{rest.required ? "Choose one" : "None"}</option>
          {options.map((one) => (
            <option value={one} selected={one === value}>
              {kind === "currency" ? currencyLabel(one) : one.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      );
    case "day":
      return <input {...rest} type="date" value={value} />;
    case "lines":
      return (
        <textarea {...rest} rows={4}>
          {value}
        </textarea>
      );
    default:
      return <input {...rest} autocomplete="off" inputmode={INPUT_MODES[kind]} value={value} />;
  }
}

function onlyWords(
  onlyIf: NonNullable<SourceField["onlyIf"]>,
  fields: readonly SourceField[],
): string {
  const of = fields.find(({ name }) => name === onlyIf.field)?.label ?? onlyIf.field;
  return ` Only if ${of} is ${onlyIf.values.map((value) => value.replaceAll("_", " ")).join(" or ")}.`;
}

/** A stored setting as it would be typed. */
export function settingText(setting: unknown): string {
  if (Array.isArray(setting)) return setting.map(writeLine).join("\n");
  return typeof setting === "string" || typeof setting === "number" ? String(setting) : "";
}

/** One item of a list setting as it would be typed: a text, or its parts with spaces in between. */
function writeLine(one: unknown): string {
  return typeof one === "object" && one !== null ? Object.values(one).join(" ") : String(one);
}
