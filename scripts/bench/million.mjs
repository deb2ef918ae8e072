import { call, JSON_TYPE, timed } from "./service.mjs";
import { median } from "./compare.mjs";
import { insert } from "./insert.mjs";

const PAGE_COLUMNS = [
  "id",
  "date",
  "amount",
  "currency",
  "to_base",
  "payee",
  "original_name",
  "category_id",
  "notes",
  "status",
  "is_pending",
  "manual_account_id",
  "linked_account_id",
  "recurring_id",
  "external_id",
  "source",
  "is_split_parent",
  "split_parent_id",
  "is_group_parent",
  "group_parent_id",
  "created_at",
  "updated_at",
];

const FILTERS = [
  "start_date=2024-01-01&end_date=2024-12-31",
  "manual_account_id=2",
  "manual_account_id=2,3",
  "manual_account_id=2&start_date=2020-01-01&end_date=2020-12-31",
  "category_id=3",
  "category_id=1",
  "category_id=0",
  "category_id=3&manual_account_id=2",
  "tag_id=1",
  "status=unreviewed",
  "status=reviewed",
  "is_pending=true",
  "is_group_parent=true",
  "recurring_id=1",
  "created_since=2023-11-14",
  "updated_since=2026-11-01",
  "linked_account_id=0&manual_account_id=0",
  "manual_account_id=2&offset=200000",
  "include_children=true&include_metadata=true&include_files=true&include_pending=true",
];

/**
 * A budget of a million transactions: pages, a month's summary and inserts beside the bare
 * statements on the same rows.
 */
export async function million({ base, report }) {
  const total = 1_000_000;
  const step = 50_000;
  await call(base, "/v2/me");
  for (let from = 1; from <= total; from += step) {
    for (const name of ["", "&rival=million"])
      await call(base, `/bench/fill?from=${from}&rows=${step}${name}`, { method: "POST" });
  }
  const columns = PAGE_COLUMNS.map((column) => `t.${column}`).join(", ");
  const page = `SELECT ${columns} FROM transactions t ORDER BY t.date DESC, t.id DESC LIMIT 2000`;
  const month =
    "SELECT category_id, sum(to_base) AS total FROM transactions WHERE date >= '2024-03-01' AND date <= '2024-03-31' GROUP BY category_id";
  const year =
    "SELECT category_id, sum(to_base) AS total FROM transactions WHERE date >= '2024-01-01' AND date <= '2024-12-31' GROUP BY category_id";
  const bare = (statement) => () => call(base, "/bench/bare", { method: "POST", body: statement });
  const get = (path) => () => call(base, path);
  report.heading(`${total} transactions (medians of 15, alternating)`);
  await compare(
    report,
    ["GET /transactions, page of 2,000", get("/v2/transactions?limit=2000")],
    ["bare SELECT as JSON", bare(page)],
    2,
  );
  await compare(
    report,
    ["  the same at offset 500,000", get("/v2/transactions?limit=2000&offset=500000")],
    ["bare, same offset", bare(`${page} OFFSET 500000`)],
    2,
  );
  await compare(
    report,
    ["GET /summary of a month", get("/v2/summary?start_date=2024-03-01&end_date=2024-03-31")],
    ["bare aggregate", bare(month)],
    3,
  );
  await compare(
    report,
    ["GET /summary of a year", get("/v2/summary?start_date=2024-01-01&end_date=2024-12-31")],
    ["bare aggregate", bare(year)],
    3,
  );
  await expectSameSums(base, "start_date=2024-01-01&end_date=2024-12-31", bare(year));
  console.log("  filters, 1,000 rows each");
  for (const filter of FILTERS) {
    const times = [];
    for (let round = 0; round < 5; round += 1)
      times.push(await timed(get(`/v2/transactions?${filter}`)));
    report.line(`    ${filter}`, times, "");
  }
  console.log("  one of a million changed");
  await timeChanges(base, report);
  await insert({ base, report }, total, "million");
}

/** Each kind of single change on the full budget: none may depend on how many transactions there are. */
async function timeChanges(base, report) {
  const send = (method, path, body, status) =>
    call(
      base,
      path,
      { method, body: body === undefined ? undefined : JSON.stringify(body), headers: JSON_TYPE },
      status,
    );
  const made = async (path, body) => (await send("POST", path, body, 201)).id;
  const steps = {
    "PUT a transaction": (id) =>
      send("PUT", `/v2/transactions/${id}`, { notes: `seen ${id}` }, 200),
    "POST a split": async (id) => {
      const { amount } = await call(base, `/v2/transactions/${id}`);
      await send(
        "POST",
        `/v2/transactions/split/${id}`,
        {
          child_transactions: [
            { amount: "0.0001" },
            { amount: (Number(amount) - 0.0001).toFixed(4) },
          ],
        },
        201,
      );
    },
    "DELETE a split": (id) => send("DELETE", `/v2/transactions/split/${id}`, undefined, 204),
    "DELETE a transaction": (id) => send("DELETE", `/v2/transactions/${id}`, undefined, 204),
    "POST and DELETE a category": async (id) =>
      send(
        "DELETE",
        `/v2/categories/${await made("/v2/categories", { name: `New ${id}` })}`,
        undefined,
        204,
      ),
    "POST and DELETE a tag": async (id) =>
      send("DELETE", `/v2/tags/${await made("/v2/tags", { name: `New ${id}` })}`, undefined, 204),
    "POST and DELETE an account": async (id) =>
      send(
        "DELETE",
        `/v2/manual_accounts/${await made("/v2/manual_accounts", { name: `New ${id}`, type: "cash", balance: 0 })}`,
        undefined,
        204,
      ),
  };
  const ids = Array.from({ length: 7 }, (_, n) => 400_000 + n * 1_000);
  for (const [name, step] of Object.entries(steps)) {
    const times = [];
    for (const id of ids) times.push(await timed(() => step(id)));
    report.line(`    ${name}`, times, "");
  }
}

/** A fast answer must be the right one: the summary's activity is the bare aggregate's, category by category. */
async function expectSameSums(base, range, bare) {
  const { categories } = await call(base, `/v2/summary?${range}&include_exclude_from_budgets=true`);
  const shown = new Map(
    categories.map(({ category_id: id, totals }) => [
      id,
      totals.other_activity + totals.recurring_activity,
    ]),
  );
  for (const { category_id: id, total } of JSON.parse(await bare())) {
    // What has no category is told in the totals, not in an entry.
    if (id === null) continue;
    if (Math.abs((shown.get(id) ?? 0) - total / 10_000) > 0.0001)
      throw new Error(`category ${id}: ${shown.get(id)} is shown, ${total / 10_000} is stored`);
  }
}

/** Two things timed in turn, printed as a ratio beside its target. */
async function compare(report, [name, ours], [rivalName, rival], target) {
  const [mine, bare] = [[], []];
  for (let round = 0; round < 16; round += 1) {
    mine.push(await timed(ours));
    bare.push(await timed(rival));
  }
  const rivalLine = `${rivalName} of ${name.trim()}`;
  report.line(rivalName, bare.slice(1), "", { name: rivalLine });
  const times = median(mine.slice(1)) / median(bare.slice(1));
  report.line(name, mine.slice(1), `${times.toFixed(2)} times bare (target at most ${target})`, {
    rival: rivalLine,
  });
}
