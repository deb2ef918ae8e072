// Placeholder of the ground step, replaced by the budget step.
import { DurableObject } from "cloudflare:workers";
import type { Env } from "../config.ts";

/** One budget account. */
export class Budget extends DurableObject<Env> {}
