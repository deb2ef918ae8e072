// The keys that a hook's signatures are checked with, as the text that is sealed: the key in use
// and those before it. A hook that was made before keys could be changed has the bare key.

import * as z from "zod";
import type { Rotation } from "../../../platform/sealing/rotation.ts";
import { parseWebhookKey } from "../../../platform/webhook-signature.ts";

const kept = z.object({
  secret: z.string(),
  previous: z.array(z.object({ secret: z.string(), until: z.number() })),
});

/** The text to seal. */
export function keptHookKeys(keys: Rotation): string {
  return JSON.stringify(keys);
}

/** What was sealed; null for any other text. */
export function parseHookKeys(plain: string): Rotation | null {
  if (parseWebhookKey(plain) !== null) return { secret: plain, previous: [] };
  try {
    return kept.parse(JSON.parse(plain));
  } catch {
    return null;
  }
}
