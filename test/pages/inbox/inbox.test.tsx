// The inbox's name for a message without words of its own, and its warning next to a link that is
// not authenticated.

import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { Charge } from "../../../src/pages/inbox/charge.tsx";
import { Confirmation, confirmationLinks } from "../../../src/pages/inbox/confirmation.tsx";
import { InboxList } from "../../../src/pages/inbox/list.tsx";
import { REASONS } from "../../../src/receipts/receipt.ts";
import { nextWords, reasonWords } from "../../../src/pages/inbox/words.ts";
import type { Account } from "../../../src/pages/ui/wire.ts";
import type {
  DocumentShown,
  InboxCounts,
  ListedMessage,
  ReceiptShown,
} from "../../../src/pages/inbox/wire.ts";

type Element = ReturnType<typeof Confirmation>;

async function html(element: Element): Promise<string> {
  const page = new Hono().get("/", (c) => c.html(element));
  return (await page.request("/")).text();
}

const COUNTS: InboxCounts = {
  received: 0,
  reading: 0,
  waiting: 0,
  matched: 0,
  inserted: 0,
  review: 0,
  ignored: 0,
  duplicate: 1,
  unmatched: 0,
};
const COPY: ListedMessage = {
  id: "mcopy",
  state: "duplicate",
  door: "email",
  received_at: "2026-11-22T05:16:07.580Z",
  from: null,
  envelope_from: "me@mail.example",
  address_id: 1,
  subject: null,
  bytes: 2095,
  kind: null,
  merchant: null,
  total: null,
  currency: null,
  date: null,
  order_number: null,
  card_last4: null,
  items: [],
  match: null,
  transaction_id: null,
  reader_version: null,
  verdict: null,
  reason: null,
  detail: null,
  duplicate_of: "mfirst",
  receipts: [],
  imports: [],
};

function renderList(message: ListedMessage): Promise<string> {
  return html(
    <InboxList
      messages={[message]}
      counts={COUNTS}
      state=""
      page={1}
      hasMore={false}
      refresh={null}
      mailBytes={25 * 1024 * 1024}
    />,
  );
}

describe("the list of messages", () => {
  test("the list marks copies, and messages that nobody has read yet", async () => {
    expect(await renderList(COPY)).toContain(">Copy of an earlier message</a>");
    const coming = await renderList({ ...COPY, state: "received", duplicate_of: null });
    expect(coming).toContain(">Message being read</a>");
    expect(coming).not.toContain("Copy of");
  });

  test("of a message with several charges the list has their number; if one came in, they are movements", async () => {
    const listed = (incoming: boolean) =>
      renderList({
        ...COPY,
        state: "review",
        duplicate_of: null,
        receipts: [CHARGE, { ...CHARGE, id: 8 }, { ...CHARGE, id: 9, incoming }],
      });

    expect(await listed(false)).toContain("3 charges");
    expect(await listed(true)).toContain("3 movements");
  });

  test("the list links to the receipt addresses, even if mail has arrived", async () => {
    expect(await renderList(COPY)).toContain('href="/connections#addresses"');
  });
});

test.each(REASONS.map((reason) => [reason]))(
  "the reason %s is shown in plain words, with the next step",
  (reason) => {
    expect(reasonWords(reason)).toMatch(/^[A-Z][a-z’]*,?( [\w’,]+)+$/);
    expect(nextWords(reason)).toMatch(/^[A-Z].{10,}\.$/);
  },
);

const CHARGE: ReceiptShown = {
  id: 7,
  document: 0,
  charge: 0,
  state: "review",
  reason: "no_match",
  detail: null,
  kind: "receipt",
  merchant: "Lakeside <b>Books</b>",
  total: "41.18",
  currency: "usd",
  date: "2026-03-11",
  order_number: "LB-5512",
  card_last4: null,
  incoming: false,
  items: [],
  corrected: [],
  account_id: null,
  mode: "wait",
  duplicate_of: null,
  match: null,
  transaction_id: null,
  next_attempt_at: null,
  parts: null,
  split: null,
};

