// The page on which a person splits a transaction, and the targets of its forms. A button that only
// computes amounts is answered with the form; the split itself with 303.

import { Hono } from "hono";
import type { PageContext } from "../ui/calls.ts";
import { passOnStatus } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readText } from "../ui/form.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { onePath, readBack, readOne } from "./one-address.ts";
import { readAll, type Body } from "./read-form.ts";
import { readNames } from "./read-names.ts";
import { readReceipt } from "./read-one.ts";
import { removeSplit, saveSplit } from "./save-whole.ts";
import { SplitPage } from "./split.tsx";
import {
  divideEqually,
  findFault,
  giveRest,
  isBlank,
  splitByReceipt,
  readParts,
  readWhole,
  startParts,
  toServiceParts,
  type ReceiptLine,
  type TypedPart,
  type Whole,
} from "./split-parts.ts";
import { findObstacle } from "./standing.ts";
import type { Transaction } from "./wire.ts";

const PATH = "/transactions/:id{[0-9]+}";

/** To be mounted at "/", behind transactionPages. */
export const splitPages = new Hono<PageEnv>();

splitPages.get(`${PATH}/split`, async (c) => {
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const transaction = found.value;
  const whole = readWhole(transaction);
  // The page of the transaction says why it cannot be split.
  if (whole === null || findObstacle(transaction) !== null)
    return c.redirect(onePath(transaction.id, readBack(c.req.query("back"))), 303);
  const parts = startParts(transaction);
  return splitPage(c, { transaction, whole, parts, back: readBack(c.req.query("back")) }, 200);
});

splitPages.post(`${PATH}/split`, async (c) => {
  const body: Body = await c.req.parseBody({ all: true });
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const transaction = found.value;
  const back = readBack(readText(body["back"]));
  const whole = readWhole(transaction);
  // Sent twice: the first time did it.
  if (whole === null || findObstacle(transaction) !== null)
    return c.redirect(onePath(transaction.id, back), 303);
  const typed = readParts(body);
  const shown = { transaction, whole, back };
  if (readAll(body["do"]).includes("save") && body["remove"] === undefined)
    return save(c, shown, body, typed);
  const lines = body["do"] === "receipt" ? await readLines(c, transaction) : [];
  return splitPage(c, { ...shown, parts: help(whole, typed, body, lines) }, 200);
});

splitPages.post(`${PATH}/unsplit`, async (c) => {
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const { id, is_split_parent: isSplit } = found.value;
  const body = await c.req.parseBody();
  const back = readBack(readText(body["back"]));
  // Sent twice: the first time did it.
  if (isSplit !== true) return c.redirect(onePath(id, back), 303);
  const removed = await removeSplit(c.get("api"), readText(body["key"]), id);
  if (!removed.ok) return refusalPage(c, removed.error);
  return c.redirect(onePath(id, back, { saved: String(removed.value.change) }), 303);
});

interface Shown {
  readonly transaction: Transaction;
  readonly whole: Whole;
  readonly back: string;
}

async function save(c: PageContext, shown: Shown, body: Body, typed: readonly TypedPart[]) {
  const { transaction, whole, back } = shown;
  const parts = typed.filter((part) => !isBlank(part));
  const fault =
    readText(body["was"]) === transaction.amount
      ? findFault(whole, parts)
      : "The amount of the transaction has changed since you opened this page. Check the parts.";
  if (fault !== null) return splitPage(c, { ...shown, parts: typed, alert: fault }, 400);
  const saved = await saveSplit(
    c.get("api"),
    readText(body["key"]),
    transaction.id,
    toServiceParts(whole, parts),
  );
  if (!saved.ok)
    return splitPage(
      c,
      { ...shown, parts: typed, alert: saved.error.message },
      passOnStatus(saved.error),
    );
  const { change } = saved.value;
  return c.redirect(onePath(transaction.id, back, { saved: String(change) }), 303);
}

/** Applies a button that only computes amounts. */
function help(
  whole: Whole,
  typed: readonly TypedPart[],
  body: Body,
  lines: readonly ReceiptLine[],
): readonly TypedPart[] {
  const category = typed[0]?.category ?? "";
  const blank = { amount: "", category, payee: "", notes: "" };
  const removed = readText(body["remove"]);
  if (removed !== "") {
    const kept = typed.filter((_, index) => String(index) !== removed);
    return kept.length < 2 ? typed : kept;
  }
  switch (body["do"]) {
    case "add":
      return [...typed, blank];
    case "equal":
      return divideEqually(whole, typed);
    case "rest":
      return giveRest(whole, typed);
    case "receipt":
      return lines.length === 0 ? typed : splitByReceipt(whole, lines, category);
    default:
      return typed;
  }
}

async function readLines(c: PageContext, transaction: Transaction) {
  return (await readReceipt(c.get("api"), transaction))?.lines ?? [];
}

async function splitPage(
  c: PageContext,
  shown: Shown & { readonly parts: readonly TypedPart[]; readonly alert?: string | null },
  status: 200 | ReturnType<typeof passOnStatus>,
) {
  const [names, lines] = await Promise.all([readNames(c.var), readLines(c, shown.transaction)]);
  const hasLines = lines.length > 0;
  c.header("cache-control", "no-store");
  return c.html(
    <SplitPage {...shown} names={names} hasLines={hasLines} formKey={crypto.randomUUID()} />,
    status,
  );
}
