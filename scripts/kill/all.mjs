// kill -9 of a process and of everything that it started, for what is to be found as a dead machine leaves it.

import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * SIGKILL to the process and everything below it, what it started first. Resolves once nothing of
 * them is left: a killed process keeps its files and ports until it has come to its end.
 */
export async function killAll(pid) {
  const pids = withBelow(pid);
  for (const one of pids) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It was gone already.
    }
  }
  while (pids.some(isAlive)) await sleep(5);
}

function withBelow(pid) {
  const children = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && /^PPid:\s+(\d+)/m.exec(statusOf(name))?.[1] === String(pid),
  );
  return [...children.flatMap((child) => withBelow(Number(child))), pid];
}

/** Whether it has a thread that has not ended; who has ended may stay listed until its parent looks. */
function isAlive(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).some((thread) =>
      /^State:\s+[^ZX]/m.test(statusOf(`${pid}/task/${thread}`)),
    );
  } catch {
    return false;
  }
}

function statusOf(entry) {
  try {
    return readFileSync(`/proc/${entry}/status`, "utf8");
  } catch {
    return "";
  }
}
