// A budgeting service in memory that speaks the documented HTTP as far as the journal asks, and fails
// on demand: it loses requests or answers, asks to wait, or the Worker dies while it waits.

/** A transaction as the service shows it. */
export interface Kept {
  id: number;
  date: string;
  amount: string;
  currency: string;
  payee: string;
  notes: string | null;
  category_id: number | null;
  recurring_id: number | null;
  tag_ids: number[];
  status: string;
  manual_account_id: number | null;
  external_id: string | null;
  custom_metadata: Record<string, unknown> | null;
  is_split_parent: boolean;
  split_parent_id: number | null;
  is_group_parent: boolean;
  group_parent_id: number | null;
  created_at: string;
  files: readonly object[];
}

/** What happens to a request: it is not carried out, or its answer is lost; or the Worker dies before or after it. */
export type Fault =
  "lost before" | "lost after" | "failed" | "throttled" | "dies before" | "dies after";

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

type Body = Record<string, unknown>;

/** The service, with a hand on everything in it. */
export class ModelService {
  readonly kept = new Map<number, Kept>();
  readonly calls: Call[] = [];
  /** One is used up by each request. */
  readonly faults: (Fault | null)[] = [];
  /** Categories that exist; others are refused. */
  readonly categories = new Map<number, string>();
  /** What a recurring item writes to a transaction that is linked to it. */
  readonly recurring = new Map<number, Partial<Kept>>();
  /** Whether a change marks a transaction as reviewed. */
  reviews = false;
  /** Whether it has the paths for many transactions. */
  hasBulk = true;
  now = Date.UTC(2026, 10, 21);
  #next = 1;
  #died: () => void = () => undefined;

  /** Resolves when the Worker dies. */
  death(): Promise<"died"> {
    return new Promise((resolve) => {
      this.#died = () => resolve("died");
    });
  }

  /** A transaction that somebody typed. */
  add(fields: Partial<Kept> = {}): Kept {
    const id = this.#next++;
    const made: Kept = {
      id,
      date: "2026-11-03",
      amount: "5.2500",
      currency: "eur",
      payee: `Shop ${id}`,
      notes: null,
      category_id: null,
      recurring_id: null,
      tag_ids: [],
      status: "unreviewed",
      manual_account_id: 1,
      external_id: null,
      custom_metadata: null,
      is_split_parent: false,
      split_parent_id: null,
      is_group_parent: false,
      group_parent_id: null,
      created_at: new Date(this.now).toISOString(),
      files: [],
      ...fields,
    };
    this.kept.set(id, made);
    return made;
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const text = await request.text();
    const path = url.pathname.replace("/v2", "");
    const body: Body = text === "" ? {} : JSON.parse(text);
    this.calls.push({ method: request.method, path, body });
    const fault = this.faults.shift() ?? null;
    if (fault === "lost before") throw new Error("no connection");
    if (fault === "failed") return answer(503, { message: "fault" });
    if (fault === "throttled") {
      const headers = { "retry-after": "30" };
      return Response.json({ message: "Too Many Requests" }, { status: 429, headers });
    }
    if (fault === "dies before") return this.#die();
    const response = this.#serve(request.method, path, url.searchParams, body);
    if (fault === "lost after") throw new Error("the connection broke");
    return fault === "dies after" ? this.#die() : response;
  };

