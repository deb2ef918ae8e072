// Properties that are not the caller's to set (OWASP API3; ASVS 5.0, 15.3.3) are put into every
// object of every body. Each is refused, or leaves no trace in the budget. A list names the free
// metadata and the few properties that identify what is changed.

import { afterEach, describe, expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import { bindings } from "../client.ts";
import { send } from "./ask.ts";
import { contentsOf } from "./contents.ts";
import { OPERATIONS } from "./operations.ts";
import { SUCCESSES } from "./successes.ts";
import { makeWorld } from "./world.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

const NUMBER = 987_654_321;
const TIME = "1987-06-05T04:03:02.001Z";
const TEXT = "set-by-the-caller";
/** A value for each that would be known again, however it is stored. */
const TRACES = [String(NUMBER), TEXT, TIME, String(Date.parse(TIME))];

/** What the system sets, decides by, or keeps for itself. */
const PROTECTED: Readonly<Record<string, unknown>> = {
  id: NUMBER,
  user_id: NUMBER,
  account_id: NUMBER,
  budget_id: NUMBER,
  created_by: NUMBER,
  created_by_name: TEXT,
  created_at: TIME,
  updated_at: TIME,
  deleted_at: TIME,
  source: TEXT,
  to_base: NUMBER,
  is_admin: true,
  is_pending: true,
  role: "owner",
  scopes: [TEXT],
  hash: TEXT,
  token: TEXT,
  api_key_label: TEXT,
  is_group_parent: true,
  is_split_parent: true,
  split_parent_id: NUMBER,
  group_parent_id: NUMBER,
  linked_metadata: { [TEXT]: TEXT },
};

/** "operation place": what names the thing that is changed there, and no other. */
const NAMES_IT: Readonly<Record<string, readonly string[]>> = {
  "PUT /transactions /transactions/0": ["id"],
};
/** Whose inside is the caller's own. */
const FREE: ReadonlySet<string> = new Set(["custom_metadata"]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Each object in a body, by its place, with the body as it is when that object has the properties as well. */
function bodiesWith(
  body: unknown,
  more: Readonly<Record<string, unknown>>,
  place = "",
): (readonly [place: string, body: unknown])[] {
  if (Array.isArray(body)) {
    return body.flatMap((item: unknown, index) =>
      bodiesWith(item, more, `${place}/${index}`).map(
        ([where, changed]) => [where, body.with(index, changed)] as const,
      ),
    );
  }
  if (!isObject(body)) return [];
  const inside = Object.entries(body)
    .filter(([name]) => !FREE.has(name))
    .flatMap(([name, value]) =>
      bodiesWith(value, more, `${place}/${name}`).map(
        ([where, changed]) => [where, { ...body, [name]: changed }] as const,
      ),
    );
  return [[place, { ...body, ...more }], ...inside];
}

const writing = OPERATIONS.filter(({ method }) => method !== "GET").map(
  (operation) => [`${operation.method} ${operation.path}`, operation] as const,
);

/** How many bodies were looked at, and how many of them were taken. */
const seen = { refused: 0, taken: 0 };

describe.each(writing)("%s", (name, operation) => {
  test("properties that are not the caller's to set are refused or ignored", async () => {
    const row = must(SUCCESSES[name], "every operation has a row");
    let ask = row(await makeWorld());
    const contents = async () => contentsOf(bindings.BUDGET.getByName("1"), ["updated_at"]);
    // A PUT sent again changes nothing more, so whatever changes is what the property did.
    if (operation.method === "PUT") await send(operation, ask);
    const plain = operation.method === "PUT" ? await contents() : null;

    for (const [property, value] of Object.entries(PROTECTED)) {
      for (const [place, body] of bodiesWith(ask.body, { [property]: value })) {
        if (NAMES_IT[`${name} ${place}`]?.includes(property) === true) continue;
        const { status, body: answer } = await send(operation, { ...ask, body });
        const what = `${property} in ${name} at ${place || "/"}: ${status} ${JSON.stringify(answer)}`;
        if (status < 300) {
          seen.taken += 1;
          const after = await contents();
          if (plain !== null) expect(after, what).toBe(plain);
          for (const trace of TRACES) expect(after.includes(trace), what).toBe(false);
          // What was made once cannot be made again.
          if (operation.method === "POST") {
            await reset();
            ask = row(await makeWorld());
          }
        } else {
          seen.refused += 1;
          expect([status, JSON.stringify(answer).includes(property)], what).toEqual([400, true]);
        }
      }
    }
  });
});

test("the tests covered bodies of both kinds", () => {
  expect(seen.refused).toBeGreaterThan(300);
  expect(seen.taken).toBeGreaterThan(10);
});
