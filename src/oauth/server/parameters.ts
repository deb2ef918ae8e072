// The parameters of an OAuth request, from a query or a form (RFC 6749, 3.1 and 3.2): none may be
// given twice, one without a value counts as left out, unknown ones are ignored.

import { OAUTH_BODY_BYTES_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";

export interface Parameters {
  /** The parameter's value; null when it was left out. */
  readonly get: (name: string) => string | null;
  /** A parameter that was given twice, or null. */
  readonly repeated: string | null;
}

/** Takes a query or a form apart. */
export function readParameters(text: string): Parameters {
  const values = new Map<string, string>();
  let repeated: string | null = null;
  for (const [name, value] of new URLSearchParams(text)) {
    if (values.has(name)) repeated ??= name;
    else values.set(name, value);
  }
  return { get: (name) => values.get(name) || null, repeated };
}

/** The parameters of a form-encoded body; refuses with a sentence. */
export async function readForm(request: Request): Promise<Result<Parameters, string>> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    return err("The body must be application/x-www-form-urlencoded.");
  }
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > OAUTH_BODY_BYTES_MAX)
    return err(`The body may have at most ${OAUTH_BODY_BYTES_MAX} bytes.`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return err("The body is not UTF-8.");
  }
  const parameters = readParameters(text);
  // The parameter is not named: an error's description may not contain every character of a name
  // (RFC 6749, 5.2).
  return parameters.repeated === null
    ? ok(parameters)
    : err("A parameter was given more than once.");
}
