// The memory that reading a row takes: the smallest heap in which a statement of many rows is read,
// beyond the one for a few rows. It holds what lives at once and no garbage, so that it is the same
// in every run.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { statements } from "./formats.mjs";

const ROWS = 40_000;
const FEW_ROWS = 50;
const HEAP_MB_MAX = 512;
const CHILD = resolve(import.meta.dirname, "read-once.mjs");

/** Prints the bytes a row of each format, of those named or of all. */
export async function memory({ report, formats: named }) {
  report.heading(
    `Heap a row while ${ROWS} rows are read (smallest heap that suffices, beyond that for ${FEW_ROWS})`,
  );
  const work = mkdtempSync(join(tmpdir(), "tributary-memory-"));
  try {
    const few = await writeAll(work, FEW_ROWS);
    for (const [format, path] of await writeAll(work, ROWS)) {
      if (named.length > 0 && !named.includes(format)) continue;
      const base = smallestHeap(few.get(format), FEW_ROWS);
      const needed = smallestHeap(path, ROWS);
      const bytes = ((needed - base) * 1024 * 1024) / ROWS;
      const compared = report.keep(format, bytes, "bytes a row");
      console.log(
        `  ${format.padEnd(12)} ${bytes.toFixed(0).padStart(6)} bytes a row   (${needed} MB, for few rows ${base} MB)${compared}`,
      );
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function writeAll(work, rows) {
  const paths = new Map();
  for await (const { format, bytes } of statements(rows)) {
    const path = join(work, `${format}-${rows}`);
    writeFileSync(path, bytes);
    paths.set(format, path);
  }
  return paths;
}

/** The smallest heap of old objects, in MB, in which the file is read. */
function smallestHeap(path, rows) {
  let [low, high] = [1, HEAP_MB_MAX];
  if (!isRead(path, rows, high)) throw new Error(`${path} is not read in ${HEAP_MB_MAX} MB`);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isRead(path, rows, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isRead(path, rows, megabytes) {
  const limits = [`--max-old-space-size=${megabytes}`, "--max-semi-space-size=1"];
  const { status } = spawnSync(process.execPath, [...limits, CHILD, path, String(rows)], {
    stdio: "ignore",
  });
  return status === 0;
}
