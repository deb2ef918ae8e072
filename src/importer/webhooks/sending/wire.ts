// The answers of /api/webhooks.

import * as z from "zod";
import { COUNT, MORE, TEXT_OR_NULL, TIME, TIME_OR_NULL } from "../../api-values.ts";
import { EVENT_TYPES } from "./notify.ts";

export const ENDPOINT = z
  .object({
    id: z.int(),
    label: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    enabled: z.boolean(),
    said: TEXT_OR_NULL,
    failing_since: TIME_OR_NULL,
    delivered_at: TIME_OR_NULL,
    created_at: TIME,
  })
  .meta({ id: "Endpoint" });

const delivery = z
  .object({
    id: z.int(),
    webhook_id: z.string(),
    type: z.string(),
    subject: z.string(),
    happened_at: TIME,
    state: z.enum(["waiting", "delivered", "failed"]),
    attempts: COUNT,
    last_attempt_at: TIME_OR_NULL,
    next_attempt_at: TIME_OR_NULL,
    status: z.int().nullable(),
    said: TEXT_OR_NULL,
  })
  .meta({ id: "Delivery" });

export const ENDPOINTS = z.object({
  endpoints: z.array(ENDPOINT),
  events: z.array(z.enum(EVENT_TYPES)),
});
export const NEW_ENDPOINT = ENDPOINT.extend({ secret: z.string() });
export const NEW_SECRET = z.object({ secret: z.string() });
export const SENT = z.object({ state: z.literal("waiting") });
export const DELIVERIES = z.object({ deliveries: z.array(delivery), ...MORE });
