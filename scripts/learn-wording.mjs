// Learns from the messages of the tests how those are worded in which money moved, and those in which none did, and
// which words stand beside the amount that moved: npm run learn
// Writes learned.json and learned-amounts.json in src/receipts/wording. To be run when messages were added, with a new
// READER_VERSION.
// npm run learn -- --measure judges each tenth of the mails by what the others teach, and writes nothing.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sumsOfChoices } from "../src/receipts/wording/amounts.ts";
import { logOfPowers, toChances } from "../src/receipts/wording/weights.ts";
import { chancesOf, REPORTS } from "../src/receipts/wording/wording.ts";
import { digestMails, readMails } from "./wording/mails.mjs";
import { learn } from "./wording/regression.mjs";

const FOLDER = new URL("../src/receipts/wording/", import.meta.url);
const PARTS = 10;

const mails = await readMails();
if (process.argv.includes("--measure")) measure();
else {
  const { weights, bias, signs } = learn(mails);
  write("learned.json", { mails: digestMails(), bias, phrases: byWeights(weights) });
  write("learned-amounts.json", { signs: byWeights(signs) });
  console.log(`${mails.length} mails: ${weights.size} phrases, ${signs.size} signs of amounts`);
}

/** Judges the mails of each part by what the other parts teach; mails of one set stay together. */
function measure() {
  const found = { judged: 0, right: 0, none: [], moved: [], direction: [], amount: [] };
  const sets = [...new Set(mails.map(({ set }) => set))];
  for (let part = 0; part < PARTS; part += 1) {
    const isOwn = (mail) => sets.indexOf(mail.set) % PARTS === part;
    const others = mails.filter((mail) => !isOwn(mail));
    const { weights, bias, signs } = learn(others);
    for (const { phrases, shares, choices, right } of mails.filter(isOwn)) {
      const sums = sumsOfChoices(choices, (sign) => signs.get(sign));
      if (right !== -1 && choices.length > 1) found.amount.push(toChances(sums)[right]);
      const report = shares.indexOf(1);
      if (report === -1) continue;
      const known = phrases.flatMap((key) => weights.get(key) ?? []);
      const chances = chancesOf(known, bias, logOfPowers(sums));
      const [likeliest] = REPORTS.toSorted((a, b) => chances[b] - chances[a]);
      found.judged += 1;
      found.right += Number(likeliest === REPORTS[report]);
      (report === 0 ? found.none : found.moved).push(chances.none);
      if (REPORTS[report] === "out" || REPORTS[report] === "in")
        found.direction.push(chances[REPORTS[report]] / (chances.out + chances.in));
    }
  }
  const share = (list, holds) =>
    `${((100 * list.filter(holds).length) / list.length).toFixed(1)} %`;
  console.log(
    `${mails.length} mails, likeliest report right: ${((100 * found.right) / found.judged).toFixed(1)} %`,
  );
  for (const limit of [0.2, 0.4, 0.5, 0.6, 0.7, 0.8])
    console.log(
      `chance of none above ${limit}: ${share(found.none, (chance) => chance > limit)} where nothing moved, ` +
        `${share(found.moved, (chance) => chance > limit)} where money did`,
    );
  for (const limit of [0.02, 0.045, 0.1, 0.5])
    console.log(`right amount below ${limit}: ${share(found.amount, (chance) => chance < limit)}`);
  for (const limit of [0.1, 0.2, 0.3, 0.4])
    console.log(
      `right direction below ${limit}: ${share(found.direction, (chance) => chance < limit)}`,
    );
}

function write(name, learned) {
  writeFileSync(fileURLToPath(new URL(name, FOLDER)), `${JSON.stringify(learned, null, 2)}\n`);
}

/** The keys that share their weights, together: {"12 -3": "subject refund|text #amount back"}. */
function byWeights(weights) {
  const shared = Map.groupBy(weights, ([, weight]) => listOf(weight).join(" "));
  const sorted = [...shared].toSorted(([a], [b]) => compareNumbers(a, b));
  return Object.fromEntries(
    sorted.map(([weight, keys]) => [
      weight,
      keys
        .map(([key]) => key)
        .toSorted()
        .join("|"),
    ]),
  );
}

function listOf(weight) {
  return typeof weight === "number" ? [weight] : [weight.out, weight.in, weight.due];
}

function compareNumbers(a, b) {
  const [left, right] = [a.split(" ").map(Number), b.split(" ").map(Number)];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
