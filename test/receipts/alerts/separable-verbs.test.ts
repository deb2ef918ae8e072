// Verbs of Germanic languages in two parts, with the sentence between them.

import { expect, test } from "vitest";
import SENTENCES from "../../../src/receipts/words/alert-sentences.json" with { type: "json" };
import VERB_WORDS from "../../../src/receipts/words/alert-verbs.json" with { type: "json" };
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

const BANKS = {
  de: ["Kreissparkasse Aurich", "info@kreissparkasse-aurich.example"],
  nl: ["Polderbank", "info@polderbank.example"],
  da: ["Vestjysk Sparekasse", "info@vestjysksparekasse.example"],
  no: ["Fjordbanken", "info@fjordbanken.example"],
  sv: ["Mälarbanken", "info@malarbanken.example"],
} as const;
const SUBJECTS = {
  de: "Umsatz auf Ihrem Konto",
  nl: "Melding over je rekening",
  da: "Besked om din konto",
  no: "Melding om kontoen din",
  sv: "Händelse på ditt konto",
};

const BALANCES = {
  de: "Ihr Kontostand beträgt 1.204,11 EUR.",
  nl: "Je saldo is nu € 1.204,11.",
  da: "Din saldo er nu DKK 1.204,11.",
  no: "Disponibelt på kontoen er nå NOK 1 204,11.",
  sv: "Saldot på kontot är nu SEK 1 204,11.",
};

async function movements(language: keyof typeof SUBJECTS, sentence: string) {
  const text = `${sentence}\n\n${BALANCES[language]}\n\n${BANKS[language][0]}`;
  const { receipts } = await readByReaders(
    alertDocument({ subject: SUBJECTS[language], from: BANKS[language], text }),
  );
  return receipts.flatMap(({ kind, incoming, total }) =>
    kind === "not a transaction" ? [] : [`${incoming ? "in" : "out"} ${total?.value}`],
  );
}

test.each([
  [
    "de",
    "out",
    "Am 20.11.2026 buchten wir von Ihrem Konto *4410 43,90 EUR zugunsten der Stadtwerke Aurich ab.",
  ],
  ["de", "out", "Am 20.11.2026 hoben Sie am Automaten Markt 3 mit Ihrer Karte *4410 43,90 EUR ab."],
  [
    "de",
    "out",
    "Die Stadtwerke zog am 20.11.2026 per Lastschrift 43,90 EUR von Ihrem Konto *4410 ein.",
  ],
  [
    "de",
    "in",
    "Am 20.11.2026 ging auf Ihrem Konto *4410 eine Zahlung von Jana Weber über 43,90 EUR ein.",
  ],
  ["de", "in", "Am 20.11.2026 schrieben wir Ihrem Konto *4410 43,90 EUR von Jana Weber gut."],
  ["de", "in", "Die Schuhwerk GmbH buchte am 20.11.2026 43,90 EUR auf Ihre Karte *4410 zurück."],
  ["de", "in", "Jana Weber zahlte am 20.11.2026 43,90 EUR auf Ihr Konto *4410 ein."],
  [
    "nl",
    "out",
    "Op 20-11-2026 schreven we € 43,90 van je rekening *4410 af voor Waterbedrijf Zuid.",
  ],
  ["nl", "in", "Jana Weber maakte op 20-11-2026 € 43,90 naar je rekening *4410 over."],
  ["nl", "in", "Op 20-11-2026 schreven we € 43,90 van Jana Weber op je rekening *4410 bij."],
  ["nl", "in", "Schoenwinkel De Hak boekte op 20-11-2026 € 43,90 terug naar je pas *4410."],
  [
    "da",
    "in",
    "Butikken Skohuset har ført DKK 43,90 tilbage til dit kort *4410 den 20. november 2026.",
  ],
  ["da", "in", "Skohuset har den 20. november 2026 sat DKK 43,90 ind på din konto *4410."],
  ["no", "in", "Skohuset har betalt NOK 43,90 tilbake til kortet ditt *4410."],
  ["no", "in", "Jana Weber satte 20. november 2026 inn NOK 43,90 på kontoen din *4410."],
  ["no", "out", "Du tok ut NOK 43,90 med kortet *4410 i minibanken på Torget 20. november 2026."],
  ["sv", "in", "Skohuset har fört tillbaka SEK 43,90 till ditt kort *4410 den 20 november 2026."],
  ["sv", "in", "Skohuset har den 20 november 2026 satt in SEK 43,90 på ditt konto *4410."],
  ["sv", "in", "Skohuset betalade den 20 november 2026 tillbaka SEK 43,90 till ditt kort *4410."],
] as const)(
  "a verb in two parts moves money (%s, %s): %s",
  async (language, direction, sentence) => {
    expect(await movements(language, sentence)).toEqual([`${direction} 43.90`]);
  },
);

test("what the reader pays back goes out", async () => {
  const text = "Am 20.11.2026 zahlten Sie von Ihrem Konto *4410 43,90 EUR an Jana Weber zurück.";

  expect(await movements("de", text)).not.toContain("in 43.90");
});

test.each([
  "Mit Ihrer Karte *4410 zahlten Sie am 20.11.2026 bei der Bäckerei Lang 43,90 EUR für ein Frühstück.",
  "Am 20.11.2026 zahlten Sie mit Ihrer Karte *4410 43,90 EUR bei Ein Laden Hamburg.",
])("an article or a name is no second part: %s", async (text) => {
  expect(await movements("de", text)).toEqual(["out 43.90"]);
});

test("a verb whose second part announces a refund moves nothing", async () => {
  const text =
    "Så snart butikken har ført beløbet tilbage, kan du se DKK 43,90 på din konto *4410.";

  expect(await movements("da", text)).toEqual([]);
});

test("the name of who paid ends before the second part", async () => {
  const text = "Am 20.11.2026 schrieben wir Ihrem Konto *4410 43,90 EUR von Jana Weber gut.";
  const { receipts } = await readByReaders(
    alertDocument({ subject: SUBJECTS.de, from: BANKS.de, text }),
  );

  expect(receipts.map(({ merchant }) => merchant?.value)).toEqual(["Jana Weber"]);
});

test("the purchase that was paid back did not move again", async () => {
  const text =
    "Skohuset har ført DKK 43,90 tilbage til dit kort *4410. Beløbet vedrører et køb på DKK 98,00 fra den 29. oktober.";

  expect(await movements("da", text)).toEqual(["in 43.90"]);
});

test("each language with such verbs says which words may follow the second part", () => {
  const languages = Object.values(VERB_WORDS.separable).flatMap((pairs) => Object.keys(pairs));

  expect(Object.keys(SENTENCES["behind a verb's second part"])).toEqual(
    expect.arrayContaining(languages),
  );
});
