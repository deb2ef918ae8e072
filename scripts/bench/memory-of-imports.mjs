// The peak of the isolate's heap while a statement is imported, in a Worker of its own for each
// size. What is not collected yet counts; asking makes the import slower, so it has no time here. An import that needed
// more than its isolate may have would end it, and the bench.

import { HEAP_MB_MAX, HeapWatch } from "./heap.mjs";
import { distinctStatement } from "./merchants.mjs";
import { makeAccount, timedImport } from "./service.mjs";

const SIZES = [10_000, 40_000];
const SIZES_LONG = [...SIZES, 160_000];

/** Memory must not grow with the rows. */
export async function heap({ report, long, withWorker }) {
  report.heading(
    `Peak of the isolate's heap while distinct rows are imported, where V8 keeps it below ${HEAP_MB_MAX} MB`,
  );
  for (const rows of long ? SIZES_LONG : SIZES) {
    const file = distinctStatement(rows, 7);
    const use = async ({ base, inspectorPort }) => {
      const account = await makeAccount(base, "Heap");
      const watch = await HeapWatch.start(inspectorPort);
      const before = await watch.now();
      await timedImport(base, file, account, { patience: 900_000 });
      const { peak } = await watch.stop();
      report.figure(`${rows} rows`, peak / 1e6, "MB", `${(before / 1e6).toFixed(1)} MB before`);
    };
    await withWorker(use, { heapMb: HEAP_MB_MAX });
  }
}
