// The answers of /api/connections.

import * as z from "zod";
import { TEXT_OR_NULL, TIME, TIME_OR_NULL } from "../api-values.ts";

export const CONNECTION = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(["oauth", "token", "configured"]),
    state: z.string(),
    user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
    account_id: z.int(),
    currency: z.string(),
    scopes: z.array(z.string()).nullable(),
    problem: TEXT_OR_NULL,
    created_at: TIME,
    last_used_at: TIME_OR_NULL,
  })
  .meta({ id: "Connection" });

export const CONNECTION_LIST = z.object({ connections: z.array(CONNECTION) });

/** The connection, or where to go and sign in. */
export const CONNECTED = z.union([CONNECTION, z.object({ authorize_url: z.string() })]);