  #die(): Promise<Response> {
    this.#died();
    return new Promise(() => undefined);
  }

  #serve(method: string, path: string, query: URLSearchParams, body: Body): Response {
    const one = Number(/^\/transactions\/(\d+)$/.exec(path)?.[1] ?? 0);
    const category = Number(/^\/categories\/(\d+)$/.exec(path)?.[1] ?? 0);
    if (category > 0) {
      const name = this.categories.get(category);
      return name === undefined ? refusal(404, "unknown") : answer(200, { id: category, name });
    }
    if (path === "/transactions" && method === "GET") return this.#list(query);
    if (path === "/transactions" && !this.hasBulk && method !== "POST")
      return refusal(404, "There is no such path.");
    if (path === "/transactions" && method === "PUT") return this.#putMany(items(body));
    if (path === "/transactions" && method === "DELETE") return this.#deleteMany(ids(body));
    if (path === "/transactions" && method === "POST") return this.#insert(items(body));
    const kept = this.kept.get(one);
    if (kept === undefined) return refusal(404, `There is no transaction ${one}.`);
    if (method === "GET") return answer(200, kept);
    if (method === "DELETE") return this.#deleteMany([one]);
    const fault = this.#faultOf({ id: one, ...body });
    if (fault !== null) return answer(400, { message: "Invalid", errors: [fault] });
    return answer(200, this.change({ id: one, ...body }));
  }

  #list(query: URLSearchParams): Response {
    const [from, to] = [query.get("start_date") ?? "", query.get("end_date") ?? "9999"];
    const since = query.get("created_since") ?? "";
    const [limit, offset] = [Number(query.get("limit")), Number(query.get("offset"))];
    const found = [...this.kept.values()]
      .filter((one) => one.date >= from && one.date <= to && one.created_at >= since)
      .toSorted((a, b) => (a.date === b.date ? b.id - a.id : b.date.localeCompare(a.date)));
    const transactions = found.slice(offset, offset + limit);
    return answer(200, { transactions, has_more: found.length > offset + limit });
  }

  #putMany(changes: readonly Body[]): Response {
    const errors = changes.flatMap((change, index) => {
      const fault = this.#faultOf(change);
      return fault === null ? [] : [{ ...fault, transaction_index: index }];
    });
    if (errors.length > 0) return answer(400, { message: "Invalid", errors });
    return answer(200, { transactions: changes.map((change) => this.change(change)) });
  }

  #faultOf(change: Body): Body | null {
    const kept = this.kept.get(Number(change["id"]));
    if (kept === undefined) return { errMsg: "There is no such transaction." };
    if (kept.is_split_parent) return { errMsg: "It has been split and cannot be changed." };
    const category = change["category_id"];
    return typeof category === "number" && !this.categories.has(category)
      ? { errMsg: `There is no category ${category}.`, invalid_property: "category_id" }
      : null;
  }

  /** Changes a transaction, as anybody may. */
  change(change: Body): Kept {
    const kept = this.kept.get(Number(change["id"]));
    if (kept === undefined) throw new Error("there is no such transaction");
    const before = JSON.stringify(kept);
    const { status: _, ...fields } = change;
    const item = this.recurring.get(Number(change["recurring_id"] ?? 0));
    Object.assign(kept, change["recurring_id"] === kept.recurring_id ? {} : item, fields);
    const isChanged = JSON.stringify(kept) !== before;
    if (typeof change["status"] === "string") kept.status = change["status"];
    else if (this.reviews && isChanged) kept.status = "reviewed";
    return { ...kept };
  }

  #deleteMany(wanted: readonly number[]): Response {
    const errors = wanted.flatMap((id, index) =>
      this.kept.has(id) ? [] : [{ errMsg: `There is no transaction ${id}.`, ids_index: index }],
    );
    if (errors.length > 0) return answer(404, { message: "Not Found", errors });
    for (const id of wanted) this.kept.delete(id);
    return new Response(null, { status: 204 });
  }

  #insert(wanted: readonly Body[]): Response {
    const errors = wanted.flatMap((item, index) => {
      const category = item["category_id"];
      return typeof category === "number" && !this.categories.has(category)
        ? [{ errMsg: "gone", invalid_property: "category_id", transaction_index: index }]
        : [];
    });
    if (errors.length > 0) return answer(400, { message: "Invalid", errors });
    const skipped: object[] = [];
    const transactions = wanted.flatMap((item, index) => {
      const same = [...this.kept.values()].find(
        (one) => one.external_id !== null && one.external_id === item["external_id"],
      );
      if (same === undefined)
        return [this.add({ payee: "[No Payee]", status: "unreviewed", ...item })];
      skipped.push({
        reason: "duplicate_external_id",
        request_transactions_index: index,
        existing_transaction_id: same.id,
      });
      return [];
    });
    return answer(201, { transactions, skipped_duplicates: skipped });
  }
}

function items(body: Body): readonly Body[] {
  return Array.isArray(body["transactions"]) ? body["transactions"] : [];
}

function ids(body: Body): readonly number[] {
  return Array.isArray(body["ids"]) ? body["ids"] : [];
}

function answer(status: number, json: unknown): Response {
  return Response.json(json, { status });
}

function refusal(status: number, errMsg: string): Response {
  return answer(status, { message: "Refused", errors: [{ errMsg }] });
}
