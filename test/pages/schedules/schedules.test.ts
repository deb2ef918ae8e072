// The schedules' pages over canned answers of the API: their contents, and the requests of their
// forms.

import type { Schedule, ScheduleRun } from "../../../src/pages/schedules/wire.ts";
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv } from "../../../src/pages/ui/context.ts";
import { cronWords } from "../../../src/pages/schedules/timing.ts";
import { zoneTime } from "../../../src/pages/schedules/words.ts";
import { LOCAL_SESSION } from "../fake-api.ts";

const SOURCES = [
  {
    type: "json",
    label: "JSON",
    statements: false,
    relative: false,
    fields: [
      { name: "url", label: "Address", kind: "url", help: "https." },
      { name: "path", label: "Path", kind: "text", help: "RFC 9535." },
      { name: "currency", label: "Currency", kind: "text", help: "Its code.", optional: true },
      { name: "tokens", label: "Tokens", kind: "lines", help: "One a line.", optional: true },
    ],
    secrets: [
      { name: "headers", label: "Headers", kind: "lines", help: "One a line.", optional: true },
    ],
  },
  {
    type: "formula",
    label: "formula",
    statements: false,
    relative: false,
    fields: [
      {
        name: "rule",
        label: "Rule",
        kind: "choice",
        choices: ["straight_line", "loan"],
        help: "How.",
      },
      {
        name: "residual",
        label: "Residual value",
        kind: "decimal",
        help: "Never less.",
        onlyIf: { field: "rule", values: ["straight_line"] },
      },
      { name: "months", label: "Months", kind: "whole number", help: "How long." },
      { name: "from", label: "Bought on", kind: "day", help: "The first day.", optional: true },
    ],
    secrets: [],
  },
];

const RUN: ScheduleRun = {
  id: 1,
  state: "done",
  tries: 1,
  written: null,
  import: null,
  due_at: "2026-11-22T05:00:00.000Z",
  next_attempt_at: null,
  read: { amount: "12.5", unit: "usd", as_of: null, name: null },
  outcome: "The balance of Checking was set.",
  fault: null,
  created_at: "2026-11-22T05:00:01.000Z",
  finished_at: "2026-11-22T05:00:02.000Z",
};
const FAILED: ScheduleRun = {
  ...RUN,
  id: 2,
  state: "failed",
  due_at: null,
  read: null,
  outcome: null,
  fault: { kind: "gone", message: "There is no $.balance <b>." },
};
const SCHEDULE: Schedule = {
  id: "s1",
  name: "House <i>",
  cron: "0 6 * * 1",
  timezone: "Europe/Berlin",
  enabled: true,
  stopped: null,
  source: {
    type: "json",
    url: "https://bank.example/b",
    path: "$.balance",
    secrets: { headers: { set: true } },
  },
  target: { manual_account_id: 11 },
  next_runs: ["2026-11-23T05:00:00.000Z", "2026-11-30T05:00:00.000Z", "2026-12-07T05:00:00.000Z"],
  last_run: RUN,
  failures: 0,
  created_at: "2026-11-21T05:00:00.000Z",
  updated_at: "2026-11-21T05:00:00.000Z",
};

async function ask(
  path: string,
  form: Record<string, string> | null = null,
  schedule: object = {},
  refusal: { errMsg: string; instancePath: string } | null = null,
) {
  const shown = { ...SCHEDULE, ...schedule };
  const calls: string[] = [];
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", LOCAL_SESSION);
    c.set("service", async (to) =>
      Response.json(
        to === "/manual_accounts"
          ? { manual_accounts: [{ id: 11, name: "Checking", currency: "usd", type: "cash" }] }
          : { crypto_manual: [] },
      ),
    );
    c.set("api", async (to, init) => {
      if (to === "/api/schedules/sources") return Response.json({ sources: SOURCES });
      const method = init?.method ?? "GET";
      if (method === "GET")
        return Response.json(
          to === "/api/schedules" ? { schedules: [shown] } : { runs: [FAILED, RUN], ...shown },
        );
      calls.push(`${method} ${to} ${typeof init?.body === "string" ? init.body : ""}`.trim());
      if (refusal !== null)
        return Response.json({ message: "Refused", errors: [refusal] }, { status: 400 });
      return method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(shown);
    });
    return next();
  });
  app.route("/", pages);
  const init =
    form === null
      ? {}
      : {
          method: "POST",
          body: new URLSearchParams(form),
          headers: { "sec-fetch-site": "same-origin" },
        };
  const response = await app.fetch(
    new Request(`http://localhost${path}`, init),
    env,
    createExecutionContext(),
  );
  const html = await response.text();
  return {
    status: response.status,
    location: response.headers.get("location"),
    html,
    words: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " "),
    calls,
  };
}

