// What every feature's routes do with our API: change something, and name a path with the parameters of the request.

import type { Context } from "hono";
import * as z from "zod";
import type { Result } from "../../platform/result.ts";
import { readAnswer, send, type Refusal } from "./client.ts";
import type { PageEnv, Variables } from "./context.ts";

export type PageContext = Context<PageEnv>;

/** A path with its parts encoded: encodePath`/api/imports/${id}/undo`. */
export function encodePath(strings: TemplateStringsArray, ...parts: readonly string[]): string {
  return strings
    .map(
      (text, index) => text + (parts[index] === undefined ? "" : encodeURIComponent(parts[index])),
    )
    .join("");
}

/** The page's query for a list of our API: `limit` and `offset`. */
export function pageQuery(page: number, rows: number): Record<string, string> {
  return { limit: String(rows), offset: String((page - 1) * rows) };
}

/** Sends a change whose answer is of no interest. */
export function change(
  call: Variables["api"],
  to: string,
  body: unknown = {},
  method: "POST" | "PUT" = "POST",
): Promise<Result<unknown, Refusal>> {
  return send(call, to, body, z.unknown(), method);
}

/** DELETE; the answer is of no interest. */
export async function remove(
  call: Variables["api"],
  at: string,
): Promise<Result<unknown, Refusal>> {
  return readAnswer(await call(at, { method: "DELETE" }), z.unknown());
}

/** A parameter of the page's path; "" if it has none of that name. */
export function param(c: PageContext, name: string): string {
  return c.req.param(name) ?? "";
}
