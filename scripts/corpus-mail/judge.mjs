// Every mail of the corpus that has an expectation, judged by kind; what is not right is listed with why.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { judgeForwards } from "./forwards.mjs";
import { judgeReceipts } from "./receipts.mjs";
import { judgeTorture } from "./torture.mjs";

/**
 * Who judges what: (directory, mails by file, filter) -> verdicts {format, file, verdict, note}.
 * Adding a kind is adding a line.
 */
const JUDGES = [
  ["forwards", judgeForwards],
  ["receipts", judgeReceipts],
  ["odd and broken messages", judgeTorture],
];

/** The directory's mails, or those in its folder "eml"; null where there are none. */
export function mailsIn(directory) {
  return (
    [directory, join(directory, "eml")].find((place) => existsSync(join(place, "mails.json"))) ??
    null
  );
}

export async function judgeMails(directory, filter) {
  const all = Object.entries(JSON.parse(readFileSync(join(directory, "mails.json"), "utf8")));
  const mails = Object.fromEntries(all.filter(([file]) => existsSync(join(directory, file))));
  for (const [title, judge] of JUDGES) print(title, await judge(directory, mails, filter));
}

const VERDICTS = ["right", "asked", "wrong", "refused"];

function print(title, verdicts) {
  if (verdicts.length === 0) return;
  console.log(`\n${title}: ${share(verdicts)}`);
  for (const [format, some] of [...Map.groupBy(verdicts, (one) => one.format)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  ))
    console.log(`  ${format.padEnd(32)} ${share(some)}`);
  for (const { format, file, verdict, note } of verdicts.filter((one) => one.verdict !== "right"))
    console.log(`  ${verdict} ${format} ${file}: ${note}`.slice(0, 400));
}

function share(verdicts) {
  const counts = VERDICTS.map((verdict) => [
    verdict,
    verdicts.filter((one) => one.verdict === verdict).length,
  ]).filter(([, count]) => count > 0);
  const right = verdicts.filter((one) => one.verdict === "right").length;
  return `${verdicts.length}, ${((100 * right) / verdicts.length).toFixed(1)} % right (${counts.map(([verdict, count]) => `${count} ${verdict}`).join(", ")})`;
}
