// The address of one transaction's page, and the transaction that an address names.

import { param, type PageContext } from "../ui/calls.ts";
import { readService } from "../ui/client.ts";
import { parseId } from "../ui/form.ts";
import { transactionSchema } from "./wire.ts";

/** The page of a transaction; `back` is the query of the list that the person came from. */
export function onePath(
  id: number,
  back: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...more, ...(back !== "" && { back }) }).toString();
  return `/transactions/${id}${query === "" ? "" : `?${query}`}`;
}

/** The query of the list: only parameters, so that a link to it cannot lead elsewhere. */
export function readBack(text: string | undefined): string {
  return new URLSearchParams(text ?? "").toString();
}

/** Reads the transaction that the address names, with its parts or members. */
export function readOne(c: PageContext) {
  const path = `/transactions/${parseId(param(c, "id"))}`;
  return readService(c.get("service"), path, transactionSchema);
}
