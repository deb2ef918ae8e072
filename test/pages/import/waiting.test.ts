// Goal: the overview names or counts every import that waits for a person, however old it is, and a
// failed one can be dismissed. The tests upload files to the whole Worker and read the pages as a
// person sees them.

import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import {
  api,
  csv,
  done,
  HEADERS,
  importer,
  listed,
  send,
  transfersOf,
} from "../../importer/posting/driver.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";

const bindings: Env = env;

beforeEach(() => reset());
afterEach(() => reset());

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  return visitor;
}

const wordsOf = (html: string) =>
  (html.split("<main")[1] ?? html).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const waitingIn = (words: string) =>
  /([\d,]+) things? needs? your attention|Nothing needs your attention/.exec(words)?.[1] ?? "0";

/** Uploads what no reader takes; the import that failed. */
async function sendUnreadable(
  name: string,
  file = "\x89PNG\r\n\x1a\n no statement",
): Promise<Import> {
  const request = new Request(`https://tributary.test/api/imports?account=Checking&name=${name}`, {
    method: "POST",
    headers: HEADERS,
    body: file,
  });
  expect((await exports.default.fetch(request)).status).toBe(422);
  const { imports } = await api<{ imports: Import[] }>("/imports?limit=1");
  const [failed] = imports;
  expect(failed).toMatchObject({ state: "failed", document: { name } });
  return failed as Import;
}

