// Goal: a search finds a word wherever it is, in upper and lower case alike, also beyond ASCII; and
// the database never misses what the comparison of texts finds.

import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { buildSearch } from "../../../src/budget/ledger/search.ts";
import { callOwn, database, insertOne } from "../client.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

const search = async (q: string): Promise<number[]> => {
  const { status, body } = await callOwn("GET", `/transactions?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.transactions.map(({ id }: { id: number }) => id);
};

const COMBINED: readonly (readonly [q: string, text: string, isFound: boolean])[] = [
  ["müller", "MÜLLER GMBH", true],
  ["MÜLLER", "Bäckerei Müller", true],
  ["muller", "MÜLLER GMBH", false],
  ["mller", "MÜLLER GMBH", false],
  ["gmbh müller", "MÜLLER GMBH", true],
  ["gmbh meier", "MÜLLER GMBH", false],
  ["straße", "HAUPTSTRASSE 5", true],
  ["strasse", "Hauptstraße 5", true],
  ["STRAẞE", "Hauptstraße 5", true],
  ["strase", "Hauptstraße 5", false],
  ["missgriffspaß", "MIẞGRIFFSPASS", true],
  ["кафе", "КАФЕ У МОСТА", true],
  ["КАФЕ", "кафе у моста", true],
  ["кофе", "КАФЕ У МОСТА", false],
  ["ΟΔΟΣ", "Αγία οδός, οδος", true],
  ["東京", "東京ガス", true],
  ["京東", "東京ガス", false],
  ["é1", "É1", true],
  ["istanbul", "İSTANBUL", false],
  ["İstanbul", "İSTANBUL", true],
  ["100%", "100 percent", false],
  ["100%", "100% cotton", true],
  ["a_b", "axb", false],
  ["a\\b", "A\\B", true],
  ["[ä]", "[Ä]", true],
  ["[ä]", "Ä", false],
  ["*ä?", "*Ä?", true],
  ["*ä?", "xÄy", false],
  ["o'neill", "O'Neill's \"Bar\"", true],
  ["😀", "party 😀", true],
];

test.each(COMBINED)("%s in %s: %s", async (q, text, isFound) => {
  const { id } = await insertOne({ date: "2026-01-01", amount: 1, payee: text });

  expect(await search(q)).toEqual(isFound ? [id] : []);
});

test("each word may be in another of payee, notes and the bank's text, but no word in two of them", async () => {
  const { id } = await insertOne({
    date: "2026-01-01",
    amount: 1,
    payee: "Corner Café",
    notes: "with Ann",
    original_name: "CAFE 0042 BERN",
  });

  expect(await search("corner ann bern")).toEqual([id]);
  expect(await search("CAFÉ 42")).toEqual([id]);
  expect(await search("cafewith")).toEqual([]);
  expect(await search("annbern")).toEqual([]);
});

test("words longer than a pattern of the database, and more words than a statement takes, are found and told apart", async () => {
  const long = "ÄÖÜ".repeat(30);
  const { id } = await insertOne({ date: "2026-01-01", amount: 1, payee: long, notes: "z" });
  const plain = "abcdefghij".repeat(9);
  const other = await insertOne({ date: "2026-01-02", amount: 1, payee: plain });
  const letters = "abcdefghijklmnopqrstuvwxyzäöüéèàçñøåßбгджцλπ";
  const many = await insertOne({ date: "2026-01-03", amount: 1, payee: `${letters}!` });
  const spaced = Array.from(letters).join(" ").toUpperCase();

  expect(await search(long.toLowerCase())).toEqual([id]);
  expect(await search(`${long.slice(0, -1)}x`)).toEqual([]);
  expect(await search(plain.toUpperCase())).toEqual([other.id]);
  expect(await search(`${plain.slice(0, -1)}x`)).toEqual([]);
  expect(await search(spaced)).toEqual([many.id]);
  expect(await search(`${spaced} щ`)).toEqual([]);
});

test("a search that the database does not decide alone goes on beyond the transactions it compares at a time", async () => {
  await database((sql) =>
    sql.run(
      `INSERT INTO transactions (date, amount, currency, to_base, payee, status, created_at, updated_at)
       SELECT '2026-01-01', 10000, 'usd', 10000, iif(value IN (3, 2900), 'Assassin', 'Assasin'), 'reviewed', 1, 1
       FROM json_each(?)`,
      JSON.stringify(Array.from({ length: 3_000 }, (_, n) => n)),
    ),
  );

  const { body } = await callOwn("GET", "/transactions?q=ASSASSIN&totals=true&limit=1");

  expect(body.totals).toEqual({ count: 2, in: "0.0000", out: "2.0000" });
  const next = await callOwn("GET", `/transactions?q=ASSASSIN&limit=1&before=${body.before}`);
  expect(next.body.transactions).toHaveLength(1);
  expect(next.body.before).toBeNull();
});

const letter = fc.constantFrom(...Array.from("aAsSßẞüÜéÉкКσςΣ東%_[]*?\\^-'😀 "));
const phrase = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(""));

const lower = (text: string) => text.toLowerCase().replaceAll("ς", "σ");

/** The word with each ss and each sharp s in either spelling. */
function spellings(word: string): string[] {
  return lower(word)
    .split(/(ss|ß)/)
    .reduce<string[]>(
      (begun, part, index) =>
        (index % 2 === 0 ? [part] : ["ss", "ß"]).flatMap((way) => begun.map((one) => one + way)),
      [""],
    );
}

test("the database and the comparison of texts agree on any word in any text", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(phrase, { minLength: 1, maxLength: 20 }),
      phrase.filter((text) => text.trim() !== ""),
      async (payees, q) => {
        const words = q.split(/\s+/).filter((word) => word !== "");
        const found = await database((sql) => {
          const { conditions, matches } = buildSearch(q);
          return sql
            .all<{ key: number; payee: string }>(
              `SELECT key, payee FROM (SELECT j.key, j.value AS payee, NULL AS notes, NULL AS original_name
                 FROM json_each(?) j) t WHERE ${["1", ...conditions.map(([one]) => one)].join(" AND ")} ORDER BY key`,
              JSON.stringify(payees),
              ...conditions.flatMap(([, ...values]) => values),
            )
            .filter(({ payee }) => matches?.({ payee, notes: null, original_name: null }) !== false)
            .map(({ key }) => key);
        });
        const expected = payees.flatMap((payee, key) =>
          words.every((word) => spellings(word).some((one) => lower(payee).includes(one)))
            ? [key]
            : [],
        );
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});
