// The API and the service as the pages need them, from canned facts. An unexpected call is an error
// that names itself, so that a page which asks for more than it should fails its test.

import type { Session } from "../../src/oauth/sign-in/session.ts";
import type { Import, Row } from "../../src/pages/ui/wire.ts";

/** The local person's session, whose importer is connected. */
export const LOCAL_SESSION: Session = {
  id: 1,
  user: "1",
  userId: 1,
  name: "You",
  email: "you@localhost",
  hasPassword: false,
  accountId: null,
  connection: "1",
  connectedAccount: 1,
  connections: [{ id: "1", name: "Demo budget" }],
};

export interface Fake {
  readonly imports: Map<string, Import>;
  readonly rows: Map<string, readonly Row[]>;
  /** What was asked for, as "POST /api/imports/7/confirm {...}". */
  readonly calls: string[];
  readonly api: (path: string, init?: RequestInit) => Promise<Response>;
  readonly service: (path: string, init?: RequestInit) => Promise<Response>;
}

const ACCOUNT = {
  id: "11",
  name: "Checking",
  display_name: "Sunny Bank Checking",
  currency: "usd",
  status: "active",
};

/** A fake that knows the imports given. */
export function fakeApi(
  imports: readonly Import[] = [],
  rows: Readonly<Record<string, readonly Row[]>> = {},
  categories: readonly object[] = [{ id: 1, name: "Groceries" }],
): Fake {
  const calls: string[] = [];
  const known = new Map(imports.map((run) => [run.id, run]));
  const knownRows = new Map(Object.entries(rows));
  const note = (path: string, init?: RequestInit) => {
    const body = typeof init?.body === "string" ? ` ${init.body}` : "";
    calls.push(`${init?.method ?? "GET"} ${path}${body}`);
  };

  return {
    imports: known,
    rows: knownRows,
    calls,
    api: async (path, init) => {
      note(path, init);
      return answer(new URL(path, "http://fake"), init, known, knownRows);
    },
    service: async (path, init) => {
      note(path, init);
      if (path === "/categories") return Response.json({ categories });
      if (path === "/me") return Response.json({ primary_currency: "usd" });
      if (path !== "/manual_accounts") throw new Error(`Unexpected call of the service: ${path}`);
      if (init?.method !== "POST") return Response.json({ manual_accounts: [ACCOUNT] });
      const wanted = JSON.parse(typeof init.body === "string" ? init.body : "{}");
      if (wanted.name === "")
        return refusal(400, "Request body is invalid", "name: must have 1 to 45 characters");
      return Response.json({ ...ACCOUNT, ...wanted, id: 12, display_name: null }, { status: 201 });
    },
  };
}

function answer(
  url: URL,
  init: RequestInit | undefined,
  imports: Map<string, Import>,
  rows: Map<string, readonly Row[]>,
): Response {
  const method = init?.method ?? "GET";
  const [, , noun, id = "", part] = url.pathname.split("/");
  if (noun === "keys" && method === "GET") {
    return Response.json({
      keys: [
        {
          id: 1,
          reads: false,
          label: "nightly <export>",
          created_at: "2026-11-20T10:00:00Z",
          last_used_at: null,
        },
      ],
    });
  }
  if (noun === "keys" && method === "POST") {
    const key = {
      id: 2,
      reads: false,
      label: "phone",
      created_at: "2026-11-21T10:00:00Z",
      last_used_at: null,
      token: "imp_1_secret",
    };
    return Response.json(key, { status: 201 });
  }
  if (noun === "keys" && method === "DELETE") return new Response(null, { status: 204 });
  if (noun === "layouts") return refusal(404, "There is no such layout.");
  if (noun !== "imports") throw new Error(`Unexpected call of the API: ${method} ${url.pathname}`);
  if (id === "" && method === "POST") {
    return Response.json([...imports.values()][0], {
      status: 202,
      headers: { location: "/api/imports/7" },
    });
  }
  if (id === "") return Response.json({ imports: [...imports.values()], has_more: false });
  const run = imports.get(id);
  if (run === undefined) return refusal(404, "There is no such import.");
  if (part === "rows") {
    const state = url.searchParams.get("state");
    const limit = Number(url.searchParams.get("limit"));
    const found = (rows.get(id) ?? []).filter((row) => state === null || row.state === state);
    return Response.json({ rows: found.slice(0, limit), has_more: found.length > limit });
  }
  if (part === "preview") return Response.json(previewOf(run, rows.get(id) ?? [], url));
  const none = MATCHES[part ?? ""];
  if (none !== undefined) return Response.json(none);
  if (part === "undo" && method === "GET")
    return Response.json({ deletes: run.counts.inserted, stays: [] });
  if (part === "undo" && run.state !== "done")
    return refusal(409, "Only a finished import can be undone.");
  return Response.json(run, { status: method === "POST" ? 202 : 200 });
}

