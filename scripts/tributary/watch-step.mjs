// @ts-check
// One turn of a watch: looks at the folder, sends the files that are whole, and sees those through that were sent. What
// was sent is stored before and after, so a turn that is cut is repeated with the same Idempotency-Key: the server gives
// the same imports again.

import { createHash } from "node:crypto";
import { Changed, hashFile, readAs } from "./checked-file.mjs";
import { currencyWords } from "./currency.mjs";
import { EXIT, Fault, NoAnswer, Refusal, worst } from "./fault.mjs";
import { endsAll } from "./import.mjs";
import { isMailName } from "./inputs.mjs";
import { mailWords } from "./mail.mjs";
import { importRecord } from "./report.mjs";
import { uploadPath, WORKING } from "./upload.mjs";
import { grouped, plain } from "./words.mjs";

/** So many files are sent and not yet done at a time. */
const IN_FLIGHT_MAX = 8;
const WORKING_MAIL = ["received", "reading"];

/**
 * @typedef {import("./watch-state.mjs").Content} Content
 * @typedef {import("./watch-folder.mjs").Seen} Seen
 * @typedef {{ folder: import("./watch-folder.mjs").Folder, state: import("./watch-state.mjs").WatchState, server: import("./server.mjs").Server, screen: import("./screen.mjs").Screen, options: any }} Parts
 */

