// Notices of wallets that no list names, and of accounts of which the words leave open which way the money went.

import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

async function read(
  subject: string,
  text: string,
  from: readonly [string, string] = ["Nimba", "noreply@nimba.example"],
): Promise<readonly string[]> {
  const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
  return receipts.map(({ kind, incoming, total, merchant, doubts }) =>
    [
      kind === "not a transaction" ? "nothing" : wayOf(incoming),
      total?.value ?? "none",
      merchant?.value ?? "nobody",
      ...doubts.map(({ reason }) => reason),
    ].join(" | "),
  );
}

function wayOf(incoming: boolean): string {
  return incoming ? "in" : "out";
}

test.each([
  [
    "¡Enviaste un Nimba!",
    "Hola,\n\nHas enviado un Nimba de 80,00 €\n\nPara: Ada Lane (61944111)",
    "out | 80.00 | Ada Lane",
  ],
  [
    "¡Te enviaron por Nimba!",
    "Te enviaron por Nimba\n225,00 €\nEnviado por\nAda Lane",
    "in | 225.00 | Ada Lane",
  ],
  ["Ada Lane sent you money", "Ada Lane sent you 48.00 EUR.", "in | 48.00 | Ada Lane"],
  ["Du har skickat pengar", "Du har skickat 48,00 SEK till Ada Lane.", "out | 48.00 | Ada Lane"],
  [
    "Ada har skickat pengar till dig",
    "Ada Lane har skickat 48,00 SEK till dig.",
    "in | 48.00 | Ada Lane",
  ],
])(
  "a subject and a sentence that tell of the same are a wallet's notice: %s",
  async (subject, text, expected) => {
    expect(await read(subject, text)).toEqual([expected]);
  },
);

test("a request that was sent to somebody moves nothing", async () => {
  const text = "Vi har sendt betalingskravet ditt videre.\n\nTil: Ada Lane\nBeløp: 640 NOK";
  const read1 = await read("Kravet ditt er sendt til Ada", text);

  expect(read1.filter((one) => !one.startsWith("nothing"))).toEqual([]);
});

test("what somebody sent to the reader's account came in, whatever the subject is called", async () => {
  const text = "Ada Lane vous a transféré une somme de 120,00 € sur votre compte.";

  expect(await read("Dépôt reçu", text)).toEqual(["in | 120.00 | Ada Lane"]);
});

test("what a company credits to an account of its own is no money that somebody sent", async () => {
  const read1 = await read("Votre bonus", "Nous avons crédité 10,00 € sur votre compte fidélité.");

  expect(read1.filter((one) => one.startsWith("in"))).toEqual([]);
});

test.each([
  // A bank that prints a minus for money out prints nothing for money in.
  [["Název účtu protistrany: CORNER CAFE"], ["ambiguous_direction"]],
  [["Příjemce: CORNER CAFE"], []],
  [["Plátce: CORNER CAFE"], []],
])(
  "a transaction on an account, without a sign, is asked about unless a row tells: %j",
  async (rows, doubts) => {
    const lines = [
      "na Vašem účtu č. 123456789 (CZK) proběhla transakce s následujícími údaji:",
      "Částka: 546.00 CZK",
      ...rows,
    ];
    const from = ["Velká Banka", "info@velkabanka.example"] as const;
    const { receipts } = await readByReaders(
      alertDocument({ from, subject: "Pohyb na účtu", text: lines.join("\n") }),
    );

    expect(receipts.flatMap((receipt) => receipt.doubts.map(({ reason }) => reason))).toEqual(
      doubts,
    );
  },
);

test("the brand of a card in a row names nobody", async () => {
  const text =
    "Вы осуществили платеж\nна сумму: 1 490.00 RUB\nТип карты: mastercard\nКарта: **** 8121";

  expect(await read("Платеж", text, ["Банк Север", "info@sever.example"])).toEqual([
    "out | 1490.00 | nobody",
  ]);
});

test.each([
  ["La somme de 75,00 € a été transférée vers le compte de", "fr"],
  ["Il bonifico: sono state trasferite 75,00 € sul conto di", "it"],
])("what was moved has the gender and number of its noun: %s", async (words) => {
  const text = `${words} Ada Lane depuis votre compte *4410.`;
  const [one] = await read("Banca", text, ["Banca Sud", "avvisi@bancasud.example"]);

  expect(one?.startsWith("out | 75.00")).toBe(true);
});
