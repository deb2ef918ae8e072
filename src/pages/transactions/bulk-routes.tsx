// The targets of the forms that change many transactions: one entry of the journal each.
// Transactions that cannot be changed are found before anything is sent, and named on the list.

import { Hono } from "hono";
import { CHANGE_ANSWER, type ShownAnswer } from "../../importer/changes/wire.ts";
import { CHANGE_TRANSACTIONS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { encodePath, type PageContext } from "../ui/calls.ts";
import { passOnStatus, send, type Refusal } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import {
  isIdle,
  planBulk,
  planDelete,
  readChosen,
  readWish,
  type Chosen,
  type Left,
} from "./bulk.ts";
import { ConfirmChange, ConfirmDelete } from "./confirm.tsx";
import { streamCsv } from "./csv.ts";
import { stateAddress } from "./page-state.ts";
import { hereAddress, viewAddress, type View } from "./query.ts";
import { readTicked, readWhole } from "./read-chosen.ts";
import type { Body } from "./read-form.ts";
import { readLedger } from "./read-ledger.ts";
import { readNames } from "./read-names.ts";
import { makeKey } from "./save.ts";
import { ONE_ROW, readBack, showList, today } from "./show-list.tsx";
import type { Transaction } from "./wire.ts";

/** To be mounted at "/", behind the checks of routes.tsx. */
export const bulkPages = new Hono<PageEnv>();

const SENT_BEFORE =
  "This form was sent before, so nothing more was changed. Tick the transactions again.";

/** The chosen transactions, as they are now. */
interface Choice {
  readonly view: View;
  readonly body: Body;
  readonly chosen: readonly Chosen[];
  readonly rows: ReadonlyMap<number, Transaction>;
}

bulkPages.post("/transactions/bulk", async (c) => {
  const body: Body = await c.req.parseBody({ all: true });
  const view = readBack(readText(body["back"]));
  const action = readText(body["do"]);
  const isWhole = readText(body["all"]) !== "";
  // The download of the whole view has all its transactions.
  if (action === "export" && isWhole)
    return c.redirect(viewAddress(view.typed, {}, "/transactions.csv"), 303);
  const choice = await readChoice(c, view, body);
  if (!choice.ok) return showRefusal(c, view, choice.error);
  if (action === "export") return exportRows(c, choice.value);
  return action === "delete" ? remove(c, choice.value) : change(c, choice.value);
});

bulkPages.post("/transactions/undo", async (c) => {
  const body: Body = await c.req.parseBody();
  const view = readBack(readText(body["back"]));
  const path = encodePath`/api/changes/${readText(body["change"])}/undo`;
  const undone = await send(c.get("api"), path, { key: readText(body["key"]) }, CHANGE_ANSWER);
  if (!undone.ok) return showRefusal(c, view, undone.error);
  const { change: made } = undone.value;
  const state = { changed: made.id, kept: countLeft(undone.value) };
  return c.redirect(stateAddress(hereAddress(view), state), 303);
});

async function readChoice(
  c: PageContext,
  view: View,
  body: Body,
): Promise<Result<Choice, Refusal>> {
  const all = readText(body["all"]);
  if (all === "") {
    const chosen = readChosen(body);
    if (chosen.length === 0) return refuse("Tick at least one transaction.");
    const rows = await readTicked(c.var, view, chosen);
    return rows.ok ? ok({ view, body, chosen, rows: rows.value }) : rows;
  }
  const count = await readCount(c, view, all);
  if (!count.ok) return count;
  const rows = await readWhole(c.var, view, count.value, CHANGE_TRANSACTIONS_MAX);
  if (!rows.ok) return rows;
  const chosen = [...rows.value.keys()].map((id) => ({ id, seen: null }));
  return ok({ view, body, chosen, rows: rows.value });
}

/** Reads the number of transactions that the person was shown; if it was unknown, counts them. */
async function readCount(
  c: PageContext,
  view: View,
  all: string,
): Promise<Result<number, Refusal>> {
  if (parseId(all) > 0) return ok(parseId(all));
  const most = CHANGE_TRANSACTIONS_MAX + 1;
  const page = await readLedger(c.var, view.query, null, { ...ONE_ROW, rows: most });
  return page.ok ? ok(page.value.rows.length) : page;
}

async function change(c: PageContext, choice: Choice) {
  const { view, body, chosen, rows } = choice;
  const wish = readWish(body);
  if (isIdle(wish))
    return showRefusal(c, view, {
      status: 400,
      message: "Choose what to change: a category, the review, a payee, notes or tags.",
    });
  const { transactions, left } = planBulk(chosen, rows, wish);
  if (readText(body["all"]) === "count" && transactions.length > 0) {
    const planned = transactions.flatMap(({ id }) => rows.get(id) ?? []);
    return c.html(<ConfirmChange {...confirmProps(choice, planned, left)} />);
  }
  return write(c, choice, { transactions }, left);
}

async function remove(c: PageContext, choice: Choice) {
  const { body, chosen, rows } = choice;
  const { ids, left } = planDelete(chosen, rows);
  if (ids.length > 1 && readText(body["confirmed"]) === "") {
    const planned = ids.flatMap((id) => rows.get(id) ?? []);
    return c.html(<ConfirmDelete {...confirmProps(choice, planned, left)} />);
  }
  return write(c, choice, { delete: ids }, left);
}

/** The fields of the form again, with the count if it was unknown. */
function confirmProps(
  { view, body, chosen }: Choice,
  rows: readonly Transaction[],
  left: readonly Left[],
) {
  const all = readText(body["all"]) === "" ? [] : [["all", String(chosen.length)] as const];
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const texts = values.filter((one) => typeof one === "string");
    return name === "all" ? [] : texts.map((text) => [name, text] as const);
  });
  return { rows, left, fields: [...fields, ...all], back: hereAddress(view) };
}

