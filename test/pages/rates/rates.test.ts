// The page of exchange rates over a fake API: the order of its sections, the requests and values of
// its forms, and the link to it from an import.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { RATES_UPLOAD_BYTES_MAX } from "../../../src/platform/limits.ts";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv } from "../../../src/pages/ui/context.ts";
import { addDays, dayOfInstant } from "../../../src/money/day.ts";
import type { Session } from "../../../src/oauth/sign-in/session.ts";
import { LOCAL_SESSION, fakeApi, importOf, ROWS } from "../fake-api.ts";

const SESSION: Session = LOCAL_SESSION;
const today = () => dayOfInstant(Date.now());
const REMOTE = "This is managed in the remote service itself.";

interface World {
  readonly session?: null;
  readonly site?: string;
  readonly missing?: readonly { currency: string; transactions: number }[];
  readonly newest?: readonly { currency: string; date: string; per_euro: string }[];
  /** What a POST or PUT answers. */
  readonly added?: { days: number; currencies: number; rates: number; stored: number };
  /** Why a POST or PUT is refused, or everything where the status is 404. */
  readonly refusal?: { readonly status: number; readonly errMsg: string };
  readonly imports?: Parameters<typeof fakeApi>;
  readonly primary?: string;
  readonly converting?: boolean;
}

/** Sends one request to the pages; notes what they ask of the rates, with the bytes of a body as text. */
async function ask(path: string, init: RequestInit = {}, world: World = {}) {
  const {
    session,
    site = "same-origin",
    missing = [],
    newest = [],
    added,
    refusal,
    primary = "usd",
    converting = false,
  } = world;
  const fake = fakeApi(...(world.imports ?? []));
  const calls: string[] = [];
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", session === undefined ? SESSION : session);
    c.set("api", async (to, call) => {
      if (!to.startsWith("/api/rates")) return fake.api(to, call);
      const method = call?.method ?? "GET";
      const body = call?.body === undefined ? "" : ` ${await new Response(call.body).text()}`;
      calls.push(`${method} ${to}${body}`);
      if (refusal !== undefined && (method !== "GET" || refusal.status === 404)) {
        return Response.json(
          { message: "Refused", errors: [{ errMsg: refusal.errMsg }] },
          { status: refusal.status },
        );
      }
      if (method !== "GET") return Response.json(added);
      return Response.json(
        to === "/api/rates/missing"
          ? { missing, primary_currency: primary, converting }
          : { rates: newest },
      );
    });
    c.set("service", async (to, call) =>
      to === "/me" ? Response.json({ primary_currency: primary }) : fake.service(to, call),
    );
    return next();
  });
  app.route("/", pages);
  const request = new Request(`http://localhost${path}`, init);
  request.headers.set("sec-fetch-site", site);
  const response = await app.fetch(request, env, createExecutionContext());
  const html = await response.text();
  return {
    status: response.status,
    location: response.headers.get("location"),
    html,
    words: wordsOf(html),
    calls,
  };
}

const wordsOf = (html: string): string => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

function fileForm(...files: readonly (readonly [name: string, text: string])[]): RequestInit {
  const body = new FormData();
  for (const [name, text] of files) body.append("file", new File([text], name));
  return { method: "POST", body };
}

/** The part of the page that follows a heading, up to the next. */
function after(html: string, heading: string): string {
  return wordsOf(html.slice(html.indexOf(`>${heading}<`)).split("<h2")[0] ?? "");
}