describe("transfers that wait for an answer", () => {
  const COUNT = 12;
  const dayOf = (index: number) => `2026-${String(index + 1).padStart(2, "0")}-10`;
  const amountOf = (index: number) => `${500 + index * 11}.00`;

  /** One file of money out, then an import for each side that came in, oldest first. */
  async function sendSides(): Promise<Import[]> {
    await send(
      csv(
        ...Array.from(
          { length: COUNT },
          (_, index) => [dayOf(index), `To savings ${index}`, `-${amountOf(index)}`] as const,
        ),
        ["2026-01-02", "Salary", "2100.00"],
      ),
      "Checking",
    );
    const imports: Import[] = [];
    for (let index = 0; index < COUNT; index += 1) {
      const file = csv(
        [dayOf(index), "From checking", amountOf(index)],
        ["2026-01-20", "Fee", "-2.00"],
      );
      imports.push(await send(file, "Savings", "", `savings-${index}.csv`));
      expect(await transfersOf(imports[index]?.id ?? "")).toMatchObject([{ state: "suggested" }]);
    }
    return imports;
  }

  test("waiting transfers of twelve imports are all counted, and an answered one is no longer counted", async () => {
    const visitor = await signedIn();
    const imports = await sendSides();
    const [oldest, second, ...rest] = imports.map(({ id }) => id);

    const { text } = await visitor.get("/overview");
    expect(waitingIn(wordsOf(text))).toBe("12");
    expect(text.match(/has 1 possible transfer to review/g)).toHaveLength(10);
    expect(wordsOf(text)).toContain("And 2 more imports. See all waiting imports");

    const [first] = await transfersOf(oldest ?? "");
    await done(`/imports/${oldest}/transfers/${first?.n}/accept`);
    expect(waitingIn(wordsOf((await visitor.get("/overview")).text))).toBe("11");
    for (const id of rest) {
      const [one] = await transfersOf(id);
      await api(`/imports/${id}/transfers/${one?.n}/dismiss`, "POST");
    }
    const left = await visitor.get("/overview");
    expect(waitingIn(wordsOf(left.text))).toBe("1");
    expect(left.text).toContain(`<a href="/imports/${second}">Review</a>`);
    const [last] = await transfersOf(second ?? "");
    await api(`/imports/${second}/transfers/${last?.n}/dismiss`, "POST");
    expect(wordsOf((await visitor.get("/overview")).text)).toContain(
      "Nothing needs your attention",
    );
  });

  test("waiting transfers are all in the list that the overview links to, which has only waiting imports", async () => {
    const visitor = await signedIn();
    const imports = await sendSides();

    const href =
      /<a href="([^"]+)">See all waiting imports/.exec(
        (await visitor.get("/overview")).text,
      )?.[1] ?? "";
    const { text } = await visitor.get(href.replaceAll("&amp;", "&"));
    for (const { id } of imports) expect(text).toContain(`<a href="/imports/${id}">Review</a>`);
    expect(text).not.toContain("bank.csv");
    const page = await api<{
      imports: { id: string; transfers_to_decide: number }[];
      total: number;
      has_more: boolean;
    }>("/imports?waiting=true&limit=5&offset=10");
    expect(page).toMatchObject({
      total: 12,
      has_more: false,
      imports: imports
        .slice(0, 2)
        .reverse()
        .map(({ id }) => ({ id, transfers_to_decide: 1 })),
    });

    // All that are ticked are accepted by one form, as one entry; the same form again is nothing new.
    const all = await visitor.get("/imports/transfers");
    const values = [...all.text.matchAll(/name="transfer"[^>]*? value="([^"]+)"/g)].map(
      ([, value]) => ["transfer", value ?? ""] as [string, string],
    );
    const form = new URLSearchParams([["key", "all of them"], ...values]);
    const none = await visitor.post("/imports/transfers", { key: "none" });
    const accepted = await visitor.post("/imports/transfers", form);
    const twice = await visitor.post("/imports/transfers", form);
    const address = accepted.headers.get("location") ?? "";
    const count = async () => waitingIn(wordsOf((await visitor.get("/overview")).text));
    expect([values.length, none.status, accepted.status]).toEqual([12, 400, 303]);
    expect(wordsOf(none.text)).toContain("Tick at least one transfer.");
    expect(twice.headers.get("location")).toBe(address);
    expect(wordsOf((await visitor.get(address)).text)).toContain("12 transfers accepted");
    expect((await listed()).filter((one) => one.is_group_parent)).toHaveLength(12);
    await visitor.post(`${address}/undo`, { key: "undo of them" });
    expect((await listed()).filter((one) => one.is_group_parent)).toEqual([]);
    expect(await count()).toBe("12");
  });

  test("waiting transfers are found by indexes that hold only waiting ones", async () => {
    await send(
      csv(["2026-03-13", "Rent", "-500.00"], ["2026-03-14", "Salary", "2100.00"]),
      "Checking",
    );
    const plan = await runInDurableObject(await importer(), (_, state) => {
      const details = (query: string) =>
        new Sql(state.storage)
          .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
          .map(({ detail }) => detail);
      return [
        ...details(
          "SELECT seq FROM runs INDEXED BY runs_waiting WHERE state IN ('question','preview','failed') AND dismissed_at IS NULL",
        ),
        ...details(
          "SELECT run, COUNT(*) FROM transfers INDEXED BY transfers_open WHERE state = 'suggested' GROUP BY run",
        ),
      ];
    });

    expect(plan).toEqual([
      expect.stringContaining("runs_waiting"),
      expect.stringContaining("COVERING INDEX transfers_open"),
    ]);
  });
});