interface Wanted {
  readonly transactions?: readonly object[];
  readonly delete?: readonly number[];
}

async function write(c: PageContext, choice: Choice, wanted: Wanted, left: readonly Left[]) {
  const { view, body, chosen } = choice;
  const here = hereAddress(view);
  const count = (wanted.transactions ?? wanted.delete ?? []).length;
  if (count === 0) return c.redirect(stateAddress(here, { changed: 0, left }), 303);
  const wish = [readText(body["do"]), readWish(body), chosen];
  const key = await makeKey(readText(body["key"]) || crypto.randomUUID(), wish);
  const sent = { key, ...wanted, from: "the transactions page" };
  const answer = await send(c.get("api"), "/api/changes", sent, CHANGE_ANSWER);
  if (!answer.ok) {
    const isSent = answer.error.status === 409;
    return showRefusal(c, view, isSent ? { status: 409, message: SENT_BEFORE } : answer.error);
  }
  const { id, count: done, state } = answer.value.change;
  const changed = done === 0 && state !== "applying" ? 0 : id;
  return c.redirect(stateAddress(here, { changed, left, kept: countLeft(answer.value) }), 303);
}

/** How many transactions the journal left as they are, or left a field of. */
function countLeft({ conflicts, refused }: ShownAnswer): number {
  return new Set([...conflicts, ...refused].map(({ id }) => id)).size;
}

async function exportRows(c: PageContext, { chosen, rows }: Choice) {
  const names = await readNames(c.var);
  const listed = chosen.flatMap(({ id }) => rows.get(id) ?? []);
  return c.body(streamCsv([ok(listed)], noMore(), names), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="transactions-${today()}.csv"`,
    "cache-control": "no-store",
  });
}

async function* noMore(): AsyncGenerator<never> {}

function showRefusal(c: PageContext, view: View, refusal: Refusal) {
  return showList(c, view, { alert: refusal.message, status: passOnStatus(refusal) });
}

function refuse(message: string): Result<never, Refusal> {
  return err({ status: 400, message });
}
