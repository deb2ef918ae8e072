// Logging: one line of JSON per fault and per heartbeat, nothing for a successful request, and never a secret. No
// other file prints.

import { withoutSecrets } from "./credentials/redact.ts";

/** Facts of a fault of ours; `event` names it. */
export interface Facts {
  readonly event: string;
  readonly [fact: string]: unknown;
}

/** What an operator reads when nothing is wrong. */
export function logNote(facts: Facts): void {
  console.log(withoutSecrets(JSON.stringify(facts)));
}

/** Something that must not happen happened. */
export function logFault(facts: Facts): void {
  console.error(withoutSecrets(JSON.stringify(facts)));
}

/** Somebody else did not do what we rely on. */
export function logWarning(facts: Facts): void {
  console.warn(withoutSecrets(JSON.stringify(facts)));
}
