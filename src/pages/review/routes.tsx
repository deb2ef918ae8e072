// The review and the targets of its forms. Accepting a group is one change in the journal.

import { Hono } from "hono";
import { CHANGE_ANSWER, CHANGE_DETAIL } from "../../importer/changes/wire.ts";
import { CHANGE_TRANSACTIONS_MAX, REVIEW_SKIPPED_MAX } from "../../platform/limits.ts";
import { encodePath, type PageContext } from "../ui/calls.ts";
import { passOnStatus, read, send, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields, readText } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { saveAlways } from "../rules/always.ts";
import { readRules, readSuggestions } from "../rules/read.ts";
import { readNames } from "../transactions/read-names.ts";
import { makeKey } from "../transactions/save.ts";
import { isChosen, readAccepted, type Accepted } from "./accept.ts";
import { countCategories, groupRows, type Group } from "./groups.ts";
import { Review } from "./page.tsx";
import { readArrival, readHistory, readWaiting, saveArrival } from "./read.ts";

const LIKELY = 5;
/**
 * The origin of a change by which a person accepted a proposal. It does not count as a correction.
 */
const ACCEPTED = "accepted proposals";

/** To be mounted at "/". */
export const reviewPages = new Hono<PageEnv>();

for (const path of ["/review", "/review/*"])
  reviewPages.use(path, signedIn, connected, shownConnection);

reviewPages.get("/review", (c) => page(c, null, 200));

reviewPages.post("/review", async (c) => {
  const form = await c.req.parseBody({ all: true });
  const rows = [form["row"] ?? []].flat().map(readText).slice(0, CHANGE_TRANSACTIONS_MAX);
  const typed = readText(form["pick"]) || readText(form["category"]);
  const chosen = typed === "" ? null : parseId(typed);
  const transactions = readAccepted(rows, chosen);
  if (transactions.length === 0) return c.redirect("/review", 303);
  const isAlways = readText(form["do"]) === "always";
  const formKey = readText(form["key"]) || crypto.randomUUID();
  const key = await makeKey(formKey, { transactions, isAlways });
  if (isAlways) return acceptAlways(c, transactions, chosen ?? 0, key);
  const body = { key, transactions, from: isChosen(rows, chosen) ? "the review page" : ACCEPTED };
  const done = await send(c.get("api"), "/api/changes", body, CHANGE_ANSWER);
  if (!done.ok) return page(c, done.error.message, passOnStatus(done.error));
  return c.redirect(address(c, done.value.change.id), 303);
});

/** Accepts a group and makes its category a rule, as one change. */
async function acceptAlways(
  c: PageContext,
  transactions: readonly Accepted[],
  category: number,
  key: string,
) {
  if (category === 0) return page(c, "Choose the category that it always is.", 400);
  const also = transactions.map(({ id, was, set }) => ({ id, before: was, after: set }));
  const [first] = also;
  const done = await saveAlways(c.var, { transaction: first?.id ?? 0, category, key, also });
  if (!done.ok) return page(c, done.error.message, passOnStatus(done.error));
  return c.redirect(address(c, done.value.change ?? 0), 303);
}

reviewPages.post("/review/undo", async (c) => {
  const field = await readFields(c);
  const path = encodePath`/api/changes/${field("change")}/undo`;
  const done = await send(c.get("api"), path, { key: field("key") }, CHANGE_ANSWER);
  if (!done.ok) return page(c, done.error.message, passOnStatus(done.error));
  return c.redirect(`/review?done=${done.value.change.id}`, 303);
});

reviewPages.post("/review/arrival", async (c) => {
  const field = await readFields(c);
  const done = await saveArrival(c.get("api"), field("key"), field("waits") === "yes");
  if (!done.ok) return page(c, done.error.message, passOnStatus(done.error));
  return c.redirect("/review#arrival", 303);
});

// Without a form, somebody opened its address.
for (const path of ["/review/undo", "/review/arrival"])
  reviewPages.get(path, (c) => c.redirect("/review", 303));

function address(c: PageContext, change: number): string {
  const query = new URLSearchParams({ done: String(change) });
  for (const id of readSkipped(c)) query.append("skip", String(id));
  return `/review?${query.toString()}`;
}

function readSkipped(c: PageContext): readonly number[] {
  return (c.req.queries("skip") ?? [])
    .map(parseId)
    .filter((id) => id !== 0)
    .slice(-REVIEW_SKIPPED_MAX);
}

async function page(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const { api, service, frame } = c.var;
  const [waiting, history, names, rules, waits, saved] = await Promise.all([
    readWaiting(c.var),
    readHistory(c.var),
    readNames(c.var),
    frame.remote === null ? readRules(api) : null,
    readArrival(service),
    readSaved(c),
  ]);
  if (!waiting.ok) return refusalPage(c, waiting.error);
  const own = rules?.ok === true ? rules.value : null;
  const suggestions = own === null ? [] : await readSuggestions(api, own);
  const skipped = readSkipped(c);
  c.header("cache-control", "no-store");
  return c.html(
    <Review
      groups={skipLast(groupRows(waiting.value.rows, history), skipped)}
      count={waiting.value.count}
      shown={waiting.value.rows.length}
      names={names}
      likely={countCategories(history)
        .slice(0, LIKELY)
        .map(({ category }) => category)}
      ruleIds={(own ?? []).map(({ id }) => id)}
      hasRules={own !== null}
      suggestions={suggestions}
      skipped={skipped}
      saved={saved}
      waits={waits}
      formKey={crypto.randomUUID()}
      alert={alert}
    />,
    status,
  );
}

/** Puts the skipped groups last. */
function skipLast(groups: readonly Group[], skipped: readonly number[]): readonly Group[] {
  const isSkipped = ({ id }: Group) => skipped.includes(id);
  return [...groups.filter((group) => !isSkipped(group)), ...groups.filter(isSkipped)];
}

async function readSaved(c: PageContext) {
  const id = parseId(c.req.query("done") ?? "");
  if (id === 0) return null;
  const found = await read(c.get("api"), `/api/changes/${id}`, CHANGE_DETAIL);
  return found.ok ? found.value.change : null;
}
