// A request's body as JSON, for a schema to check.

/** The value; undefined where the text is no JSON, which every schema refuses. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
