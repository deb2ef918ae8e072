// The pages of schedules and the targets of their forms. A form is answered with 303 to the page
// that shows its effect, or with itself, the input except secrets, and the reasons.

import { Hono, type Context } from "hono";
import * as z from "zod";
import { ok, type Result } from "../../platform/result.ts";
import {
  readAnswer,
  accountName,
  read,
  readOpenAccounts,
  readService,
  send,
  passOnStatus,
  type PassedOn,
  type Refusal,
} from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readFields } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { cryptoManualSchema } from "../overview/wire.ts";
import { scheduleBody } from "./body.ts";
import { NewSchedule, type TargetChoice } from "./form.tsx";
import { schedulePath, ScheduleList } from "./list.tsx";
import { writePattern } from "./timing.ts";
import { SchedulePage } from "./page.tsx";
import { type ScheduleSource } from "./wire.ts";
import { SCHEDULE_DETAIL, SCHEDULE_LIST, SOURCE_LIST } from "../../importer/schedules/wire.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Notice } from "../ui/shell.tsx";
import { sortRefusal, type Control, type Refused } from "../ui/refused-form.ts";
import type { Typed } from "../sources/typed-settings.ts";

type PageContext = Context<PageEnv>;
type Status = 200 | PassedOn;

const API = "/api/schedules";

/** To be mounted at "/". */
export const schedulePages = new Hono<PageEnv>();

for (const path of ["/schedules", "/schedules/*"])
  schedulePages.use(path, signedIn, connected, shownConnection);

schedulePages.get("/schedules", async (c) => {
  const [found, sources, targets] = await Promise.all([
    read(c.get("api"), API, SCHEDULE_LIST),
    listSources(c),
    listTargets(c),
  ]);
  if (!found.ok) return refusalPage(c, found.error);
  if (!sources.ok) return refusalPage(c, sources.error);
  c.header("cache-control", "no-store");
  return c.html(
    <ScheduleList
      schedules={found.value.schedules}
      sources={sources.value}
      names={targets.names}
    />,
  );
});

schedulePages.get("/schedules/new", (c) => newPage(c, c.req.query("type") ?? "", null, 200));

schedulePages.post("/schedules", async (c) => {
  const field = await readFields(c);
  const sources = await listSources(c);
  if (!sources.ok) return refusalPage(c, sources.error);
  const source = sources.value.find(({ type }) => type === field("type"));
  if (source === undefined) return newPage(c, field("type"), null, 404);
  const pattern = writePattern(field);
  if (!("cron" in pattern)) return newPage(c, source.type, keepTyped(source, field, pattern), 400);
  const made = await send(
    c.get("api"),
    API,
    scheduleBody(source, field, pattern.cron, true),
    z.object({ id: z.string() }),
  );
  if (made.ok) return c.redirect(schedulePath(made.value.id), 303);
  return newPage(c, source.type, refusedIn(source, field, made.error), passOnStatus(made.error));
});

schedulePages.get("/schedules/:id", (c) => schedulePage(c, null, 200));

schedulePages.post("/schedules/:id", async (c) => {
  const field = await readFields(c);
  const sources = await listSources(c);
  if (!sources.ok) return refusalPage(c, sources.error);
  const source = sources.value.find(({ type }) => type === field("type"));
  if (source === undefined) return schedulePage(c, null, 404);
  const pattern = writePattern(field);
  if (!("cron" in pattern)) return schedulePage(c, keepTyped(source, field, pattern), 400);
  const done = await send(
    c.get("api"),
    apiPath(c),
    scheduleBody(source, field, pattern.cron, false),
    z.unknown(),
    "PUT",
  );
  return done.ok
    ? back(c)
    : schedulePage(c, refusedIn(source, field, done.error), passOnStatus(done.error));
});

for (const [what, enabled] of [
  ["on", true],
  ["off", false],
] as const) {
  schedulePages.post(`/schedules/:id/${what}`, async (c) =>
    after(c, await send(c.get("api"), apiPath(c), { enabled }, z.unknown(), "PUT")),
  );
}

// The next page shows the run, finished or not.
schedulePages.post("/schedules/:id/run", async (c) =>
  after(c, await send(c.get("api"), `${apiPath(c)}/run`, {}, z.unknown())),
);

schedulePages.post("/schedules/:id/delete", async (c) => {
  const done = await readAnswer(await c.get("api")(apiPath(c), { method: "DELETE" }), z.unknown());
  return done.ok ? c.redirect("/schedules", 303) : refusalPage(c, done.error);
});

async function newPage(c: PageContext, type: string, refused: Refused | null, status: Status) {
  const [sources, targets] = await Promise.all([listSources(c), listTargets(c)]);
  if (!sources.ok) return refusalPage(c, sources.error);
  const source = sources.value.find((one) => one.type === type);
  if (source === undefined)
    return c.html(<Notice title="Not found" message="This source does not exist." />, 404);
  c.header("cache-control", "no-store");
  return c.html(
    <NewSchedule
      source={source}
      targets={targets.choices(source)}
      unread={targets.unread}
      schedule={null}
      refused={refused}
    />,
    status,
  );
}