test("the list shows source, target, next run on the schedule's own clock, and last result", async () => {
  const { words, html } = await ask("/schedules");

  expect(html).toContain("House &lt;i&gt;");
  expect(words).toMatch(
    /JSON to: balance of Checking Every Monday at 06:00 Mon 23 Nov 2026, 06:00 Mon 30 Nov 2026, 06:00 Mon 7 Dec 2026, 06:00 Time zone: Europe\/Berlin/,
  );
  expect(words).toContain("The balance of Checking was set.");
});

test("a failed run shows the fault, the remedy, and the number of attempts", async () => {
  const { words, html } = await ask("/schedules", null, { last_run: FAILED, failures: 3 });

  expect(html).toContain("Failed: There is no $.balance &lt;b&gt;.");
  expect(words).toContain("Check whether the account, path or row in its settings still exists");
  expect(words).toContain("3 times in a row");
});

test("a run of a statement links to its import, and its times are shown like any other", async () => {
  const { html, words } = await ask("/schedules/s1", null, {
    runs: [{ ...RUN, import: "r/7", outcome: "Set to 5 USD, as of 2026-11-22T05:00:01.317Z." }],
  });

  expect(html).toContain('<a href="/imports/r%2F7">See the import</a>');
  expect(words).toContain("Set to 5 USD, as of 22 Nov 2026, 05:00 UTC.");
});

test("a schedule that stopped itself shows the reason, and opens its form", async () => {
  const { words, html } = await ask("/schedules/s1", null, {
    enabled: false,
    stopped: "The server refused the key.",
    next_runs: [],
  });

  expect(words).toContain(
    "This schedule was stopped: The server refused the key. Enter its credentials again below",
  );
  expect(words).toContain("No runs while it is off.");
  expect(html).toContain('<details class="panel" open="">');
});

test("a new schedule is sent with its credentials, and only the settings that apply", async () => {
  const common = { name: " Flat ", cron: "0 6 * * *", timezone: "UTC", target: "history 11" };
  const formula = await ask("/schedules", {
    ...common,
    type: "formula",
    "setting.rule": "loan",
    "setting.residual": "5",
    "setting.months": "12",
  });
  const months = await ask("/schedules", {
    ...common,
    type: "formula",
    "setting.rule": "loan",
    month: " 2026-03 ",
    from: "2025-01",
  });
  const json = await ask("/schedules", {
    ...common,
    type: "json",
    target: "balance 11",
    "setting.url": "https://a.example/",
    "setting.path": "$.b",
    "secret.headers": "Authorization: planted-key",
  });

  expect(formula).toMatchObject({ status: 303, location: "/schedules/s1" });
  expect(JSON.parse(formula.calls[0]?.replace("POST /api/schedules ", "") ?? "")).toEqual({
    name: "Flat",
    cron: "0 6 * * *",
    timezone: "UTC",
    source: { type: "formula", rule: "loan", months: 12 },
    target: { history: 11, month: "previous" },
  });
  expect(JSON.parse(months.calls[0]?.replace("POST /api/schedules ", "") ?? "")).toMatchObject({
    target: { history: 11, month: "2026-03", from: "2025-01" },
  });
  expect(JSON.parse(json.calls[0]?.replace("POST /api/schedules ", "") ?? "")).toMatchObject({
    source: {
      type: "json",
      url: "https://a.example/",
      path: "$.b",
      secrets: { headers: "Authorization: planted-key" },
    },
    target: { manual_account_id: 11 },
  });
});

