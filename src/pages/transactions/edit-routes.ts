// The target of a row that is edited in the list. It then opens the next row, or shows which fields
// were not saved.

import { Hono } from "hono";
import { saveAlways } from "../rules/always.ts";
import { param } from "../ui/calls.ts";
import { passOnStatus } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields, readText } from "../ui/form.ts";
import { FIELDS, type Field } from "./fields.ts";
import { stateAddress } from "./page-state.ts";
import { hereAddress } from "./query.ts";
import { answeredForm, readForm, type Body, type SentForm } from "./read-form.ts";
import { saveTransaction, type Saved } from "./save.ts";
import { readBack, showList } from "./show-list.tsx";

/** To be mounted at "/", behind the checks of routes.tsx. */
export const editPages = new Hono<PageEnv>();

editPages.post("/transactions/:id{[0-9]+}/edit", async (c) => {
  const body: Body = await c.req.parseBody({ all: true });
  const view = readBack(readText(body["back"]));
  const sent = readForm(body);
  const decided = Object.entries(sent.set).filter(
    ([field]) => !sent.undecided.some((one) => one === field),
  );
  const id = parseId(param(c, "id"));
  const key = readText(body["key"]) || crypto.randomUUID();
  const edit = { id, key, was: sent.was, set: Object.fromEntries(decided) };
  const saved = await saveTransaction(c.var, edit);
  if (!saved.ok) {
    const { message } = saved.error;
    return showList(c, view, { alert: message, status: passOnStatus(saved.error) });
  }
  const open = readLeftOpen(saved.value, sent);
  if (open !== null) return showList(c, view, { open, status: open.status });
  const next = readNextRow(body);
  const isCorrected = ["category_id", "payee"].some((field) => isChanged(field, edit, saved.value));
  const isEmbedded = c.get("frame").remote === null;
  const state = {
    edit: next,
    ...(saved.value.change !== null && { changed: saved.value.change }),
    offer: isCorrected && isEmbedded ? id : 0,
  };
  return c.redirect(stateAddress(hereAddress(view), state, `#row-${next || id}`), 303);
});

/** Makes the rule that a correction suggests. */
editPages.post("/transactions/:id{[0-9]+}/always", async (c) => {
  const field = await readFields(c);
  const view = readBack(field("back"));
  const id = parseId(param(c, "id"));
  const key = field("key") || crypto.randomUUID();
  const saved = await saveAlways(c.var, {
    transaction: id,
    category: parseId(field("category")),
    key,
  });
  if (!saved.ok) {
    const { message } = saved.error;
    return showList(c, view, { alert: message, status: passOnStatus(saved.error) });
  }
  const state = { changed: saved.value.change ?? 0 };
  return c.redirect(stateAddress(hereAddress(view), state, `#row-${id}`), 303);
});

/** The row to open next; 0 for none. */
function readNextRow(body: Body): number {
  const way = readText(body["go"]);
  return way === "next" || way === "previous" ? parseId(readText(body[way])) : 0;
}

function isChanged(
  field: string,
  { was, set }: Pick<SentForm, "was" | "set">,
  { change }: Saved,
): boolean {
  const name: Field | undefined = FIELDS.find((one) => one === field);
  return (
    change !== null && name !== undefined && set[name] !== undefined && set[name] !== was[name]
  );
}

/** The row with the fields that were not saved; null if all were. */
function readLeftOpen(saved: Saved, sent: SentForm) {
  const { transaction, conflicts, refused } = saved;
  const asks = [...refused.map(({ field }) => field), ...conflicts.map(({ field }) => field)];
  const open = [...asks, ...sent.undecided];
  if (open.length === 0) return null;
  const rest = refused.filter(({ field }) => field === null).map(({ message }) => message);
  return {
    transaction,
    form: answeredForm(saved, sent),
    field: open.find((field) => field !== null) ?? ("category_id" as const),
    alert: rest.length === 0 ? null : rest.join(" "),
    status: refused.length > 0 ? (400 as const) : (409 as const),
  };
}
