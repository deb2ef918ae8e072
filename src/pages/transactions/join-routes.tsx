// The pages on which a person groups a transaction with others or chooses the other side of a
// transfer, and the targets of their forms.

import { Hono } from "hono";
import { TRANSFER } from "../../importer/matching/wire.ts";
import { parseDay } from "../../money/day.ts";
import { encodePath, type PageContext } from "../ui/calls.ts";
import { passOnStatus, send, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { GroupPage, type TypedGroup } from "./group.tsx";
import { onePath, readBack, readOne } from "./one-address.ts";
import { readAll, type Body } from "./read-form.ts";
import { nameAccount, readNames } from "./read-names.ts";
import { readGroupOffers, readPicked, readTransferOffers } from "./read-offers.ts";
import { removeGroup, saveGroup, type Joined } from "./save-whole.ts";
import { findObstacle } from "./standing.ts";
import { TransferPage } from "./transfer.tsx";
import type { Transaction } from "./wire.ts";

const PATH = "/transactions/:id{[0-9]+}";
/** The longest payee that the service accepts. */
const TRANSFER_NAME_CHARS_MAX = 140;

/** To be mounted at "/", behind transactionPages. */
export const joinPages = new Hono<PageEnv>();

joinPages.get(`${PATH}/group`, async (c) => {
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const transaction = found.value;
  const back = readBack(c.req.query("back"));
  if (findObstacle(transaction) !== null) return c.redirect(onePath(transaction.id, back), 303);
  const query = c.req.queries();
  const isSearched = query["q"] !== undefined;
  const typed = isSearched
    ? readTyped((name) => query[name]?.[0] ?? "")
    : {
        payee: transaction.payee ?? "",
        date: transaction.date,
        category: transaction.category_id ?? null,
        notes: "",
      };
  const words = (query["q"]?.[0] ?? "").trim();
  return groupPage(c, { transaction, typed, words, back, ids: readIds(query["pick"]) }, 200);
});

joinPages.post(`${PATH}/group`, async (c) => {
  const body: Body = await c.req.parseBody({ all: true });
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const transaction = found.value;
  const back = readBack(readText(body["back"]));
  // The form was sent twice; the first one did it.
  if (transaction.group_parent_id != null)
    return c.redirect(onePath(transaction.group_parent_id, back), 303);
  const typed = readTyped((name) => readText(body[name]));
  const ids = readIds(readAll(body["pick"]));
  const shown = { transaction, typed, words: readText(body["q"]).trim(), back, ids };
  const dateError =
    parseDay(typed.date) === null
      ? `“${typed.date}” is not a date. A date looks like 2026-11-21.`
      : null;
  if (ids.length === 0)
    return groupPage(c, { ...shown, dateError, alert: "Tick one or more others." }, 400);
  if (dateError !== null) return groupPage(c, { ...shown, dateError }, 400);
  const made = await saveGroup(c.get("api"), readText(body["key"]), {
    ids: [transaction.id, ...ids],
    date: typed.date,
    payee: typed.payee,
    category_id: typed.category,
    notes: typed.notes === "" ? null : typed.notes,
  });
  if (!made.ok)
    return groupPage(c, { ...shown, alert: made.error.message }, passOnStatus(made.error));
  return c.redirect(joinedPath(transaction.id, made.value, back), 303);
});

joinPages.post(`${PATH}/ungroup`, async (c) => {
  const found = await readOne(c);
  const body = await c.req.parseBody();
  const back = readBack(readText(body["back"]));
  const to = parseId(readText(body["to"]));
  // The form was sent twice: the group is gone and its members are there.
  if (!found.ok && found.error.status === 404 && to !== 0)
    return c.redirect(onePath(to, back), 303);
  if (!found.ok) return refusalPage(c, found.error);
  const removed = await removeGroup(c.get("api"), readText(body["key"]), found.value.id);
  if (!removed.ok) return refusalPage(c, removed.error);
  const first = found.value.children?.[0]?.id;
  return c.redirect(
    onePath(to || (first ?? 0), back, { saved: String(removed.value.change) }),
    303,
  );
});

joinPages.get(`${PATH}/transfer`, async (c) => {
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const back = readBack(c.req.query("back"));
  if (findObstacle(found.value) !== null) return c.redirect(onePath(found.value.id, back), 303);
  return transferPage(c, found.value, back, null, 200);
});

joinPages.post(`${PATH}/transfer`, async (c) => {
  const body = await c.req.parseBody();
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const transaction = found.value;
  const back = readBack(readText(body["back"]));
  if (transaction.group_parent_id != null)
    return c.redirect(onePath(transaction.group_parent_id, back), 303);
  const other = parseId(readText(body["other"]));
  if (other !== 0) return makeTransfer(c, transaction, other, body);
  const isAccepted = body["do"] === "accept";
  const path = encodePath`/api/imports/${readText(body["import"])}/transfers/${String(parseId(readText(body["n"])))}`;
  const to = `${path}/${isAccepted ? "accept" : "dismiss"}`;
  const decided = await send(c.get("api"), to, {}, TRANSFER);
  if (!decided.ok) return refusalPage(c, decided.error);
  const { group_id: group, state } = decided.value;
  if (!isAccepted) return c.redirect(onePath(transaction.id, back, { done: "dismissed" }), 303);
  return c.redirect(
    state === "accepted"
      ? onePath(group ?? transaction.id, back, { done: "transfer" })
      : `${onePath(transaction.id, back)}#transfer`,
    303,
  );
});

/** Groups both sides under the name that accepted transfers have. */
async function makeTransfer(c: PageContext, transaction: Transaction, id: number, body: Body) {
  const back = readBack(readText(body["back"]));
  const [names, [other]] = await Promise.all([
    readNames(c.var),
    readPicked(c.var, transaction, [id]),
  ]);
  if (other === undefined) {
    const gone = "That transaction was deleted, or it belongs to a split or group by now.";
    return transferPage(c, transaction, back, gone, 409);
  }
  const [out, into] = Number(transaction.amount) > 0 ? [transaction, other] : [other, transaction];
  const payee = `Transfer from ${nameAccount(names, out)} to ${nameAccount(names, into)}`;
  const made = await saveGroup(c.get("api"), readText(body["key"]), {
    ids: [out.id, into.id],
    date: out.date,
    payee: payee.slice(0, TRANSFER_NAME_CHARS_MAX),
  });
  if (!made.ok)
    return transferPage(c, transaction, back, made.error.message, passOnStatus(made.error));
  return c.redirect(joinedPath(transaction.id, made.value, back), 303);
}

/** The page of a new group, or of the member until the service has answered. */
function joinedPath(member: number, { change, made }: Joined, back: string): string {
  return onePath(made ?? member, back, { saved: String(change) });
}

function readTyped(field: (name: string) => string): TypedGroup {
  return {
    payee: field("payee").trim(),
    date: field("date").trim(),
    category: parseId(field("category")) || null,
    notes: field("notes").trim(),
  };
}

function readIds(texts: readonly string[] | undefined): readonly number[] {
  return (texts ?? []).map(parseId).filter((id) => id !== 0);
}

interface GroupShown {
  readonly transaction: Transaction;
  readonly typed: TypedGroup;
  readonly words: string;
  readonly back: string;
  /** The chosen ones. */
  readonly ids: readonly number[];
  readonly alert?: string | null;
  readonly dateError?: string | null;
}

async function groupPage(c: PageContext, shown: GroupShown, status: 200 | PassedOn) {
  const { transaction, words, ids } = shown;
  const [names, picked, offers] = await Promise.all([
    readNames(c.var),
    readPicked(c.var, transaction, ids),
    readGroupOffers(c.var, transaction, words),
  ]);
  c.header("cache-control", "no-store");
  const alert = shown.alert ?? (offers.ok ? null : offers.error.message);
  const found = { picked, offers: offers.ok ? offers.value : [], names };
  return c.html(
    <GroupPage {...shown} {...found} alert={alert} formKey={crypto.randomUUID()} />,
    status,
  );
}

async function transferPage(
  c: PageContext,
  transaction: Transaction,
  back: string,
  alert: string | null,
  status: 200 | PassedOn,
) {
  const [names, offers] = await Promise.all([
    readNames(c.var),
    readTransferOffers(c.var, transaction),
  ]);
  c.header("cache-control", "no-store");
  const shown = { transaction, names, back, formKey: crypto.randomUUID() };
  return c.html(
    <TransferPage
      {...shown}
      offers={offers.ok ? offers.value : []}
      alert={alert ?? (offers.ok ? null : offers.error.message)}
    />,
    status,
  );
}