describe("charges in the inbox", () => {
  const ACCOUNTS: Account[] = [
    { id: "1", name: "Checking", currency: "usd", type: "cash", subtype: "checking" },
    { id: "2", name: "Purse", currency: "usd", type: "cash", subtype: "physical cash" },
  ];
  const page = (changes: Partial<ReceiptShown>, accounts = ACCOUNTS) =>
    html(
      <Charge
        message="m1"
        receipt={{ ...CHARGE, ...changes }}
        number={null}
        read={null}
        accounts={accounts}
        transactions={[]}
        refused={null}
      />,
    );
  const parts = [
    { name: "Atlas <i>", amount: "21.67" },
    { name: "2 x Almanac", amount: "19.51" },
  ];

  test("of several movements of a message those that came in are called credits", async () => {
    const numbered = (incoming: boolean) =>
      html(
        <Charge
          message="m1"
          receipt={{ ...CHARGE, incoming }}
          number={2}
          read={null}
          accounts={ACCOUNTS}
          transactions={[]}
          refused={null}
        />,
      );

    expect(await numbered(false)).toContain("Charge 2");
    expect(await numbered(true)).toContain("Credit 2");
  });

  test.each([
    ["bank alert", true, "Accept as money in", "Accept as money out instead", "bank alert"],
    ["income", true, "Accept as money in", "Accept as money out instead", "receipt"],
    ["receipt", false, "Accept as money out", "Accept as money in instead", "income"],
  ] as const)(
    "a %s of an uncertain direction has a button for either",
    async (kind, incoming, asRead, other, otherKind) => {
      const shown = await page({ reason: "ambiguous_direction", kind, incoming });
      expect(shown).toContain(`>${asRead}</button>`);
      expect(shown).toContain(`>${other}</button>`);
      expect(shown).toContain(`name="kind" value="${otherKind}"`);
      expect(await page({ reason: "payment_unproven", kind, incoming })).not.toContain("instead");
    },
  );

  test("a charge without its transaction can be searched again, unless a decision comes first", async () => {
    expect(await page({})).toContain('action="/inbox/m1/look"');
    expect(await page({ reason: "auth_absent" })).not.toContain("/look");
    expect(await page({ state: "matched", reason: null, transaction_id: 9 })).not.toContain(
      "/look",
    );
  });

  test("a charge that may be several transactions is decided for all of them at once", async () => {
    const shown = await page({
      reason: "several_matches",
      match: {
        transaction_id: null,
        transactions: [],
        evidence: [],
        candidates: [{ transactions: [4, 5], evidence: ["30.00 + 11.18"] }],
      },
    });
    expect(shown).toContain('name="transactions" value="4,5"');
    expect(shown).toContain("Match these");
  });

  test("a charge in the budget shows the split that its items would make, and the way back afterwards", async () => {
    const inBudget = { state: "matched", reason: null, transaction_id: 9, parts } as const;
    const offered = await page(inBudget);
    expect(offered).toContain('action="/inbox/m1/split"');
    expect(offered).toContain("Atlas &lt;i&gt;: \u221221.67");
    expect(offered).not.toContain("/unsplit");
    const done = await page({
      ...inBudget,
      split: { state: "done", parts, said: "its parts were changed since, so it stays split" },
    });
    expect(done).toContain('action="/inbox/m1/unsplit"');
    expect(done).toContain("The split was not undone: its parts were changed since");
    expect(await page({ ...inBudget, split: { state: "doing", parts, said: null } })).not.toContain(
      "/split",
    );
    expect(await page({ ...inBudget, parts: null })).not.toContain("/split");
  });

  test("an inserted charge asks whether a transaction that arrived another way is the same", async () => {
    const shown = await page({
      state: "inserted",
      reason: null,
      transaction_id: 9,
      match: {
        transaction_id: 9,
        transactions: [],
        evidence: ["inserted"],
        candidates: [{ transactions: [12], evidence: ["the amount is the same"] }],
      },
    });
    expect(shown).toContain("Another transaction that may be the same purchase");
    expect(shown).toContain('name="transactions" value="12"');
    expect(shown).toContain("Undo and remove from the budget");
  });

  test("a charge that is made out to another address is asked about, and the button says if it inserts", async () => {
    const detail = "This receipt is made out to eve@elsewhere.example. Is it yours?";
    const asked = { state: "waiting", reason: "other_recipient", detail } as const;

    const waits = await page(asked);
    expect(waits).toContain(detail);
    expect(waits).toMatch(/>\s*Accept\s*</);
    expect(waits).toContain(">Ignore<");
    expect(await page({ ...asked, account_id: 1 })).toContain("Accept and insert now");
  });

  test("a charge paid in cash is offered the cash account, and no other way to accept it", async () => {
    const shown = await page({ reason: "paid_in_cash" });
    expect(shown).toContain("Paid in cash: insert into Purse");
    expect(shown).not.toContain(">Accept<");
    expect(await page({ reason: "paid_in_cash" }, ACCOUNTS.slice(0, 1))).toContain(
      "You have no cash account yet",
    );
    expect(await page({ reason: "no_match" }, ACCOUNTS.slice(0, 1))).not.toContain('name="cash"');
  });
});

