// The answers of /api/hooks.

import * as z from "zod";
import { MORE, TEXT_OR_NULL, TIME, TIME_OR_NULL } from "../../api-values.ts";

const hook = z
  .object({
    id: z.int(),
    label: z.string(),
    check: z.enum(["signature", "address"]),
    account_id: z.int().nullable(),
    created_at: TIME,
    last_used_at: TIME_OR_NULL,
    refused_at: TIME_OR_NULL,
    refusal: TEXT_OR_NULL,
  })
  .meta({ id: "Hook" });

const call = z
  .object({
    id: z.int(),
    received_at: TIME,
    import_id: TEXT_OR_NULL,
    balance: z
      .object({
        account_id: z.int(),
        amount: z.string(),
        currency: z.string(),
        as_of: z.string(),
        state: z.enum(["waiting", "done", "refused", "superseded"]),
        said: TEXT_OR_NULL,
      })
      .nullable(),
  })
  .meta({ id: "HookCall" });

export const HOOKS = z.object({ hooks: z.array(hook) });
export const NEW_HOOK = hook.extend({ url: z.string(), secret: TEXT_OR_NULL });
export const ROTATED_HOOK = z.object({ url: TEXT_OR_NULL, secret: TEXT_OR_NULL });
export const CALLS = z.object({ calls: z.array(call), ...MORE });
