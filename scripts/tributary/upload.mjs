// @ts-check
// Sends a statement or a mail, and sees it through until it rests.

import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "./fault.mjs";
import { clock, grouped } from "./words.mjs";

/** The first look comes soon, since a month's file is read within it; each later one waits twice as long. */
const POLL_MS_MIN = 20;
const POLL_MS_MAX = 200;
const FAULTS_MAX = 5;

/** The states of an import that will change by themselves. */
export const WORKING = Object.freeze(["received", "reading", "posting", "waiting", "undoing"]);
const READING_MAIL = Object.freeze(["received", "reading"]);

/**
 * @typedef {import("./server.mjs").Server} Server
 * @typedef {import("./screen.mjs").Screen} Screen
 * @typedef {import("./inputs.mjs").Input} Input
 * @typedef {{ account?: string | undefined, currency?: string | undefined, preview?: boolean | undefined, "leave-balance"?: boolean | undefined }} UploadOptions
 */

/** The parameters of an upload. A row in another currency than its account's holds it as a preview. */
export function uploadPath(/** @type {string} */ name, /** @type {UploadOptions} */ options) {
  const query = new URLSearchParams({ name });
  if (options.account !== undefined) query.set("account", options.account);
  if (options.currency !== undefined) query.set("currency", options.currency);
  query.set("preview", options.preview === true ? "true" : "foreign");
  if (options["leave-balance"] === true) query.set("set_balance", "false");
  return `/api/imports?${query}`;
}

/**
 * Sends a statement; its imports: one, or one for each file in an archive.
 * @param {Server} server
 * @param {Input} input
 * @param {UploadOptions} options
 * @param {Screen} screen
 * @returns {Promise<any[]>}
 */
export async function sendStatement(server, input, options, screen) {
  if (input.size === 0) throw new Fault(`${input.path} is empty. Export it again.`);
  const answer = await server.call(uploadPath(input.name, options), {
    method: "POST",
    body: counted(input, screen),
  });
  return answer.imports ?? [answer];
}

/**
 * Sends a mail to the inbox; the message, and whether it is new there.
 * @param {Server} server
 * @param {Input} input
 * @param {Screen} screen
 */
export async function sendMail(server, input, screen) {
  if (input.size === 0) throw new Fault(`${input.path} is empty. Save the mail again.`);
  return server.call("/api/inbox", {
    method: "POST",
    headers: { "content-type": "message/rfc822" },
    body: counted(input, screen),
  });
}

/**
 * @param {Input} input
 * @param {Screen} screen
 */
async function* counted(input, screen) {
  let sent = 0;
  for await (const chunk of input.open()) {
    sent += chunk.length;
    screen.progress(`sending ${input.name}`, sent, input.size, "bytes");
    yield chunk;
  }
}

/**
 * Waits until the import rests, showing how far it is.
 * @param {Server} server
 * @param {any} first
 * @param {Screen} screen
 */
export async function follow(server, first, screen) {
  const began = Date.now();
  const run = await poll(
    first,
    (one) => WORKING.includes(one.state),
    (one) => showStep(one, screen, Date.now() - began),
    async () => server.call(`/api/imports/${first.id}`),
  );
  screen.settle();
  return run;
}

/**
 * Waits until the message has been read.
 * @param {Server} server
 * @param {any} first
 * @param {Screen} screen
 */
export async function followMail(server, first, screen) {
  const message = await poll(
    first,
    (one) => READING_MAIL.includes(one.state),
    () => screen.tell("reading the mail"),
    async () => server.call(`/api/inbox/${first.id}`),
  );
  screen.settle();
  return message;
}

/**
 * Looks again and again; a few looks in a row may fail, since the work goes on without them.
 * @param {any} first
 * @param {(one: any) => boolean} isWorking
 * @param {(one: any) => void} show
 * @param {() => Promise<any>} look
 */
async function poll(first, isWorking, show, look) {
  let one = first;
  let pause = POLL_MS_MIN;
  let faults = 0;
  while (isWorking(one)) {
    show(one);
    await sleep(pause);
    pause = Math.min(2 * pause, POLL_MS_MAX);
    try {
      one = await look();
      faults = 0;
    } catch (error) {
      faults += 1;
      if (faults >= FAULTS_MAX || !(error instanceof Error) || error.name !== "NoAnswer")
        throw error;
    }
  }
  return one;
}

/**
 * @param {any} run
 * @param {Screen} screen
 * @param {number} elapsedMs
 */
function showStep(run, screen, elapsedMs) {
  const { counts, state, error } = run;
  const { name } = run.document;
  if (state === "posting")
    return screen.progress(`importing ${name}`, counts.read - counts.waiting, counts.read, "rows");
  if (state === "waiting")
    return screen.say(
      `waiting: ${error ?? "the service is busy"} Next attempt ${clock(run.next_attempt_at)}.`,
    );
  if (error !== null) return screen.say(error);
  const what = state === "undoing" ? "taking back" : "reading";
  const rows = counts.read > 0 ? `, ${grouped(counts.read)} rows` : "";
  const seconds = Math.floor(elapsedMs / 1000);
  return screen.tell(`${what} ${name}${rows}${seconds > 0 ? `, ${seconds} s` : ""}`);
}
