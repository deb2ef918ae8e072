// The pages over a fake API: access, forms, and the display of each state.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { mintSignInLink } from "../../src/oauth/sign-in/session.ts";
import { pages } from "../../src/pages/app.tsx";
import type { PageEnv } from "../../src/pages/ui/context.ts";
import type { Session } from "../../src/oauth/sign-in/session.ts";
import { withinAMinute } from "../clock.ts";
import { freshAddress } from "../oauth/network.ts";
import { fakeApi, importOf, LOCAL_SESSION, ROWS, type Fake } from "./fake-api.ts";

const SESSION: Session = LOCAL_SESSION;

describe("pages without a session", () => {
  test("every page without a session explains how to get a link, and makes no API call", async () => {
    for (const path of ["/", "/imports", "/imports/7", "/imports/7/rows", "/keys"]) {
      const fake = fakeApi([importOf()]);
      const response = await get(path, fake, null);

      expect(response.status).toBe(401);
      expect(await response.text()).toContain("npm start");
      expect(fake.calls).toEqual([]);
    }
  });

  test("no form works without a session", async () => {
    for (const path of [
      "/imports",
      "/imports/7/confirm",
      "/imports/7/undo",
      "/keys",
      "/keys/1/revoke",
      "/accounts",
    ]) {
      const fake = fakeApi([importOf()]);

      expect((await post(path, {}, fake, null)).status).toBe(401);
      expect(fake.calls).toEqual([]);
    }
  });

  test("a link's page does not use the link up: it has a form that does", async () => {
    const response = await get("/sign-in?link=link_1_%22%3E", fakeApi(), null);

    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await response.text()).toContain(
      '<input type="hidden" name="link" value="link_1_&quot;&gt;"/>',
    );
  });
});

