// The mails of the household's month, in the forms that shops, banks and tills use.

import { printMoney } from "./household.ts";

/** What happened, by the mails that tell of it. */
export type Event =
  | "receipt"
  | "page"
  | "dispatch"
  | "parts"
  | "refund"
  | "renewal"
  | "invoice"
  | "notice"
  | "both"
  | "salary"
  | "debit"
  | "cash";

/** What the mails of one event say. */
export interface Facts {
  readonly shop: string;
  readonly number: string;
  /** Of the month. */
  readonly day: number;
  /** Cents without a sign. */
  readonly cents: number;
  /** The bank's texts of its transactions. */
  readonly rows: readonly string[];
}

export interface Letter {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly on: number;
  /** The bank's texts of the transactions that it belongs to. */
  readonly about: readonly string[];
}

export const LAST4 = "4417";
/** The part of an order in two parts that is charged first. */
export const FIRST_PART = 6_150;
const SHIPPING = 495;
const BANK = '"First Prairie Bank" <alerts@firstprairie.example>';

/** The day of October 2026. */
export function printDay(day: number): string {
  return new Date(Date.UTC(2026, 9, day)).toISOString().slice(0, 10);
}

/** All mails of an event, in the order in which they are sent. */
export function writeLetters(event: Event, facts: Facts): readonly Letter[] {
  const { shop, rows, day } = facts;
  const from = `"${shop}" <orders@${shop.toLowerCase().replaceAll(/[^a-z]/g, "")}.example>`;
  return LETTERS[event](facts).map((letter) => ({
    from,
    about: rows,
    on: day,
    text: "",
    ...letter,
  }));
}

type Draft = Partial<Letter> & Pick<Letter, "subject">;

const LETTERS: Readonly<Record<Event, (facts: Facts) => readonly Draft[]>> = {
  receipt: (facts) => [writeReceipt(facts)],
  page: (facts) => [
    { subject: `Order ${facts.number} from ${facts.shop}`, html: writeReceiptPage(facts) },
  ],
  dispatch: (facts) => [
    writeOrder(facts, "Your card will be charged when your order ships."),
    {
      subject: `Your order ${facts.number} has shipped`,
      on: facts.day + 1,
      text: `Good news: your order is on its way.

Order number: ${facts.number}
Order total: ${dollars(facts.cents)}

We charged ${dollars(facts.cents)} to your Visa ending in ${LAST4}.`,
    },
  ],
  parts: (facts) => [
    writeOrder(facts, "It comes in two parcels. Your card is charged when each of them ships."),
    writeParcel(facts, 1, FIRST_PART, facts.day),
    writeParcel(facts, 2, facts.cents - FIRST_PART, facts.day + 3),
  ],
  refund: ({ shop, number, cents }) => [
    {
      subject: `Your refund from ${shop}`,
      text: `Hello Elena,

We have refunded ${dollars(cents)} to your Visa ending in ${LAST4}.

Refund number: R${number}
Refund total: ${dollars(cents)}

It may take a few days until you see it.`,
    },
  ],
  renewal: ({ shop, number, day, cents }) => [
    {
      subject: `Your ${shop} subscription was renewed`,
      text: `Thank you for staying with ${shop}.

Receipt number: ${number}
Date: ${printDay(day)}
Amount paid: ${dollars(cents)}`,
    },
  ],
  invoice: ({ rows: [row = ""], day, cents }) => {
    const number = /\S+(?= \d+$)/.exec(row)?.[0] ?? "";
    const on = Math.max(1, day - 10);
    return [
      {
        subject: `Invoice ${number}`,
        on,
        text: `Dear Ms. Rivera,

Invoice number: ${number}
Invoice date: ${printDay(on)}
Amount due: ${dollars(cents)}
Due date: ${printDay(day)}

Please pay by bank transfer and name the invoice number.`,
      },
    ];
  },
  notice: (facts) => [writeNotice(facts)],
  both: (facts) => [writeNotice(facts), writeReceipt(facts)],
  salary: ({ shop, day, cents }) => [
    {
      from: BANK,
      subject: "You received a deposit",
      text: `A direct deposit of ${dollars(cents)} from ${shop} was credited to your account ending in 1207 on ${printDay(day)}.

Available balance: $5,799.95`,
    },
  ],
  debit: ({ shop, day, cents }) => [
    {
      from: BANK,
      subject: "A payment left your account",
      text: `${dollars(cents)} was debited from your account ending in 1207 by ${shop} on ${printDay(day)}.

Available balance: $5,210.40`,
    },
  ],
  cash: ({ shop, number, day, cents }) => [
    {
      subject: "Your till receipt",
      text: `${shop}
12 Market Square, Springfield, IL 62701

Receipt ${number}
Date: ${printDay(day)}

Apples             $6.20
Bread and cheese   ${dollars(cents - 620)}
TOTAL              ${dollars(cents)}
CASH               $40.00
CHANGE             ${dollars(4_000 - cents)}`,
    },
  ],
};

function dollars(cents: number): string {
  return `$${printMoney(cents)}`;
}

