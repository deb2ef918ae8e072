// The schedule form's content as /api/schedules takes it. Pure. The API checks it.

import { secretsTyped, settingsTyped, type Typed } from "../sources/typed-settings.ts";
import type { ScheduleSource } from "./wire.ts";

/**
 * The body of a POST, or of a PUT that replaces everything except the secrets that stay; `cron` is
 * the pattern that the form's choice stands for.
 */
export function scheduleBody(
  source: ScheduleSource,
  field: Typed,
  cron: string,
  isNew: boolean,
): object {
  const secrets = secretsTyped(source, field);
  const says =
    Object.keys(secrets).length > 0 ||
    field("forget") === "yes" ||
    (isNew && source.secrets.length > 0);
  return {
    name: field("name").trim(),
    cron,
    timezone: field("timezone").trim(),
    source: { type: source.type, ...settingsTyped(source, field), ...(says && { secrets }) },
    target: readTarget(field("target"), field("month").trim(), field("from").trim()),
  };
}

function readTarget(value: string, month: string, from: string): object {
  const [kind = "", id = ""] = value.split(" ");
  const account = /^\d{1,10}$/.test(id) ? Number(id) : 0;
  switch (kind) {
    case "balance":
      return { manual_account_id: account };
    case "crypto":
      return { crypto_manual_id: account };
    case "history":
      return {
        history: account,
        month: month === "" ? "previous" : month,
        ...(from !== "" && { from }),
      };
    case "statement":
      return { statement: account };
    default:
      return {};
  }
}
