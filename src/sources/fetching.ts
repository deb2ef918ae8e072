// The one way by which a source is asked over the network. Bounded in time, bytes and redirects; every address is looked at
// before it is asked, every hop anew; what goes wrong is a value without a secret in it.

import type { Result } from "../value/result.ts";
import type { SourceFault } from "./reading.ts";

/** A request to a source. */
export interface SourceRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The most bytes of the answer that are read; the bound of limits.ts where it is left out. */
  readonly bytesMax?: number;
}

/** A server's whole answer: 2xx, or a 4xx that the protocol gives a meaning (the reader decides); other ones are faults. */
export interface SourceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Asks; never throws. 401 and 403 are `refused`, 404 and 410 `gone`, 429 `limited`, 5xx `unreachable`, unless the request names them as answers. */
export type Fetching = (request: SourceRequest) => Promise<Result<SourceAnswer, SourceFault>>;
