// The secrets of schedules at rest: sealed for their connection, schedule and name. One that was
// moved, or sealed by a key that is no longer known, opens nowhere; nothing else ever sees them.

import type { Resealed } from "../../platform/sealing/resealed.ts";
import type { Secrets } from "../../sources/source.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Sealer } from "../../platform/sealing/seal.ts";

/** What the sealing key is derived for. */
export const SCHEDULE_PURPOSE = "schedule secrets";

interface SecretRow {
  readonly schedule: string;
  readonly name: string;
  readonly sealed: string;
}

/** The secrets as they are kept: by name, sealed. */
export async function sealSecrets(
  sealer: Sealer,
  connection: string,
  schedule: string,
  secrets: Secrets,
): Promise<Readonly<Record<string, string>>> {
  const sealed = Object.entries(secrets).map(
    async ([name, text]) =>
      [name, await sealer.seal(sealingContext(connection, schedule, name), text)] as const,
  );
  return Object.fromEntries(await Promise.all(sealed));
}

/** Makes these the secrets of the schedule, and no others. */
export function keepSecrets(
  sql: Sql,
  schedule: string,
  sealed: Readonly<Record<string, string>>,
): void {
  sql.run("DELETE FROM schedule_secrets WHERE schedule = ?", schedule);
  for (const [name, text] of Object.entries(sealed))
    sql.run(
      "INSERT INTO schedule_secrets (schedule, name, sealed) VALUES (?, ?, ?)",
      schedule,
      name,
      text,
    );
}

/** The names of what is set, in order. */
export function secretNames(sql: Sql, schedule: string): string[] {
  return sql
    .all<{ name: string }>(
      "SELECT name FROM schedule_secrets WHERE schedule = ? ORDER BY name",
      schedule,
    )
    .map(({ name }) => name);
}

/** All of a schedule's secrets; refused where one does not open. */
export async function openSecrets(
  sql: Sql,
  sealer: () => Promise<Sealer>,
  connection: string,
  schedule: string,
): Promise<Result<Secrets, "does not open">> {
  const rows = sql.all<SecretRow>("SELECT * FROM schedule_secrets WHERE schedule = ?", schedule);
  const secrets: Record<string, string> = {};
  for (const { name, sealed } of rows) {
    const opened = await (await sealer()).open(sealingContext(connection, schedule, name), sealed);
    if (!opened.ok) return err("does not open");
    secrets[name] = opened.value.plain;
  }
  return ok(secrets);
}

/** Seals again, by the key in use, what an older one sealed. A row that changes meanwhile is left as it then is. */
export async function resealSecrets(
  sql: Sql,
  sealer: Sealer,
  connection: string,
): Promise<Resealed> {
  const rows = sql.all<SecretRow>("SELECT * FROM schedule_secrets");
  const stale = rows.filter(({ sealed }) => !sealer.isCurrent(sealed));
  let lost = 0;
  for (const { schedule, name, sealed } of stale) {
    const place = sealingContext(connection, schedule, name);
    const opened = await sealer.open(place, sealed);
    if (!opened.ok) {
      lost += 1;
      continue;
    }
    const fresh = await sealer.seal(place, opened.value.plain);
    sql.run(
      "UPDATE schedule_secrets SET sealed = ? WHERE schedule = ? AND name = ? AND sealed = ?",
      fresh,
      schedule,
      name,
      sealed,
    );
  }
  const failed =
    lost === 0
      ? []
      : [`${lost} secrets of schedules open with neither key: they have to be set again`];
  return { resealed: stale.length - lost, current: rows.length - stale.length, failed };
}

function sealingContext(connection: string, schedule: string, name: string): string {
  return `schedule/${connection}/${schedule}/${name}`;
}