const MARKS = { inserted: "new", waiting: "new", duplicate: "there" } as const;

/** A preview whose rows are in no other import and not in the budget. */
function previewOf(run: Import, all: readonly Row[], { searchParams }: URL): object {
  const marked = all.map((row, n) => ({
    ...row,
    n,
    mark: row.state === "rejected" || row.state === "skipped" ? "odd" : MARKS[row.state],
    other: null,
  }));
  const wanted = searchParams.get("marks")?.split(",") ?? [];
  const count = (mark: string) => marked.filter((row) => row.mark === mark).length;
  return {
    import: run,
    marks: {
      new: run.counts.waiting,
      there: count("there"),
      elsewhere: 0,
      changed: 0,
      odd: count("odd"),
      left_out: 0,
    },
    from: null,
    to: null,
    imported_before: null,
    rows: marked.filter(({ mark }) => wanted.includes(mark)),
    has_more: false,
    applies_rules: false,
  };
}

/** What an import that has nothing to do with others says of it. */
const MATCHES: Readonly<Record<string, object>> = {
  lookalikes: { lookalikes: [], has_more: false },
  transfers: { transfers: [], has_more: false, looking: false },
  receipts: { receipts: [], has_more: false },
  pending: { no_longer_pending: [], has_more: false },
  late: { late: [], has_more: false, looking: false },
};

function refusal(status: number, message: string, errMsg = message): Response {
  return Response.json({ message, errors: [{ errMsg }] }, { status });
}

/** An import that was read well and waits for a person, with the changes a test needs. */
export function importOf(changes: Partial<Import> = {}): Import {
  return {
    id: "7",
    state: "preview",
    door: "upload",
    document: {
      name: "checking-2026-10.csv",
      bytes: 5321,
      sha256: "0".repeat(64),
      media_type: "text/csv",
    },
    account: { id: 11, name: "Checking", currency: "usd" },
    layout: {
      fingerprint: "csv:0123456789abcdef0123456789abcdef",
      format: "csv",
      bank: null,
      encoding: "utf-8",
      delimiter: ",",
      header_line: 1,
      columns: [
        { index: 0, label: "Date", role: "date" },
        { index: 1, label: "Description", role: "description" },
        { index: 2, label: "Amount", role: "amount" },
        { index: 3, label: "Branch", role: "ignored" },
        { index: 4, label: "Balance", role: "balance" },
      ],
      date_format: "MM/DD/YYYY",
      decimal_mark: ".",
      sign: "negative",
      currency: null,
      account: null,
      proof: { kind: "running balance", rows_checked: 4, rows_proven: 4, breaks_at: null },
      why: [
        "Dates are month first: 13 to 31 occur only in the second place, on 61 of 120 rows.",
        "Money out is negative: with that sign the running balance fits on every row.",
      ],
    },
    questions: [],
    counts: { read: 6, inserted: 0, duplicate: 0, rejected: 1, skipped: 1, waiting: 4 },
    balances: [],
    requests: 0,
    next_attempt_at: null,
    error: null,
    waits_for: null,
    created_at: "2026-11-21T09:15:00.000Z",
    finished_at: null,
    dismissed_at: null,
    ...changes,
  };
}

/** Six rows, of which one is rejected and one skipped. */
// prettier-ignore
export const ROWS: readonly Row[] = [
  rowOf(2, "waiting", { date: "2026-10-01", amount: "3.2000", payee: "Corner Coffee", original_name: "CORNER COFFEE #12 SPRINGFIELD" }),
  rowOf(3, "waiting", { date: "2026-10-01", amount: "3.2000", payee: "Corner Coffee", original_name: "CORNER COFFEE #12 SPRINGFIELD" }),
  rowOf(4, "waiting", { date: "2026-10-02", amount: "-2450.0000", payee: "Payroll Northwind", original_name: "PAYROLL NORTHWIND LLC" }),
  { line: 5, state: "rejected", item: null, transaction_id: null, reason: "Line 5 has the date “2026-02-30”, which no calendar has.", raw: ["2026-02-30", "<b>Bookshop</b>", "-12.00", "", "2431.60"] },
  rowOf(6, "waiting", { date: "2026-10-03", amount: "1234.5600", payee: "Rent", original_name: "RENT OCTOBER" }),
  { line: 7, state: "skipped", item: null, transaction_id: null, reason: "A total, not a transaction.", raw: ["Total", "", "1209.04", "", ""] },
];

function rowOf(line: number, state: Row["state"], item: NonNullable<Row["item"]>): Row {
  return { line, state, item, transaction_id: null, reason: null, raw: [] };
}
