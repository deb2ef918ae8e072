// The budget's schema as numbered additive steps, in order; the next one is number `length + 1`.

import type { Step } from "../../sql/migrate.ts";
import { core } from "./0001-core.ts";

export const STEPS: readonly Step[] = [core];
