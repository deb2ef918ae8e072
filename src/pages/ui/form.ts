// Reads forms and addresses: text, ids, and the number of a page. Anything else is "" or 0, which
// name nothing.

import type { Context } from "hono";

/** No list goes further. */
const PAGE_MAX = 100_000;

/** A field's text; "" if it is missing or a file. */
export function readText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An id from an address or a field; 0, which nothing has, for anything else. */
export function parseId(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** The page of a list that the address asks for; else the first. */
export function readPage(c: Context): number {
  const wanted = Number(c.req.query("page") ?? "1");
  return Number.isInteger(wanted) && wanted >= 1 && wanted <= PAGE_MAX ? wanted : 1;
}

/** Reads a form; the result gives each control's text by its name. */
export async function readFields(c: Context): Promise<(name: string) => string> {
  const form = await c.req.parseBody();
  return (name) => readText(form[name]);
}
