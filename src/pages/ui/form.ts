// What a form or an address says, as text, as ids and as the number of a page; what is neither text nor id is "" and 0, which
// name nothing.

import type { Context } from "hono";

/** Past it no list goes. */
const PAGE_MAX = 100_000;

/** A field's text; "" where it is missing or a file. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An id out of an address or a field; 0, which nothing has, for everything else. */
export function idOf(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** Which page of a list its address asks for; the first where it says none that there can be. */
export function pageOf(c: Context): number {
  const wanted = Number(c.req.query("page") ?? "1");
  return Number.isInteger(wanted) && wanted >= 1 && wanted <= PAGE_MAX ? wanted : 1;
}

/** A form's text by the name of its control. */
export async function fieldsOf(c: Context): Promise<(name: string) => string> {
  const form = await c.req.parseBody();
  return (name) => textOf(form[name]);
}
