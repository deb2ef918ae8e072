// @ts-check
// What a command prints: results on stdout, progress on stderr. With --json there is nothing on stdout but one line of
// JSON for each file, and everything else goes to stderr.

import { grouped, plain } from "./words.mjs";

const BAR = 30;
const TICK_MS = 100;
const LINE_MS = 5_000;

export class Screen {
  /** @param {{ json?: boolean, out?: NodeJS.WriteStream, err?: NodeJS.WriteStream, input?: NodeJS.ReadStream }} parts */
  constructor({
    json = false,
    out = process.stdout,
    err = process.stderr,
    input = process.stdin,
  } = {}) {
    this.json = json;
    this.out = out;
    this.err = err;
    this.isTerminal = err.isTTY;
    /** Whether somebody is there who can be asked. */
    this.isInteractive = !json && input.isTTY && out.isTTY;
    this.shown = "";
    this.shownAt = 0;
  }

  /** A line of the result, for people. */
  print(line = "") {
    this.settle();
    (this.json ? this.err : this.out).write(`${line}\n`);
  }

  /** A warning or an error. */
  warn(/** @type {string} */ line) {
    this.settle();
    this.err.write(`${line}\n`);
  }

  /** The result of a file, with --json. */
  record(/** @type {unknown} */ value) {
    if (this.json) this.out.write(`${JSON.stringify(value)}\n`);
  }

  /**
   * A bar on a terminal; elsewhere a plain line at each tenth. Without a total: how much so far.
   * @param {string} what
   * @param {number} done
   * @param {number | null} total
   * @param {string} unit
   */
  progress(what, done, total, unit) {
    if (total === null) return this.tell(`${what} ${grouped(done)} ${unit}`);
    const share = total === 0 ? 1 : Math.min(1, done / total);
    if (!this.isTerminal) return this.say(`${what} ${Math.floor(share * 10) * 10} %`);
    if (share < 1 && Date.now() - this.shownAt < TICK_MS) return;
    const filled = Math.round(share * BAR);
    const bar = "█".repeat(filled) + "░".repeat(BAR - filled);
    this.#draw(`${what} ${bar} ${grouped(done)} of ${grouped(total)} ${unit}`);
  }

  /** A line that changes all the time: on a terminal in place, elsewhere every few seconds. */
  tell(/** @type {string} */ text) {
    if (this.isTerminal) this.#draw(plain(text).trim());
    else if (this.shown === "" || Date.now() - this.shownAt >= LINE_MS) this.say(text);
  }

  /** A line of progress, once. */
  say(/** @type {string} */ line) {
    const text = plain(line).trim();
    if (text === this.shown) return;
    if (this.isTerminal) return this.#draw(text);
    this.shown = text;
    this.shownAt = Date.now();
    this.err.write(`${text}\n`);
  }

  /** Removes the line of progress. */
  settle() {
    if (this.isTerminal && this.shown !== "") this.err.write("\r\u001b[K");
    this.shown = "";
    this.shownAt = 0;
  }

  #draw(/** @type {string} */ text) {
    this.shown = text;
    this.shownAt = Date.now();
    // A line that wraps could not be taken back.
    const width = Math.max(20, (this.err.columns ?? 80) - 1);
    this.err.write(`\r\u001b[K${text.slice(0, width)}`);
  }
}
