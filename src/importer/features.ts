// The features of a connection's object, and the rows by which they answer requests.

import { Backups } from "./backup/backups.ts";
import { BACKUP_ROUTES } from "./backup/routes.ts";
import { Changes } from "./changes/feature.ts";
import { CHANGE_ROUTES } from "./changes/routes.ts";
import type { Core } from "./core.ts";
import { Export } from "./export/feature.ts";
import { EXPORT_ROUTES } from "./export/routes.ts";
import type { Feature } from "./feature.ts";
import { Imports } from "./imports/feature.ts";
import { PREVIEW_ROUTES } from "./imports/preview-routes.ts";
import { Previews } from "./imports/previews.ts";
import { IMPORT_ROUTES } from "./imports/routes.ts";
import { Inbox } from "./inbox/feature.ts";
import { LEARNED_ROUTES } from "./inbox/learned-routes.ts";
import { INBOX_ROUTES } from "./inbox/routes.ts";
import { Access } from "./keys/feature.ts";
import { ACCESS_ROUTES } from "./keys/routes.ts";
import { Layouts } from "./layouts/feature.ts";
import { LAYOUT_ROUTES } from "./layouts/routes.ts";
import { Matching } from "./matching/feature.ts";
import { MATCHING_ROUTES } from "./matching/routes.ts";
import { bind, type BoundRow } from "./route.ts";
import { Schedules } from "./schedules/feature.ts";
import { SCHEDULE_ROUTES } from "./schedules/routes.ts";
import { Views } from "./views/feature.ts";
import { VIEW_ROUTES } from "./views/routes.ts";
import { Hooks } from "./webhooks/receiving/feature.ts";
import { HOOK_ROUTES } from "./webhooks/receiving/routes.ts";
import { Endpoints } from "./webhooks/sending/feature.ts";
import { WEBHOOK_ROUTES } from "./webhooks/sending/routes.ts";

/** The features of one connection. */
export interface Features {
  readonly imports: Imports;
  readonly changes: Changes;
  readonly inbox: Inbox;
  readonly access: Access;
  readonly hooks: Hooks;
  readonly endpoints: Endpoints;
  readonly backups: Backups;
  /** In the order in which the alarm lets them work. */
  readonly all: readonly Feature[];
  readonly rows: readonly BoundRow[];
}

/** Makes the features of a connection. */
export function makeFeatures(core: Core): Features {
  const schedules = new Schedules(core);
  const imports = new Imports(core);
  const changes = new Changes(core, async (run) => imports.undo(run));
  const matching = new Matching(core, changes);
  const inbox = new Inbox(core, changes);
  const access = new Access(core);
  const hooks = new Hooks(core);
  const endpoints = new Endpoints(core);
  const backups = new Backups(core, async () => access.renewAddresses());
  return {
    imports,
    changes,
    inbox,
    access,
    hooks,
    endpoints,
    backups,
    all: [access, changes, imports, matching, inbox, endpoints, hooks, schedules, backups],
    rows: [
      ...bind(IMPORT_ROUTES, imports),
      ...bind(PREVIEW_ROUTES, new Previews(core, imports)),
      ...bind(MATCHING_ROUTES, matching),
      ...bind(CHANGE_ROUTES, changes),
      ...bind(INBOX_ROUTES, inbox),
      ...bind(LEARNED_ROUTES, inbox),
      ...bind(SCHEDULE_ROUTES, schedules),
      ...bind(HOOK_ROUTES, hooks),
      ...bind(WEBHOOK_ROUTES, endpoints),
      ...bind(ACCESS_ROUTES, access),
      ...bindStateless(core),
      ...bind(BACKUP_ROUTES, backups),
    ],
  };
}

/** The rows of what has no work of its own in the alarm. */
function bindStateless(core: Core): BoundRow[] {
  return [
    ...bind(LAYOUT_ROUTES, new Layouts(core)),
    ...bind(VIEW_ROUTES, new Views(core)),
    ...bind(EXPORT_ROUTES, new Export(core)),
  ];
}
