// Somebody works in a Tributary whose budget another Tributary keeps. Each form is sent as a browser without scripts
// does, and after it the other service is asked by itself whether exactly that happened there. Between the two stands a
// server that counts the requests of each page.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NAVIGATION } from "../../src/pages/ui/navigation.tsx";
import { fillForm, readForms, readLinks } from "./forms.ts";
import { Visitor, wordsOf, type Shown } from "./visitor.ts";
import { startWorker, withLimit, type Variant, type Worker } from "./worker.ts";

/** The most requests that a page may make of the service, which takes 100 a minute from one address. */
const PAGE_REQUESTS_MAX = 12;
/** In place of 100 a minute, which a walk through every page in seconds would use up. */
const QUOTA = 100_000;

let first: Worker;
let second: Worker;
let between: Server;
let generous: Variant;
let asked: string[] = [];
let token = "";
const visitor = new Visitor();
/** The requests of each page that was opened, by its path. */
const costs = new Map<string, string[]>();

beforeAll(async () => {
  generous = withLimit("RATE_LIMIT_REQUESTS", QUOTA);
  first = await startWorker({}, {}, generous.folder);
  between = createServer((request, response) => void passOn(request, response));
  between.listen(0, "127.0.0.1");
  await once(between, "listening");
  const { port } = between.address() as AddressInfo;
  second = await startWorker(
    { BUDGET_API_URL: `http://127.0.0.1:${port}/v2` },
    {},
    generous.folder,
  );
  await connect();
});

afterAll(async () => {
  between.close();
  await second.close();
  await first.close();
  generous.discard();
});

/** Counts a request of the second, and gives it to the first. */
async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  asked.push(`${request.method} ${request.url}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const body = Buffer.concat(chunks);
  const headers = new Headers();
  for (const name of ["authorization", "content-type", "accept", "idempotency-key"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const answer = await fetch(`${first.origin}${request.url ?? ""}`, {
    method: request.method ?? "GET",
    headers,
    ...(body.length > 0 && { body }),
  });
  const kept = [...answer.headers].filter(
    ([name]) => !/^(content-encoding|content-length|transfer-encoding|connection)$/.test(name),
  );
  response.writeHead(answer.status, Object.fromEntries(kept));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Signs up at the first, and connects the second with a token. */
async function connect(): Promise<void> {
  const owner = new Visitor();
  await owner.send(`${first.origin}/sign-up`, {
    email: "ola@home.example",
    name: "Ola",
    password: "a long sentence of mine",
    budget: "Household",
    currency: "usd",
    next: "/portal",
  });
  const wallet = {
    name: "Cold wallet",
    "setting.url": "http://127.0.0.1:1/",
    "setting.chain_id": "1",
    "setting.address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "setting.symbol": "",
    "setting.tokens": "",
    "secret.key": "",
  };
  await owner.open(`${first.origin}/overview`);
  await owner.send(`${first.origin}/accounts/new/ethereum`, wallet);
  const portal = await owner.open(`${first.origin}/portal`);
  const made = await owner.submit(portal, "/portal/tokens", { label: "the second Tributary" });
  token = /id="token"[^>]*>([^<]+)</.exec(made.text)?.[1] ?? "";
  const start = await visitor.open(`${second.origin}/`);
  await visitor.submit(start, "/connections", { token });
}

async function open(path: string): Promise<Shown> {
  asked = [];
  const shown = await visitor.open(new URL(path, second.origin));
  costs.set(path, asked);
  return shown;
}

interface Item {
  readonly id: number;
  readonly date: string;
  readonly amount: string;
  readonly payee: string;
  readonly notes: string | null;
  readonly status: string;
  readonly category_id: number | null;
  readonly tag_ids: readonly number[];
  readonly manual_account_id: number | null;
  readonly is_split_parent: boolean;
  readonly is_group_parent: boolean;
  readonly children?: readonly { readonly id: number; readonly amount: string }[];
  readonly files?: readonly { readonly name: string }[];
}
interface Category {
  readonly id: number;
  readonly name: string;
  readonly archived: boolean;
  readonly is_group: boolean;
  readonly is_income: boolean;
  readonly group_id: number | null;
}
interface Manual {
  readonly id: number;
  readonly name: string;
  readonly institution_name: string | null;
  readonly balance: string;
  readonly status: string;
}

/** What the other service holds, by its own interface. */
async function held<Body>(path: string): Promise<Body> {
  const answer = await fetch(`${first.origin}/v2${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json<Body>();
}

const items = async (query = "") =>
  (
    await held<{ transactions: Item[] }>(
      `/transactions?start_date=2026-01-01&end_date=2026-12-31&include_files=true&include_children=true${query}`,
    )
  ).transactions;
const item = async (id: number) => held<Item>(`/transactions/${id}`);
/** A transaction but for its id. */
const readFacts = ({ date, amount, payee, category_id: category }: Item) =>
  [date, amount, payee, category].join(" ");
const categories = async () =>
  (await held<{ categories: Category[] }>("/categories?format=flattened")).categories;
const tags = async () =>
  (await held<{ tags: { id: number; name: string; archived: boolean }[] }>("/tags")).tags;
const manual = async () =>
  (await held<{ manual_accounts: Manual[] }>("/manual_accounts")).manual_accounts;

/** The one of a list with the name. */
function named<One extends { readonly name: string }>(list: readonly One[], name: string): One {
  const found = list.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`No ${name} among ${list.map((one) => one.name).join(", ")}`);
  return found;
}

