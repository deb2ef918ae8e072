// Placeholder of the ground step.
import { DurableObject } from "cloudflare:workers";
import type { Env } from "../../config.ts";

/** Pace. */
export class Pace extends DurableObject<Env> {}
