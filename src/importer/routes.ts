// All rows of the importer's API: those of the Importer object's features, and those that the
// Worker answers.

import type { Described } from "../platform/api/route.ts";
import { BACKUP_ROUTES } from "./backup/routes.ts";
import { CHANGE_ROUTES } from "./changes/routes.ts";
import { CONNECTION_ROUTES } from "./connection/routes.ts";
import { DOOR_ROUTES } from "./doors.ts";
import { EXPORT_ROUTES } from "./export/routes.ts";
import { PREVIEW_ROUTES } from "./imports/preview-routes.ts";
import { IMPORT_ROUTES } from "./imports/routes.ts";
import { LEARNED_ROUTES } from "./inbox/learned-routes.ts";
import { INBOX_ROUTES } from "./inbox/routes.ts";
import { ACCESS_ROUTES } from "./keys/routes.ts";
import { LAYOUT_ROUTES } from "./layouts/routes.ts";
import { MATCHING_ROUTES } from "./matching/routes.ts";
import type { By } from "./route.ts";
import { SCHEDULE_ROUTES } from "./schedules/routes.ts";
import { HOOK_ROUTES } from "./webhooks/receiving/routes.ts";
import { VIEW_ROUTES } from "./views/routes.ts";
import { WEBHOOK_ROUTES } from "./webhooks/sending/routes.ts";

/** The documented part of a row. */
export interface ImporterRow extends Described {
  readonly by: By;
}

export const IMPORTER_ROUTES: readonly ImporterRow[] = [
  ...DOOR_ROUTES,
  ...IMPORT_ROUTES,
  ...PREVIEW_ROUTES,
  ...MATCHING_ROUTES,
  ...CHANGE_ROUTES,
  ...INBOX_ROUTES,
  ...LEARNED_ROUTES,
  ...LAYOUT_ROUTES,
  ...SCHEDULE_ROUTES,
  ...HOOK_ROUTES,
  ...WEBHOOK_ROUTES,
  ...ACCESS_ROUTES,
  ...VIEW_ROUTES,
  ...EXPORT_ROUTES,
  ...BACKUP_ROUTES,
  ...CONNECTION_ROUTES,
];
