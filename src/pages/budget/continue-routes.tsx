// What happens to a category when its period ends, and how periods are made. Only the embedded
// service has these settings, so with a remote one the pages do not exist.

import { Hono } from "hono";
import { parseDay } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { PageContext } from "../ui/calls.ts";
import { passOnStatus, readService, type PassedOn, type Refusal } from "../ui/client.ts";
import { saveRecords } from "../ui/save-records.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields } from "../ui/form.ts";
import { ofService } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { meSchema } from "../ui/wire.ts";
import { readAutomations } from "./read-budget.ts";
import { parseTypedAmount } from "./typed-amount.ts";
import { SettingsPage, type SettingsForm } from "./settings.tsx";
import { settingsSchema, type Automation, type Settings } from "./wire.ts";

type Field = (name: string) => string;

/** To be mounted under the routes of the budget, which check the sign-in. */
export const continuingPages = new Hono<PageEnv>();

for (const path of ["/budget/settings", "/budget/continue"]) continuingPages.use(path, ofService);

continuingPages.get("/budget/settings", async (c) => {
  const found = await readService(c.get("service"), "/budgets/settings", settingsSchema);
  if (!found.ok) return refusalPage(c, found.error);
  return settingsPage(c, toForm(found.value), NO_ERRORS, 200);
});

continuingPages.post("/budget/settings", async (c) => {
  const field = await readFields(c);
  const form = readForm(field);
  const errors = findErrors(form);
  if (errors.size > 0) return settingsPage(c, form, errors, 400);
  const before = await readService(c.get("service"), "/budgets/settings", settingsSchema);
  if (!before.ok) return refusalPage(c, before.error);
  const done = await saveSettings(c, field("key"), toBody(toForm(before.value)), toBody(form));
  if (done.ok) return c.redirect("/budget/settings?saved=yes", 303);
  return settingsPage(c, form, sortErrors(done.error), passOnStatus(done.error));
});

// Without a form, somebody opened its address.
continuingPages.get("/budget/continue", (c) => c.redirect("/budget", 303));

continuingPages.post("/budget/continue", (c) => saveContinuing(c));

async function saveContinuing(c: PageContext) {
  const field = await readFields(c);
  const id = parseId(field("category"));
  const start = parseDay(field("start"));
  const [me, known] = await Promise.all([
    readService(c.get("service"), "/me", meSchema),
    readAutomations(c.var),
  ]);
  if (!me.ok) return refusalPage(c, me.error);
  const automatic = field("automatic");
  const amount = parseTypedAmount(field("automatic_amount"), me.value.primary_currency);
  if (automatic === "fixed" && (!amount.ok || amount.value === null)) {
    const message = amount.ok ? "Type the amount that is budgeted by itself." : amount.error;
    return refusalPage(c, { status: 400, message });
  }
  const rollover = field("rollover");
  const set = {
    rollover_option: rollover === "start over" || rollover === "" ? null : rollover,
    ...(automatic !== "" && { auto_budget_type: automatic }),
    ...(automatic === "fixed" &&
      amount.ok &&
      amount.value !== null && { auto_budget_amount: printUnits(amount.value) }),
    // The setting holds from the period in which it was first set. A later day would change the
    // periods before.
    ...(start !== null && known?.has(id) !== true && { start_date: start }),
  };
  const seen = describeNow(known?.get(id));
  const was = Object.fromEntries(Object.keys(set).map((name) => [name, seen[name] ?? null]));
  const records = [{ kind: "rollover", id, was, set }];
  const done = await saveRecords(c.get("api"), field("key"), records, "the budget");
  if (!done.ok) return refusalPage(c, done.error);
  return c.redirect(
    `/budget?${start === null ? "" : `start=${start}&`}edit=${id}&saved=0#row-${id}`,
    303,
  );
}

/** What the category has now, as the service says it. */
function describeNow(now: Automation | undefined): Readonly<Record<string, unknown>> {
  if (now === undefined) return { auto_budget_type: "nothing" };
  const { auto_budget_amount: amount, ...rest } = now;
  return { ...rest, auto_budget_amount: amount === null ? null : printUnits(units(amount)) };
}

/** Saves the changed settings as one change of the journal. */
async function saveSettings(
  c: PageContext,
  key: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<Result<unknown, Refusal>> {
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  if (changed.length === 0) return ok(null);
  const records = [{ kind: "periods", id: 1, was: pick(before), set: pick(after) }];
  return saveRecords(c.get("api"), key, records, "the budget");
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

function settingsPage(
  c: PageContext,
  form: SettingsForm,
  errors: ReadonlyMap<string, string>,
  status: 200 | PassedOn,
) {
  c.header("cache-control", "no-store");
  const isSaved = c.req.query("saved") === "yes" && errors.size === 0;
  return c.html(<SettingsPage form={form} errors={errors} isSaved={isSaved} />, status);
}

function toForm({
  periods,
  incomeOption,
  carriesLeftToBudget,
  hidesQuiet,
}: Settings): SettingsForm {
  return {
    granularity: periods.granularity,
    quantity: String(periods.quantity),
    anchor: periods.anchor,
    lastDay: periods.useLastDayOfMonth,
    income: incomeOption,
    carries: carriesLeftToBudget,
    hides: hidesQuiet,
  };
}

function readForm(field: Field): SettingsForm {
  return {
    granularity: field("granularity"),
    quantity: field("quantity").trim(),
    anchor: field("anchor").trim(),
    lastDay: field("last_day") !== "",
    income: field("income"),
    carries: field("carries") !== "",
    hides: field("hides") !== "",
  };
}

function findErrors({ quantity, anchor }: SettingsForm): ReadonlyMap<string, string> {
  return new Map([
    ...(/^[1-9]\d{0,3}$/.test(quantity)
      ? []
      : [["quantity", `“${quantity}” is no whole number from 1.`] as const]),
    ...(parseDay(anchor) === null
      ? [["anchor", `“${anchor}” is not a date. A date looks like 2026-11-21.`] as const]
      : []),
  ]);
}

function toBody(form: SettingsForm): Readonly<Record<string, unknown>> {
  return {
    budget_period_granularity: form.granularity,
    budget_period_quantity: Number(form.quantity),
    budget_period_anchor_date: form.anchor,
    budget_use_last_day_of_month: form.lastDay,
    budget_income_option: form.income,
    budget_rollover_left_to_budget: form.carries,
    budget_hide_no_activity: form.hides,
  };
}

const FIELDS: Readonly<Record<string, string>> = {
  budget_period_granularity: "granularity",
  budget_period_quantity: "quantity",
  budget_period_anchor_date: "anchor",
  budget_income_option: "income",
};

/** Puts the service's sentences at their fields. */
function sortErrors({ message, errors = [] }: Refusal): ReadonlyMap<string, string> {
  const sorted = new Map<string, string>();
  for (const { errMsg, instancePath = "" } of errors) {
    const property = instancePath.split("/").at(-1) ?? "";
    sorted.set(FIELDS[property] ?? "", errMsg.replace(`${property} `, "This "));
  }
  return sorted.size === 0 ? new Map([["", message]]) : sorted;
}
