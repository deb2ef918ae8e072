// Placeholder of the ground step.
import { DurableObject } from "cloudflare:workers";
import type { Env } from "../../config.ts";

/** Importer. */
export class Importer extends DurableObject<Env> {}
