// @ts-check
// tributary import: files, folders and standard input into the budget. Files go one after the other, since the answer
// about one layout is remembered for the next file. A file that fails does not hold up the others; a server that does
// not answer, a key or an account that is refused ends the command.

import { currencyWords, ROWS_LOOKED_AT_MAX } from "./currency.mjs";
import { EXIT, Fault, NoAnswer, Refusal, worst } from "./fault.mjs";
import { listInputs } from "./inputs.mjs";
import { importMail } from "./mail.mjs";
import { agree } from "./prompt.mjs";
import { answerByFlags, askPerson, parseAnswers, printQuestion } from "./questions.mjs";
import { importRecord, REJECTS_SHOWN_MAX, report } from "./report.mjs";
import { follow, sendStatement } from "./upload.mjs";
import { grouped, plain } from "./words.mjs";

/** An import asks at most this often; each round has other questions. */
const ROUNDS_MAX = 50;

/**
 * @typedef {import("./upload.mjs").UploadOptions & { yes?: boolean, answer?: string[], name?: string, recursive?: boolean }} Options
 * @typedef {{ server: import("./server.mjs").Server, screen: import("./screen.mjs").Screen, options: Options, answers: ReadonlyMap<string, string> }} Work
 */

/**
 * Imports everything that the arguments name; the exit code.
 * @param {readonly string[]} args
 * @param {{ server: import("./server.mjs").Server, screen: import("./screen.mjs").Screen, options: Options }} parts
 */
export async function runImport(args, { server, screen, options }) {
  if (options.yes === true && options.preview === true)
    throw new Fault(
      "--preview posts nothing, so there is nothing for --yes. Leave one of them out.",
    );
  const work = { server, screen, options, answers: parseAnswers(options.answer ?? []) };
  const inputs = await listInputs(args, options);
  const codes = [];
  for (const [index, input] of inputs.entries()) {
    try {
      codes.push(await importOne(input, work));
    } catch (error) {
      if (endsAll(error)) throw withRest(error, inputs.length - index);
      if (!(error instanceof Fault)) throw error;
      const message = inputs.length > 1 ? `${plain(input.name)}: ${error.message}` : error.message;
      screen.warn(message);
      screen.record({
        file: input.path,
        kind: kindOf(input),
        error: error.message,
        code: error.code,
      });
      codes.push(error.code);
    }
  }
  if (inputs.length > 1) summarize(codes, screen);
  return worst(codes);
}

/**
 * @param {import("./inputs.mjs").Input} input
 * @param {Work} work
 */
async function importOne(input, work) {
  if (input.isMail) return importMail(input, work);
  const runs = await sendStatement(work.server, input, work.options, work.screen);
  const codes = [];
  for (const run of runs) codes.push(await finish(input, run, work));
  return worst(codes);
}

/** The statuses of refusals that are about one file: its form, size, type or content. */
const OF_A_FILE = [400, 413, 415, 422];

/** Whether no other file can fare better: no server, no key, no connected budget, no such account. */
export function endsAll(/** @type {unknown} */ error) {
  if (error instanceof NoAnswer) return true;
  if (!(error instanceof Refusal)) return false;
  const { status, errors } = error;
  return (
    !OF_A_FILE.includes(status) ||
    errors.some(({ instancePath }) => String(instancePath).startsWith("/query/"))
  );
}

/**
 * @param {unknown} error
 * @param {number} left
 */
function withRest(error, left) {
  if (left > 1 && error instanceof Fault)
    error.message +=
      ` ${grouped(left)} files are not done; run the same command again, nothing is ` +
      "inserted twice.";
  return error;
}

/**
 * Sees one import through; its exit code.
 * @param {import("./inputs.mjs").Input} input
 * @param {any} started
 * @param {Work} work
 */
