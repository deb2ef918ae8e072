// Somebody else's budgeting service, on loopback, speaking its real protocol (service-v2.md) for
// the calls the pipeline makes, and failing on demand: a test posts a list of faults to /faults,
// one is used up by each request of its method to /v2. It answers unexpected calls with 599, so
// that a test that makes one fails. Beside it is its authorization server
// (test/importer/connection/fake-service.ts): /grant gives the tokens of a new grant, /expire ends
// all access tokens, /oauth-faults takes faults for it.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { FakeService, type Fault as OAuthFault } from "../importer/connection/fake-service.ts";
import { serveBalance, type FakeBalances } from "./fake-balances.ts";

/**
 * What to do to the next request of the method `on` (POST unless told). `commit`: the request is
 * carried out first, and its answer lost or replaced.
 */
export interface Fault {
  readonly on?: "GET" | "POST" | "PUT" | "DELETE";
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly commit?: boolean;
  /** Cut the connection; after so many bytes of the answer where a number. */
  readonly drop?: boolean | number;
  readonly hang?: boolean;
  /** The request is carried out when the test says so (/carry-out). */
  readonly later?: boolean;
  /** The request is carried out twice, as by a proxy that sends it again, and the second answer is given. */
  readonly twice?: boolean;
}

interface Item {
  readonly date: string;
  readonly amount: string;
  readonly payee: string;
  readonly manual_account_id: number;
  readonly external_id: string;
  readonly custom_metadata?: unknown;
}

interface Kept extends Item {
  readonly id: number;
  readonly status?: string;
  readonly is_group_parent?: boolean;
  group_parent_id?: number | null;
  is_split_parent?: boolean;
  readonly split_parent_id?: number | null;
  files?: { readonly id: number; readonly name: string; readonly bytes: number }[];
}

interface State {
  oauth: FakeService;
  kept: Kept[];
  faults: Fault[];
  late: { readonly method: string; readonly url: URL; readonly body: string }[];
  log: { method: string; path: string; at: number; items: number; authorization: string }[];
  poison: string | null;
  namesPoison: boolean;
  /** The status that answers an item which it cannot take; a 5xx names nobody. */
  poisonStatus: number;
  /** All that goes to this account is answered so. */
  failing: { readonly account: number; readonly status: number } | null;
  /** Requests a minute before 429; 0 counts nothing. */
  quota: number;
  windowStart: number;
  windowCount: number;
  nextId: number;
  /** How often 429 was answered. */
  refused: number;
  /** Whether it has a place for files. */
  takesFiles: boolean;
  balances: FakeBalances;
}

const WINDOW_MS = 60_000;

function fresh(): State {
  return {
    oauth: new FakeService(),
    kept: [],
    faults: [],
    late: [],
    log: [],
    poison: null,
    namesPoison: true,
    poisonStatus: 400,
    failing: null,
    quota: 0,
    windowStart: 0,
    windowCount: 0,
    nextId: 1,
    refused: 0,
    takesFiles: true,
    balances: {},
  };
}

