// Known bank layouts, a row each. Where several banks share a header, only what they agree on is said.

import type { KnownLayout } from "./known.ts";

export const LAYOUTS: readonly KnownLayout[] = [];
