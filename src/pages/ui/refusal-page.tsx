// A page that only says why something was refused.

import type { Context } from "hono";
import { passOnStatus, type Refusal } from "./client.ts";
import type { PageEnv } from "./context.ts";
import { Notice } from "./shell.tsx";

/** The refusal as a page, with its status. */
export function refusalPage(c: Context<PageEnv>, refusal: Refusal) {
  const status = passOnStatus(refusal);
  return c.html(
    <Notice title={status === 404 ? "Not found" : "That did not work"} message={refusal.message} />,
    status,
  );
}