describe("the question for a currency", () => {
  test("the currency of the person's accounts comes first, is marked, and is the main button", async () => {
    const total = {
      value: "8.40",
      span: { view: "text", start: 0, end: 5 },
      rule: "charged: total",
      candidates: ["cad", "aud", "usd"],
    };
    const receipt = {
      ...CHARGE,
      reason: "ambiguous_currency",
      currency: null,
      total: "8.40",
      date: "2026-03-11",
    } as const;
    const shown = await html(
      <Charge
        message="m1"
        receipt={receipt}
        number={null}
        read={{ total, items: [], doubts: [], why: [] }}
        accounts={[
          { id: "1", name: "Checking", currency: "usd", type: "cash", subtype: "checking" },
        ]}
        transactions={[]}
        refused={null}
      />,
    );

    const buttons = [...shown.matchAll(/<button[^>]*name="currency"[^>]*>([^<]*)</g)];
    expect(buttons.map(([, label]) => label)).toEqual([
      "Use USD, as your accounts",
      "Use CAD",
      "Use AUD",
    ]);
    expect(buttons[0]?.[0]).toContain('class="primary"');
    expect(buttons[1]?.[0]).not.toContain("primary");
  });
});

describe("requests of mail programs for a confirmation", () => {
  const receipt: ReceiptShown = {
    ...CHARGE,
    id: 1,
    reason: "forwarding_confirmation",
    kind: "forwarding confirmation",
    merchant: "ada@mail.example",
    total: null,
    currency: null,
    date: null,
    order_number: "482913075",
  };
  test("a link to a mail program's own pages is followed by one click, and no other link", () => {
    const own = "https://mail-settings.google.com/mail/vf-abc-123";
    const text = `Confirm: ${own}\nOr https://mail-settings.google.com.evil.example/x or https://a@mail.google.com/x or https://mail.google.com:8443/x or http://mail.google.com/x`;

    expect(confirmationLinks(text)).toEqual([own]);
  });

  test("the page offers the link as a button that opens the mail program and tells it nothing", async () => {
    const link = "https://app.fastmail.com/confirm?u=1";
    const document = { views: [{ name: "text", text: `Please open ${link}` }] } as DocumentShown;
    const shown = await html(<Confirmation receipt={receipt} document={document} vouched />);

    expect(shown).toContain(`href="${link}" target="_blank" rel="noopener noreferrer nofollow"`);
    expect(shown).toContain("Confirm at app.fastmail.com");
  });

  const CAUTION = "This message could not be verified";

  test("a confirmation request that is not authenticated shows a warning next to its code and link", async () => {
    expect(
      await html(<Confirmation receipt={receipt} document={undefined} vouched={false} />),
    ).toContain(CAUTION);
    expect(
      await html(<Confirmation receipt={receipt} document={undefined} vouched />),
    ).not.toContain(CAUTION);
  });
});
