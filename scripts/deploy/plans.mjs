// What differs on the Free plan: our limits that are lower there (src/platform/plan-limits.ts), the platform's, and what
// waits when one is reached. The platform's as Cloudflare published them in October 2026 (developers.cloudflare.com:
// Workers, Durable Objects, KV and R2, "Limits" and "Pricing").

/** @type {readonly {limit: string, waits: string}[]} */
export const FREE_LIMITS = [
  {
    limit: "files of at most 5 MB (paid: 100 MB) and mails of at most 5 MiB (paid: 25 MiB)",
    waits: "a larger one is refused with that reason and nothing of it is kept; split the file",
  },
  {
    limit:
      "15 seconds of work at a time (paid: 60), and 80 steps (paid: 400; into " +
      "another budgeting service 4)",
    waits: "an import goes on in the next alarm, so a large one takes longer",
  },
  {
    limit: "10 ms of processor time a request (paid: 5 minutes)",
    waits: "a page that needs more answers 1102 or 503; reload it (not measured on the platform)",
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
    limit: "1,000 requests to storage a run (paid: set to 1,000,000)",
    waits:
      "a download of more than about 900 stored files breaks off; an automatic backup says that it failed",
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
    "Plan: Workers Free. [limits] is left out, since that plan refuses it. These limits are lower:",
    ...FREE_LIMITS.map(({ limit, waits }) => `  - ${limit}: ${waits}`),
  ];
}
