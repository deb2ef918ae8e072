// The fields of a source as the API takes them. Pure. The API checks them.

import type { ScheduleSource, SourceField } from "../schedules/wire.ts";

/** A field's text by its name in the form; "" if it is missing. */
export type Typed = (name: string) => string;

/** The settings that were filled in and that apply. */
export function settingsTyped(
  { fields }: Pick<ScheduleSource, "fields">,
  field: Typed,
): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap((one) => readSetting(fields, one, field)));
}

/** The credentials that were filled in. */
export function secretsTyped(
  { secrets }: Pick<ScheduleSource, "secrets">,
  field: Typed,
): Record<string, string> {
  return Object.fromEntries(
    secrets.flatMap(({ name }) =>
      field(`secret.${name}`).trim() === ""
        ? []
        : [[name, field(`secret.${name}`).trim()] as const],
    ),
  );
}

function readSetting(
  fields: readonly SourceField[],
  { name, kind, onlyIf }: SourceField,
  field: Typed,
): (readonly [string, unknown])[] {
  const value = field(`setting.${name}`).trim();
  const applies =
    onlyIf === undefined ||
    (fields.some((one) => one.name === onlyIf.field) &&
      onlyIf.values.includes(field(`setting.${onlyIf.field}`)));
  if (value === "" || !applies) return [];
  if (kind === "lines")
    return [
      [
        name,
        value
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== ""),
      ],
    ];
  return [[name, kind === "whole number" && /^-?\d{1,9}$/.test(value) ? Number(value) : value]];
}
