// Copies a budget by the rows of its tables, as the importer's backup does with a ZIP between.

import { serveOwn } from "../../../src/budget/service.ts";
import { bindings, type Answer } from "../client.ts";

/** The account id of a budget, and the person who asks. */
export interface Whose {
  readonly accountId: number;
  readonly userId: number;
}

/** Makes an empty budget of a person who has just signed up. */
export async function makeBudget(whose: Whose, name = "New"): Promise<Whose> {
  await bindings.BUDGET.getByName(String(whose.accountId)).create({
    accountId: whose.accountId,
    budgetName: name,
    primaryCurrency: "eur",
    user: { id: whose.userId, name: "Grace", email: "grace@example.com" },
  });
  return whose;
}

/** Asks the budget's own interface. */
export async function askOwn(
  whose: Whose,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const request = new Request(`http://localhost/api${path}`, {
    method,
    ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
  });
  const response = await serveOwn(request, bindings, whose);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

export type Rows = Record<string, Record<string, string | number | null>[]>;

/** Every row of every table of a backup. */
export async function readAll(whose: Whose): Promise<{ head: Answer["body"]; rows: Rows }> {
  const head = (await askOwn(whose, "GET", "/tables")).body;
  const rows: Rows = {};
  for (const table of head.tables) {
    const all: Rows[string] = [];
    let after = "";
    do {
      const { body } = await askOwn(whose, "GET", `/tables/${table}${after}`);
      all.push(...body.rows);
      after = body.next === null ? "" : `?after=${encodeURIComponent(body.next)}`;
    } while (after !== "");
    rows[table] = all;
  }
  return { head, rows };
}

/** Writes everything that `readAll` read; the first refusal, or null. */
export async function writeAll(
  whose: Whose,
  { head, rows }: { head: Answer["body"]; rows: Rows },
): Promise<Answer | null> {
  const { steps, person, tables, sequences } = head;
  const sent: [string, string, unknown][] = [["POST", "/restoring", { steps, person }]];
  for (const links of [false, true])
    for (const table of tables)
      sent.push(["POST", `/restoring/tables/${table}`, { rows: rows[table], links }]);
  sent.push(["POST", "/restoring/finish", { sequences }]);
  for (const [method, path, body] of sent) {
    const answer = await askOwn(whose, method, path, body);
    if (answer.status >= 300) return answer;
  }
  return null;
}