function writeReceipt({ number, day, cents }: Facts): Draft {
  return {
    subject: `Your receipt for order ${number}`,
    text: `Thank you for your order, Elena!

Order number: ${number}
Date: ${printDay(day)}

  Total             ${dollars(cents)}

Charged to Visa ending in ${LAST4}.`,
  };
}

function writeOrder({ number, cents }: Facts, last: string): Draft {
  return {
    subject: `We have your order ${number}`,
    text: `Thank you for your order!

Order number: ${number}
Order total: ${dollars(cents)}

${last}`,
  };
}

function writeParcel({ number, rows }: Facts, part: number, cents: number, on: number): Draft {
  return {
    subject: `Parcel ${part} of order ${number} has shipped`,
    on,
    about: rows.slice(part - 1, part),
    text: `Parcel ${part} of your order is on its way.

Order number: ${number}

Total charged for this parcel: ${dollars(cents)}
Visa ending in ${LAST4}, ${printDay(on)}`,
  };
}

function writeNotice({ shop, day, cents }: Facts): Draft {
  return {
    from: BANK,
    subject: "Card purchase",
    text: `A purchase of ${dollars(cents)} was made with your card ending in ${LAST4}.

Merchant: ${shop.toUpperCase()}
Date: ${printDay(day)}
Available credit: $6,412.08`,
  };
}

function writeReceiptPage({ shop, number, day, cents }: Facts): string {
  const line = (label: string, amount: number) =>
    `<tr><td style="padding:4px 8px">${label}</td><td align="right">${dollars(amount)}</td></tr>`;
  return `<!doctype html><html><body style="margin:0;background:#f2f4f6">
<div style="display:none;max-height:0">Thanks, Elena. Here is what you bought.</div>
<table role="presentation" width="100%"><tr><td align="center"><h1>Thank you, Elena</h1>
<p>Order <b>${number}</b><br>Order date: ${printDay(day)}</p>
<table>${line("Subtotal", cents - SHIPPING)}${line("Shipping", SHIPPING)}${line("<b>Total</b>", cents)}</table>
<p>Paid with Visa •••• ${LAST4}</p></td></tr><tr><td style="font-size:11px;color:#667788">
${shop}. Spend $100.00 and get free shipping on your next order. Unsubscribe.</td></tr></table></body></html>`;
}

/** Mails that move nothing, whatever amounts they print. */
export const MOVES_NOTHING: readonly Letter[] = [
  {
    subject: "48 hours only: 30% off boots",
    from: '"Willow & West" <news@willowwest.example>',
    text: "Boots from $59.00 instead of $84.00. Free shipping over $75.00.",
    on: 4,
  },
  {
    subject: "Your parcel arrives today",
    from: '"Alder Outdoor" <orders@alderoutdoor.example>',
    text: "Your parcel is out for delivery. Tracking number: 1Z 4471 9920.",
    on: 7,
  },
  {
    subject: "Your one-time code",
    from: BANK,
    text: "Your code is 442 917. It confirms a payment of $89.49. Never share it with anybody.",
    on: 18,
  },
  {
    subject: "Your statement is ready",
    from: BANK,
    text: "Your October statement is ready. Statement balance: $1,284.11. Minimum payment due: $35.00 on November 20.",
    on: 30,
  },
  {
    subject: "Low balance",
    from: BANK,
    text: "The balance of your account ending in 1207 is below $200.00. Available balance: $188.20.",
    on: 27,
  },
  {
    subject: "You left something behind",
    from: '"Kite Street Toys" <hello@kitestreettoys.example>',
    text: "Your cart is waiting: Wooden train, $48.00. Check out now.",
    on: 9,
  },
  {
    subject: "Your trial begins",
    from: '"Scriptleaf" <hello@scriptleaf.example>',
    text: "Your 30-day free trial has begun. After that it is $7.99 a month. You have not been charged.",
    on: 20,
  },
  {
    subject: "A transfer is scheduled",
    from: BANK,
    text: "A transfer of $400.00 to your savings is scheduled for November 3.",
    on: 29,
  },
  {
    subject: "Your card was declined",
    from: BANK,
    text: "A purchase of $212.40 at GLOBEX TRAVEL with your card ending in 4417 was declined.",
    on: 23,
  },
].map((letter) => ({ about: [], ...letter }));

let written = 0;

/** The raw mail. */
export function writeMail({ from, subject, text, html, on }: Letter): string {
  written += 1;
  const domain = /@([^>]+)>/.exec(from)?.[1] ?? "";
  const body = (html ?? text).replaceAll("\n", "\r\n");
  return [
    `From: ${from}`,
    "To: Elena Rivera <elena.rivera@mail.example>",
    `Subject: ${subject}`,
    `Date: ${new Date(`${printDay(on)}T14:32:08Z`).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${written}.${on}@${domain}>`,
    "MIME-Version: 1.0",
    `Content-Type: text/${html === undefined ? "plain" : "html"}; charset=utf-8`,
    "",
    body,
    "",
  ].join("\r\n");
}
