// The pages of rules and the targets of their forms. Trying a rule out is an address, so that Back
// and bookmarks work. Saving is answered with 303.

import { Hono } from "hono";
import { CHANGE_DETAIL } from "../../importer/changes/wire.ts";
import { DRY_RUN_ROWS_SHOWN } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { param, type PageContext } from "../ui/calls.ts";
import { passOnStatus, read, type PassedOn, type Refusal } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields, readText } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { readNames } from "../transactions/read-names.ts";
import { readRule, readRuleFields, toFields, toQuery, type RuleFields } from "./form.ts";
import { RuleList } from "./list.tsx";
import {
  NEW,
  placeLast,
  readCorrections,
  readDryRun,
  readOrigin,
  readRules,
  readSuggestions,
} from "./read.ts";
import { RulePage } from "./rule.tsx";
import { deleteRule, enableRule, findSame, orderRules, saveRule, suggestFor } from "./save.ts";
import { unsuggestedSchema, type Rule } from "./wire.ts";

const ID = ":id{[0-9]{1,15}}";

/** To be mounted at "/". */
export const rulePages = new Hono<PageEnv>();

for (const path of ["/rules", "/rules/*"])
  rulePages.use(path, signedIn, connected, shownConnection);

rulePages.get("/rules", (c) => listPage(c, null, 200));

rulePages.get("/rules/new", async (c) => {
  const query = new URL(c.req.url).searchParams;
  const typed = readRuleFields(query.entries());
  const from = parseId(query.get("transaction") ?? "");
  const isFirst = query.get("place") === "first" || (from !== 0 && query.get("place") !== "last");
  const origin = from === 0 ? null : await readOrigin(c.var, from);
  if (origin?.ok === false) return refusalPage(c, origin.error);
  const category = parseId(query.get("category") ?? "");
  const fields =
    typed.size > 0 || origin === null
      ? typed
      : toFields({
          name: null,
          match: origin.value.match,
          set: category === 0 ? {} : { category_id: category },
        });
  const transaction = origin === null ? null : origin.value.transaction;
  return rulePage(c, {
    rule: null,
    fields,
    isFirst,
    from: transaction && { id: transaction.id, payee: transaction.payee || "No payee" },
    isFresh: typed.size === 0,
  });
});

rulePages.get(`/rules/${ID}`, async (c) => {
  const found = await findRule(c);
  if (!found.ok) return refusalPage(c, found.error);
  const typed = readRuleFields(new URL(c.req.url).searchParams.entries());
  const { rule } = found.value;
  const fields = typed.size > 0 ? typed : toFields(rule);
  return rulePage(c, { rule, fields, isFirst: false, from: null, isFresh: true });
});

rulePages.post("/rules", (c) => saveForm(c, null));

rulePages.post("/rules/unsuggested", async (c) => {
  const field = await readFields(c);
  const suggest = field("suggest") === "yes";
  const done = await suggestFor(c.get("api"), field("payee"), suggest);
  if (!done.ok) return listPage(c, done.error.message, passOnStatus(done.error));
  return c.redirect(field("back") === "/review" ? "/review" : "/rules", 303);
});

rulePages.post(`/rules/${ID}`, async (c) => {
  const found = await findRule(c);
  return found.ok ? saveForm(c, found.value.rule) : refusalPage(c, found.error);
});

rulePages.post(`/rules/${ID}/enabled`, async (c) => {
  const [found, field] = await Promise.all([findRule(c), readFields(c)]);
  if (!found.ok) return refusalPage(c, found.error);
  const { rule } = found.value;
  return afterList(c, rule, await enableRule(c.get("api"), rule, field("on") === "yes"));
});

rulePages.post(`/rules/${ID}/move`, async (c) => {
  const [found, field] = await Promise.all([findRule(c), readFields(c)]);
  if (!found.ok) return refusalPage(c, found.error);
  const { rule, rules } = found.value;
  const at = rules.indexOf(rule);
  const to = field("to") === "up" ? Math.max(0, at - 1) : at + 1;
  const moved = rules.toSpliced(at, 1).toSpliced(to, 0, rule);
  return afterList(c, rule, await orderRules(c.get("api"), moved));
});

rulePages.post(`/rules/${ID}/delete`, async (c) => {
  const found = await findRule(c);
  if (!found.ok) return refusalPage(c, found.error);
  const done = await deleteRule(c.get("api"), found.value.rule);
  return done.ok
    ? c.redirect(listAddress(done.value, null), 303)
    : listPage(c, done.error.message, passOnStatus(done.error));
});

function afterList(c: PageContext, { id }: Rule, done: Result<number | null, Refusal>) {
  return done.ok
    ? c.redirect(listAddress(done.value, id), 303)
    : listPage(c, done.error.message, passOnStatus(done.error));
}

async function findRule(
  c: PageContext,
): Promise<Result<{ readonly rule: Rule; readonly rules: readonly Rule[] }, Refusal>> {
  const rules = await readRules(c.get("api"));
  if (!rules.ok) return rules;
  const rule = rules.value.find(({ id }) => id === parseId(param(c, "id")));
  if (rule !== undefined) return ok({ rule, rules: rules.value });
  return { ok: false, error: { status: 404, message: "This rule no longer exists." } };
}

