// The parts of the API's answers that the page of webhooks reads.

import * as z from "zod";

const hook = z.object({
  id: z.int(),
  label: z.string(),
  check: z.enum(["signature", "address"]),
  account_id: z.int().nullable(),
  last_used_at: z.string().nullable(),
  refused_at: z.string().nullable(),
  refusal: z.string().nullable(),
});
const endpoint = z.object({
  id: z.int(),
  label: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  said: z.string().nullable(),
  failing_since: z.string().nullable(),
  delivered_at: z.string().nullable(),
});
const delivery = z.object({
  id: z.int(),
  webhook_id: z.string(),
  type: z.string(),
  subject: z.string(),
  happened_at: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  said: z.string().nullable(),
});
const call = z.object({
  received_at: z.string(),
  import_id: z.string().nullable(),
  balance: z
    .object({
      amount: z.string(),
      currency: z.string(),
      state: z.string(),
      said: z.string().nullable(),
    })
    .nullable(),
});

export const hooksSchema = z.object({ hooks: z.array(hook) });
export const newHookSchema = hook.extend({ url: z.string(), secret: z.string().nullable() });
/** The new address or secret of a webhook; null for what stays. */
export const changedHookSchema = z.object({
  url: z.string().nullable(),
  secret: z.string().nullable(),
});
export const endpointsSchema = z.object({ endpoints: z.array(endpoint) });
export const newEndpointSchema = endpoint.extend({ secret: z.string() });
export const secretSchema = z.object({ secret: z.string() });
export const deliveriesSchema = z.object({ deliveries: z.array(delivery), has_more: z.boolean() });
export const callsSchema = z.object({ calls: z.array(call), has_more: z.boolean() });

export type Hook = z.infer<typeof hook>;
export type Endpoint = z.infer<typeof endpoint>;
export type Delivery = z.infer<typeof delivery>;
export type Call = z.infer<typeof call>;

/** Something that was just created, with its secrets. */
export interface Made {
  readonly title: string;
  readonly shown: readonly { readonly name: string; readonly text: string }[];
}
