// "Your cash is in your account", "Ada paid 17.35. It is in your account": money that is there came in, whatever the
// verb says of those who sent it.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { AlertText } from "./alert-text.ts";
import type { Movement } from "./movement.ts";
import { sliceSegment } from "./segments.ts";

/** "The money is in your account", "it is in your account", but not "your receipt is in your account". */
const IS_THERE = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["money, or it"]).join("|")})(?!\p{L})` +
    String.raw`[^.!?;:]{0,30}(?<!\p{L})(?:${wordsIn(SENTENCES["is in your account"]).join("|")})(?!\p{L})`,
  "u",
);

/** The movements; money in where the subject, or the sentence behind, says that it is in the reader's account. */
export function withMoneyInAccount(
  alert: AlertText,
  subject: string,
  movements: readonly Movement[],
): readonly Movement[] {
  const isInSubject = IS_THERE.test(subject);
  return movements.map((movement) =>
    isInSubject || saysBehind(alert, movement) ? { ...movement, direction: "in" } : movement,
  );
}

function saysBehind(alert: AlertText, { segment }: Movement): boolean {
  const next = alert.segments[segment + 1];
  return next !== undefined && next.row === null && IS_THERE.test(sliceSegment(alert, segment + 1));
}
