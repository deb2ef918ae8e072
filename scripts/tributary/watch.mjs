// @ts-check
// tributary watch FOLDER: waits for files and has them imported. It never changes or deletes a file. While the server
// does not answer it waits, longer each time, and tries again.

import { realpathSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault, NoAnswer } from "./fault.mjs";
import { unreadable } from "./inputs.mjs";
import { Folder } from "./watch-folder.mjs";
import { stateFile, WatchState } from "./watch-state.mjs";
import { Watch } from "./watch-step.mjs";

const TICK_MS = 1_000;
const BUSY_TICK_MS = 150;
const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 30_000;
const SETTLE_S_DEFAULT = 3;
const SETTLE_S_MAX = 3_600;

/**
 * Watches until it is stopped (Ctrl-C), or with --once until everything is done; the exit code.
 * @param {string} named
 * @param {{ options: any, server: import("./server.mjs").Server, screen: import("./screen.mjs").Screen, env: NodeJS.ProcessEnv }} parts
 */
export async function runWatch(named, { options, server, screen, env }) {
  const settleMs = parseSettle(options.settle);
  const path = folderAt(named);
  const state = new WatchState(
    stateFile({ url: server.url, folder: path, account: options.account }, env),
  );
  state.compact();
  const folder = new Folder(path, settleMs);
  const watch = new Watch({ folder, state, server, screen, options });
  const stop = stopper();
  screen.warn(`Watching ${path} for ${server.url}. Stop with Ctrl-C.`);
  try {
    return await turns(watch, { once: options.once === true, screen, signal: stop.signal });
  } finally {
    stop.done();
  }
}

/**
 * @param {Watch} watch
 * @param {{ once: boolean, screen: import("./screen.mjs").Screen, signal: AbortSignal }} parts
 */
async function turns(watch, { once, screen, signal }) {
  let failures = 0;
  while (!signal.aborted) {
    let pause = TICK_MS;
    try {
      const { isBusy, isDone } = await watch.step(Date.now(), signal);
      if (failures > 0) screen.warn("The server answers again.");
      failures = 0;
      if (once && isDone) return watch.code;
      if (isBusy) pause = BUSY_TICK_MS;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      pause = retryPause(failures, error.retryMs);
      if (failures === 0) screen.warn(`${error.message} Waiting for it; nothing is lost.`);
      failures += 1;
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
  return watch.code;
}

/**
 * How long to wait after so many failures in a row: twice as long each time, up to half a minute, and never less than
 * the server asked for.
 * @param {number} failures
 * @param {number | null} asked
 */
export function retryPause(failures, asked) {
  return Math.max(Math.min(RETRY_MS_MIN * 2 ** Math.min(failures, 16), RETRY_MS_MAX), asked ?? 0);
}

function parseSettle(/** @type {string | undefined} */ text) {
  const seconds = text === undefined ? SETTLE_S_DEFAULT : Number(text);
  if (!Number.isFinite(seconds) || seconds < 0.1 || seconds > SETTLE_S_MAX)
    throw new Fault(`--settle is a number of seconds from 0.1 to ${SETTLE_S_MAX}, not "${text}".`);
  return seconds * 1000;
}

function folderAt(/** @type {string} */ named) {
  try {
    if (!statSync(named).isDirectory())
      throw new Fault(
        `${named} is a file; a folder is needed here. Import it with tributary import.`,
      );
    return realpathSync(named);
  } catch (error) {
    throw error instanceof Fault ? error : unreadable(named, error);
  }
}

/** Ends the watch at Ctrl-C or when the system asks: what is being sent is finished first. */
function stopper() {
  const controller = new AbortController();
  const stop = () => {
    // A second signal ends the process at once.
    done();
    controller.abort();
  };
  const done = () => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  return { signal: controller.signal, done };
}
