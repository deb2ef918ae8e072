// @ts-check
// Questions to the person at the terminal. The end of the input (Ctrl-D) is no answer.

import { createInterface } from "node:readline/promises";

/**
 * Asks until `read` makes something of the line; null at the end of the input.
 * @template T
 * @param {string} sentence
 * @param {(line: string) => T | null} read
 * @param {string} [again] what is said after a line that cannot be used
 * @returns {Promise<T | null>}
 */
export async function prompt(sentence, read, again = "") {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise((resolve) => {
    reader.once("close", () => resolve(null));
  });
  try {
    for (;;) {
      const line = await Promise.race([reader.question(sentence), ended]);
      if (line === null) return null;
      const value = read(String(line).trim());
      if (value !== null) return value;
      if (again !== "") console.log(again);
    }
  } finally {
    reader.close();
  }
}

/** Asks for yes or no; null at the end of the input. */
export async function agree(/** @type {string} */ sentence) {
  return prompt(sentence, (line) => {
    if (/^y(es)?$/i.test(line)) return true;
    return /^no?$/i.test(line) ? false : null;
  });
}
