// Limits long bodies sent to the mock. Nobody signs in to the mock, and it is a single object. Only
// a few long bodies are held at a time, so that many at once cannot take the memory that real
// budgets share with it. Short bodies, and requests without a body, always pass.

import { MOCK_LONG_BODIES_MAX, MOCK_LONG_BODY_BYTES_MIN } from "../../platform/limits.ts";
import { problemResponse } from "../../platform/api/problem.ts";

export class Gate {
  #inside = 0;

  /** The answer of `work`; 429 if the maximum of long bodies is being read. */
  async pass(request: Request, work: () => Promise<Response>): Promise<Response> {
    if (!isLong(request)) return work();
    if (this.#inside >= MOCK_LONG_BODIES_MAX) {
      const errMsg = `The mock reads ${MOCK_LONG_BODIES_MAX} long bodies at a time, please try again later.`;
      return problemResponse({
        kind: "too many",
        errors: [{ errMsg }],
        headers: { "Retry-After": "1" },
      });
    }
    this.#inside++;
    try {
      return await work();
    } finally {
      this.#inside--;
    }
  }
}

/** A body that does not say how long it is may be of any length. */
function isLong({ body, headers }: Request): boolean {
  const length = headers.get("Content-Length");
  return body !== null && (length === null || !(Number(length) < MOCK_LONG_BODY_BYTES_MIN));
}