describe("signing in by a link", () => {
  test("signing in is refused for a minute after ten attempts from one address", async () => {
    const statuses = await withinAMinute(async () => {
      const address = freshAddress();
      const statuses: number[] = [];
      for (let count = 0; count < 11; count += 1) {
        statuses.push(
          (
            await post("/sign-in", { link: "link_1_wrong" }, fakeApi(), null, {
              "cf-connecting-ip": address,
            })
          ).status,
        );
      }
      return statuses;
    });

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test("signing in with a good link sets the session's cookie and opens the overview", async () => {
    const response = await post("/sign-in", { link: await mintSignInLink(env) }, fakeApi(), null, {
      "cf-connecting-ip": freshAddress(),
    });

    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/overview");
    expect(response.headers.get("set-cookie")).toMatch(
      /^tributary_session=ses_1_[a-z2-7]{52}; .*HttpOnly; SameSite=Lax$/,
    );
  });
});

test("an import that inserted into a budget without categories leads to them, and says so nowhere else", async () => {
  const counts = { read: 4, inserted: 4, duplicate: 0, rejected: 0, skipped: 0, waiting: 0 };
  const done = importOf({ state: "done", counts });
  const none = { ...counts, inserted: 0, duplicate: 4 };

  const without = await pageOf("/imports/7", fakeApi([done], { "7": ROWS }, []));
  const withSome = await pageOf("/imports/7", fakeApi([done], { "7": ROWS }));
  const nothingNew = await pageOf(
    "/imports/7",
    fakeApi([importOf({ state: "done", counts: none })], { "7": ROWS }, []),
  );

  expect(without).toContain('<a href="/categories">Add categories</a>');
  expect(withSome).not.toContain("Add categories");
  expect(nothingNew).not.toContain("Add categories");
});

describe("forms sent by another site", () => {
  test("a form from another site is refused by the origin that the browser reports", async () => {
    const fake = fakeApi([importOf()]);
    const cross = await post("/imports/7/undo", {}, fake, SESSION, {
      "sec-fetch-site": "cross-site",
    });
    const otherPort = await post("/imports/7/undo", {}, fake, SESSION, {
      "sec-fetch-site": "same-site",
    });
    const silent = await post("/imports/7/undo", {}, fake, SESSION, { "sec-fetch-site": "" });

    expect([cross.status, otherPort.status, silent.status]).toEqual([403, 403, 403]);
    expect(fake.calls).toEqual([]);
  });

  test("a form from another site is recognized even if the browser sends only an origin", async () => {
    const own = new Request("http://localhost/keys/1/revoke", {
      method: "POST",
      headers: { origin: "http://localhost" },
    });
    const other = new Request("http://localhost/keys/1/revoke", {
      method: "POST",
      headers: { origin: "http://evil.example" },
    });

    expect((await answer(own, fakeApi(), SESSION)).status).toBe(303);
    expect((await answer(other, fakeApi(), SESSION)).status).toBe(403);
  });
});

describe("the page of an import", () => {
  test("an import's page shows the reading with its reasons, the proof, and figures that add up", async () => {
    const html = await pageOf("/imports/7", fakeApi([importOf()], { "7": ROWS }));

    expect(html).toContain("The running balance confirms 4 of 4 steps from row to row");
    expect(html).toContain("Dates are month first: 13 to 31 occur only in the second place");
    expect(html).toContain("Import 4 transactions");
    expect(figuresIn(html)).toEqual({ read: 6, togo: 4, rejected: 1, skipped: 1 });
  });

  test("an import's page shows rejected and skipped rows with line, cells and reason, as text, never as markup", async () => {
    const html = await pageOf("/imports/7", fakeApi([importOf()], { "7": ROWS }));

    expect(html).toContain("Line 5 has the date “2026-02-30”, which no calendar has.");
    expect(html).toContain("&lt;b&gt;Bookshop&lt;/b&gt;");
    expect(html).not.toContain("<b>Bookshop");
    expect(html).toContain("A total, not a transaction.");
    expect(html).toContain("/api/imports/7/rejects.csv");
  });

  test("an import's page shows where the proof breaks, or that no proof exists", async () => {
    const base = importOf();
    const proof = {
      kind: "running balance" as const,
      rows_checked: 120,
      rows_proven: 97,
      breaks_at: 98,
    };
    const none = { kind: "none" as const, rows_checked: 0, rows_proven: 0, breaks_at: null };
    const layout =
      base.layout ??
      (() => {
        throw new Error("the fake has a layout");
      })();

    const broken = await pageOf(
      "/imports/7",
      fakeApi([importOf({ layout: { ...layout, proof } })]),
    );
    const unproven = await pageOf(
      "/imports/7",
      fakeApi([importOf({ layout: { ...layout, proof: none } })]),
    );

    expect(broken).toContain("97 of 120 steps from row to row. It does not match at line 98.");
    expect(unproven).toContain("Not verified.");
  });

  test("an import's page shows each question as choices with examples, and sends the chosen ones", async () => {
    const choices = [
      { value: "dmy", label: "Day first", example: "03/04/2026 is 3 April" },
      { value: "mdy", label: "Month first", example: "03/04/2026 is March 4" },
    ];
    const fake = fakeApi([
      importOf({
        state: "question",
        questions: [{ id: "date_order", ask: "Day or month first?", choices }],
      }),
    ]);

    const html = await pageOf("/imports/7", fake);
    const answered = await post("/imports/7/answers", { date_order: "dmy" }, fake);

    expect(html).toContain("<legend>Day or month first?</legend>");
    expect(html).toContain("03/04/2026 is March 4");
    expect(answered.status).toBe(303);
    expect(fake.calls).toContain('POST /api/imports/7/answers {"answers":{"date_order":"dmy"}}');
  });

  test("a waiting import's page shows the reason, and when it continues", async () => {
    const waiting = importOf({
      state: "waiting",
      error: "The service answered 429.",
      next_attempt_at: "2026-11-21T09:20:00.000Z",
    });

    const html = await pageOf("/imports/7", fakeApi([waiting]));

    expect(html).toContain("The service answered 429.");
    expect(html).toContain(
      '<time datetime="2026-11-21T09:20:00.000Z">21 Nov 2026, 09:20 UTC</time>',
    );
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
  });

  test("a finished import's page adds up, and asks before it undoes", async () => {
    const done = importOf({
      state: "done",
      counts: { read: 6, inserted: 3, duplicate: 1, rejected: 1, skipped: 1, waiting: 0 },
    });
    const fake = fakeApi([done]);

    const html = await pageOf("/imports/7", fake);
    const undone = await post("/imports/7/undo", {}, fake);

    expect(figuresIn(html)).toEqual({
      read: 6,
      inserted: 3,
      duplicate: 1,
      rejected: 1,
      skipped: 1,
    });
    expect(html).toContain("Delete the 3 transactions that this import inserted?");
    // In the budget's own currency it needs no rate: none is asked for.
    expect(html).not.toContain('/rates">Add');
    expect(fake.calls).not.toContain("GET /api/rates/missing");
    expect(undone.headers.get("location")).toBe("/imports/7");
  });

  test("an import's page shows a refusal of the API in its own words, with its status", async () => {
    const response = await post("/imports/7/undo", {}, fakeApi([importOf()]));

    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Only a finished import can be undone.");
  });

  test("an import's page marks the second of two equal transactions as kept", async () => {
    const row = ROWS[0];
    const twin = {
      ...row,
      item: { ...row?.item, external_id: "t1:20261001:aaaa:2" },
    } as (typeof ROWS)[number];

    expect(await pageOf("/imports/7", fakeApi([importOf()], { "7": [twin] }))).toContain(
      "identical row no. 2 of that day, kept",
    );
  });

  test("the page of a missing import explains that it does not exist", async () => {
    const response = await get("/imports/8", fakeApi([importOf()]));

    expect(response.status).toBe(404);
    expect(await response.text()).toContain("There is no such import.");
  });

  test("an import's page warns if the file's currency is not the account's", async () => {
    const layout = importOf().layout;
    const html = await pageOf(
      "/imports/7",
      fakeApi([importOf({ layout: layout && { ...layout, currency: "eur" } })]),
    );

    expect(html).toContain("This file is in EUR, but the account “Checking” is in USD");
  });
});

describe("the other pages", () => {
  test("the import page offers the budget's accounts and preselects the requested one", async () => {
    const html = await pageOf("/?account=11", fakeApi());

    expect(html).toContain('<option value="11" selected="">Sunny Bank Checking (USD)</option>');
  });

  test("an account is created through the service, by a form and by a script", async () => {
    const fake = fakeApi();
    const fields = { name: "Girokonto", type: "cash", currency: "eur" };

    const byForm = await post("/accounts", fields, fake);
    const byScript = await post("/accounts", fields, fake, SESSION, { accept: "application/json" });
    const refused = await post("/accounts", { ...fields, name: "" }, fake, SESSION, {
      accept: "application/json",
    });

    expect(byForm.headers.get("location")).toBe("/?account=12");
    expect(await byScript.json()).toEqual({ id: "12", name: "Girokonto", currency: "eur" });
    expect(refused.status).toBe(400);
    expect(fake.calls[0]).toBe(
      'POST /manual_accounts {"name":"Girokonto","type":"cash","currency":"eur"}',
    );
  });

  test("the list shows each import's file, state, account and counts", async () => {
    const html = await pageOf("/imports", fakeApi([importOf()]));

    expect(html).toContain('<a href="/imports/7">checking-2026-10.csv</a>');
    expect(html).toContain(">preview<");
  });

  test("a new key is shown, is not stored by the browser, and names are text", async () => {
    const response = await post("/keys", { label: "phone" }, fakeApi());
    const html = await response.text();

    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(html).toContain('<code id="key">imp_1_secret</code>');
    expect(html).toContain("nightly &lt;export&gt;");
  });

  test("no page has an inline script, an inline style or anything from another site", async () => {
    const fake = fakeApi([importOf(), importOf({ id: "8", state: "done" })], { "7": ROWS });
    for (const path of ["/", "/imports", "/imports/7", "/imports/8", "/imports/7/rows", "/keys"]) {
      const html = await pageOf(path, fake);

      expect(html).not.toMatch(/ style=|<style|javascript:|(?:src|href|action)="(?:https?:)?\/\//);
      expect(html).not.toMatch(/<script(?![^>]* src="\/)/);
      expect(html).not.toMatch(/ on[a-z]+="/);
    }
  });
});

async function get(path: string, fake: Fake, session: Session | null = SESSION): Promise<Response> {
  return answer(new Request(`http://localhost${path}`), fake, session);
}

async function pageOf(path: string, fake: Fake): Promise<string> {
  const response = await get(path, fake);
  expect(response.status).toBe(200);
  return response.text();
}

async function post(
  path: string,
  fields: Record<string, string>,
  fake: Fake,
  session: Session | null = SESSION,
  headers: Record<string, string> = {},
): Promise<Response> {
  const merged = new Headers({ "sec-fetch-site": "same-origin", ...headers });
  if (headers["sec-fetch-site"] === "") merged.delete("sec-fetch-site");
  return answer(
    new Request(`http://localhost${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: merged,
    }),
    fake,
    session,
  );
}

async function answer(request: Request, fake: Fake, session: Session | null): Promise<Response> {
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", session);
    c.set("api", fake.api);
    c.set("service", fake.service);
    return next();
  });
  app.route("/", pages);
  return app.fetch(request, env, createExecutionContext());
}

/** The visible figures of a page, by name. */
function figuresIn(html: string): Record<string, number> {
  const shown = html.matchAll(/ data-figure="(\w+)">.*?<dd>(?:<a [^>]*>)?([\d,]+)<\//g);
  return Object.fromEntries(
    [...shown].map(([, name, count]) => [name, Number(count?.replaceAll(",", ""))]),
  );
}

test("everybody can read the API reference, which shows the address and session of the request", async () => {
  const stranger = await get("/docs", fakeApi(), null);
  const again = await get("/docs", fakeApi(), null);
  const member = await get("/docs", fakeApi());
  const page = await stranger.text();

  expect([stranger.status, member.status]).toEqual([200, 200]);
  expect(page).toContain('id="get_transactions"');
  expect(await again.text()).toBe(page);
  expect(page).not.toContain("Sign out");
  expect(await member.text()).toContain("Sign out");
});