const SAMPLE = fileURLToPath(new URL("../../samples/us-checking.csv", import.meta.url).href);
const NOVEMBER = [
  "11/02/2026,GREENLEAF MARKET 0231 SPRINGFIELD IL,-60.10,3339.51",
  "11/04/2026,TRANSFER TO SAVINGS,-300.00,3039.51",
  "11/05/2026,LAKESIDE BOOKS SPRINGFIELD IL,-25.00,3014.51",
  "11/06/2026,CORNER COFFEE #12 SPRINGFIELD IL,-3.75,3010.76",
  "11/09/2026,CORNER COFFEE #12 SPRINGFIELD IL,-3.75,3007.01",
];
const SAVED = [
  "11/04/2026,TRANSFER FROM CHECKING,300.00,1300.00",
  "11/20/2026,INTEREST,1.25,1301.25",
];

/** The path of the form of a page that undoes what was just done. */
function undoIn({ text }: Shown): string {
  const paths = readForms(text).map(({ action }) => action.split(/[?#]/)[0] ?? "");
  return paths.find((path) => path.endsWith("/undo")) ?? "no undo";
}

/** The values of the boxes of a list. */
function readBoxes(html: string): readonly string[] {
  return [...html.matchAll(/<input [^>]*form="bulk"[^>]*>/g)].map(
    ([box]) => / value="([^"]*)"/.exec(box)?.[1] ?? "",
  );
}

const ascending = (one: number, other: number) => one - other;

type Typed = Readonly<Record<string, string | readonly string[] | null>>;

/** Sends the form of a page that leads to the path. */
async function press(page: Shown, path: string, typed: Typed = {}): Promise<Shown> {
  const { action, body } = fillForm(page.text, path, typed);
  asked = [];
  const shown = await visitor.send(new URL(action, page.url), body);
  if (shown.status !== 200) throw new Error(`${path}: ${shown.status} ${wordsOf(shown.text)}`);
  return shown;
}

/** Sends files by the form of a page. */
async function upload(
  page: Shown,
  path: string,
  typed: Record<string, string>,
  files: readonly File[],
): Promise<Shown> {
  const { action, body } = fillForm(page.text, path, typed);
  const form = new FormData();
  for (const [name, value] of body) form.append(name, value);
  for (const file of files) form.append("file", file);
  const answer = await visitor.call(new URL(action, page.url), { method: "POST", body: form });
  const to = answer.headers.get("location");
  if (to === null) throw new Error(`${path}: ${answer.status} ${wordsOf(await answer.text())}`);
  return open(to);
}

const csv = (name: string, head: string, lines: readonly string[]) =>
  new File([`${head}\n${lines.join("\n")}\n`], name, { type: "text/csv" });

/** The page once its imports stand still. */
async function settle(path: string, words: RegExp): Promise<Shown> {
  let shown = await open(path);
  for (const until = Date.now() + 20_000; Date.now() < until; shown = await open(path)) {
    if (words.test(wordsOf(shown.text))) return shown;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path}: ${wordsOf(shown.text)}`);
}

let checking = 0;
let savings = 0;

test("accounts are made, edited, closed, opened, set and deleted in the other service", async () => {
  const typed = (name: string) => ({ name, type: "cash", currency: "usd" });
  for (const name of ["Checking", "Savings", "Old one"])
    await press(await open("/"), "/accounts", typed(name));
  checking = named(await manual(), "Checking").id;
  savings = named(await manual(), "Savings").id;
  const old = named(await manual(), "Old one").id;
  const path = `/accounts/manual/${old}`;

  await press(await open(path), path, { institution_name: "Hill Bank" });
  expect(named(await manual(), "Old one").institution_name).toBe("Hill Bank");
  await press(await open(path), `${path}/value`, { value: "12.50" });
  expect(named(await manual(), "Old one").balance).toBe("12.5000");
  await press(await open("/accounts"), `${path}/balance`, { balance: "13" });
  expect(named(await manual(), "Old one").balance).toBe("13.0000");
  await press(await open("/changes"), await undoPath());
  await press(await open(path), `${path}/close`, { closed_on: "2026-11-01" });
  expect(named(await manual(), "Old one").status).toBe("closed");
  await press(await open(path), `${path}/reopen`);
  expect(named(await manual(), "Old one").status).toBe("active");
  await press(await open(`${path}/delete`), `${path}/delete`, {});
  expect((await manual()).map(({ name }) => name)).toEqual(["Checking", "Savings"]);
});

/** The path of the newest form of the journal that undoes a change. */
async function undoPath(): Promise<string> {
  const { text } = await open("/changes");
  const form = readForms(text).find(({ action }) => /^\/changes\/\d+\/undo/.test(action));
  return form?.action.split("?")[0] ?? "no undo";
}

test("categories and tags are made, renamed, archived, merged and deleted there, and each is undone", async () => {
  const make = async (name: string) => press(await open("/categories"), "/categories", { name });
  for (const name of ["Food", "Books", "Fees", "Pay"]) await make(name);
  await press(await open("/categories"), "/categories/groups", { name: "Home" });
  for (const name of ["trip", "gift"])
    await press(await open("/categories"), "/categories/tags", { name, colour: "" });
  const food = named(await categories(), "Food").id;
  const group = named(await categories(), "Home").id;
  const trip = named(await tags(), "trip").id;

  const renamed = await press(await open(`/categories?edit=${food}`), `/categories/${food}`, {
    name: "Groceries",
    group: String(group),
  });
  expect(named(await categories(), "Groceries")).toMatchObject({ id: food, group_id: group });
  await press(renamed, undoIn(renamed));
  expect(named(await categories(), "Food")).toMatchObject({ id: food, group_id: null });
  for (const [act, archived] of [
    ["archive", true],
    ["restore", false],
  ] as const) {
    await press(await open(`/categories?edit=${food}`), `/categories/${food}/${act}`);
    expect(named(await categories(), "Food").archived).toBe(archived);
    await press(await open(`/categories?edit-tag=${trip}`), `/categories/tags/${trip}/${act}`);
    expect(named(await tags(), "trip").archived).toBe(archived);
  }
  const deleted = await press(
    await open(`/categories?edit-tag=${trip}`),
    `/categories/tags/${trip}/delete`,
  );
  expect((await tags()).map(({ name }) => name)).toEqual(["gift"]);
  await press(deleted, undoIn(deleted));
  expect((await tags()).map(({ name }) => name).sort()).toEqual(["gift", "trip"]);
});

test("a file and then several are imported with their marks; what is there is not inserted twice", async () => {
  const october = new File([readFileSync(SAMPLE)], "us-checking.csv", { type: "text/csv" });
  const sent = await upload(await open("/"), "/imports", { account: String(checking) }, [october]);
  const path = sent.url.pathname;
  const preview = await settle(path, /Import 19 transactions/);
  const row =
    readForms(preview.text).flatMap(
      ({ action }) => /^\/imports\/[^/]+\/rows\/\d+/.exec(action) ?? [],
    )[0] ?? "";
  const without = await press(preview, row);
  expect(wordsOf(without.text)).toContain("Import 18 transactions");
  await press(without, `${path}/confirm`);
  await settle(path, /Import finished/);
  expect(await items(`&manual_account_id=${checking}`)).toHaveLength(18);
  expect(named(await manual(), "Checking").balance).toBe("3399.6100");

  const november = csv("november.csv", "Date,Description,Amount,Running Bal.", NOVEMBER);
  const saved = csv("savings.csv", "Day,Text,Amount,Balance", SAVED);
  const sample = new File([readFileSync(SAMPLE)], "us-checking.csv", { type: "text/csv" });
  const several = await upload(await open("/"), "/imports", { account: "" }, [
    november,
    saved,
    sample,
  ]);
  const upload1 = several.url.pathname;
  const asking = await settle(upload1, /Your answers are remembered/);
  const answered = await press(asking, `${upload1}/answers`, { account: String(savings) });
  await settle(upload1, /3 proven/);
  const ready = await open(upload1);
  expect(wordsOf(answered.text)).not.toContain("Answer");
  expect(wordsOf(ready.text)).toContain("8 new transactions; 18 are already there");
  await press(ready, `${upload1}/confirm`);
  await settle(upload1, /See the transactions/);
  expect(await items(`&manual_account_id=${checking}`)).toHaveLength(19 + NOVEMBER.length);
  expect((await items(`&manual_account_id=${savings}`)).map(({ amount }) => amount).sort()).toEqual(
    ["-1.2500", "-300.0000"],
  );
  expect(named(await manual(), "Checking").balance).toBe("3007.0100");
  expect(named(await manual(), "Savings").balance).toBe("1301.2500");
});

test("the list is searched, filtered, edited in place and in bulk, undone, redone, deleted and exported", async () => {
  const all = await categories();
  const [food, books] = [named(all, "Food").id, named(all, "Books").id];
  const [gift] = await tags();
  const found = wordsOf((await open("/transactions?q=corner")).text);
  expect(found.match(/CORNER COFFEE/g)?.length).toBeGreaterThanOrEqual(5);
  expect(found).not.toContain("LAKESIDE");
  const filtered = wordsOf(
    (
      await open(
        `/transactions?account=manual:${savings}&direction=in&from=2026-11-01&min=100&max=400`,
      )
    ).text,
  );
  expect(filtered).toContain("300.00");
  expect(filtered).not.toContain("1.25");

  const lakeside = (await items()).filter(({ payee }) => payee.includes("LAKESIDE"));
  const one = lakeside.find(({ date }) => date === "2026-11-05")?.id ?? 0;
  const row = await open(`/transactions?q=lakeside&edit=${one}`);
  const edited = await press(row, `/transactions/${one}/edit`, {
    payee: "Lakeside Books",
    category_id: String(books),
    notes: "a novel",
    tags: "shown",
    tag: String(gift?.id),
    go: "stay",
  });
  const wanted = {
    payee: "Lakeside Books",
    category_id: books,
    notes: "a novel",
    tag_ids: [gift?.id],
  };
  expect(await item(one)).toMatchObject(wanted);
  const undone = await press(edited, "/transactions/undo");
  expect(await item(one)).toMatchObject({
    payee: lakeside.find(({ id }) => id === one)?.payee,
    category_id: null,
    notes: null,
    tag_ids: [],
  });
  await press(undone, "/transactions/undo");
  expect(await item(one)).toMatchObject(wanted);

  const corner = await open("/transactions?q=corner");
  const boxes = readBoxes(corner.text);
  const bulk = await press(corner, "/transactions/bulk", {
    id: boxes,
    category: String(food),
    add_tag: String(gift?.id),
    do: "change",
  });
  const ids = boxes.map((box) => Number(box.split(".")[0]));
  expect(boxes).toHaveLength(5);
  for (const id of ids)
    expect(await item(id)).toMatchObject({ category_id: food, tag_ids: [gift?.id] });
  const back = await press(bulk, "/transactions/undo");
  expect((await items()).filter(({ category_id: category }) => category === food)).toEqual([]);
  await press(back, "/transactions/undo");
  expect(
    (await items())
      .filter(({ category_id: category }) => category === food)
      .map(({ id }) => id)
      .toSorted(ascending),
  ).toEqual(ids.toSorted(ascending));

  // Two are deleted after a question, and come back.
  const before = await items();
  const market = await open("/transactions?q=greenleaf");
  const sure = await press(market, "/transactions/bulk", {
    id: readBoxes(market.text).slice(0, 2),
    do: "delete",
  });
  const deleted = await press(sure, "/transactions/bulk", {});
  expect(await items()).toHaveLength(before.length - 2);
  await press(deleted, "/transactions/undo");
  expect((await items()).map(readFacts).sort()).toEqual(before.map(readFacts).sort());

  const file = await open(`/transactions.csv?category=${food}`);
  expect(file.text.trim().split("\n")).toHaveLength(1 + 5);
  const whole = await open("/transactions.csv");
  expect(whole.text.trim().split("\n")).toHaveLength(1 + before.length);
});

test("one transaction is split, grouped, given a receipt and made a transfer there, and all of it undone", async () => {
  const all = await items();
  const idOf = (date: string, text: string) =>
    all.find((one) => one.date === date && one.payee.includes(text))?.id ?? 0;
  const rent = idOf("2026-10-03", "Check 1042");
  const [food, books] = [
    named(await categories(), "Food").id,
    named(await categories(), "Books").id,
  ];
  const path = (id: number) => `/transactions/${id}`;

  const form = await open(`${path(rent)}/split`);
  const split = await press(form, `${path(rent)}/split`, {
    do: "save",
    amount: ["1000", "450"],
    category: [String(food), String(books)],
    payee: ["", ""],
    notes: ["", ""],
  });
  const parts = await item(rent);
  expect(parts.children?.map(({ amount }) => amount)).toEqual(["1000.0000", "450.0000"]);
  expect(wordsOf(split.text)).toContain("1,000.00");
  await press(await open(path(rent)), `${path(rent)}/unsplit`);
  expect(await item(rent)).toMatchObject({ is_split_parent: false, amount: "1450.0000" });

  const [one, other] = [idOf("2026-10-19", "HARDWARE"), idOf("2026-10-22", "HARDWARE")];
  const grouped = await press(
    await open(`${path(one)}/group?q=hardware&payee=x&date=2026-10-19`),
    `${path(one)}/group`,
    { pick: String(other), payee: "The shed" },
  );
  const group = Number(grouped.url.pathname.split("/").at(-1));
  expect(await item(group)).toMatchObject({
    payee: "The shed",
    amount: "100.0000",
    is_group_parent: true,
  });
  await press(grouped, `${path(group)}/ungroup`);
  expect((await items()).filter(({ id }) => id === one || id === other)).toHaveLength(2);

  const receipt = new File([PICTURE], "receipt.png", { type: "image/png" });
  const attached = await upload(await open(path(one)), `${path(one)}/files`, {}, [receipt]);
  expect((await item(one)).files?.map(({ name }) => name)).toEqual(["receipt.png"]);
  const fileLink = readLinks(attached.text).find((href) => /\/files\/\d+$/.test(href)) ?? "";
  expect((await open(fileLink)).status).toBe(200);
  const removed = await press(attached, `${fileLink}/remove`);
  expect((await item(one)).files ?? []).toEqual([]);
  const back = await press(removed, undoIn(removed));
  expect((await item(one)).files?.map(({ name }) => name)).toEqual(["receipt.png"]);
  await press(back, undoIn(back));
  expect((await item(one)).files ?? []).toEqual([]);

  const out = idOf("2026-11-04", "TRANSFER TO");
  const into = idOf("2026-11-04", "TRANSFER FROM");
  const offered = await open(path(out));
  const isOffered = readForms(offered.text).some(({ action }) =>
    action.startsWith(`${path(out)}/transfer`),
  );
  const made = isOffered
    ? await press(offered, `${path(out)}/transfer`, { do: "accept" })
    : await press(await open(`${path(out)}/transfer`), `${path(out)}/transfer`, {
        other: String(into),
      });
  const transfer = Number(made.url.pathname.split("/").at(-1));
  expect((await item(transfer)).children?.map(({ id }) => id).toSorted(ascending)).toEqual(
    [out, into].toSorted(ascending),
  );

  const gone = await press(await open(path(rent)), `${path(rent)}/delete`);
  expect((await items()).some(({ id }) => id === rent)).toBe(false);
  await press(gone, undoIn(gone));
  expect((await items()).some(({ payee }) => payee.includes("Check 1042"))).toBe(true);
});

/** The smallest picture: one transparent point. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==",
  "base64",
);

test("the review, the budget, a merge and the journal write there, and undo it", async () => {
  const all = await categories();
  const [food, fees] = [named(all, "Food").id, named(all, "Fees").id];
  const review = await open("/review");
  const accept = readForms(review.text).find(
    ({ action, fields }) => action.startsWith("/review") && fields.some(([name]) => name === "row"),
  );
  const rows = accept?.fields.filter(([name]) => name === "row").map(([, value]) => value) ?? [];
  const accepted = await press(review, "/review", { row: rows, category: String(fees) });
  const ids = rows.map((row) => Number(row.split(".")[0]));
  for (const id of ids)
    expect(await item(id)).toMatchObject({ status: "reviewed", category_id: fees });
  await press(accepted, "/review/undo");
  for (const id of ids) expect((await item(id)).status).toBe("unreviewed");
  const waits = async () =>
    (await held<{ auto_review_transaction_on_creation: boolean }>("/me/user/account/settings"))
      .auto_review_transaction_on_creation;
  const was = await waits();
  await press(await open("/review"), "/review/arrival");
  expect(await waits()).toBe(!was);

  const budgeted = async (start: string) => {
    const end = start === "2026-12-01" ? "2026-12-31" : "2026-11-30";
    const summary = await held<{
      categories: {
        category_id: number;
        totals?: { budgeted: number | null };
        occurrences?: { start_date: string; budgeted: number | null }[];
      }[];
    }>(`/summary?start_date=${start}&end_date=${end}&include_occurrences=true`);
    return Object.fromEntries(
      summary.categories.flatMap(({ category_id: id, occurrences = [] }) => {
        const amount = occurrences.find((one) => one.start_date === start)?.budgeted ?? null;
        return amount === null ? [] : [[id, amount]];
      }),
    );
  };
  const set = await press(await open("/budget?month=2026-11"), "/budget", {
    [`amount.${food}`]: "400",
    [`amount.${fees}`]: "12.50",
  });
  expect(await budgeted("2026-11-01")).toEqual({ [food]: 400, [fees]: 12.5 });
  const undone = await press(set, "/budget/undo");
  expect(await budgeted("2026-11-01")).toEqual({});
  await press(undone, "/budget/undo");
  expect(await budgeted("2026-11-01")).toEqual({ [food]: 400, [fees]: 12.5 });
  const copy = await open("/budget?month=2026-12&fill=copy");
  await press(copy, "/budget");
  expect(await budgeted("2026-12-01")).toEqual({ [food]: 400, [fees]: 12.5 });

  const merging = await open(`/categories/${fees}/merge?into=${food}`);
  const merged = await press(merging, `/categories/${fees}/merge`, { into: String(food) });
  expect((await categories()).some(({ id }) => id === fees)).toBe(false);
  await press(merged, undoIn(merged));
  expect((await categories()).some(({ name }) => name === "Fees")).toBe(true);
});

test("ten views within a minute cost fifteen requests, and none shows a name from before the person's own change", async () => {
  const [{ id } = { id: 0 }] = await items();
  await open("/transactions");
  const paths = ["/transactions", "/transactions?q=coffee", `/transactions/${id}`, "/categories"];
  const counts: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const path = paths[turn % paths.length] ?? "";
    await open(path);
    counts.push(costs.get(path)?.length ?? 0);
  }
  expect([counts.length, counts.filter((count) => count > 2)]).toEqual([10, []]);
  expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(15);

  const food = named(await categories(), "Food").id;
  for (const name of ["Meals", "Food"]) {
    await press(await open(`/categories?edit=${food}`), `/categories/${food}`, { name });
    expect(wordsOf((await open("/transactions")).text)).toContain(name);
  }
});

/** Paths of what only the embedded service can do. */
const ELSEWHERE =
  /^\/(rules|recurring|rates|portal|docs(?!\/api)|sign-up|join|budget\/(settings|continue)|accounts\/(new|banks|linked\/\d+\/remove|coins\/\d+\/(remove|source)))(\/|$)/;

test("what the other service cannot do is in no link and no form of any page, and its address says where it is", async () => {
  const isElsewhere = (path: string) => ELSEWHERE.test(path);
  for (const path of [
    "/budget/settings",
    "/accounts/new/bitcoin",
    "/accounts/coins/1/source",
    "/rules/new",
  ])
    expect([path, (await open(path)).status]).toEqual([path, 404]);
  const coins = await open("/accounts");
  expect(wordsOf(coins.text)).toContain("Cold wallet");
  expect(coins.text).toContain("/accounts/coins/1/refresh");

  for (const { rows } of NAVIGATION)
    for (const row of rows)
      for (const { href } of row.tabs ?? [row]) {
        const shown = await open(href);
        expect([href, shown.status]).toEqual([href, isElsewhere(href) ? 404 : 200]);
        if (shown.status === 404)
          expect(wordsOf(shown.text)).toMatch(
            /Tributary works with the budgeting service at 127\.0\.0\.1:\d+\. Manage your [a-z, ]+ there\./,
          );
      }

  const opened = new Set<string>();
  const wrong: string[] = [];
  const waiting = ["/overview"];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (opened.has(readShape(path))) continue;
    opened.add(readShape(path));
    const shown = await open(path);
    if (shown.status !== 200)
      wrong.push(`${path} ${shown.status} ${wordsOf(shown.text).slice(0, 200)}`);
    if (!(shown.headers.get("content-type") ?? "").startsWith("text/html")) continue;
    const targets = [
      ...readLinks(shown.text),
      ...readForms(shown.text).map(({ action }) => action),
    ].map((href) => new URL(href, shown.url));
    for (const { origin, pathname } of targets)
      if (origin === second.origin && isElsewhere(pathname))
        wrong.push(`${path} leads to ${pathname}`);
    for (const href of readLinks(shown.text)) {
      const { origin, pathname, search } = new URL(href, shown.url);
      if (origin === second.origin) waiting.push(pathname + search);
    }
  }
  const dear = [...costs].filter(([, list]) => list.length > PAGE_REQUESTS_MAX);
  expect(wrong).toEqual([]);
  expect(dear).toEqual([]);
});

/** An address without what tells one transaction or import from another, and with one parameter at most. */
function readShape(address: string): string {
  const [path = "", query = ""] = address.split("?");
  const [name = ""] = new URLSearchParams(query).keys();
  return `${path.replaceAll(/\/(\d+|[0-9a-z]{16,})(?=\/|$)/g, "/…")} ${name}`;
}
