// Whether a backup is being restored into this budget. While it is, requests that write are refused
// (answer.ts), jobs wait (object.ts), and no month is closed (history/close.ts).

import type { Problem } from "../../platform/api/problem.ts";
import type { Sql } from "../../platform/sql/sql.ts";

/** The person who restores, and the id that the backup has for whoever made it. */
export interface Restoring {
  readonly user_id: number;
  readonly person: number;
}

/** The restore that is under way; null if no backup is being restored. */
export function findRestoring(sql: Sql): Restoring | null {
  return sql.first<Restoring>("SELECT user_id, person FROM restoring");
}

/** Whether a backup is being restored. */
export function isRestoring(sql: Sql): boolean {
  return findRestoring(sql) !== null;
}

/** The refusal of a write while a backup is being restored. */
export const RESTORING: Problem = {
  kind: "conflict",
  errors: [
    {
      errMsg:
        "A backup is being restored into this budget. Nothing else can be changed until it is done.",
    },
  ],
};