describe("the page of exchange rates", () => {
  test("the page first lists the currencies without a rate, and how many transactions each leaves uncounted", async () => {
    const missing = [
      { currency: "xaf", transactions: 1 },
      { currency: "xau", transactions: 1_200 },
      { currency: "xof", transactions: 0 },
    ];
    const { status, html, words } = await ask(
      "/rates",
      {},
      { missing, newest: [{ currency: "usd", date: today(), per_euro: "1.0853" }] },
    );

    expect(status).toBe(200);
    expect(words).toContain("Missing: 3 exchange rates");
    expect(words).toContain("XAF to USD : 1 transaction in XAF is not counted.");
    expect(words).toContain("XAU to USD : 1,200 transactions in XAU are not counted.");
    expect(words).toContain("XOF to USD : no transaction needs it yet.");
    expect(html.indexOf("Missing:")).toBeLessThan(html.indexOf("Newest rates"));
    // The first of them is what the form offers.
    expect(html).toContain(
      '<option value="xaf" selected="">XAF · Central African CFA Franc</option>',
    );
  });

  test("the page names the budget's own currency if it has no rate, and reports a running conversion", async () => {
    const { words } = await ask(
      "/rates",
      {},
      { missing: [{ currency: "usd", transactions: 28 }], converting: true },
    );

    expect(words).toContain("EUR to USD : 28 transactions in other currencies are not counted.");
    expect(words).toContain("Amounts are still being converted. Until then, totals may be wrong");
    expect(
      (await ask("/rates", {}, { missing: [{ currency: "gbp", transactions: 1 }], primary: "eur" }))
        .words,
    ).toContain("EUR to GBP : 1 transaction in GBP is not counted.");
  });

  test("the page shows the newest rate of each currency, first those too old for a weekend or holiday", async () => {
    const newest = [
      { currency: "aud", date: addDays(today(), -6), per_euro: "1.71" },
      { currency: "chf", date: addDays(today(), -7), per_euro: "0.93" },
      { currency: "gbp", date: "2020-02-03", per_euro: "0.84" },
      { currency: "usd", date: today(), per_euro: "1.0853" },
    ];
    const { html, words } = await ask("/rates", {}, { newest });
    const lines = [...html.matchAll(/<li><span>(1 EUR = .*?)<\/li>/g)].map(([, line]) =>
      wordsOf(line ?? ""),
    );

    expect(lines[0]).toMatch(/^1 EUR = 0\.84 GBP, 3 Feb 2020 [\d,]+ days old $/);
    expect(lines[1]).toMatch(/^1 EUR = 0\.93 CHF, .* 7 days old $/);
    expect(lines.slice(2).map((line) => line.slice(0, 14))).toEqual([
      "1 EUR = 1.71 A",
      "1 EUR = 1.0853",
    ]);
    expect(lines.slice(2).join()).not.toContain("days old");
    expect(words).not.toContain("Missing:");
  });

  test("the page of a budget in one currency says that nothing has needed a rate", async () => {
    expect((await ask("/rates")).words).toContain("No amount has needed a rate yet.");
  });

  test("the page and its forms explain that a remote service's budget has no rates here", async () => {
    const refusal = { status: 404, errMsg: REMOTE };
    const typed = form({ currency: "xaf", date: "2026-11-20", per_euro: "655.957" });

    for (const init of [{}, typed]) {
      const { status, words } = await ask("/rates", init, { refusal });
      expect(status).toBe(404);
      expect(words).toContain(REMOTE);
      expect(words).not.toContain("Add a rate by hand");
    }
    expect(await ask("/rates/file", fileForm(["a.xml", "<x/>"]), { refusal })).toMatchObject({
      status: 404,
    });
  });

  test("the page does nothing without a session and for other sites", async () => {
    for (const path of ["/rates", "/rates/file"]) {
      expect(await ask(path, form({}), { session: null })).toMatchObject({
        status: 401,
        calls: [],
      });
      expect(await ask(path, form({}), { site: "cross-site" })).toMatchObject({
        status: 403,
        calls: [],
      });
    }
    expect(await ask("/rates", {}, { session: null })).toMatchObject({ status: 401, calls: [] });
  });
});

