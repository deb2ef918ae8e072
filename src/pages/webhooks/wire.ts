// What the page of webhooks reads of the API, by the importer's own schemas.

import type * as z from "zod";
import type { CALLS, HOOKS } from "../../importer/webhooks/receiving/wire.ts";
import type { DELIVERIES, ENDPOINT } from "../../importer/webhooks/sending/wire.ts";

export type Hook = z.infer<typeof HOOKS>["hooks"][number];
export type Endpoint = z.infer<typeof ENDPOINT>;
export type Delivery = z.infer<typeof DELIVERIES>["deliveries"][number];
export type Call = z.infer<typeof CALLS>["calls"][number];

/** Something that was just created, with its secrets. */
export interface Made {
  readonly title: string;
  readonly shown: readonly { readonly name: string; readonly text: string }[];
}