async function finish(input, started, work) {
  const { server, screen, options } = work;
  const address = `${server.url}/imports/${started.id}`;
  let run = await follow(server, started, screen);
  for (let round = 0; run.state === "question" && round < ROUNDS_MAX; round += 1) {
    const answers = await answersFor(run, work);
    if (answers === null) return leaveWaiting(input, run, address, work);
    run = await follow(server, await answer(server, run.id, answers), screen);
  }
  const isHeld = run.state === "preview" && options.preview !== true;
  let currency = await wordsAboutCurrency(run, isHeld, server);
  if (isHeld) {
    screen.print(`\n${currency ?? "The import waits for a yes."}`);
    const goesOn = options.yes === true || (await isAgreed(screen));
    run = await server.call(`/api/imports/${run.id}/${goesOn ? "confirm" : "undo"}`, {
      method: "POST",
    });
    run = await follow(server, run, screen);
    if (!goesOn) return refuseCurrency(input, run, { currency, address }, screen);
    if (!screen.json) currency = null;
  }
  const rejected =
    run.counts.rejected === 0
      ? []
      : (await server.call(`/api/imports/${run.id}/rows?state=rejected&limit=${REJECTS_SHOWN_MAX}`))
          .rows;
  report(run, { currency, rejected, address }, screen);
  const code = run.state === "failed" || run.counts.rejected > 0 ? EXIT.error : EXIT.done;
  screen.record(importRecord(input.path, run, { currency, address, code }));
  return code;
}

/**
 * The answers to send next; null if only a person can answer, and nobody is there.
 * @param {any} run
 * @param {Work} work
 */
async function answersFor(run, { answers, screen }) {
  const given = answerByFlags(run.questions, answers);
  if (Object.keys(given).length > 0) return given;
  return screen.isInteractive ? askPerson(run.questions, screen) : null;
}

/**
 * @param {import("./server.mjs").Server} server
 * @param {string} id
 * @param {Record<string, string>} answers
 */
async function answer(server, id, answers) {
  return server.call(`/api/imports/${id}/answers`, { method: "POST", json: { answers } });
}

/**
 * @param {import("./inputs.mjs").Input} input
 * @param {any} run
 * @param {string} address
 * @param {Work} work
 */
function leaveWaiting(input, run, address, { screen }) {
  if (!screen.isInteractive) for (const question of run.questions) printQuestion(question, screen);
  const byFlag = run.questions.some((/** @type {any} */ { choices }) => choices.length > 0);
  const how = byFlag ? "Give it with --answer, or in a browser" : "Give it in a browser";
  screen.warn(`\n${plain(run.document.name)} waits for an answer. ${how}: ${address}`);
  screen.record(importRecord(input.path, run, { currency: null, address, code: EXIT.question }));
  return EXIT.question;
}

/** Whether the person at the terminal agrees; without one nobody does. */
async function isAgreed(/** @type {import("./screen.mjs").Screen} */ screen) {
  return screen.isInteractive && (await agree("Import it all the same? (y/n) ")) === true;
}

/**
 * @param {import("./inputs.mjs").Input} input
 * @param {any} run
 * @param {{ currency: string | null, address: string }} facts
 * @param {import("./screen.mjs").Screen} screen
 */
function refuseCurrency(input, run, { currency, address }, screen) {
  screen.print("Nothing was imported.");
  if (!screen.isInteractive)
    screen.warn("Choose another account with --account, or import it all the same with --yes.");
  const error = "another currency than the account's";
  screen.record(importRecord(input.path, run, { currency, address, code: EXIT.error, error }));
  return EXIT.error;
}

/**
 * @param {any} run
 * @param {boolean} isHeld
 * @param {import("./server.mjs").Server} server
 */
async function wordsAboutCurrency(run, isHeld, server) {
  if (run.layout === null) return null;
  const { rows } = await server.call(`/api/imports/${run.id}/rows?limit=${ROWS_LOOKED_AT_MAX}`);
  return currencyWords(run, rows, isHeld);
}

/**
 * @param {readonly number[]} codes
 * @param {import("./screen.mjs").Screen} screen
 */
function summarize(codes, screen) {
  const count = (/** @type {number} */ code) => codes.filter((one) => one === code).length;
  const parts = [`${grouped(count(EXIT.done))} done`];
  if (count(EXIT.question) > 0) parts.push(`${grouped(count(EXIT.question))} with a question`);
  if (count(EXIT.error) > 0) parts.push(`${grouped(count(EXIT.error))} with an error`);
  screen.print(`\n${grouped(codes.length)} files: ${parts.join(", ")}.`);
}

function kindOf(/** @type {import("./inputs.mjs").Input} */ { isMail }) {
  return isMail ? "mail" : "statement";
}
