// The budget's side of a restore: requests to its own interface (/api/restoring), which may be sent
// again after a lost answer.

import * as z from "zod";
import { parseJson } from "../connection/ask.ts";
import type { Upstream } from "../connection/upstream.ts";
import type { TableRow } from "../../platform/sql/tables.ts";

/** Done; refused for good with a sentence; or not answered, to be tried again. */
export type Reply =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "no answer"; readonly message: string };

/** By table, the columns that refer to rows of the same table. */
export type Links = Readonly<Record<string, readonly string[]>>;

const tables = z.object({ links: z.record(z.string(), z.array(z.string())) });
const refusal = z.object({ errors: z.array(z.object({ errMsg: z.string() })).min(1) });
/** Statuses that pass: the token is renewed, the budget is busy. */
const PASSING = [401, 408, 425, 429];

/** The budget that a backup is restored into. */
export class OwnBudget {
  readonly #upstream: Upstream;

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  /** Which rows are sent once more when all are there; null if the budget does not answer. */
  async listLinks(): Promise<Links | null> {
    const { own, fetch } = this.#upstream;
    try {
      const response = await fetch(new Request(`${own}/tables`));
      const read = tables.safeParse(parseJson(await response.text()));
      return read.success ? read.data.links : null;
    } catch {
      return null;
    }
  }

  begin(steps: number, person: number): Promise<Reply> {
    return this.#ask("POST", "/restoring", JSON.stringify({ steps, person }));
  }

  store(table: string, rows: readonly TableRow[], links: boolean): Promise<Reply> {
    return this.#ask("POST", `/restoring/tables/${table}`, JSON.stringify({ rows, links }));
  }

  storeFile(key: string, bytes: Uint8Array): Promise<Reply> {
    return this.#ask("PUT", `/restoring/files/${key}`, bytes);
  }

  finish(sequences: Readonly<Record<string, number>>): Promise<Reply> {
    return this.#ask("POST", "/restoring/finish", JSON.stringify({ sequences }));
  }

  abandon(): Promise<Reply> {
    return this.#ask("DELETE", "/restoring");
  }

  async #ask(method: string, path: string, body?: string | Uint8Array): Promise<Reply> {
    const { own, fetch } = this.#upstream;
    const init = body === undefined ? { method } : { method, body };
    try {
      const response = await fetch(new Request(`${own}${path}`, init));
      const text = await response.text();
      if (response.ok) return { kind: "done" };
      const told = refusal.safeParse(parseJson(text));
      const message = told.success
        ? told.data.errors.map(({ errMsg }) => errMsg).join(" ")
        : `the budget answered with ${response.status}`;
      const passes = response.status >= 500 || PASSING.includes(response.status);
      return { kind: passes ? "no answer" : "refused", message };
    } catch (error) {
      return { kind: "no answer", message: `the budget could not be reached: ${String(error)}` };
    }
  }
}