test("a change without credentials keeps them, unless they are to be forgotten", async () => {
  const form = {
    type: "json",
    name: "House",
    cron: "0 6 * * *",
    timezone: "UTC",
    target: "balance 11",
    "setting.url": "https://a.example/",
    "setting.path": "$.b",
    "secret.headers": " ",
  };
  const kept = await ask("/schedules/s1", form);
  const forgotten = await ask("/schedules/s1", { ...form, forget: "yes" });

  expect(kept.calls[0]).toMatch(/^PUT \/api\/schedules\/s1 /);
  expect(kept.calls[0]).not.toContain("secrets");
  expect(forgotten.calls[0]).toContain('"secrets":{}');
});

test("a list is converted to one line per entry, and back", async () => {
  const { html } = await ask("/schedules/s1", null, {
    source: { type: "json", tokens: ["0xa", { contract: "0xb", symbol: "odd" }], secrets: {} },
  });
  const sent = await ask("/schedules/s1", {
    type: "json",
    "setting.tokens": "0xa\r\n\r\n 0xb odd ",
  });

  expect(html).toContain(">0xa\n0xb odd</textarea>");
  expect(sent.calls[0]).toContain('"tokens":["0xa","0xb odd"]');
});

test("a refused form keeps its values except credentials, with the reason next to the field", async () => {
  const form = {
    type: "json",
    name: "House",
    cron: "0 6 * * *",
    timezone: "UTC",
    target: "balance 11",
    "setting.url": "ftp://x",
    "setting.path": "$.b",
    "secret.headers": "X: planted-secret",
  };
  const refused = await ask(
    "/schedules",
    form,
    {},
    { errMsg: "It must be https.", instancePath: "/body/source/url" },
  );

  expect(refused.status).toBe(400);
  expect(refused.html).toContain(
    '<p class="refused" id="setting-url-error" role="alert">It must be https.</p>',
  );
  expect(refused.html).toContain(
    'aria-describedby="setting-url-error setting-url-help" aria-invalid="true"',
  );
  expect(refused.html).toContain('value="ftp://x"');
  expect(refused.html).not.toContain("planted-secret");
});

test("a form without a chosen target is refused with that reason", async () => {
  const form = {
    type: "json",
    name: "House",
    cron: "0 6 * * *",
    timezone: "UTC",
    "setting.url": "https://a.example/",
    "setting.path": "$.b",
  };
  const refused = await ask(
    "/schedules",
    form,
    {},
    { errMsg: "It must be {manual_account_id}.", instancePath: "/body/target" },
  );

  expect(refused.html).toContain(
    '<p class="refused" id="target-error" role="alert">Choose a target.</p>',
  );
});

test("the page reloads during a run, but not under a refused form or while the run waits to retry", async () => {
  const waiting = {
    ...RUN,
    state: "waiting",
    outcome: null,
    read: null,
    finished_at: null,
    next_attempt_at: "2026-11-22T05:03:00.000Z",
  };
  const form = {
    type: "json",
    name: "House",
    cron: "0 6",
    timezone: "UTC",
    target: "balance 11",
    "setting.url": "https://a.example/",
    "setting.path": "$.b",
  };
  const refreshed = async (run: object, typed: Record<string, string> | null = null) =>
    (
      await ask(
        "/schedules/s1",
        typed,
        { runs: [run] },
        { errMsg: "There is no such pattern.", instancePath: "/body/cron" },
      )
    ).html.includes('http-equiv="refresh"');

  expect([
    await refreshed(waiting),
    await refreshed(waiting, form),
    await refreshed({
      ...waiting,
      fault: { kind: "unreachable", message: "It was out of reach." },
    }),
    await refreshed(RUN),
  ]).toEqual([true, false, false, false]);
});

test("a refused change still forgets the credentials that it should forget", async () => {
  const form = {
    type: "json",
    name: "House",
    cron: "0 6",
    timezone: "UTC",
    target: "balance 11",
    "setting.url": "https://a.example/",
    "setting.path": "$.b",
  };
  const refusal = { errMsg: "There is no such pattern.", instancePath: "/body/cron" };
  const [ticked, not] = [
    await ask("/schedules/s1", { ...form, forget: "yes" }, {}, refusal),
    await ask("/schedules/s1", form, {}, refusal),
  ];

  expect(ticked.html).toMatch(/name="forget" value="yes" checked/);
  expect(not.html).toMatch(/name="forget" value="yes"\/>/);
});

