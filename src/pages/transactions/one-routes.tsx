// The page of one transaction, and the targets of its forms: its fields, its files, its recurring
// item, its deletion, and the undo of a change. It is mounted behind the list, whose paths check the
// sign-in for it.

import { Hono } from "hono";
import { ATTACHMENT_BYTES_MAX } from "../../platform/limits.ts";
import { CHANGE_ANSWER, CHANGE_DETAIL, CHANGE_LIST } from "../../importer/changes/wire.ts";
import { param, type PageContext } from "../ui/calls.ts";
import {
  passOnStatus,
  read,
  readService,
  send,
  type PassedOn,
  type Refusal,
} from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Deleted, type Deletion } from "./deleted.tsx";
import { readDone, type Done, type SavedState } from "./done-bar.tsx";
import type { FormState } from "./edit-form.tsx";
import { joinPages } from "./join-routes.tsx";
import { onePath, readBack, readOne } from "./one-address.ts";
import { One } from "./one.tsx";
import { answeredForm, freshForm, readForm, type Body } from "./read-form.ts";
import { readNames } from "./read-names.ts";
import { readSurroundings } from "./read-one.ts";
import { readOrigin } from "./read-origin.ts";
import { saveTransaction } from "./save.ts";
import { attachFile, explainUndo, removeFile, saveRecurring } from "./save-whole.ts";
import { splitPages } from "./split-routes.tsx";
import { fileAddressSchema, type Transaction } from "./wire.ts";

const PATH = "/transactions/:id{[0-9]+}";

/** To be mounted at "/", behind transactionPages. */
export const onePages = new Hono<PageEnv>();

onePages.route("/", splitPages);
onePages.route("/", joinPages);

onePages.get(PATH, async (c) => {
  const found = await readOne(c);
  const back = readBack(c.req.query("back"));
  if (!found.ok) return gonePage(c, found.error, back);
  const saved = await readSaved(c, found.value.id);
  const done = readDone(c.req.query("done"));
  const shown = { transaction: found.value, form: freshForm(found.value), saved, done };
  return onePage(c, shown, back, 200);
});

onePages.post(PATH, async (c) => {
  const body: Body = await c.req.parseBody({ all: true });
  const sent = readForm(body);
  const set = Object.fromEntries(
    Object.entries(sent.set).filter(([field]) => !sent.undecided.some((one) => one === field)),
  );
  const key = readText(body["key"]) || crypto.randomUUID();
  const edit = { id: parseId(param(c, "id")), key, was: sent.was, set };
  const saved = await saveTransaction(c.var, edit);
  if (!saved.ok) return refusalPage(c, saved.error);
  const { transaction, conflicts, refused, change } = saved.value;
  const back = readBack(readText(body["back"]));
  if (conflicts.length + sent.undecided.length + refused.length === 0)
    return c.redirect(onePath(transaction.id, back, { saved: String(change ?? 0) }), 303);
  const form = answeredForm(saved.value, sent);
  const rest = refused.filter(({ field }) => field === null).map(({ message }) => message);
  const alert = rest.length === 0 ? null : rest.join(" ");
  return onePage(c, { transaction, form, alert }, back, refused.length > 0 ? 400 : 409);
});

onePages.post(`${PATH}/undo`, async (c) => {
  const id = parseId(param(c, "id"));
  const body = await c.req.parseBody();
  const key = readText(body["key"]) || crypto.randomUUID();
  const path = `/api/changes/${parseId(readText(body["change"]))}/undo`;
  const undone = await send(c.get("api"), path, { key }, CHANGE_ANSWER);
  if (!undone.ok) return refusalPage(c, undone.error);
  const { change } = undone.value;
  const back = readBack(readText(body["back"]));
  const failure = explainUndo(undone.value);
  if (failure !== null) return alertPage(c, failure, back);
  // A restored transaction has another id.
  const found = await read(c.get("api"), `/api/changes/${change.id}`, CHANGE_DETAIL);
  const items = found.ok ? found.value.items : [];
  const own = items.find((item) => item.id === id)?.current_id ?? id;
  const to = parseId(readText(body["to"]));
  const isThere = to === 0 || (await readOne(c)).ok;
  return c.redirect(onePath(isThere ? own : to, back, { saved: String(change.id) }), 303);
});

onePages.post(`${PATH}/delete`, async (c) => {
  const id = parseId(param(c, "id"));
  const body = await c.req.parseBody();
  const key = readText(body["key"]) || crypto.randomUUID();
  const change = { key, delete: [id], from: "the transactions page" };
  const answer = await send(c.get("api"), "/api/changes", change, CHANGE_ANSWER);
  if (!answer.ok) return refusalPage(c, answer.error);
  const back = readBack(readText(body["back"]));
  const [refused] = answer.value.refused;
  return refused === undefined
    ? c.redirect(onePath(id, back), 303)
    : alertPage(c, refused.message, back);
});

onePages.post(`${PATH}/recurring`, async (c) => {
  const id = parseId(param(c, "id"));
  const body = await c.req.parseBody();
  const read = (name: string) => parseId(readText(body[name])) || null;
  const [was, set] = [read("was"), read("recurring")];
  const back = readBack(readText(body["back"]));
  const saved = await saveRecurring(c.get("api"), readText(body["key"]), id, was, set);
  if (!saved.ok)
    return saved.error.status === 409
      ? alertPage(c, saved.error.message, back)
      : refusalPage(c, saved.error);
  return c.redirect(onePath(id, back, { saved: String(saved.value) }), 303);
});

