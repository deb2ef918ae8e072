// Placeholder of the ground step.
import { DurableObject } from "cloudflare:workers";
import type { Env } from "../config.ts";

/** RateLimit. */
export class RateLimit extends DurableObject<Env> {}
