// A file's bytes through both passes, as the importer runs them. READER_ROOT may name the root of
// another working copy, whose reader is then measured.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(process.env.READER_ROOT ?? new URL("..", import.meta.url).pathname);
const { readStatement, surveyStatement } = await import(
  pathToFileURL(resolve(root, "src/statements/read-statement.ts")).href
);

const { cleanPayee } = await import(
  pathToFileURL(resolve(root, "src/statements/payees/payee.ts")).href
);

const TODAY = "2026-11-21";

/** Bytes as the document source the decoders read from. */
export function sourceOf(name, bytes) {
  return {
    name,
    bytes: bytes.length,
    open: async () =>
      new ReadableStream({
        start(controller) {
          if (bytes.length > 0) controller.enqueue(new Uint8Array(bytes));
          controller.close();
        },
      }),
  };
}

/** The payee of a row as a person sees it in the budget. */
export function shownPayee({ payee, description }) {
  return cleanPayee(payee === "" ? description : payee).payee;
}

/** All records of the document under these answers, with the questions and the layout; or the refusal. */
export async function readWhole(name, bytes, answers) {
  const source = sourceOf(name, bytes);
  const survey = await surveyStatement(source, { answers, recall: () => ({}), today: TODAY });
  if (!survey.ok) return { refused: survey.error.message, records: [], questions: [] };
  const records = [];
  let proof = null;
  for await (const slice of readStatement(source, survey.value.plan, 0)) {
    records.push(...slice.records);
    proof = slice.proof;
  }
  return {
    refused: null,
    records,
    questions: survey.value.questions,
    layout: survey.value.layout,
    plan: survey.value.plan,
    proof,
  };
}