// The service checks the size and reads the form.
onePages.post(`${PATH}/files`, async (c) => {
  const id = parseId(param(c, "id"));
  const attached = await attachFile(c.get("api"), id, c.req.raw);
  if (attached.ok)
    return c.redirect(`${onePath(id, "", { saved: String(attached.value) })}#files`, 303);
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const form = freshForm(found.value);
  const fileError = [400, 413, 422].includes(attached.error.status)
    ? `This file was not attached. Choose a picture or a PDF of less than ${ATTACHMENT_BYTES_MAX / 1_000_000} MB.`
    : attached.error.message;
  const shown = { transaction: found.value, form, fileError };
  return onePage(c, shown, "", passOnStatus(attached.error));
});

onePages.get(`${PATH}/files/:file{[0-9]+}`, async (c) => {
  const path = `/transactions/attachments/${parseId(param(c, "file"))}`;
  const found = await readService(c.get("service"), path, fileAddressSchema);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  const { url } = found.value;
  // The embedded service is called by a name inside the Worker, which no browser knows.
  const { pathname, search } = new URL(url);
  return c.redirect(c.get("frame").remote === null ? pathname + search : url, 303);
});

onePages.post(`${PATH}/files/:file{[0-9]+}/remove`, async (c) => {
  const id = parseId(param(c, "id"));
  const key = readText((await c.req.parseBody())["key"]);
  const removed = await removeFile(c.get("api"), key, id, parseId(param(c, "file")));
  if (removed.ok)
    return c.redirect(`${onePath(id, "", { saved: String(removed.value.change) })}#files`, 303);
  return removed.error.status === 409
    ? alertPage(c, removed.error.message, "")
    : refusalPage(c, removed.error);
});

/** Reads the change that the address names; null if it does not belong to this transaction. */
async function readSaved(c: PageContext, transaction: number): Promise<SavedState | null> {
  const named = c.req.query("saved");
  if (named === undefined) return null;
  const id = parseId(named);
  if (id === 0) return "unchanged";
  const found = await read(c.get("api"), `/api/changes/${id}`, CHANGE_DETAIL);
  if (!found.ok) return null;
  const { change, items, records } = found.value;
  // A change that took a group apart does not list its members.
  const isJoined = records.some(({ kind }) => ["split", "group", "file"].includes(kind));
  const isLinked = items.some(({ fields }) => fields.some(({ field }) => field === "recurring_id"));
  if (!isJoined && !items.some((item) => item.current_id === transaction)) return null;
  if (change.undoes !== null) return { change, words: "Undone." };
  return { change, words: isJoined || isLinked ? `${change.sentence}.` : "Saved." };
}

/** The page with an error above it. */
async function alertPage(c: PageContext, alert: string, back: string) {
  const found = await readOne(c);
  if (!found.ok) return gonePage(c, found.error, back);
  const form = freshForm(found.value);
  return onePage(c, { transaction: found.value, form, alert }, back, 409);
}

/** The page of a transaction that is not there: it was deleted here, came back, or never was. */
async function gonePage(c: PageContext, refusal: Refusal, back: string) {
  const id = parseId(param(c, "id"));
  if (refusal.status !== 404 || id === 0) return refusalPage(c, refusal);
  const deletion = await readDeletion(c, id);
  if (deletion === null) return refusalPage(c, refusal);
  const { current_id: current } = deletion.item;
  if (current !== id) return c.redirect(onePath(current, back), 303);
  c.header("cache-control", "no-store");
  const shown = { id, deletion, back, formKey: crypto.randomUUID() };
  return c.html(<Deleted {...shown} />, deletion.change.state === "applying" ? 202 : 200);
}

async function readDeletion(c: PageContext, id: number): Promise<Deletion | null> {
  const api = c.get("api");
  const listed = await read(api, `/api/changes?transaction=${id}&limit=1`, CHANGE_LIST);
  const newest = listed.ok ? listed.value.changes[0] : undefined;
  if (newest === undefined) return null;
  const found = await read(api, `/api/changes/${newest.id}`, CHANGE_DETAIL);
  const item = found.ok ? found.value.items.find((one) => one.id === id) : undefined;
  if (!found.ok || item === undefined) return null;
  const { change, not_restored: losses } = found.value;
  return item.kind === "delete" || item.current_id !== id ? { change, item, losses } : null;
}

interface Shown {
  readonly transaction: Transaction;
  readonly form: FormState;
  readonly saved?: SavedState | null;
  readonly done?: Done | null;
  readonly alert?: string | null;
  readonly fileError?: string | null;
}

async function onePage(c: PageContext, shown: Shown, back: string, status: 200 | PassedOn) {
  const [names, origin, around] = await Promise.all([
    readNames(c.var),
    readOrigin(c.var, shown.transaction),
    readSurroundings(c.var, shown.transaction),
  ]);
  c.header("cache-control", "no-store");
  const isOwn = c.get("frame").remote === null;
  const page = { ...shown, names, origin, around, isOwn, back, formKey: crypto.randomUUID() };
  return c.html(<One {...page} />, status);
}
