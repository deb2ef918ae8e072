// "Receipt and notice of renewal" as the first line of a message whose subject names an invoice: what was paid.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { findCues } from "./kind-cues.ts";

const TITLE_CHARS_MAX = 60;
const PAPERS = phrasesIn<"receipt">({ receipt: PAYMENT_WORDS["receipt in a subject"] });
/** Spanish and Polish bills are called so too. */
const BILLS: ReadonlySet<string> = new Set(["recibo", "rachunek"]);

/** Whether the first line is a short one that begins with a word for a receipt, and names no invoice. */
export function isTitledReceipt(text: string): boolean {
  const title =
    text
      .slice(0, TITLE_CHARS_MAX + 1)
      .trimStart()
      .split("\n", 1)[0] ?? "";
  if (title.length > TITLE_CHARS_MAX || /\d/.test(title)) return false;
  const [first] = PAPERS.find(foldWords(title));
  return (
    first !== undefined &&
    first.start <= 1 &&
    !BILLS.has(first.phrase) &&
    !findCues(title).some(({ tag }) => tag === "invoice")
  );
}
