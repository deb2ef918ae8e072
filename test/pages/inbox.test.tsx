// What the inbox's pages call a message that has no words of its own, and what they say beside a link that nobody vouches for.

import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { Confirmation } from "../../src/pages/inbox/confirmation.tsx";
import { InboxList } from "../../src/pages/inbox/list.tsx";
import { REASONS } from "../../src/import/decode/receipt/receipt.ts";
import { nextWords, reasonWords } from "../../src/pages/inbox/words.ts";
import type { InboxCounts, ListedMessage, ReceiptShown } from "../../src/pages/inbox/wire.ts";

type Element = ReturnType<typeof Confirmation>;

async function html(element: Element): Promise<string> {
  const page = new Hono().get("/", (c) => c.html(element));
  return (await page.request("/")).text();
}

const COUNTS: InboxCounts = { received: 0, reading: 0, waiting: 0, matched: 0, inserted: 0, review: 0, ignored: 0, duplicate: 1, unmatched: 0 };
const COPY: ListedMessage = {
  id: "mcopy", state: "duplicate", door: "email", received_at: "2026-11-22T05:16:07.580Z", from: null, envelope_from: "me@mail.example", address_id: 1,
  subject: null, bytes: 2095, verdict: null, reason: null, detail: null, duplicate_of: "mfirst", receipts: [], imports: [],
};

function listed(message: ListedMessage): Promise<string> {
  return html(<InboxList messages={[message]} counts={COUNTS} state="" page={1} hasMore={false} refresh={null} />);
}

describe("the list", () => {
  test("calls a copy a copy, and what nobody has read yet so", async () => {
    expect(await listed(COPY)).toContain(">A copy of an earlier message</a>");
    const coming = await listed({ ...COPY, state: "received", duplicate_of: null });
    expect(coming).toContain(">A message that is being read</a>");
    expect(coming).not.toContain("A copy of");
  });

  test("leads to the addresses that mail comes in by, also when some has come", async () => {
    expect(await listed(COPY)).toContain('href="/connections#addresses"');
  });
});

test.each(REASONS.map((reason) => [reason]))("%s is said in plain words, with what there is to do", (reason) => {
  expect(reasonWords(reason)).toMatch(/^[A-Z][a-z’]*,?( [\w’,]+)+$/);
  expect(nextWords(reason)).toMatch(/^[A-Z].{10,}\.$/);
});

describe("a mail program's question", () => {
  const receipt: ReceiptShown = {
    id: 1, document: 0, charge: 0, state: "review", reason: "forwarding_confirmation", detail: null, kind: "forwarding confirmation", merchant: "ada@mail.example", total: null, currency: null,
    date: null, order_number: "482913075", card_last4: null, incoming: false, items: [], corrected: [], account_id: null, mode: "wait", duplicate_of: null, match: null, transaction_id: null, next_attempt_at: null, parts: null, split: null,
  };
  const CAUTION = "Nothing shows that it is from the mail program it names";

  test("that nobody vouches for is shown with a caution beside its code and link", async () => {
    expect(await html(<Confirmation receipt={receipt} document={undefined} vouched={false} />)).toContain(CAUTION);
    expect(await html(<Confirmation receipt={receipt} document={undefined} vouched />)).not.toContain(CAUTION);
  });
});