describe("failed uploads", () => {
  test("a failed upload waits until a person dismisses it on its page, and stays listed as dismissed", async () => {
    const visitor = await signedIn();
    const { id } = await sendUnreadable("statement.png");
    expect(waitingIn(wordsOf((await visitor.get("/overview")).text))).toBe("1");
    expect((await visitor.get(`/imports/${id}`)).text).toMatch(
      new RegExp(`action="/imports/${id}/dismiss[^"]*"`),
    );

    const answer = await visitor.post(`/imports/${id}/dismiss`);

    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/imports/${id}`]);
    expect(wordsOf((await visitor.get("/overview")).text)).toContain(
      "Nothing needs your attention",
    );
    expect(wordsOf((await visitor.get("/imports")).text)).toMatch(/statement\.png\s+dismissed/);
    const page = await visitor.get(`/imports/${id}`);
    expect(wordsOf(page.text)).toContain("You dismissed this import.");
    expect(page.text).not.toContain(`action="/imports/${id}/dismiss`);
    expect(wordsOf((await visitor.get("/imports?waiting=true")).text)).toContain(
      "No imports are waiting for you.",
    );
  });

  test.each([
    ["overview", "/overview"],
    ["imports", "/imports"],
    ["waiting", "/imports?waiting=true"],
  ])(
    "a failed upload can be dismissed from the list %s, which is shown again",
    async (back, path) => {
      const visitor = await signedIn();
      const { id } = await sendUnreadable("contacts.csv", "Name,Phone\nAda,555\nBob,556\n");
      const { text } = await visitor.get(path);
      expect(text).toMatch(
        new RegExp(
          `<form class="dismiss" method="post" action="/imports/${id}/dismiss[^"]*"><input type="hidden" name="back" value="${back}"/>`,
        ),
      );

      const answer = await visitor.post(`/imports/${id}/dismiss`, { back });

      expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
      expect((await visitor.get(path)).text).not.toContain(`/imports/${id}/dismiss`);
    },
  );

  test("a failed upload that is uploaded again is read again, and waits again", async () => {
    const visitor = await signedIn();
    const first = await sendUnreadable("statement.png");
    await visitor.post(`/imports/${first.id}/dismiss`);

    const second = await sendUnreadable("statement.png");

    expect(second.id).not.toBe(first.id);
    expect(second.dismissed_at).toBeNull();
    expect(waitingIn(wordsOf((await visitor.get("/overview")).text))).toBe("1");
  });

  test("a failed upload is dismissed through the API too, permanently", async () => {
    const { id } = await sendUnreadable("statement.png");

    const dismissed = await api<Import>(`/imports/${id}/dismiss`, "POST");
    const again = await api<Import>(`/imports/${id}/dismiss`, "POST");

    expect(dismissed).toMatchObject({
      id,
      state: "failed",
      dismissed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(again).toEqual(dismissed);
    expect(await api("/imports?waiting=true")).toMatchObject({ imports: [], total: 0 });
    expect((await api<{ imports: Import[] }>("/imports")).imports).toMatchObject([
      { id, state: "failed" },
    ]);
  });

  test("a failed upload is not dismissed by a form that another site sent", async () => {
    const visitor = await signedIn();
    const { id } = await sendUnreadable("statement.png");

    expect(
      (await visitor.post(`/imports/${id}/dismiss`, {}, { "sec-fetch-site": "cross-site" })).status,
    ).toBe(403);
    expect(await api(`/imports/${id}`)).toMatchObject({ dismissed_at: null });
  });
});

test("an import that did not fail cannot be dismissed, and a missing one is not found", async () => {
  const dismiss = (id: string) =>
    exports.default.fetch(
      new Request(`https://tributary.test/api/imports/${id}/dismiss`, {
        method: "POST",
        headers: HEADERS,
      }),
    );
  const { id } = await send(
    csv(["2026-03-13", "Rent", "-500.00"], ["2026-03-14", "Salary", "2100.00"]),
    "Checking",
  );

  const refused = await dismiss(id);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain(
    "An import that is done cannot be dismissed; it must be failed.",
  );
  expect((await dismiss("nowhere")).status).toBe(404);
});

test("an unconfirmed preview waits, even behind a hundred finished imports", async () => {
  const visitor = await signedIn();
  const { id } = await send(
    csv(["2026-03-13", "Rent", "-500.00"], ["2026-03-14", "Salary", "2100.00"]),
    "Checking",
    "&preview=true",
  );
  await runInDurableObject(await importer(), (_, state) => {
    const sql = new Sql(state.storage);
    const copy =
      "INSERT INTO runs (id, state, door, document, options, created_at) SELECT 'done-' || ?, 'done', door, document, options, created_at FROM runs WHERE id = ?";
    for (let index = 0; index < 100; index += 1) sql.run(copy, index, id);
  });

  const { text } = await visitor.get("/overview");

  expect(wordsOf(text)).toContain("1 thing needs your attention");
  expect(text).toContain(`<a href="/imports/${id}">Preview</a>`);
});
