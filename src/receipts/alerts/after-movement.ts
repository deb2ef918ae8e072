// "Your balance after this credit is 1,308.52", "Uw saldo na deze bijschrijving": the verb only says which
// movement the balance came after.

import AMOUNTS from "../words/alert-amounts.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import { wordsIn } from "../words/phrases.ts";

const AFTER = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(AMOUNTS["after the movement"]).map(foldInPlace).join("|")}) ?$`,
  "u",
);

/** Whether the words from a balance up to a verb end by saying that the balance came after it. */
export function isAfterMovement(upToVerb: string): boolean {
  return AFTER.test(upToVerb);
}