/** Starts the server on a free loopback port; its address ("http://127.0.0.1:port"). */
export async function startFakeBudget(): Promise<string> {
  const state = fresh();
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host ?? ""}`;
    void answer(state, origin, request, response).catch((error: unknown) => {
      response.writeHead(599).end(String(error));
    });
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(
  state: State,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const body = await bodyOf(request);
  if (url.pathname === "/reset") Object.assign(state, fresh(), body === "" ? {} : JSON.parse(body));
  if (url.pathname === "/set") Object.assign(state, JSON.parse(body));
  if (url.pathname === "/carry-out")
    for (const late of state.late.splice(0)) serve(state, late.method, late.url, late.body);
  if (url.pathname === "/new-window") state.windowStart = 0;
  if (url.pathname === "/faults") state.faults.push(...JSON.parse(body));
  if (url.pathname === "/type-by-hand")
    state.kept.push({ ...JSON.parse(body), id: state.nextId++ });
  if (url.pathname === "/delete")
    state.kept = state.kept.filter((t) => !JSON.parse(body).includes(t.id));
  if (url.pathname.startsWith("/oauth/") || url.pathname.startsWith("/.well-known/"))
    return authorize(state.oauth, origin, request, body, response);
  const granted = url.pathname === "/grant" ? state.oauth.grant() : null;
  if (url.pathname === "/expire") state.oauth.expire();
  if (url.pathname === "/oauth-faults") state.oauth.faults.push(...oauthFaults(body));
  if (!url.pathname.startsWith("/v2/")) {
    const { kept, log, faults, refused, oauth } = state;
    const asked = oauth.log.map(({ path, form }) => ({
      path,
      token: form.get("refresh_token") ?? form.get("token"),
    }));
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(
        JSON.stringify({
          kept,
          log,
          to_come: faults.length,
          refused,
          granted,
          asked,
          revoked: oauth.revoked,
        }),
      );
    return;
  }
  const isJson = (request.headers["content-type"] ?? "").startsWith("application/json");
  const items =
    body === "" || !isJson
      ? 0
      : (JSON.parse(body).transactions?.length ?? JSON.parse(body).ids?.length ?? 0);
  const authorization = request.headers.authorization ?? "";
  state.log.push({
    method: request.method ?? "",
    path: url.pathname,
    at: Date.now(),
    items,
    authorization,
  });
  const next = state.faults.findIndex((fault) => (fault.on ?? "POST") === request.method);
  const fault = next < 0 ? undefined : state.faults.splice(next, 1)[0];
  const limited = quotaOf(state);
  if (fault?.later === true) state.late.push({ method: request.method ?? "", url, body });
  if (fault?.twice === true) serve(state, request.method ?? "", url, body);
  const bearer = authorization.replace(/^Bearer /, "");
  const stranger = bearer !== "planted-remote-token" && !state.oauth.access.has(bearer);
  const unauthorized = stranger
    ? {
        status: 401,
        json: { message: "Unauthorized", errors: [{ errMsg: "Access token does not exist." }] },
      }
    : null;
  const reply =
    limited.refused ??
    unauthorized ??
    (fault === undefined || fault.commit === true || fault.twice === true
      ? serve(state, request.method ?? "", url, body)
      : null);
  if (fault?.hang === true) return;
  if (fault?.drop === true) {
    request.socket.destroy();
    return;
  }
  const status = fault?.status ?? reply?.status ?? 200;
  const text =
    fault?.body ??
    (fault?.status === undefined
      ? JSON.stringify(reply?.json)
      : JSON.stringify({ message: "fault", errors: [{ errMsg: "fault" }] }));
  response.writeHead(status, {
    "content-type": "application/json",
    ...limited.headers,
    ...fault?.headers,
  });
  if (typeof fault?.drop === "number") {
    response.write(text.slice(0, fault.drop), () => request.socket.destroy());
    return;
  }
  response.end(status === 204 ? undefined : text);
}

/** One request to the authorization server. */
async function authorize(
  oauth: FakeService,
  origin: string,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const at = (path: string) => `${origin}/oauth/${path}`;
  oauth.metadata = {
    issuer: origin,
    authorization_endpoint: at("authorize"),
    token_endpoint: at("token"),
    revocation_endpoint: at("revoke"),
  };
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  const method = request.method ?? "GET";
  const asked = new Request(origin + (request.url ?? "/"), {
    method,
    headers,
    body: method === "POST" ? body : null,
    redirect: "manual",
  });
  try {
    const answer = await oauth.fetch(asked);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  } catch {
    request.socket.destroy();
  }
}

/** As they travel: `hang` never answers. */
function oauthFaults(body: string): OAuthFault[] {
  const sent: (OAuthFault & { hang?: boolean })[] = JSON.parse(body);
  return sent.map(({ hang, ...fault }) =>
    hang === true ? { ...fault, until: new Promise(() => undefined) } : fault,
  );
}

function quotaOf(state: State): { headers: Record<string, string>; refused: Reply | null } {
  if (state.quota === 0) return { headers: {}, refused: null };
  const now = Date.now();
  if (now >= state.windowStart + WINDOW_MS)
    Object.assign(state, { windowStart: now, windowCount: 0 });
  state.windowCount += 1;
  const remaining = Math.max(0, state.quota - state.windowCount);
  const reset = Math.ceil((state.windowStart + WINDOW_MS) / 1000);
  const headers = {
    "ratelimit-limit": String(state.quota),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(reset),
  };
  if (state.windowCount <= state.quota) return { headers, refused: null };
  state.refused += 1;
  const retryAfter = String(Math.ceil((state.windowStart + WINDOW_MS - now) / 1000));
  const json = {
    message: "Too Many Requests",
    errors: [{ errMsg: "Too many requests, please try again later." }],
  };
  return { headers: { ...headers, "retry-after": retryAfter }, refused: { status: 429, json } };
}

interface Reply {
  readonly status: number;
  readonly json: unknown;
}

function serve(state: State, method: string, url: URL, body: string): Reply {
  if (method === "GET" && url.pathname === "/v2/me") {
    const me = {
      id: 7,
      account_id: 41,
      name: "Ada Example",
      email: "ada@example.com",
      budget_name: "Household",
      primary_currency: "usd",
      api_key_label: null,
    };
    return { status: 200, json: me };
  }
  if (method === "GET" && url.pathname === "/v2/manual_accounts") {
    const account = {
      name: "Checking",
      display_name: "Checking",
      currency: "usd",
      status: "active",
    };
    return {
      status: 200,
      json: {
        manual_accounts: [
          { id: 1, ...account },
          { id: 2, ...account, name: "Savings", display_name: "Savings" },
        ],
      },
    };
  }
  const balance = serveBalance(state.balances, method, url, body);
  if (balance !== null) return balance;
  if (method === "GET" && url.pathname === "/v2/transactions") return list(state, url.searchParams);
  const one = /^\/v2\/transactions\/(\d+)$/.exec(url.pathname)?.[1];
  if (method === "GET" && one !== undefined) {
    const kept = state.kept.find((t) => t.id === Number(one));
    return kept === undefined
      ? refusal(404, `no transaction ${one}`, {})
      : { status: 200, json: shown(state, kept) };
  }
  const attached = /^\/v2\/transactions\/(\d+)\/attachments$/.exec(url.pathname)?.[1];
  if (method === "POST" && attached !== undefined) return attach(state, Number(attached), body);
  const file = /^\/v2\/transactions\/attachments\/(\d+)$/.exec(url.pathname)?.[1];
  if (method === "DELETE" && file !== undefined) {
    for (const t of state.kept) t.files = (t.files ?? []).filter(({ id }) => id !== Number(file));
    return { status: 204, json: null };
  }
  if (method === "PUT" && one !== undefined) return update(state, Number(one), JSON.parse(body));
  const apart = /^\/v2\/transactions\/split\/(\d+)$/.exec(url.pathname)?.[1];
  if (method === "POST" && apart !== undefined)
    return split(state, Number(apart), JSON.parse(body));
  if (method === "DELETE" && apart !== undefined) return unsplit(state, Number(apart));
  if (method === "POST" && url.pathname === "/v2/transactions/group")
    return group(state, JSON.parse(body));
  const grouped = /^\/v2\/transactions\/group\/(\d+)$/.exec(url.pathname)?.[1];
  if (method === "DELETE" && grouped !== undefined) return ungroup(state, Number(grouped));
  if (method === "POST" && url.pathname === "/v2/transactions")
    return insert(state, JSON.parse(body));
  if (method === "DELETE" && url.pathname === "/v2/transactions")
    return remove(state, JSON.parse(body));
  return { status: 599, json: { message: `unexpected ${method} ${url.pathname}`, errors: [] } };
}

function list(state: State, query: URLSearchParams): Reply {
  const from = query.get("start_date") ?? "";
  const to = query.get("end_date") ?? "9999";
  const account = query.get("manual_account_id");
  const offset = Number(query.get("offset") ?? 0);
  const limit = Number(query.get("limit") ?? 1000);
  const found = state.kept.filter(
    (t) =>
      t.date >= from &&
      t.date <= to &&
      (account === null || t.manual_account_id === Number(account)),
  );
  return {
    status: 200,
    json: {
      transactions: found.slice(offset, offset + limit),
      has_more: found.length > offset + limit,
    },
  };
}

const idIn = (item: Item) => `${item.manual_account_id} ${item.external_id}`;
const lookIn = (item: Item) =>
  `${item.manual_account_id} ${item.date} ${Number(item.amount)} ${item.payee}`;

function insert(state: State, request: { transactions: Item[]; skip_duplicates: boolean }): Reply {
  if (request.transactions.length < 1 || request.transactions.length > 500)
    return refusal(400, "transactions: 1 to 500", {});
  const bad = request.transactions.findIndex(
    (item) => state.poison !== null && item.payee.includes(state.poison),
  );
  const failing = request.transactions.some(
    (item) => item.manual_account_id === state.failing?.account,
  )
    ? state.failing
    : null;
  if (failing !== null)
    return { status: failing.status, json: { message: "fault", errors: [{ errMsg: "fault" }] } };
  if (bad >= 0 && state.poisonStatus >= 500)
    return { status: state.poisonStatus, json: { message: "Internal Server Error" } };
  if (bad >= 0)
    return refusal(
      400,
      "category_id does not exist",
      state.namesPoison ? { transaction_index: bad } : {},
    );
  // As it was before the request: of two equal ones in one request both are new.
  const byId = new Map<string, Kept>();
  const byLook = new Map<string, Kept>();
  for (const t of state.kept.toReversed()) {
    byId.set(idIn(t), t);
    byLook.set(lookIn(t), t);
  }
  const transactions: Kept[] = [];
  const skipped: unknown[] = [];
  for (const [index, item] of request.transactions.entries()) {
    const same = byId.get(idIn(item));
    const equal = byLook.get(lookIn(item));
    const found = same ?? (request.skip_duplicates ? equal : undefined);
    if (found === undefined) {
      const kept = { ...item, id: state.nextId++ };
      state.kept.push(kept);
      transactions.push(kept);
    } else {
      const reason = same === undefined ? "duplicate_payee_amount_date" : "duplicate_external_id";
      skipped.push({
        reason,
        request_transactions_index: index,
        existing_transaction_id: found.id,
        request_transaction: item,
      });
    }
  }
  return { status: 201, json: { transactions, skipped_duplicates: skipped } };
}

/** What is in a group cannot be changed; an external_id is there once in an account. */
function update(state: State, id: number, change: Partial<Item>): Reply {
  const kept = state.kept.find((t) => t.id === id);
  if (kept === undefined) return refusal(404, `no transaction ${id}`, {});
  if (kept.is_split_parent === true) return refusal(400, `transaction ${id} has been split`, {});
  if (kept.group_parent_id != null)
    return refusal(400, `transaction ${id} belongs to a group`, {
      group_parent_id: kept.group_parent_id,
    });
  const taken = state.kept.find(
    (t) => t.id !== id && change.external_id !== undefined && t.external_id === change.external_id,
  );
  if (taken !== undefined)
    return refusal(400, "external_id is taken", { existing_transaction_id: taken.id });
  Object.assign(kept, change);
  return { status: 200, json: kept };
}

/** The form as text: its one file's name is all that is looked at. */
function attach(state: State, id: number, body: string): Reply {
  if (!state.takesFiles) return { status: 404, json: { message: "Not Found", errors: [] } };
  const kept = state.kept.find((t) => t.id === id);
  if (kept === undefined) return refusal(404, `no transaction ${id}`, {});
  const file = {
    id: state.nextId++,
    name: /filename="([^"]*)"/.exec(body)?.[1] ?? "",
    bytes: body.length,
  };
  kept.files = [...(kept.files ?? []), file];
  return { status: 201, json: file };
}

function group(state: State, request: { ids: number[]; date: string; payee: string }): Reply {
  const members = state.kept.filter((t) => request.ids.includes(t.id));
  const bound = members.find((t) => t.group_parent_id != null);
  if (members.length !== request.ids.length) return refusal(400, "unknown id", {});
  if (bound !== undefined)
    return refusal(400, `transaction ${bound.id} belongs to a group already`, {
      group_parent_id: bound.group_parent_id,
    });
  const amount = members.reduce((sum, t) => sum + Number(t.amount), 0).toFixed(4);
  const made = {
    id: state.nextId++,
    date: request.date,
    payee: request.payee,
    amount,
    is_group_parent: true,
  } as Kept;
  for (const member of members) member.group_parent_id = made.id;
  state.kept.push(made);
  return { status: 201, json: made };
}

/** As it is shown alone: with its parts where it is split. */
function shown(state: State, kept: Kept): object {
  const children = state.kept.filter((t) => t.split_parent_id === kept.id);
  return {
    status: "unreviewed",
    currency: "usd",
    ...kept,
    ...(kept.is_split_parent === true && { children }),
  };
}

/** The parts stand for it, with its payee, and sum to it. */
function split(
  state: State,
  id: number,
  request: { child_transactions: { amount: string; notes?: string }[] },
): Reply {
  const kept = state.kept.find((t) => t.id === id);
  const sum = request.child_transactions.reduce(
    (all, { amount }) => all + Math.round(Number(amount) * 10_000),
    0,
  );
  if (kept === undefined || kept.is_split_parent === true || kept.split_parent_id != null)
    return refusal(400, `transaction ${id} cannot be split`, {});
  if (sum !== Math.round(Number(kept.amount) * 10_000))
    return refusal(400, "the amounts do not sum to the whole", {});
  kept.is_split_parent = true;
  const { files: _, is_split_parent: __, ...whole } = kept;
  for (const part of request.child_transactions)
    state.kept.push({
      ...whole,
      ...part,
      amount: Number(part.amount).toFixed(4),
      external_id: "",
      id: state.nextId++,
      split_parent_id: id,
    });
  return { status: 201, json: shown(state, kept) };
}

function unsplit(state: State, id: number): Reply {
  const kept = state.kept.find((t) => t.id === id);
  if (kept?.is_split_parent !== true) return refusal(400, `transaction ${id} is not split`, {});
  state.kept = state.kept.filter((t) => t.split_parent_id !== id);
  kept.is_split_parent = false;
  return { status: 204, json: null };
}

function ungroup(state: State, id: number): Reply {
  if (!state.kept.some((t) => t.id === id && t.is_group_parent === true))
    return refusal(404, `no group ${id}`, {});
  state.kept = state.kept.filter((t) => t.id !== id);
  for (const t of state.kept) if (t.group_parent_id === id) t.group_parent_id = null;
  return { status: 204, json: null };
}

function remove(state: State, request: { ids: number[] }): Reply {
  const unknown = request.ids.findIndex((id) => !state.kept.some((t) => t.id === id));
  if (unknown >= 0)
    return refusal(
      404,
      `no transaction ${request.ids[unknown] ?? ""}`,
      state.namesPoison ? { ids_index: unknown } : {},
    );
  const bound = request.ids.findIndex((id) =>
    state.kept.some(
      (t) =>
        t.id === id &&
        (t.group_parent_id != null || t.is_split_parent === true || t.split_parent_id != null),
    ),
  );
  if (bound >= 0)
    return refusal(400, `transaction ${request.ids[bound] ?? ""} belongs to a group or split`, {
      ids_index: bound,
    });
  state.kept = state.kept.filter((t) => !request.ids.includes(t.id));
  return { status: 204, json: null };
}

function refusal(status: number, errMsg: string, locator: object): Reply {
  return {
    status,
    json: { message: "Request Validation Failure", errors: [{ errMsg, ...locator }] },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
