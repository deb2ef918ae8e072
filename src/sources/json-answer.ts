// What readers have in common: a server's answer as JSON with the digits it wrote, and faults as values. Messages name who
// was asked and what was found, and no credential.

import { withoutSecrets } from "../platform/credentials/redact.ts";
import { err, type Result } from "../platform/result.ts";
import { parseExactBytes, type ExactJson } from "./exact-json.ts";
import type { Fetching, SourceRequest } from "./fetching.ts";
import type { SourceFault } from "./source-fault.ts";

/** A fault as the result that a reader answers. */
export function faulted(
  kind: SourceFault["kind"],
  message: string,
  retryAfter: number | null = null,
): { readonly ok: false; readonly error: SourceFault } {
  return err({ kind, message, retryAfter });
}

/** Asks, and reads what was answered as JSON; `who` stands in the message where it is none ("The node"). */
export async function askedJson(
  fetching: Fetching,
  request: SourceRequest,
  who: string,
): Promise<Result<ExactJson, SourceFault>> {
  const answer = await fetching(request);
  if (!answer.ok) return answer;
  const json = parseExactBytes(answer.value.body);
  return json.ok
    ? json
    : faulted("malformed", `${who} answered with what cannot be read as JSON: ${json.error}.`);
}

const SAID_CHARS_MAX = 120;

/** A server's own words for a message: one short line in quotes, without the secrets that it may have been told. */
export function saying(text: string, secrets: readonly string[]): string {
  const line = withoutSecrets(text, secrets)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  return JSON.stringify(line.length > SAID_CHARS_MAX ? `${line.slice(0, SAID_CHARS_MAX)}…` : line);
}