test("the months of a history stay typed after a refusal, and are refused next to their own field", async () => {
  const form = {
    type: "formula",
    name: "House",
    cron: "0 6 * * *",
    timezone: "UTC",
    target: "history 11",
    month: "2026-03",
    from: "2026-04",
    "setting.rule": "loan",
    "setting.months": "12",
    "setting.from": "2026-01-01",
  };
  const elsewhere = await ask(
    "/schedules",
    form,
    {},
    { errMsg: "There is no such pattern.", instancePath: "/body/cron" },
  );
  const later = await ask(
    "/schedules",
    form,
    {},
    { errMsg: "It must be no later than the month.", instancePath: "/body/target/from" },
  );
  const bought = await ask(
    "/schedules",
    form,
    {},
    { errMsg: "It must be a day.", instancePath: "/body/source/from" },
  );
  const beside = (html: string) =>
    [...html.matchAll(/<p class="refused" id="([^"]+)-error"/g)].map(([, id]) => id);

  expect(elsewhere.html).toMatch(/name="month"[^>]* value="2026-03"/);
  expect(elsewhere.html).toMatch(/name="from"[^>]* value="2026-04"/);
  expect([elsewhere, later, bought].map(({ html }) => beside(html))).toEqual([
    ["cron"],
    ["from"],
    ["setting-from"],
  ]);
  expect(later.html).toMatch(
    /name="from"[^>]* aria-describedby="from-error from-help" aria-invalid="true"/,
  );
});

test.each([
  ["run", "POST /api/schedules/s1/run {}", "/schedules/s1"],
  ["off", 'PUT /api/schedules/s1 {"enabled":false}', "/schedules/s1"],
  ["on", 'PUT /api/schedules/s1 {"enabled":true}', "/schedules/s1"],
  ["delete", "DELETE /api/schedules/s1", "/schedules"],
])("the button %s does one thing", async (button, call, location) => {
  expect(await ask(`/schedules/s1/${button}`, {})).toMatchObject({
    status: 303,
    location,
    calls: [call],
  });
});

test.each([
  ["0 6 * * *", "every day at 06:00"],
  ["5 23 L * *", "on the last day of every month at 23:05"],
  ["0 6 * * 1-5", "every weekday at 06:00"],
  ["0 6 * * 7", "every Sunday at 06:00"],
  ["15 * * * *", "every hour, at minute 15"],
  ["0 6 1 * 1", null],
  ["30 7 1 * *", "on day 1 of every month at 07:30"],
  ["0 6 * * MON", "every Monday at 06:00"],
  ["0 6 * * MON-FRI", "every weekday at 06:00"],
  ["0 6 31 12 *", "every year on day 31 of December at 06:00"],
  ["0 6 L FEB *", "every year on the last day of February at 06:00"],
  ["0 6 2 1,4,7,10 *", "every 3 months, on day 2 of January, April, July, October, at 06:00"],
  ["0 6 2 1,4,7 *", null],
  ["0 6 2 13 *", null],
  ["*/5 * * * *", null],
  ["0 6 * 1 *", null],
  ["0 24 * * *", null],
  ["0 6 0 * *", null],
])("the cron expression %s is shown as %s", (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});

test("a moment is shown on the zone's own clock, summer time included", () => {
  expect(zoneTime("2026-07-01T22:30:00.000Z", "Europe/Berlin")).toBe("Thu 2 Jul 2026, 00:30");
  expect(zoneTime("2026-12-01T22:30:00.000Z", "America/New_York")).toBe("Tue 1 Dec 2026, 17:30");
});

const WHEN = { weekday: "3", day: "31", in_month: "5", at: "07:05", timezone: "UTC" };

test.each([
  ["day", "5 7 * * *"],
  ["weekday", "5 7 * * 1-5"],
  ["week", "5 7 * * 3"],
  ["month", "5 7 31 * *"],
  ["quarter", "5 7 31 2,5,8,11 *"],
  ["year", "5 7 31 5 *"],
])(
  "the choice of every %s is sent as the pattern %s, and shown as that choice",
  async (every, cron) => {
    const { calls } = await ask("/schedules/s1", { type: "json", ...WHEN, every });
    const { html } = await ask("/schedules/s1", null, { cron });

    expect(calls[0]).toContain(`"cron":"${cron}"`);
    expect(html).toContain(`<option value="${every}" selected="">`);
    expect(html).toMatch(/name="at"[^>]* value="07:05"/);
    expect(html).toMatch(/name="cron"[^>]* value=""/);
  },
);

