// How banks in India print a transfer between banks: the clearing system, the code of the other bank's branch,
// the other party, and what it was for: "NEFT Cr-HDFC0000240-TERRAFIN LOGISTICS PVT LTD-SALARY OCT26".

import type { AlertText, Place } from "./alert-text.ts";
import { nameWithin } from "./names.ts";

const PATH =
  /(?<!\p{L})(?:NEFT|RTGS|IMPS|IFT|ACH)[ /-]{0,3}(?:(?:CR|DR|INW?|OUTW?|INWARD|OUTWARD)[ /-]{1,3})?(?:[A-Z]{4}\d{6,18}[ /-]{1,3})?[A-Z]{4}0[A-Z\d]{6} ?[-/] ?(?<name>\p{L}[^\n/-]{2,48}?) ?(?=[-/\n]|[.,;] |[.,;]?$| (?:on|dated|dt|ref|utr)(?!\p{L}))/iu;

/** The name behind the code of a branch, wherever it is in the text. */
export function findBehindBranch(alert: AlertText): Place | null {
  const match = PATH.exec(alert.text);
  const name = match?.groups?.["name"];
  if (match === null || name === undefined) return null;
  const start = match.index + match[0].lastIndexOf(name);
  return nameWithin(alert, start, start + name.length);
}
