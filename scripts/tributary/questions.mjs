// @ts-check
// The questions of an import: answered by --answer, or by the person at the terminal, or left waiting.

import { Fault } from "./fault.mjs";
import { prompt } from "./prompt.mjs";
import { nameThem, plain } from "./words.mjs";

const ANSWERS_MAX = 100;

/**
 * @typedef {{ value: string, label: string, example: string, follows?: string[] }} Choice
 * @typedef {{ id: string, ask: string, note?: string, shown?: { labels: string[], marked: number[], rows: { line: number, text: string, cells: string[] }[] }, choices: Choice[] }} Question
 */

/**
 * The answers of --answer QUESTION=CHOICE, by question.
 * @param {readonly string[]} given
 */
export function parseAnswers(given) {
  if (given.length > ANSWERS_MAX) throw new Fault(`There are more than ${ANSWERS_MAX} answers.`);
  /** @type {Map<string, string>} */
  const answers = new Map();
  for (const text of given) {
    const at = text.indexOf("=");
    if (at < 1 || at === text.length - 1)
      throw new Fault(
        `--answer ${plain(text)} is not QUESTION=CHOICE. Write it as --answer date_order=dmy.`,
      );
    answers.set(text.slice(0, at), text.slice(at + 1));
  }
  return answers;
}

/**
 * The answers to those questions that --answer answers. A question is named by its id, or by the part of it before the
 * colon; a choice by its value or its words.
 * @param {readonly Question[]} questions
 * @param {ReadonlyMap<string, string>} given
 */
export function answerByFlags(questions, given) {
  /** @type {Record<string, string>} */
  const answers = {};
  for (const question of questions) {
    const wanted = given.get(question.id) ?? given.get(kindOf(question));
    if (wanted !== undefined) answers[question.id] = choose(question, wanted);
  }
  return answers;
}

/**
 * @param {Question} question
 * @param {string} wanted
 */
function choose({ id, choices }, wanted) {
  const folded = wanted.trim().toLowerCase();
  const words = (/** @type {string} */ label) => [
    label.toLowerCase(),
    label.replace(/\s*\([^()]*\)$/, "").toLowerCase(),
  ];
  const chosen =
    choices.find(({ value }) => value === wanted) ??
    choices.find(({ label }) => words(label)[0] === folded) ??
    choices.find(({ label }) => words(label)[1] === folded);
  if (chosen !== undefined) return chosen.value;
  const known = choices.map(({ value }) => value);
  throw new Fault(
    `"${plain(wanted)}" is no answer to ${plain(id)}. ${nameThem(wanted, known, "choices")}`,
  );
}

/**
 * Asks the person about accounts, and the first question about the reading with those of its kind: the others depend on
 * its answer and come again. Null at the end of the input.
 * @param {readonly Question[]} questions
 * @param {import("./screen.mjs").Screen} screen
 */
export async function askPerson(questions, screen) {
  /** @type {Record<string, string>} */
  const answers = {};
  for (const question of listAskedNow(questions)) {
    // No number could be typed: a budget without accounts.
    if (question.choices.length === 0) return null;
    printQuestion(question, screen);
    const { choices } = question;
    const chosen = await prompt(
      "Your choice: ",
      (line) => (/^\d{1,4}$/.test(line) ? (choices[Number(line) - 1] ?? null) : null),
      `Type a number from 1 to ${choices.length}.`,
    );
    if (chosen === null) return null;
    answers[question.id] = chosen.value;
  }
  return answers;
}

function listAskedNow(/** @type {readonly Question[]} */ questions) {
  const isAccount = (/** @type {Question} */ question) => kindOf(question) === "account";
  const first = questions.find((question) => !isAccount(question));
  return questions.filter(
    (question) =>
      isAccount(question) || (first !== undefined && kindOf(question) === kindOf(first)),
  );
}

function kindOf(/** @type {Question} */ { id }) {
  return id.split(":")[0] ?? id;
}

/**
 * The question with rows of the file, the cells in dispute in brackets, and what would follow.
 * @param {Question} question
 * @param {import("./screen.mjs").Screen} screen
 */
export function printQuestion({ id, ask: sentence, note, shown, choices }, screen) {
  screen.print(`\n${plain(sentence)}`);
  if (note !== undefined) screen.print(plain(note));
  if (shown !== undefined) {
    const marked = (/** @type {string[]} */ cells) =>
      cells.map((cell, at) => (shown.marked.includes(at) && cell !== "" ? `[${cell}]` : cell));
    screen.print(`\n     ${plain(shown.labels.join(" | "))}`);
    for (const { cells } of shown.rows) screen.print(`     ${plain(marked(cells).join(" | "))}`);
    screen.print("");
  }
  if (choices.length === 0) screen.print("  There is nothing to choose from yet.");
  for (const [index, { value, label, example, follows = [] }] of choices.entries()) {
    const flag = screen.isInteractive ? "" : `   (--answer ${plain(id)}=${plain(value)})`;
    screen.print(`  ${index + 1}) ${plain(label)}${flag}`);
    for (const [at, what] of follows.entries())
      screen.print(`     ${plain(`${shown?.rows[at]?.text ?? ""}: ${what}`)}`);
    if (example !== "") screen.print(`     ${plain(example)}`);
  }
}
