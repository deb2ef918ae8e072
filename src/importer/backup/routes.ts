// /api/restore and /api/backups, for people only: the progress of a restore, and the backups that are
// kept. The routes that upload or download a backup are in doors.ts.

import * as z from "zod";
import { BACKUP_DAYS_MAX, BACKUPS_KEPT_MAX } from "../../platform/limits.ts";
import { err, ok } from "../../platform/result.ts";
import { done, found, ID, parseId, route, type Row } from "../route.ts";
import type { Backups } from "./backups.ts";
import { explainTarget, readCredentials, TARGET_BODY } from "./target-body.ts";
import { KEPT_LIST, RESTORE } from "./wire.ts";

const BACKUP_ROW = { tag: "backup", by: "people", noStore: true } as const;

export const BACKUP_ROUTES: readonly Row<Backups>[] = [
  route({
    method: "GET",
    path: "/restore",
    ...BACKUP_ROW,
    summary: "The newest restoring of a backup, and how far it is",
    status: 200,
    response: RESTORE,
    failures: [404],
    handle: async (backups: Backups) => found(backups.last(), { kind: "no restore" }),
  }),
  route({
    method: "DELETE",
    path: "/restore",
    ...BACKUP_ROW,
    summary: "Stop the restoring that is under way; the budget is empty again",
    status: 200,
    response: RESTORE,
    failures: [404],
    handle: async (backups: Backups) => {
      const stopped = await backups.cancel();
      return stopped === null ? found(null, { kind: "no restore" }) : ok(stopped);
    },
  }),
  route({
    method: "GET",
    path: "/backups",
    ...BACKUP_ROW,
    summary: "The backups that are made by themselves, and how often",
    status: 200,
    response: KEPT_LIST,
    failures: [],
    handle: async (backups: Backups) => ok(backups.kept()),
  }),
  route({
    method: "PUT",
    path: "/backups",
    ...BACKUP_ROW,
    summary: `Make a backup every so many days, the first one now; the newest ${BACKUPS_KEPT_MAX} are kept. null stops it`,
    body: z.strictObject({ days: z.int().min(1).max(BACKUP_DAYS_MAX).nullable() }),
    example: { days: 7 },
    status: 200,
    response: KEPT_LIST,
    failures: [400],
    handle: async (backups: Backups, { body: { days } }) => ok(await backups.plan(days)),
  }),
  route({
    method: "PUT",
    path: "/backup-target",
    ...BACKUP_ROW,
    summary:
      "Also send each backup to an https address, as a PUT of the ZIP; a token goes along as Authorization: Bearer, a user name with a password as Basic. The newest is sent at once",
    body: TARGET_BODY,
    wrongBody: explainTarget,
    example: { url: "https://files.example/backups/", token: "a-token-of-the-receiver" },
    status: 200,
    response: KEPT_LIST,
    failures: [400],
    handle: async (backups: Backups, { body }, { request }) => {
      const address = backups.sending.check(body.url, new URL(request.url).origin);
      if (!address.ok) return err({ kind: "invalid", field: "/body/url", message: address.error });
      const credentials = readCredentials(body);
      if (!credentials.ok)
        return err({ kind: "invalid", field: "/body", message: credentials.error });
      await backups.sending.set(address.value, credentials.value);
      return ok(backups.kept());
    },
  }),
  route({
    method: "DELETE",
    path: "/backup-target",
    ...BACKUP_ROW,
    summary: "Send backups nowhere any more; they are still made and kept",
    status: 204,
    failures: [404],
    handle: async (backups: Backups) => done(backups.sending.drop(), { kind: "no backup address" }),
  }),
  route({
    method: "POST",
    path: "/backup-target/send",
    ...BACKUP_ROW,
    summary: "Send the newest backup to the address once more, now",
    status: 202,
    response: KEPT_LIST,
    failures: [404],
    handle: async (backups: Backups) =>
      (await backups.sendNow()) ? ok(backups.kept()) : found(null, { kind: "no backup to send" }),
  }),
  route({
    method: "DELETE",
    path: "/backups/{id}",
    ...BACKUP_ROW,
    summary: "Delete a backup that was made by itself",
    params: ID,
    status: 204,
    failures: [404],
    handle: async (backups: Backups, { params: { id } }) =>
      done(await backups.drop(parseId(id)), { kind: "no such backup", id }),
  }),
];
