// The pages of the budget and the targets of their forms: one period, one category over time, and
// with the embedded service the settings of periods and of what happens when one ends.

import { Hono } from "hono";
import { dayOfInstant, parseDay } from "../../money/day.ts";
import { CHANGE_ANSWER } from "../../importer/changes/wire.ts";
import { BUDGET_AMOUNTS_MAX } from "../../platform/limits.ts";
import type { PageContext } from "../ui/calls.ts";
import { send, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields, readText } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import type { Body } from "../transactions/read-form.ts";
import { categoryOverTime } from "./category-routes.tsx";
import { fillCells } from "./cells.ts";
import { continuingPages } from "./continue-routes.tsx";
import { Done, readDone } from "./done.tsx";
import { BudgetPage } from "./page.tsx";
import { budgetAddress, readWanted, type Wanted } from "./period.ts";
import { readAmounts } from "./read-form.ts";
import { readAutomations, readBudget, readHistory } from "./read-budget.ts";
import { listEditable, saveAmounts, type Problem } from "./save.ts";
import { isFill } from "./suggest.ts";

/** To be mounted at "/". */
export const budgetPages = new Hono<PageEnv>();

for (const path of ["/budget", "/budget/*"])
  budgetPages.use(path, signedIn, connected, shownConnection);

budgetPages.get("/budget", (c) => {
  const wanted = readWanted((name) => c.req.query(name));
  const alerts = wanted.complaint === null ? [] : [wanted.complaint];
  return showBudget(c, { wanted, alerts, problems: NO_PROBLEMS, status: 200 });
});

budgetPages.post("/budget", async (c) => {
  const body: Body = await c.req.parseBody({ all: true });
  const day = parseDay(readText(body["start"]));
  const wanted: Wanted = { day, month: null, complaint: null };
  const sent = readAmounts(body);
  if (day === null || sent.length > BUDGET_AMOUNTS_MAX) {
    const alert = "The form was not understood, and nothing was saved. Try it again.";
    return showBudget(c, { wanted, alerts: [alert], problems: NO_PROBLEMS, status: 400 });
  }
  const found = await readBudget(c.var, wanted, today(), true);
  if (!found.ok) return refusalPage(c, found.error);
  const { period, budget, currency, entered } = found.value;
  const key = readText(body["key"]) || crypto.randomUUID();
  const editable = listEditable(budget, entered, currency);
  const outcome = await saveAmounts(c.var, { start: period.start, key }, sent, editable);
  if (!outcome.ok) return refusalPage(c, outcome.error);
  const { problems, change, count } = outcome.value;
  if (problems.size === 0) {
    const touched = sent.find(({ amount, was }) => amount !== was);
    const anchor = touched === undefined ? "" : `#row-${touched.id}`;
    return c.redirect(`${budgetAddress(period, { saved: String(change ?? 0) })}${anchor}`, 303);
  }
  const isConflict = [...problems.values()].every((one) => one.isConflict);
  const alerts = [
    `${problems.size === 1 ? "One amount was" : `${problems.size} amounts were`} not saved. ${count === 0 ? "Nothing else was changed." : "The others were saved."}`,
  ];
  return showBudget(c, { wanted, alerts, problems, status: isConflict ? 409 : 400 });
});

// Without a form, somebody opened its address.
budgetPages.get("/budget/undo", (c) => c.redirect("/budget", 303));

budgetPages.post("/budget/undo", async (c) => {
  const field = await readFields(c);
  const path = `/api/changes/${parseId(field("change"))}/undo`;
  const undone = await send(c.get("api"), path, { key: field("key") }, CHANGE_ANSWER);
  if (!undone.ok) return refusalPage(c, undone.error);
  const start = parseDay(field("start"));
  const query = new URLSearchParams({
    ...(start !== null && { start }),
    saved: String(undone.value.change.id),
  });
  return c.redirect(`/budget?${query.toString()}`, 303);
});

for (const part of [continuingPages, categoryOverTime]) budgetPages.route("/", part);

const NO_PROBLEMS: ReadonlyMap<number, Problem> = new Map();

async function showBudget(
  c: PageContext,
  {
    wanted,
    alerts,
    problems,
    status,
  }: {
    readonly wanted: Wanted;
    readonly alerts: readonly string[];
    readonly problems: ReadonlyMap<number, Problem>;
    readonly status: 200 | PassedOn;
  },
) {
  const showsAll = c.req.query("all") === "yes" || problems.size > 0;
  const found = await readBudget(c.var, wanted, today(), showsAll);
  if (!found.ok) return refusalPage(c, found.error);
  const { period, budget, currency, entered } = found.value;
  const [history, automations, done] = await Promise.all([
    readHistory(c.var, found.value, period),
    readAutomations(c.var),
    readDone(c.var, c.req.query("saved")),
  ]);
  const withNote = [...problems.values()].find(({ field }) => field === "note");
  const fill = c.req.query("fill") ?? "";
  c.header("cache-control", "no-store");
  return c.html(
    <BudgetPage
      found={found.value}
      history={history}
      automations={automations}
      cells={fillCells(listEditable(budget, entered, currency), problems, currency)}
      today={today()}
      open={withNote?.sent.id ?? (parseId(c.req.query("edit") ?? "") || null)}
      fill={isFill(fill) ? fill : null}
      formKey={crypto.randomUUID()}
      alerts={alerts}
      done={
        done === null ? null : (
          <Done done={done} start={period.start} formKey={crypto.randomUUID()} />
        )
      }
    />,
    status,
  );
}

function today() {
  return dayOfInstant(Date.now());
}