test("a pattern that the form's choices do not have is kept under Advanced", async () => {
  const cron = "*/30 8-18 * * 1-5";
  const { html } = await ask("/schedules/s1", null, { cron });
  const kept = await ask("/schedules/s1", {
    type: "json",
    ...WHEN,
    every: "pattern",
    cron,
    cron_was: cron,
  });
  const left = await ask("/schedules/s1", {
    type: "json",
    ...WHEN,
    every: "day",
    cron,
    cron_was: cron,
  });

  expect(html).toContain('<option value="pattern" selected="">');
  expect(html).toMatch(/<details class="advanced" open="">.*name="cron"[^>]* value="\*\/30 8-18/);
  expect(kept.calls[0]).toContain(`"cron":"${cron}"`);
  expect(left.calls[0]).toContain('"cron":"5 7 * * *"');
});

test("a pattern beside another choice, and a time that is none, are refused beside their fields", async () => {
  const both = await ask("/schedules", { type: "json", ...WHEN, every: "day", cron: "0 6 * * *" });
  const late = await ask("/schedules", { type: "json", ...WHEN, every: "day", at: "soon" });

  expect([both.status, late.status, both.calls, late.calls]).toEqual([400, 400, [], []]);
  expect(both.html).toContain('id="cron-error" role="alert">Choose “other times” above');
  expect(late.html).toContain('id="at-error" role="alert">Enter a time such as 06:00.');
});

test("a day that never comes is refused beside the day, not beside a pattern that nobody wrote", async () => {
  const refused = await ask(
    "/schedules",
    { type: "json", ...WHEN, every: "year", day: "30", in_month: "2" },
    {},
    { errMsg: "It would never run.", instancePath: "/body/cron" },
  );

  expect(refused.html).toContain('id="day-error" role="alert">It would never run.');
  expect(refused.html).not.toContain('id="cron-error"');
});

test.each([
  ["0 6 31 * *", "It does not run in months without a day 31."],
  ["0 6 29 * *", "It does not run in months without a day 29."],
  ["0 6 31 1,4,7,10 *", "It does not run in months without a day 31."],
  ["0 6 29 2 *", "It runs in leap years only."],
])("the page of a schedule of %s says: %s", async (cron, sentence) => {
  expect((await ask("/schedules/s1", null, { cron })).words).toContain(sentence);
});

test.each(["0 6 28 * *", "0 6 L * *", "0 6 30 1,4,7,10 *", "0 6 31 12 *", "0 6 * * 1"])(
  "a schedule of %s runs in all of its months, and says nothing of short ones",
  async (cron) => {
    const { words } = await ask("/schedules/s1", null, { cron });

    expect(words).not.toMatch(/It does not run in months|leap years/);
  },
);

test("amounts of a run are money with the currency's decimals, and quantities of coins are not", async () => {
  const { words } = await ask("/schedules/s1", null, {
    runs: [
      {
        ...RUN,
        outcome: "The balance of Savings was set to 9000.0000 USD, as of 2026-11-22T05:00:01.317Z.",
        read: { amount: "9000", unit: "usd", as_of: null, name: null },
      },
      { ...RUN, outcome: "What is owed on Card was set to -1234.5000 JPY." },
      {
        ...RUN,
        outcome: "The quantity of Wallet was set to 0.12500000 XYZ.",
        read: { amount: "0.125", unit: "xyz", as_of: null, name: null },
      },
    ],
  });

  expect(words).toContain("was set to 9,000.00 USD, as of 22 Nov 2026, 05:00 UTC.");
  expect(words).toContain(" 9,000.00 USD ");
  expect(words).toContain("was set to \u22121,234.5 JPY.");
  expect(words).toContain("was set to 0.12500000 XYZ.");
  expect(words).toContain(" 0.125 XYZ ");
});
