// Helpers of the readers: a server's answer as exact JSON, and faults as values. Messages name the
// server and what was found, and no credential.

import { withoutSecrets } from "../platform/credentials/redact.ts";
import { err, type Result } from "../platform/result.ts";
import { parseExactBytes, type ExactJson } from "./exact-json.ts";
import type { Fetching, SourceRequest } from "./fetching.ts";
import type { SourceFault } from "./source-fault.ts";

/** A fault as a reader's result. */
export function sourceFault(
  kind: SourceFault["kind"],
  message: string,
  retryAfter: number | null = null,
): { readonly ok: false; readonly error: SourceFault } {
  return err({ kind, message, retryAfter });
}

/** Sends a request and parses the answer as JSON; messages call the server `who` ("The node"). */
export async function requestJson(
  fetching: Fetching,
  request: SourceRequest,
  who: string,
): Promise<Result<ExactJson, SourceFault>> {
  const answer = await fetching(request);
  if (!answer.ok) return answer;
  const json = parseExactBytes(answer.value.body);
  return json.ok
    ? json
    : sourceFault("malformed", `${who} gave an answer that cannot be read as JSON: ${json.error}.`);
}

const SAID_CHARS_MAX = 120;

/** A server's text for a message: one short line in quotes, without secrets it may repeat. */
export function quoteServer(text: string, secrets: readonly string[]): string {
  const line = withoutSecrets(text, secrets)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  return JSON.stringify(line.length > SAID_CHARS_MAX ? `${line.slice(0, SAID_CHARS_MAX)}…` : line);
}
