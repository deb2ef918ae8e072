import { statement } from "./statement.mjs";
import { call, expectRows, timed } from "./service.mjs";
import { median } from "./compare.mjs";

/** Bytes to ready request bodies beside papaparse alone, on the same 100,000 rows. */
export async function stage({ base, report }) {
  const rows = 100_000;
  await call(base, "/bench/hold", { method: "POST", body: statement(rows, 1) });
  const time = { papa: [], plain: [], hashed: [] };
  for (let round = 0; round < 9; round += 1) {
    time.papa.push(await timed(() => call(base, "/bench/papaparse")));
    time.plain.push(await timed(() => expectRows(call(base, "/bench/stage?hash=false"), rows)));
    time.hashed.push(await timed(() => expectRows(call(base, "/bench/stage?hash=true"), rows)));
  }
  report.heading(`Bytes to ready requests, ${rows} rows (median of 9)`);
  const rival = "papaparse alone";
  report.line(rival, time.papa, "");
  const beside = (times) => (median(times) / median(time.papa)).toFixed(2);
  report.line(
    "whole stage, without the hash",
    time.plain,
    `${beside(time.plain)} times papaparse (target at most 2.5)`,
    { rival },
  );
  report.line(
    "whole stage, with SHA-256",
    time.hashed,
    `${beside(time.hashed)} times papaparse (target at most 7)`,
    { rival },
  );
}
