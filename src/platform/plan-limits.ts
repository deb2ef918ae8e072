// The bounds that differ by the plan of the account that the Worker runs on. On Workers Free the
// platform gives a request 10 ms of processor time and an object's call 30 s, and an invocation 50
// requests to other servers and 1,000 to its own services. Paid: 5 minutes, and 10,000.

import {
  ALARM_STEPS_MAX,
  ALARM_WORK_MS_MAX,
  FREE_ALARM_REMOTE_STEPS_MAX,
  FREE_ALARM_STEPS_MAX,
  FREE_ALARM_WORK_MS_MAX,
  FREE_MAIL_BYTES_MAX,
  FREE_UPLOAD_BYTES_MAX,
  MAIL_BYTES_MAX,
  UPLOAD_BYTES_MAX,
} from "./limits.ts";

/** The plan of the account. */
export type Plan = "paid" | "free";

/** The bounds of a plan. */
export interface PlanLimits {
  /** One uploaded file, and one request with several. */
  readonly uploadBytes: number;
  /** One message. */
  readonly mailBytes: number;
  /** The steps of one alarm of a connection; the next alarm goes on. */
  readonly alarmSteps: number;
  /** How long one alarm of a connection works. */
  readonly alarmWorkMs: number;
}

const PAID: PlanLimits = {
  uploadBytes: UPLOAD_BYTES_MAX,
  mailBytes: MAIL_BYTES_MAX,
  alarmSteps: ALARM_STEPS_MAX,
  alarmWorkMs: ALARM_WORK_MS_MAX,
};

/** The bounds of this plan; `isRemote`: the budgeting service is another server. */
export function limitsOf(plan: Plan, isRemote: boolean): PlanLimits {
  if (plan === "paid") return PAID;
  return {
    uploadBytes: FREE_UPLOAD_BYTES_MAX,
    mailBytes: FREE_MAIL_BYTES_MAX,
    alarmSteps: isRemote ? FREE_ALARM_REMOTE_STEPS_MAX : FREE_ALARM_STEPS_MAX,
    alarmWorkMs: FREE_ALARM_WORK_MS_MAX,
  };
}