describe("uploading the central bank's file", () => {
  test("the file is sent to the API unchanged, and the result is shown next to the form", async () => {
    const { status, html, calls } = await ask(
      "/rates/file",
      fileForm(["<euro>.csv", "Date, USD,\r\n2026-11-20, 1.1,\r\n"]),
      { added: { days: 90, currencies: 30, rates: 2_700, stored: 30 } },
    );

    expect(status).toBe(200);
    expect(calls[0]).toBe("POST /api/rates Date, USD,\r\n2026-11-20, 1.1,\r\n");
    expect(after(html, "Add rates from a file")).toContain(
      "Read “&lt;euro&gt;.csv”: 90 days, 30 currencies, 2,700 rates. 30 were stored; the others were stored already.",
    );
  });

  test.each([
    [
      { days: 1, currencies: 1, rates: 1, stored: 1 },
      "Read “a.xml”: 1 day, 1 currency, 1 rate. All were stored.",
    ],
    [
      { days: 2, currencies: 2, rates: 4, stored: 0 },
      "Read “a.xml”: 2 days, 2 currencies, 4 rates. All of them were already stored.",
    ],
    [
      { days: 1, currencies: 0, rates: 0, stored: 0 },
      "Read “a.xml”: 1 day, but no rate of a currency that Tributary knows.",
    ],
  ])("a result with %o is shown as a sentence", async (added, sentence) => {
    expect((await ask("/rates/file", fileForm(["a.xml", "<x/>"]), { added })).words).toContain(
      sentence,
    );
  });

  test("a refused file is shown with the API's words, next to its form", async () => {
    const refusal = { status: 400, errMsg: "The file is not UTF-8 text." };
    const { status, html } = await ask("/rates/file", fileForm(["a.xml", "?"]), { refusal });

    expect(status).toBe(400);
    expect(after(html, "Add rates from a file")).toContain("The file is not UTF-8 text.");
    expect(after(html, "Add a rate by hand")).not.toContain("The file is not UTF-8 text.");
  });

  test("a file over the API's limit by one byte is refused before the API is called", async () => {
    const added = { days: 1, currencies: 1, rates: 1, stored: 1 };
    const whole = await ask(
      "/rates/file",
      fileForm(["a.xml", "x".repeat(RATES_UPLOAD_BYTES_MAX)]),
      { added },
    );
    const over = await ask(
      "/rates/file",
      fileForm(["a.xml", "x".repeat(RATES_UPLOAD_BYTES_MAX + 1)]),
      { added },
    );

    expect(whole.status).toBe(200);
    expect(whole.calls[0]).toHaveLength("POST /api/rates ".length + RATES_UPLOAD_BYTES_MAX);
    expect(over).toMatchObject({
      status: 413,
      calls: ["GET /api/rates/missing", "GET /api/rates/newest"],
    });
    expect(over.words).toContain(
      "“a.xml” is larger than 2 MB. As a ZIP file it may be small enough.",
    );
  });

  const multipart = (body: string): RequestInit => ({
    method: "POST",
    body,
    headers: { "content-type": "multipart/form-data; boundary=b" },
  });
  const PART = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  test.each([
    [
      "no file chosen",
      multipart(
        '--b\r\ncontent-disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--b--\r\n',
      ),
      "No file was chosen.",
    ],
    ["an empty file", multipart(`${PART}\r\n--b--\r\n`), "“a.csv” is empty."],
    [
      "a body that was cut",
      multipart(`${PART}Date, USD`),
      "The upload was incomplete: it ends before its closing boundary.",
    ],
    ["two files", fileForm(["a.csv", "1"], ["b.csv", "2"]), "it holds more than one file"],
    ["no file part", form({ file: "a.csv" }), "No file was uploaded"],
  ])("the API is not called with %s", async (_, init, words) => {
    const asked = await ask("/rates/file", init);

    expect(asked.status).toBe(400);
    expect(after(asked.html, "Add rates from a file")).toContain(words);
    expect(asked.calls).toEqual(["GET /api/rates/missing", "GET /api/rates/newest"]);
  });

  test("the address of a sent form leads to the page", async () => {
    expect(await ask("/rates/file")).toMatchObject({ status: 303, location: "/rates" });
  });
});

