// "Ada Lane has made a payment to your account": the verb alone is of a payment, which is usually the
// reader's own. A sentence whose subject is somebody else, and whose goal is the reader's account, is
// money in.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";

/**
 * Words that are the reader, or nobody: "you", "usted", "se ha realizado". In languages without a
 * word for the subject the sentence must begin with a name.
 */
const NOT_THE_READER = String.raw`(?<=\p{L}[.)]? )(?<!(?<!\p{L})(?:you|u|vous|usted|se|lei|voce|siz|sie) )`;

const PAID_BY_OTHERS = new RegExp(
  NOT_THE_READER +
    String.raw`(?:${wordsIn(SENTENCES["somebody made a payment"]).join("|")})(?!\p{L})` +
    String.raw`.{0,60}(?<!\p{L})(?:${wordsIn(SENTENCES["to your account, then what was sent"]).join("|")}|(?<=^.{0,200}\d.{0,6} )to you)(?!\p{L})`,
  "u",
);
/** "You've just paid 20.00 to your account": the reader did. */
const PAID_BY_READER =
  /(?<!\p{L})(?:you|i)(?:'ve|’ve| have)?(?: (?:just|successfully|recently))? (?:paid|sent|transferred|deposited|made)(?!\p{L})/u;
/** "Ada Lane heeft je Tikkie betaald": what was paid is the reader's request. */
const PAID_REQUEST = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["somebody paid your request"]).join("|")})(?!\p{L})`,
  "u",
);
/** The first in languages whose verb stands last: "Ada Lane hesabınıza ödeme yaptı". */
const PAID_LAST = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["to your account, then what was sent"]).join("|")})(?!\p{L})` +
    String.raw`.{0,60}(?<!\p{L})(?:${wordsIn(SENTENCES["made a payment, at the end"]).join("|")})(?!\p{L})`,
  "u",
);

/** What introduces the sentence of a bank, before the name: "le comunica que", "we inform you that". */
const PAYER = new RegExp(
  String.raw`^(?:.{0,120}(?:[,:]| (?:que|that|che|dass|dat|att|at|ze|hogy|ca)) )?(?<name>[^,:\d\n]{3,60}?) ` +
    String.raw`(?:${wordsIn(SENTENCES["somebody made a payment"]).join("|")})(?!\p{L})`,
  "u",
);

/** The place of the person who made a payment to the reader's account; null if the sentence names nobody. */
export function findPayerIn(
  sentence: string,
): { readonly start: number; readonly end: number } | null {
  if (!isPaidByOthers(sentence)) return null;
  const match = PAYER.exec(sentence);
  const name = match?.groups?.["name"];
  if (match === null || name === undefined) return null;
  const start = match.index + match[0].lastIndexOf(name);
  return { start, end: start + name.length };
}

/** Whether a folded sentence says that somebody else made a payment to the reader's account. */
export function isPaidByOthers(sentence: string): boolean {
  if (PAID_BY_READER.test(sentence)) return false;
  return PAID_BY_OTHERS.test(sentence) || PAID_LAST.test(sentence) || PAID_REQUEST.test(sentence);
}
