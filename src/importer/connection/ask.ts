// One request to somebody else's server: bounded in time and in what is read, and redirects are never followed, since
// a token or a secret would go with them. It never throws; whether the server did it is not known where no answer came.

import { err, ok, type Result } from "../../platform/result.ts";

/** What carries a request; the platform's own fetch, or another Worker's in-process. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Answer {
  readonly response: Response;
  /** The whole body; null where there is none. */
  readonly text: string | null;
}

export type NoAnswer = "timeout" | "connection failed" | "answer too large";

/** Sends the request; `signal` of it is ours. The answer's body has been read. */
export async function ask(
  fetch: Fetch,
  request: Request,
  bounds: { timeoutMs: number; bytesMax: number },
): Promise<Result<Answer, NoAnswer>> {
  // Not AbortSignal.timeout: its timer would go on and keep the object awake after the answer.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), bounds.timeoutMs);
  try {
    const response = await fetch(
      new Request(request, { redirect: "manual", signal: timeout.signal }),
    );
    const text = await readBounded(response, bounds.bytesMax);
    return text === undefined ? err("answer too large") : ok({ response, text });
  } catch {
    return err(timeout.signal.aborted ? "timeout" : "connection failed");
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined where it is longer. */
async function readBounded(
  response: Response,
  bytesMax: number,
): Promise<string | null | undefined> {
  if (response.body === null) return null;
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The body as JSON; undefined where it is none. */
export function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
