import { call, JSON_TYPE, timed } from "./service.mjs";
import { median } from "./compare.mjs";

/** 500-item requests through POST /v2/transactions beside bare json_each inserts of the same rows. */
export async function insert({ base, report }, first = 0, name = "small") {
  const requests = 40;
  const ours = [];
  const bare = [];
  for (let request = 0; request < requests; request += 1) {
    const items = Array.from({ length: 500 }, (_, i) => itemOf(first + request * 500 + i));
    const body = JSON.stringify({ transactions: items, apply_rules: true, skip_duplicates: true });
    ours.push(
      await timed(() =>
        call(base, "/v2/transactions", { method: "POST", body, headers: JSON_TYPE }, 201),
      ),
    );
    const rows = JSON.stringify(items.map((item, i) => rowOf(first + request * 500 + i + 1, item)));
    bare.push(
      await timed(() => call(base, `/bench/rival?name=${name}`, { method: "POST", body: rows })),
    );
  }
  const [mine, rival] = [median(ours), median(bare)];
  report.heading(`Inserts, ${requests} requests of 500 (median request)`);
  report.line("bare json_each", bare, `${Math.round((500 / rival) * 1000)} rows/s`);
  report.line(
    "POST /v2/transactions",
    ours,
    `${Math.round((500 / mine) * 1000)} rows/s, ${Math.round((rival / mine) * 100)} % of bare (target 40 %)`,
    { rival: "bare json_each" },
  );
}

function itemOf(n) {
  const date = new Date(Date.UTC(2024, 0, 1) + Math.floor(n / 60) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const external_id = `t1:${date.replaceAll("-", "")}:${String(n).padStart(26, "a")}:1`;
  const custom_metadata = { tributary: { run: "bench", line: n } };
  const payee = `Shop ${n % 977}`;
  return {
    date,
    amount: ((n % 9000) / 100 + 1).toFixed(2),
    currency: "usd",
    payee,
    original_name: payee,
    notes: null,
    manual_account_id: 1,
    external_id,
    custom_metadata,
  };
}

/** The same row as the service stores it, in the order of its columns. */
function rowOf(id, item) {
  const units = Math.round(Number(item.amount) * 10_000);
  const now = 1_790_000_000_000 + id;
  return [
    id,
    item.date,
    units,
    "usd",
    units,
    item.payee,
    item.original_name,
    null,
    null,
    "reviewed",
    0,
    1,
    null,
    null,
    item.external_id,
    "api",
    0,
    null,
    0,
    null,
    units,
    now,
    now,
    null,
    JSON.stringify(item.custom_metadata),
  ];
}