describe("rates entered by hand", () => {
  const TYPED = { currency: "xof", date: "2026-11-20", per_euro: " 655.957 " };

  test("a rate is sent as text, without surrounding blanks", async () => {
    const { status, html, calls } = await ask("/rates", form(TYPED), {
      added: { days: 1, currencies: 1, rates: 1, stored: 1 },
    });

    expect(status).toBe(200);
    expect(calls[0]).toBe(
      'PUT /api/rates {"rates":[{"currency":"xof","date":"2026-11-20","per_euro":"655.957"}]}',
    );
    expect(after(html, "Add a rate by hand")).toContain(
      "Stored: 1 EUR = 655.957 XOF, 20 Nov 2026.",
    );
    expect(html).not.toContain('value=" 655.957 "');
  });

  test("a rate that is already stored is reported as such", async () => {
    const { words } = await ask("/rates", form(TYPED), {
      added: { days: 1, currencies: 1, rates: 1, stored: 0 },
    });

    expect(words).toContain("Already stored: 1 EUR = 655.957 XOF, 20 Nov 2026.");
  });

  test("a refused rate stays in the form as it was typed, with the reason next to it", async () => {
    const refusal = {
      status: 400,
      errMsg:
        "rates[0].per_euro must be a positive decimal. rates[0].currency must be one of the codes.",
    };
    const { status, html } = await ask(
      "/rates",
      form({ ...TYPED, date: "2026-01-31", per_euro: '0,"5' }),
      { refusal, missing: [{ currency: "xau", transactions: 1 }] },
    );

    expect(status).toBe(400);
    expect(after(html, "Add a rate by hand")).toContain(
      "Units for one euro must be a positive decimal. The currency must be one of the codes.",
    );
    expect(html).toContain('value="0,&quot;5"');
    expect(html).toContain('value="2026-01-31"');
    expect(html).toContain('<option value="xof" selected="">XOF · West African CFA Franc</option>');
    expect(html).not.toContain('<option value="xau" selected');
  });
});

describe("missing rates on a finished import's page", () => {
  const LINE = "are not counted in the budget.";
  const counts = { read: 6, inserted: 4, duplicate: 0, rejected: 1, skipped: 1, waiting: 0 };
  const account = { id: 11, name: "Compte", currency: "xaf" };
  const done = importOf({ state: "done", account, counts });
  const missing = [
    { currency: "xaf", transactions: 4 },
    { currency: "xau", transactions: 1 },
  ];

  test("an import's page names a currency without a rate, with a link to the rates", async () => {
    const { html, words } = await ask("/imports/7", {}, { imports: [[done]], missing });

    expect(words).toContain(
      `An exchange rate is missing: XAF to USD. Amounts that need it ${LINE}`,
    );
    expect(html).toContain('<a href="/rates">Add a rate</a>');
  });

  test("an import's page names the budget's own currency if that has no rate", async () => {
    const { words } = await ask(
      "/imports/7",
      {},
      { imports: [[done]], missing: [{ currency: "usd", transactions: 4 }] },
    );

    expect(words).toContain(
      `An exchange rate is missing: EUR to USD. Amounts that need it ${LINE}`,
    );
  });

  test("an import's page names a currency without a rate that only a row has", async () => {
    const row = { ...ROWS[0], item: { ...ROWS[0]?.item, currency: "xau" } };
    const usd = importOf({ state: "done", counts });
    const { words } = await ask(
      "/imports/7",
      {},
      { imports: [[usd], { "7": [row as (typeof ROWS)[number]] }], missing },
    );

    expect(words).toContain(
      `An exchange rate is missing: XAU to USD. Amounts that need it ${LINE}`,
    );
  });

  test("an import mentions no rates if none is missing, nothing was inserted, or it is unfinished", async () => {
    const others = [{ currency: "xau", transactions: 1 }];
    const rated = await ask("/imports/7", {}, { imports: [[done]], missing: others });
    expect(rated.words).not.toContain(LINE);
    expect(rated.calls).toEqual(["GET /api/rates/missing"]);

    const none = { ...counts, inserted: 0, rejected: 5 };
    for (const world of [
      { imports: [[done]], primary: "xaf" },
      { imports: [[importOf({ state: "done", account, counts: none })]] },
      { imports: [[importOf({ state: "preview", account, counts })]] },
      { imports: [[importOf({ state: "posting", account, counts })]] },
    ] satisfies World[]) {
      const { words, calls } = await ask("/imports/7", {}, { ...world, missing });
      expect(words).not.toContain(LINE);
      expect(calls).toEqual([]);
    }
  });

  test("an import mentions no rates if the rates do not answer", async () => {
    const { status, words } = await ask(
      "/imports/7",
      {},
      { imports: [[done]], refusal: { status: 404, errMsg: REMOTE } },
    );

    expect(status).toBe(200);
    expect(words).not.toContain(LINE);
  });
});
