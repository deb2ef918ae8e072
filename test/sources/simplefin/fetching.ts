// A Fetching that asks a fake directly, with the meanings that the real one gives statuses.

import type { Fetching } from "../../../src/sources/fetching.ts";
import { faultOfStatus } from "../../../src/sources/statuses.ts";
import { err, ok } from "../../../src/platform/result.ts";
import type { FakeSimplefin } from "../fakes/simplefin.ts";

/** Asks the fake; a status of 599 is no answer at all. */
export function fetchingFrom(fake: FakeSimplefin): Fetching {
  return async ({ url, method = "GET", headers = {}, answers = [], bytesMax = Infinity }) => {
    const answer = fake.answer({
      method,
      url: new URL(url),
      authorization: headers["authorization"] ?? null,
    });
    const { host } = new URL(url);
    if (answer.status === 599)
      return err({
        kind: "unreachable",
        message: `${host} could not be reached.`,
        retryAfter: null,
      });
    const all = new Headers(answer.headers);
    if ((answer.status < 200 || answer.status > 299) && !answers.includes(answer.status))
      return err(faultOfStatus(host, answer.status, all.get("retry-after"), 0));
    const body = new TextEncoder().encode(answer.body);
    return body.byteLength > bytesMax
      ? err({
          kind: "too large",
          message: `${host} answered with more than ${bytesMax} bytes.`,
          retryAfter: null,
        })
      : ok({ status: answer.status, headers: all, body });
  };
}
