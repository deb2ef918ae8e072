// The page of one transaction, and the targets of its forms. It is mounted behind the list, whose
// paths check the sign-in for it.

import { Hono } from "hono";
import { CHANGE_DETAIL } from "../../importer/changes/wire.ts";
import { param, type PageContext } from "../ui/calls.ts";
import { read, readService } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import type { FormState } from "./edit-form.tsx";
import { One, type SavedState } from "./one.tsx";
import { answeredForm, freshForm, readForm, type Body } from "./read-form.ts";
import { readNames } from "./read-names.ts";
import { readOrigin } from "./read-origin.ts";
import { saveTransaction } from "./save.ts";
import { fileAddressSchema, transactionSchema, type Transaction } from "./wire.ts";

const PAGE = "/transactions";

/** To be mounted at "/", behind transactionPages. */
export const onePages = new Hono<PageEnv>();

onePages.get(`${PAGE}/:id{[0-9]+}`, async (c) => {
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const saved = await readSaved(c, found.value.id);
  const shown = { transaction: found.value, form: freshForm(found.value), saved };
  return onePage(c, shown, c.req.query("back") ?? "", 200);
});

onePages.post(`${PAGE}/:id{[0-9]+}`, async (c) => {
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
  const back = readText(body["back"]);
  if (conflicts.length + sent.undecided.length + refused.length === 0) {
    const query = new URLSearchParams({ saved: String(change ?? 0), ...(back !== "" && { back }) });
    return c.redirect(`${PAGE}/${transaction.id}?${query.toString()}`, 303);
  }
  const form = answeredForm(saved.value, sent);
  const rest = refused.filter(({ field }) => field === null).map(({ message }) => message);
  const alert = rest.length === 0 ? null : rest.join(" ");
  return onePage(c, { transaction, form, alert }, back, refused.length > 0 ? 400 : 409);
});

onePages.get(`${PAGE}/:id{[0-9]+}/files/:file{[0-9]+}`, async (c) => {
  const path = `/transactions/attachments/${parseId(param(c, "file"))}`;
  const found = await readService(c.get("service"), path, fileAddressSchema);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  return c.redirect(found.value.url, 303);
});

/** What became of the change that the address names; null if it names none of this transaction. */
async function readSaved(c: PageContext, transaction: number): Promise<SavedState | null> {
  const named = c.req.query("saved");
  if (named === undefined) return null;
  const id = parseId(named);
  if (id === 0) return "unchanged";
  const found = await read(c.get("api"), `/api/changes/${id}`, CHANGE_DETAIL);
  const isIts = found.ok && found.value.items.some((item) => item.current_id === transaction);
  return found.ok && isIts ? found.value.change : null;
}

function readOne(c: PageContext) {
  const path = `/transactions/${parseId(param(c, "id"))}`;
  return readService(c.get("service"), path, transactionSchema);
}

async function onePage(
  c: PageContext,
  shown: {
    readonly transaction: Transaction;
    readonly form: FormState;
    readonly saved?: SavedState | null;
    readonly alert?: string | null;
  },
  back: string,
  status: 200 | 400 | 409,
) {
  const [names, origin] = await Promise.all([
    readNames(c.var),
    readOrigin(c.var, shown.transaction),
  ]);
  c.header("cache-control", "no-store");
  // Only parameters of the list: the link cannot lead elsewhere.
  const query = new URLSearchParams(back).toString();
  const page = { ...shown, names, origin, back: query, formKey: crypto.randomUUID() };
  return c.html(<One {...page} />, status);
}
