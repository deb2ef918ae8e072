// Programs print a card's charges as negative amounts; some card issuers print them as positive, as
// on paper. If a card's register has more positive than negative amounts, a person is asked, unless
// its payments show what positive means.

import { printUnits } from "../../money/money.ts";
import { parseAmount } from "../amounts.ts";
import type { Answers, Question } from "../statement.ts";
import type { Interpreted } from "./contents.ts";
import type { ReadingOptions } from "./values.ts";

export interface Sign {
  /** Whether to reverse the amounts of card registers. */
  readonly reversed: boolean;
  readonly questions: readonly Question[];
  readonly why: readonly string[];
}

const AS_PRINTED: Sign = { reversed: false, questions: [], why: [] };
const PAYMENT =
  /\b(payment|pymt|pmt|autopay|thank you|zahlung|paiement|pago|pagamento|betaling|lastschrift|einzug)\b/i;

/** Decides for all card registers of a file together. */
export function decideSign(
  cards: readonly (readonly Interpreted[])[],
  manner: ReadingOptions,
  answers: Answers,
): Sign {
  let positive = 0;
  let negative = 0;
  let shows = false;
  let example: { text: string; amount: string } | null = null;
  for (const card of cards) {
    for (const { contents } of card) {
      const amount = parseAmount(contents.amounts[0] ?? "", manner.mark);
      if (typeof amount === "string" || amount === 0) continue;
      if (amount < 0) negative += 1;
      else {
        positive += 1;
        const text = `${contents.payee} ${contents.memo}`.trim();
        shows ||= PAYMENT.test(text);
        example ??= { text: text.slice(0, 60), amount: printUnits(amount, 2) };
      }
    }
  }
  if (positive <= negative || shows || example === null) return AS_PRINTED;
  const answer = Object.hasOwn(answers, "sign") ? answers["sign"] : undefined;
  if (answer === "as_printed" || answer === "turned")
    return {
      reversed: answer === "turned",
      questions: [],
      why: ['You answered the question "sign".'],
    };
  const say = (side: string) =>
    `${example.text === "" ? "" : `${example.text}: `}${example.amount} ${side}`;
  const question: Question = {
    id: "sign",
    ask: "Are the amounts of this card without a minus money in or money out?",
    note: "Programs write what a card spends with a minus, some card companies without. This file does not show which.",
    concerns: [{ begins: "T", label: "Amount" }],
    choices: [
      {
        value: "turned",
        label: "Without a minus is money out, with a minus money in",
        example: say("out"),
      },
      {
        value: "as_printed",
        label: "Without a minus is money in, with a minus money out",
        example: say("in"),
      },
    ],
  };
  return { reversed: false, questions: [question], why: [] };
}
