// How the parts of the bench talk to the Worker, and how they take the time.

import { TOKEN } from "../built.mjs";

export const JSON_TYPE = { "content-type": "application/json" };
const POLL_MS = 20;

/** The answer to a request, parsed where it is JSON. Throws where the status is another. */
export async function call(base, path, init = {}, status = 200) {
  const headers = { authorization: `Bearer ${TOKEN}`, ...init.headers };
  const response = await fetch(new URL(path, base), { ...init, headers });
  const text = await response.text();
  if (response.status !== status)
    throw new Error(`${path} answered ${response.status}: ${text.slice(0, 400)}`);
  return text.startsWith("{") ? JSON.parse(text) : text;
}

/** Throws where the answer says another number of rows. */
export async function expectRows(answer, rows) {
  const got = (await answer).rows;
  if (got !== rows) throw new Error(`${got} of ${rows} rows`);
}

/** How many milliseconds the work took. */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Uploads a file and waits until it is done or its preview stands: { ms, counts, askedAfter }.
 * A question is answered at once from `answers`, by its id; askedAfter says when it was asked, or is
 * null.
 */
export async function timedImport(base, file, account, more = {}) {
  const { query = "", patience = 120_000, answers = {} } = more;
  let askedAfter = null;
  const start = performance.now();
  const { id } = await call(
    base,
    `/api/imports?account=${account}${query}`,
    { method: "POST", body: file },
    202,
  );
  for (;;) {
    const run = await call(base, `/api/imports/${id}`);
    if (["done", "preview"].includes(run.state))
      return { ms: performance.now() - start, counts: run.counts, askedAfter };
    if (run.state === "question" && run.questions.every((question) => question.id in answers)) {
      askedAfter ??= performance.now() - start;
      const body = JSON.stringify({ answers });
      const init = { method: "POST", body, headers: JSON_TYPE };
      await call(base, `/api/imports/${id}/answers`, init);
      continue;
    }
    if (["failed", "question"].includes(run.state) || performance.now() - start > patience)
      throw new Error(JSON.stringify(run));
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The id of a new account. */
export async function makeAccount(base, name) {
  const body = JSON.stringify({ name, type: "cash", balance: 0, currency: "usd" });
  const init = { method: "POST", body, headers: JSON_TYPE };
  return (await call(base, "/v2/manual_accounts", init, 201)).id;
}

/** All transactions of an account, page by page: how long it took and how many asked for. */
export async function timedReadBack(base, account) {
  let offset = 0;
  const ms = await timed(async () => {
    for (let more = true; more; offset += 2000) {
      const path = `/v2/transactions?manual_account_id=${account}&limit=2000&offset=${offset}`;
      more = (await call(base, path)).has_more;
    }
  });
  return { ms, offset };
}
