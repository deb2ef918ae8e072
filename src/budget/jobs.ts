// The jobs of a budget: each feature's work that a request leaves for the object's alarm.

import { askBanks } from "./banks/job.ts";
import type { Jobs } from "./jobs/job.ts";
import { fetchLinked } from "./linked/fetch.ts";
import { loadRatesJob } from "./rates/load.ts";
import { recomputeHistoryJob, recomputeJob } from "./rates/recompute.ts";
import { detectRecurring } from "./recurring/job.ts";
import { deleteForgotten } from "./transactions/files.ts";

export const JOBS: Jobs = {
  "recompute to_base": recomputeJob,
  "recompute history": recomputeHistoryJob,
  "detect recurring": async (context) => detectRecurring(context),
  "fetch linked accounts": fetchLinked,
  "delete files": ({ sql, ports, now }) => deleteForgotten(sql, ports.files, now),
  "load rates": loadRatesJob,
  "ask banks": askBanks,
};
