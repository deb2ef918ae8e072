// @ts-check
// The exit codes of the tool, and the error that carries one. Its message names the fault and the remedy; the tool
// prints it and ends.

/** The exit codes, as docs/guide/terminal.md lists them. */
export const EXIT = Object.freeze({ done: 0, error: 1, question: 2, unreachable: 3, signedOut: 4 });

/** An error for the person who called the tool. */
export class Fault extends Error {
  /**
   * @param {string} message
   * @param {number} code
   */
  constructor(message, code = EXIT.error) {
    super(message);
    this.name = "Fault";
    this.code = code;
  }
}

/** A refusal of the server. `errors` are its own words and facts. */
export class Refusal extends Fault {
  /**
   * @param {string} message
   * @param {{ status: number, errors: Record<string, unknown>[], code?: number }} facts
   */
  constructor(message, { status, errors, code = EXIT.error }) {
    super(message, code);
    this.name = "Refusal";
    this.status = status;
    this.errors = errors;
  }
}

/** The server cannot answer now: it may be asked again after `retryMs`, where it said so. */
export class NoAnswer extends Fault {
  /**
   * @param {string} message
   * @param {number | null} retryMs
   */
  constructor(message, retryMs = null) {
    super(message, EXIT.unreachable);
    this.name = "NoAnswer";
    this.retryMs = retryMs;
  }
}

/** The exit code of several results: an error counts more than a question that waits. */
export function worst(/** @type {readonly number[]} */ codes) {
  if (codes.includes(EXIT.error)) return EXIT.error;
  return codes.includes(EXIT.question) ? EXIT.question : EXIT.done;
}
