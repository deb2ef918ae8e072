// What the pages read of /api/schedules, by the importer's own schemas.

import type * as z from "zod";
import type { RUN, SCHEDULE, SCHEDULE_DETAIL, SOURCE_LIST } from "../../importer/schedules/wire.ts";

export type ScheduleSource = z.infer<typeof SOURCE_LIST>["sources"][number];
export type SourceField = ScheduleSource["fields"][number];
export type ScheduleRun = z.infer<typeof RUN>;
export type Schedule = z.infer<typeof SCHEDULE>;
export type ScheduleTarget = Schedule["target"];
export type ScheduleDetail = z.infer<typeof SCHEDULE_DETAIL>;