export class Watch {
  /** @type {Parts} */
  #parts;
  /** @type {Map<string, Content>} what was sent and is not at rest, by its hash */
  #inFlight = new Map();
  /** @type {Map<string, number>} files that cannot be read, by name, with their time of change */
  #unreadable = new Map();
  /** @type {number} the worst that happened so far */
  code = EXIT.done;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
    for (const content of parts.state.sent()) this.#inFlight.set(content.hash, content);
  }

  /**
   * Looks once, and does what can be done now. `isDone`: every file is at rest; `isBusy`: look again soon. A server that
   * does not answer is a NoAnswer.
   * @param {number} now
   * @param {AbortSignal} signal
   */
  async step(now, signal) {
    const { whole, unsettled } = await this.#parts.folder.look(now);
    this.#forgetGone(whole);
    let left = 0;
    for (const file of whole) {
      if (signal.aborted || this.#inFlight.size >= IN_FLIGHT_MAX) left += 1;
      else await this.#take(file);
    }
    for (const content of this.#inFlight.values()) await this.#look(content);
    const isBusy = left > 0 || this.#inFlight.size > 0;
    return { isBusy, isDone: !isBusy && unsettled === 0 };
  }

  /** Sends a file whose content is new. */
  async #take(/** @type {Seen} */ file) {
    const { state, screen } = this.#parts;
    if (this.#unreadable.get(file.name) === file.changed) return;
    try {
      let hash = state.hashOf(file);
      const isNew = hash === null;
      hash ??= await hashFile(file.path);
      const known = state.content(hash);
      if (known === null) await this.#send(file, hash);
      else if (isNew && known.name !== file.name)
        screen.print(`${plain(file.name)}: the same as ${plain(known.name)}, not sent again.`);
      if (isNew) state.know(file, hash);
    } catch (error) {
      this.#fail(file, error);
    }
  }

  /** A file that cannot be read is left alone until it changes; what else goes wrong ends the turn, or the watch. */
  #fail(/** @type {Seen} */ file, /** @type {unknown} */ error) {
    if (error instanceof Changed) return;
    if (!(error instanceof Fault) || error instanceof NoAnswer || error instanceof Refusal)
      throw error;
    this.#unreadable.set(file.name, file.changed);
    this.#tell(file.name, error.message, EXIT.error);
  }

  async #send(/** @type {Seen} */ file, /** @type {string} */ hash) {
    const { server, state, options } = this.#parts;
    const kind = isMailName(file.name) ? "mail" : "statement";
    const path = kind === "mail" ? "/api/inbox" : uploadPath(file.name, options);
    const headers =
      kind === "mail"
        ? { "content-type": "message/rfc822" }
        : { "idempotency-key": keyFor(path, hash) };
    /** @type {Content} */
    const content = { hash, name: file.name, kind, ids: [], state: "sent" };
    try {
      const body = readAs(file.path, hash);
      const answer = await server.call(path, { method: "POST", headers, body });
      const runs = answer.imports ?? [answer];
      content.ids = runs.map((/** @type {any} */ { id }) => id);
    } catch (error) {
      if (!(error instanceof Refusal) || endsAll(error)) throw error;
      state.keep({ ...content, state: "refused" });
      return this.#tell(file.name, error.message, EXIT.error);
    }
    state.keep(content);
    this.#inFlight.set(hash, content);
  }

  /** Looks whether what was sent is at rest. */
  async #look(/** @type {Content} */ content) {
    const { server, state } = this.#parts;
    const base = content.kind === "mail" ? "/api/inbox" : "/api/imports";
    const found = [];
    for (const id of content.ids) {
      const one = await server.call(`${base}/${id}`).catch((error) => {
        if (error instanceof Refusal && error.status === 404) return null;
        throw error;
      });
      if (one === null) return this.#sendAgain(content);
      const isAtWork = (content.kind === "mail" ? WORKING_MAIL : WORKING).includes(one.state);
      if (isAtWork || (await this.#confirm(one))) return;
      found.push(one);
    }
    this.#inFlight.delete(content.hash);
    state.keep({ ...content, state: "done" });
    for (const one of found) await this.#report(content, one);
  }

  /** The server was set back to before the file came: it gets it again. */
  #sendAgain(/** @type {Content} */ content) {
    this.#inFlight.delete(content.hash);
    this.#parts.state.forget(content.hash);
    this.#tell(content.name, "the server no longer knows it, so it is sent again.", EXIT.done);
  }

  /** With --yes, lets an import go on that waits because of its currency. */
  async #confirm(/** @type {any} */ run) {
    const { server, options } = this.#parts;
    if (run.state !== "preview" || options.yes !== true) return false;
    await server.call(`/api/imports/${run.id}/confirm`, { method: "POST" });
    return true;
  }

  async #report(/** @type {Content} */ content, /** @type {any} */ one) {
    const { server, screen } = this.#parts;
    if (content.kind === "mail") {
      const code = one.state === "review" ? EXIT.question : EXIT.done;
      const where = code === EXIT.question ? ` ${server.url}/inbox/${one.id}` : "";
      screen.record({ file: content.name, kind: "mail", id: one.id, state: one.state, code });
      return this.#say(content.name, `${mailWords(one)}${where}`, code);
    }
    const address = `${server.url}/imports/${one.id}`;
    const code = codeOf(one);
    const currency = one.state === "preview" ? await this.#currency(one) : null;
    screen.record(importRecord(content.name, one, { currency, address, code }));
    this.#say(one.document.name, statementWords(one, { currency, address }), code);
  }

  async #currency(/** @type {any} */ run) {
    const { rows } = await this.#parts.server.call(`/api/imports/${run.id}/rows?limit=100`);
    return currencyWords(run, rows, true);
  }

  /** What is said of a file that has no import. */
  #tell(/** @type {string} */ file, /** @type {string} */ message, /** @type {number} */ code) {
    this.#parts.screen.record({ file, error: message, code });
    this.#say(file, message, code);
  }

  #say(/** @type {string} */ name, /** @type {string} */ words, /** @type {number} */ code) {
    this.code = worst([this.code, code]);
    this.#parts.screen.print(`${plain(name)}: ${words}`);
  }

  #forgetGone(/** @type {readonly Seen[]} */ whole) {
    if (this.#unreadable.size === 0) return;
    const names = new Set(whole.map(({ name }) => name));
    for (const name of this.#unreadable.keys()) if (!names.has(name)) this.#unreadable.delete(name);
  }
}

/**
 * The same for the same bytes under the same name with the same options.
 * @param {string} path
 * @param {string} hash
 */
function keyFor(path, hash) {
  return `watch-${createHash("sha256").update(`${path} ${hash}`).digest("hex")}`;
}

function codeOf(/** @type {any} */ { state, counts }) {
  if (state === "question" || state === "preview") return EXIT.question;
  return state === "failed" || counts.rejected > 0 ? EXIT.error : EXIT.done;
}

/**
 * What became of a statement, in a line.
 * @param {any} run
 * @param {{ currency: string | null, address: string }} facts
 */
export function statementWords({ state, counts, error, questions }, { currency, address }) {
  if (state === "question")
    return `waits for an answer: ${plain(questions[0]?.ask ?? "")} ${address}`;
  if (state === "preview") return `waits for a yes: ${currency ?? ""} ${address}`;
  if (state === "failed") return `failed: ${plain(error ?? "no reason was given")} ${address}`;
  const parts = [`${grouped(counts.inserted)} inserted`];
  if (counts.duplicate > 0) parts.push(`${grouped(counts.duplicate)} already there`);
  if (counts.rejected > 0) parts.push(`${grouped(counts.rejected)} rejected: ${address}`);
  return `${parts.join(", ")}.`;
}
