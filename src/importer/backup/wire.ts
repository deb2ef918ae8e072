// A restore as the API shows it.

import * as z from "zod";
import type { KeptRow, PlanRow } from "./kept.ts";
import type { RestoreRow } from "./store.ts";
import type { TargetRow } from "./target.ts";

export const RESTORE = z
  .object({
    id: z.int(),
    state: z.enum(["working", "clearing", "failed", "done"]),
    error: z.string().nullable(),
    done: z.int(),
    total: z.int(),
    began_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Restore" });
export type ShownRestore = z.output<typeof RESTORE>;

/** Where each backup is also sent to. `url` is without what may be secret in it. */
const BACKUP_TARGET = z
  .object({
    url: z.string(),
    has_token: z.boolean(),
    has_password: z.boolean(),
    sent_at: z.iso.datetime().nullable(),
    next_attempt_at: z.iso.datetime().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "BackupTarget" });

/** The backups that are made by themselves; days is null where none are. */
export const KEPT_LIST = z.object({
  days: z.int().nullable(),
  next_at: z.iso.datetime().nullable(),
  error: z.string().nullable(),
  target: BACKUP_TARGET.nullable(),
  backups: z.array(
    z.object({ id: z.int(), made_at: z.iso.datetime(), bytes: z.int() }).meta({ id: "KeptBackup" }),
  ),
});
export type KeptList = z.output<typeof KEPT_LIST>;

export function listToApi(
  plan: PlanRow | null,
  kept: readonly KeptRow[],
  target: TargetRow | null,
): KeptList {
  return {
    days: plan?.days ?? null,
    next_at: plan === null ? null : new Date(plan.due_at).toISOString(),
    error: plan?.error ?? null,
    target: target && targetToApi(target),
    backups: kept.map(({ id, made_at, bytes }) => ({
      id,
      made_at: new Date(made_at).toISOString(),
      bytes: bytes ?? 0,
    })),
  };
}

function targetToApi({ shown, has_token, has_password, sent_at, due_at, error }: TargetRow) {
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    url: shown,
    has_token: has_token === 1,
    has_password: has_password === 1,
    sent_at: instant(sent_at),
    next_attempt_at: instant(due_at),
    error,
  };
}

export function toApi(row: RestoreRow): ShownRestore {
  return {
    id: row.id,
    state: row.state,
    error: row.error,
    done: row.step,
    total: row.steps,
    began_at: new Date(row.created_at).toISOString(),
    finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  };
}
