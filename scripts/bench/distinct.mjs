// Bytes to ready request bodies of rows that each have another payee, beside papaparse alone.

import { median } from "./compare.mjs";
import { distinctStatement } from "./merchants.mjs";
import { call, expectRows, timed } from "./service.mjs";

const SIZES = [10_000, 100_000];
const ROUNDS = 5;

/** As `stage`, of rows whose payees are all different. */
export async function distinct({ base, report }) {
  for (const rows of SIZES) {
    await call(base, "/bench/hold", { method: "POST", body: distinctStatement(rows, 3) });
    const time = { papa: [], plain: [], hashed: [] };
    for (let round = 0; round < ROUNDS + 1; round += 1) {
      time.papa.push(await timed(() => call(base, "/bench/papaparse")));
      time.plain.push(await timed(() => expectRows(call(base, "/bench/stage?hash=false"), rows)));
      time.hashed.push(await timed(() => expectRows(call(base, "/bench/stage?hash=true"), rows)));
    }
    const [papa, plain, hashed] = [time.papa, time.plain, time.hashed].map((all) => all.slice(1));
    report.heading(`Bytes to ready requests, ${rows} distinct payees (median of ${ROUNDS})`);
    const rival = `${rows}, papaparse alone`;
    const note = (all) =>
      `${(median(all) / median(papa)).toFixed(2)} times papaparse, ${((1000 * median(all)) / rows).toFixed(1)} µs a row`;
    report.line("papaparse alone", papa, "", { name: rival });
    report.line("without the hash", plain, note(plain), {
      name: `${rows}, without the hash`,
      rival,
    });
    report.line("with SHA-256", hashed, note(hashed), { name: `${rows}, with SHA-256`, rival });
  }
}
