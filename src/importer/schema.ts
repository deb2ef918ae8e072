// The Importer object's migrations in order. Each step's number is final (platform/sql/migrate.ts).

import type { Step } from "../platform/sql/migrate.ts";
import {
  accountDates,
  addresses,
  connection,
  importsWaiting,
  layouts,
  readings,
  rowTexts,
  runs,
  uploads,
} from "./imports/schema.ts";
import { keptFiles } from "./changes/files/schema.ts";
import { changeRecords } from "./changes/records/schema.ts";
import { changes, changesOfImports } from "./changes/schema.ts";
import { statedBalances } from "./balances/schema.ts";
import { cashAccounts, documentMinutes, inbox } from "./inbox/schema.ts";
import { meetingStep, settlingStep } from "./inbox/applying/schema.ts";
import { recipients, trust } from "./inbox/trust-schema.ts";
import { webhookRotation, webhooks } from "./webhooks/sending/schema.ts";
import { scheduleFollowUps, scheduleOwed, schedulePins, schedules } from "./schedules/schema.ts";
import { insertedByDate, matches } from "./matching/schema.ts";
import { keyRights } from "./keys/schema.ts";
import { views } from "./views/schema.ts";
import { backups } from "./backup/schema.ts";
import { backupTarget, targetPassword } from "./backup/target-schema.ts";
import { queueFaults } from "./posting/queue-schema.ts";

/** In order. */
export const steps: readonly Step[] = [
  runs,
  addresses,
  connection,
  layouts,
  matches,
  inbox,
  settlingStep,
  trust,
  meetingStep,
  documentMinutes,
  webhooks,
  schedules,
  scheduleFollowUps,
  webhookRotation,
  schedulePins,
  scheduleOwed,
  importsWaiting,
  statedBalances,
  queueFaults,
  changes,
  changeRecords,
  views,
  uploads,
  changesOfImports,
  keptFiles,
  accountDates,
  cashAccounts,
  recipients,
  keyRights,
  insertedByDate,
  backups,
  readings,
  backupTarget,
  targetPassword,
  rowTexts,
];
