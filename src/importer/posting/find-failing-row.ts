// Which row the service fails at. Pure.
//
// A service that answers 500 may be down, or may fail at one row of the batch for ever. A batch that it failed at
// several times is halved, which costs nothing but requests. A row is rejected only when it is alone in its batch, was
// answered 5xx several times, no larger batch of the run is open, and the service accepted other rows since it first
// failed. While all of the service is down nothing is accepted, so nothing is rejected; the budget is listed before a
// rejection as well. A file of one row waits, and says so, until rows of another import are accepted.

import { SERVER_FAULTS_TO_HALVE, SERVER_FAULTS_TO_REJECT } from "../../platform/limits.ts";

/** What is known of a batch that the service failed at. */
export interface FailedBatch {
  readonly rows: { readonly length: number };
  /** How often it was answered 5xx. */
  readonly strikes: number;
  readonly suspect: "no" | "alone" | "others accepted";
  /** No larger batch of the run is open. */
  readonly smallest: boolean;
}

/** After one more 5xx: try it again later, try its halves, or reject its only row. */
export function verdictOn({
  rows,
  strikes,
  suspect,
  smallest,
}: FailedBatch): "wait" | "halve" | "reject" {
  const othersPass = suspect === "others accepted";
  if (rows.length > 1)
    return othersPass || strikes + 1 >= SERVER_FAULTS_TO_HALVE ? "halve" : "wait";
  return othersPass && smallest && strikes + 1 >= SERVER_FAULTS_TO_REJECT ? "reject" : "wait";
}