async function schedulePage(c: PageContext, refused: Refused | null, status: Status) {
  const [found, sources, targets] = await Promise.all([
    read(c.get("api"), apiPath(c), SCHEDULE_DETAIL),
    listSources(c),
    listTargets(c),
  ]);
  if (!found.ok) return refusalPage(c, found.error);
  if (!sources.ok) return refusalPage(c, sources.error);
  const { type } = found.value.source;
  const source = sources.value.find((one) => one.type === type) ?? {
    type,
    label: type,
    fields: [],
    secrets: [],
    statements: false,
    relative: false,
  };
  c.header("cache-control", "no-store");
  return c.html(
    <SchedulePage
      schedule={found.value}
      source={source}
      targets={targets.choices(source)}
      unread={targets.unread}
      names={targets.names}
      refused={refused}
    />,
    status,
  );
}

/** The accounts and holdings that a schedule can write to, and their names. */
async function listTargets(c: PageContext) {
  const [listed, crypto] = await Promise.all([
    readOpenAccounts(c.get("service")),
    readService(c.get("service"), "/crypto/manual", cryptoManualSchema),
  ]);
  const accounts = listed.ok ? listed.value : [];
  const holdings = crypto.ok ? crypto.value.crypto_manual : [];
  const labelled = accounts.map((account) => ({
    id: account.id,
    label: `${accountName(account)} (${account.currency.toUpperCase()})`,
  }));
  const choices = ({ statements, relative }: ScheduleSource): TargetChoice[] => [
    ...labelled.map(({ id, label }) => ({ value: `balance ${id}`, label: `Balance of ${label}` })),
    ...(statements
      ? labelled.map(({ id, label }) => ({
          value: `statement ${id}`,
          label: `Transactions of ${label}`,
        }))
      : []),
    ...holdings.map(({ id, name, display_name: shown, symbol }) => ({
      value: `crypto ${id}`,
      label: `Quantity of ${shown || name} (${symbol.toUpperCase()})`,
    })),
    ...(relative
      ? []
      : labelled.map(({ id, label }) => ({
          value: `history ${id}`,
          label: `Balance history of ${label}`,
        }))),
  ];
  const names = new Map([
    ...accounts.map((one) => [`manual ${one.id}`, accountName(one)] as const),
    ...holdings.map((one) => [`crypto ${one.id}`, one.display_name || one.name] as const),
  ]);
  // A form without accounts must say why, or it would look as if there were none.
  const unread = [
    ...(listed.ok ? [] : [`The accounts could not be read: ${listed.error.message}`]),
    ...(crypto.ok ? [] : [`The crypto holdings could not be read: ${crypto.error.message}`]),
  ];
  return { choices, names, unread };
}

async function listSources(c: PageContext): Promise<Result<readonly ScheduleSource[], Refusal>> {
  const found = await read(c.get("api"), `${API}/sources`, SOURCE_LIST);
  return found.ok ? ok(found.value.sources) : found;
}

const CONTROLS: readonly Control[] = [
  { name: "name", label: "Name", at: "name" },
  { name: "cron", label: "Schedule (cron)", at: "cron" },
  { name: "every", label: "Every", at: null },
  { name: "weekday", label: "On", at: null },
  { name: "in_month", label: "Month", at: null },
  { name: "day", label: "On day", at: null },
  { name: "at", label: "At", at: null },
  { name: "timezone", label: "Time zone", at: "timezone" },
  { name: "month", label: "Month in the balance history", at: "target/month" },
  { name: "from", label: "Start month", at: "target/from" },
  { name: "target", label: "Target", at: "target" },
  { name: "forget", label: "Delete the stored credentials", at: null },
];

/** A refusal at the form's fields, with the input except secrets. */
function refusedIn(source: ScheduleSource, field: Typed, refusal: Refusal): Refused {
  const refused = sortRefusal(refusal, source, CONTROLS, field);
  const errors = new Map(refused.errors);
  // The API lists the four targets by their technical names, which does not help a person who chose
  // none.
  if (field("target") === "" && errors.has("target")) errors.set("target", "Choose a target.");
  // A pattern that the form's choice stands for is refused for a day that never comes.
  const cron = errors.get("cron");
  if (cron !== undefined && field("every") !== "" && field("every") !== "pattern") {
    errors.delete("cron");
    errors.set("day", cron);
  }
  return { ...refused, errors };
}

/** The input except secrets, with what is wrong with the time. */
function keepTyped(
  source: ScheduleSource,
  field: Typed,
  { control, message }: { readonly control: string; readonly message: string },
): Refused {
  const kept = sortRefusal({ status: 400, message: "", errors: [] }, source, CONTROLS, field);
  return { ...kept, errors: new Map([[control, message]]) };
}

function after(c: PageContext, done: Result<unknown, Refusal>) {
  return done.ok ? back(c) : refusalPage(c, done.error);
}

function back(c: PageContext) {
  return c.redirect(schedulePath(c.req.param("id") ?? ""), 303);
}

function apiPath(c: PageContext): string {
  return `${API}/${encodeURIComponent(c.req.param("id") ?? "")}`;
}
