// What came of a generated file: right, asked, partly (rows said to be unreadable, the others
// right), wrong or refused; the kind of fault, and how many payees a person would recognise.

import { combinations, subtract } from "../corpus-compare.mjs";

const keyOf = ({ date, amount }) => `${date} ${amount}`;

/** Judges one bank; `read(answers)` reads its file, `show(row)` is the payee that a person sees. */
export async function judgeBank(bank, read, show = ({ payee }) => payee) {
  const first = await read({});
  if (first.refused !== null) return { verdict: "refused", kind: "refused", note: first.refused };
  const plain = compare(bank.truth, first.records);
  if (first.questions.length === 0)
    return { ...plain, payees: payeesOf(bank, first.records, show) };
  const ids = first.questions.map(({ id }) => id.replace(/[\s"].*/s, "")).join(", ");
  let best = { ...plain, verdict: plain.verdict === "right" ? "wrong" : plain.verdict };
  for (const answers of combinations(first.questions)) {
    const again = await read(answers);
    if (again.refused !== null || again.questions.length > 0) continue;
    const judged = compare(bank.truth, again.records);
    if (judged.verdict === "right")
      return {
        verdict: "asked",
        kind: `asked ${ids}`,
        note: JSON.stringify(answers),
        payees: payeesOf(bank, again.records, show),
      };
    if (judged.verdict === "partly") best = judged;
  }
  return { ...best, kind: `asked ${ids}, no answer is right (${best.kind})` };
}

/** Right if the booked rows are the truth's, nothing pending is booked, and the currency fits. */
function compare(truth, records) {
  const rows = records.filter(({ kind }) => kind === "transaction").map(({ row }) => row);
  const booked = rows.filter(({ pending, amount }) => !pending && amount !== 0);
  const got = booked.map(keyOf);
  const readings = [truth.booked, apartFees(truth.booked)].map((list) =>
    list.filter(({ amount }) => amount !== 0).map(keyOf),
  );
  const wrongCurrency = booked.find(
    ({ currency }) => currency !== null && currency !== truth.currency,
  );
  const best = readings
    .map((want) => ({ missing: subtract(want, got), extra: subtract(got, want), want }))
    .toSorted((a, b) => a.missing.length + a.extra.length - b.missing.length - b.extra.length)[0];
  if (best.missing.length + best.extra.length === 0 && wrongCurrency === undefined)
    return { verdict: "right", kind: "right", note: "" };
  const rejected = records.filter(({ kind }) => kind === "rejected");
  const said =
    best.extra.length === 0 &&
    wrongCurrency === undefined &&
    rejected.length >= best.missing.length;
  return {
    verdict: said ? "partly" : "wrong",
    kind: kindOf(truth, best, { wrongCurrency, said, got }),
    note: `${got.length} rows of ${best.want.length}; missing ${best.missing.slice(0, 2).join(", ")}; extra ${best.extra.slice(0, 2).join(", ")}${said ? `; ${rejected[0]?.reason}` : ""}`,
  };
}

const apartFees = (booked) =>
  booked.flatMap((row) => [
    { ...row, amount: row.bare },
    ...(row.fee === 0 ? [] : [{ ...row, amount: -row.fee }]),
  ]);

function kindOf(truth, { missing, extra, want }, { wrongCurrency, said, got }) {
  if (said) return got.length === 0 ? "every row rejected" : "some rows rejected";
  const pending = new Set(truth.pending.map(keyOf));
  const declined = new Set(truth.declined.map(keyOf));
  const sizes = (keys, map) =>
    keys
      .map((key) => map(key.slice(11)))
      .toSorted()
      .join();
  const days = (keys) =>
    keys
      .map((key) => key.slice(0, 10))
      .toSorted()
      .join();
  const plain = (text) => text;
  if (missing.length === 0 && extra.length > 0) {
    if (extra.every((key) => pending.has(key))) return "pending rows booked";
    if (extra.every((key) => declined.has(key) || pending.has(key))) return "declined rows booked";
    return "rows booked that are none";
  }
  if (extra.length === 0 && missing.length > 0) return "rows left out in silence";
  if (extra.length === 0) return `currency ${wrongCurrency?.currency} instead of ${truth.currency}`;
  if (missing.length === extra.length && sizes(missing, plain) === sizes(extra, plain))
    return otherDay(truth, got);
  const size = (text) => text.replace("-", "");
  if (missing.length === extra.length && sizes(missing, size) === sizes(extra, size))
    return "other signs";
  if (got.length === want.length && days(missing) === days(extra)) return "other amounts";
  return got.length === want.length ? "other dates and amounts" : "other rows";
}

/** Which of the row's other dates was taken, if it is one of them in each row. */
function otherDay({ booked }, got) {
  const taken = [
    "purchase date taken for the booking date",
    "value date taken for the booking date",
  ];
  const fits = (index) =>
    subtract(
      booked
        .filter(({ amount }) => amount !== 0)
        .map(({ others, amount }) => keyOf({ date: others[index], amount })),
      got,
    ).length === 0;
  return taken.find((_, index) => fits(index)) ?? "other dates";
}

const plainText = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** So many booked rows whose payee is the other party's name, alone or with its town. */
function payeesOf(bank, records, show) {
  const rows = records.flatMap((record) => (record.kind === "transaction" ? [record.row] : []));
  const left = new Map();
  for (const row of rows) left.set(keyOf(row), [...(left.get(keyOf(row)) ?? []), show(row)]);
  const bad = [];
  let good = 0;
  for (const row of bank.truth.booked) {
    const got = left.get(keyOf(row)) ?? [];
    const at = got.findIndex((payee) => isGood(payee, row));
    if (at >= 0) {
      got.splice(at, 1);
      good += 1;
    } else bad.push(`${JSON.stringify(got[0] ?? null)} for ${row.names[0]}`);
  }
  return { good, all: bank.truth.booked.length, bad };
}

function isGood(payee, { names, place }) {
  const got = plainText(payee);
  return names.some((name) => {
    const want = plainText(name);
    return [want, `${want} ${plainText(place)}`.trim()].includes(got);
  });
}