/**
 * Handles the form's buttons: try the rule out, save it, or save it and change the ticked
 * transactions.
 */
async function saveForm(c: PageContext, rule: Rule | null) {
  const form = await c.req.parseBody({ all: true });
  const fields = readRuleFields(
    Object.entries(form).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, one] as const),
    ),
  );
  const from = parseId(readText(form["from"]));
  const isFirst = readText(form["place"]) === "first";
  if (readText(form["do"]) === "try")
    return c.redirect(tryAddress(rule, fields, from, isFirst), 303);
  const { body, errors } = readRule(fields, rule ?? NEW);
  const shown = { rule, fields, isFirst, from: null, isFresh: true };
  if (errors.size > 0) return rulePage(c, shown, null, 400);
  const api = c.get("api");
  const rules = await readRules(api);
  if (!rules.ok) return refusalPage(c, rules.error);
  const isRun = readText(form["do"]) === "run";
  const same = findSame(rules.value, body, rule?.id ?? null);
  if (same !== null && !isRun)
    return rulePage(c, shown, `Rule ${rules.value.indexOf(same) + 1} is the same.`, 409);
  const ticked = [form["row"] ?? []].flat().map((text) => parseId(readText(text)));
  const stored = same ?? rule;
  const place = { id: stored?.id ?? null, isFirst, most: DRY_RUN_ROWS_SHOWN };
  const run = isRun ? await readDryRun(api, placeLast(body, stored, rules.value), place) : null;
  if (run?.ok === false) return rulePage(c, shown, run.error.message, passOnStatus(run.error));
  const saved = await saveRule(api, rules.value, {
    key: readText(form["key"]) || crypto.randomUUID(),
    body,
    rule: stored,
    isFirst,
    rows: (run?.value.transactions ?? []).filter(({ id }) => ticked.includes(id)),
  });
  if (!saved.ok) return rulePage(c, shown, saved.error.message, passOnStatus(saved.error));
  return c.redirect(listAddress(saved.value.change, saved.value.rule), 303);
}

function listAddress(change: number | null, rule: number | null): string {
  const query = change === null ? "" : `?changed=${change}`;
  return `/rules${query}${rule === null ? "" : `#rule-${rule}`}`;
}

function tryAddress(rule: Rule | null, fields: RuleFields, from: number, isFirst: boolean): string {
  const query = toQuery(fields);
  if (from !== 0) query.set("transaction", String(from));
  if (rule === null) query.set("place", isFirst ? "first" : "last");
  return `/rules/${rule === null ? "new" : rule.id}?${query.toString()}#dry-run`;
}

async function listPage(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const api = c.get("api");
  const [rules, names, unsuggested, saved] = await Promise.all([
    readRules(api),
    readNames(c.var),
    read(api, "/api/rules/unsuggested", unsuggestedSchema),
    readSaved(c),
  ]);
  if (!rules.ok) return refusalPage(c, rules.error);
  const suggestions = await readSuggestions(api, rules.value);
  c.header("cache-control", "no-store");
  return c.html(
    <RuleList
      rules={rules.value}
      names={names}
      suggestions={suggestions}
      unsuggested={unsuggested.ok ? unsuggested.value.payees : []}
      saved={saved}
      formKey={crypto.randomUUID()}
      alert={alert}
    />,
    status,
  );
}

async function readSaved(c: PageContext) {
  const id = parseId(c.req.query("changed") ?? "");
  if (id === 0) return null;
  const found = await read(c.get("api"), `/api/changes/${id}`, CHANGE_DETAIL);
  return found.ok ? found.value.change : null;
}

interface Shown {
  readonly rule: Rule | null;
  readonly fields: RuleFields;
  readonly isFirst: boolean;
  readonly from: { readonly id: number; readonly payee: string } | null;
  /** Whether the form was just opened, so that empty fields are no errors yet. */
  readonly isFresh: boolean;
}

async function rulePage(
  c: PageContext,
  shown: Shown,
  alert: string | null = null,
  status: 200 | PassedOn = 200,
) {
  const api = c.get("api");
  const { rule, fields, isFirst } = shown;
  const { body, errors } = readRule(fields, rule ?? NEW);
  const [rules, names, corrections] = await Promise.all([
    readRules(api),
    readNames(c.var),
    readCorrections(api),
  ]);
  if (!rules.ok) return refusalPage(c, rules.error);
  const tried = placeLast(body, rule, rules.value);
  const place = { id: rule?.id ?? null, isFirst, most: DRY_RUN_ROWS_SHOWN };
  const run = errors.size > 0 ? null : await readDryRun(api, tried, place);
  const isUntouched = status === 200 && shown.isFresh;
  const refusal = run?.ok === false ? run.error.message : null;
  c.header("cache-control", "no-store");
  return c.html(
    <RulePage
      {...shown}
      body={body}
      rules={rules.value}
      errors={isUntouched && rule === null ? new Map() : errors}
      run={run?.ok === true ? run.value : null}
      names={names}
      corrections={corrections}
      saved={null}
      formKey={crypto.randomUUID()}
      alert={alert ?? refusal}
    />,
    status,
  );
}
