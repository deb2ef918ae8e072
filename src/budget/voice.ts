// How a version of the service's interface refuses.

import { problemResponse, type Problem } from "../platform/api/problem.ts";
import type { Route } from "./route.ts";

/** How a version of the interface speaks. */
export interface Voice {
  /** The answer to what is refused; the row is null where none was found. */
  readonly refusal: (problem: Problem, route: Route | null) => Response;
  /** The value of an empty JSON body; undefined refuses it. */
  readonly emptyBody: unknown;
}

/** Version 2: statuses and the envelope. */
export const ENVELOPE: Voice = { refusal: problemResponse, emptyBody: undefined };
