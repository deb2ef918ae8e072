// What differs on the Free plan: the platform's limits there, and what waits when one is reached. Limits as Cloudflare
// published them in October 2026 (developers.cloudflare.com: Workers, Durable Objects, KV and R2, "Limits" and "Pricing").

/** @type {readonly {limit: string, waits: string}[]} */
export const FREE_LIMITS = [
  {
    limit: "10 ms of processor time a request (paid: 5 minutes, set in wrangler.toml)",
    waits:
      "a page that needs more answers 503; reload it. The larger an upload, the likelier it fails (not measured on the platform)",
  },
  {
    limit: "100,000 rows written a day",
    waits: "an import stops there and goes on by itself after 00:00 UTC",
  },
  {
    limit: "5,000,000 rows read a day",
    waits: "pages, imports and schedules answer 500 until 00:00 UTC; nothing is lost",
  },
  {
    limit: "100,000 requests a day",
    waits: "the platform answers 429 until 00:00 UTC; mail is sent again by its sender",
  },
  {
    limit: "50 requests to other servers a run (paid: 10,000)",
    waits: "a large import into another budgeting service takes several runs of its alarm",
  },
  {
    limit: "5 GB in databases, 10 GB of documents",
    waits: "new imports are refused; what is there stays readable",
  },
];

/**
 * @param {"free" | "paid"} plan
 * @returns {string[]}
 */
export function planLines(plan) {
  if (plan === "paid")
    return ["Plan: Workers Paid ($5 a month). On the Free plan: npm run deploy -- --free"];
  return [
    "Plan: Workers Free. cpu_ms is left out, since that plan refuses it. These limits are lower:",
    ...FREE_LIMITS.map(({ limit, waits }) => `  - ${limit}: ${waits}`),
  ];
}
