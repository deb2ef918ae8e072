// Placeholder of the ground step.
import { DurableObject } from "cloudflare:workers";
import type { Env } from "../config.ts";

/** User. */
export class User extends DurableObject<Env> {}
