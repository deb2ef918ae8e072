// What the form of a schedule says, as /api/schedules takes it. Pure. Nothing is decided here: what is wrong is told there.

import type { ScheduleSource, SourceField } from "./wire.ts";

/** The body of a POST, or of a PUT that says everything anew but the secrets that stay. */
export function scheduleBody(source: ScheduleSource, field: (name: string) => string, isNew: boolean): object {
  const settings = Object.fromEntries(source.fields.flatMap((one) => settingOf(source, one, field)));
  const typed = source.secrets.flatMap(({ name }) => (field(`secret.${name}`).trim() === "" ? [] : [[name, field(`secret.${name}`).trim()] as const]));
  const says = typed.length > 0 || field("forget") === "yes" || (isNew && source.secrets.length > 0);
  return {
    name: field("name").trim(),
    cron: field("cron").trim(),
    timezone: field("timezone").trim(),
    source: { type: source.type, ...settings, ...(says && { secrets: Object.fromEntries(typed) }) },
    target: targetOf(field("target")),
  };
}

/** A setting that was filled in and that the others leave room for. */
function settingOf({ fields }: ScheduleSource, { name, kind, onlyIf }: SourceField, field: (name: string) => string): (readonly [string, unknown])[] {
  const value = field(`setting.${name}`).trim();
  const applies = onlyIf === undefined || (fields.some((one) => one.name === onlyIf.field) && onlyIf.values.includes(field(`setting.${onlyIf.field}`)));
  if (value === "" || !applies) return [];
  if (kind === "lines") return [[name, value.split("\n").map((line) => line.trim()).filter((line) => line !== "")]];
  return [[name, kind === "whole number" && /^-?\d{1,9}$/.test(value) ? Number(value) : value]];
}

function targetOf(value: string): object {
  const [kind = "", id = ""] = value.split(" ");
  const account = /^\d{1,10}$/.test(id) ? Number(id) : 0;
  switch (kind) {
    case "balance":
      return { manual_account_id: account };
    case "crypto":
      return { crypto_manual_id: account };
    case "history":
      return { history: account, month: "previous" };
    case "statement":
      return { statement: account };
    default:
      return {};
  }
}
