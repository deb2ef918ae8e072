// The verbs of a sentence or row, with what its sentence makes of them: "please pay" asks, "will be debited"
// announces, "was not debited" denies, and a limit or a letter moves nothing.

import type { AlertText } from "./alert-text.ts";
import { withAnnouncements } from "./announcements.ts";
import { ofLastAttempt } from "./attempts.ts";
import { withoutBillsReceived } from "./bills-received.ts";
import type { Segment } from "./cells.ts";
import { withExecuted } from "./direct-debits.ts";
import { withoutKindOfPayment } from "./kinds-of-payment.ts";
import { withLimits, withoutLimited } from "./limits.ts";
import { withoutNames } from "./named-not-told.ts";
import { withNegations } from "./negations.ts";
import { withNeverPaid } from "./never-paid.ts";
import { withoutPapers } from "./papers.ts";
import { withRequests } from "./requests.ts";
import { withoutListedAs, withoutShownAs } from "./shown-as.ts";
import { withHowOften } from "./standing-orders.ts";
import { findVerbs, type Verb } from "./vocabulary.ts";

/** The verbs of a segment with what its sentence makes of them: asked for, announced, denied, executed, limited. */
export function findSaid(
  alert: AlertText,
  segment: Segment,
  subjectMoves: boolean,
): readonly Verb[] {
  const { folded } = alert;
  const { start, end } = segment;
  const told = withoutLimited(folded, findTold(alert, segment, subjectMoves));
  const named = withoutNames(alert, segment, told);
  const found = withoutPapers(alert, segment, named);
  const asked = withAnnouncements(folded, start, withRequests(folded, start, found));
  // "Not paid by you?" denies nothing.
  const denied = folded[end - 1] === "?" ? asked : withNegations(folded, start, asked);
  const often = withHowOften(folded, segment, denied);
  const executed = folded[end - 1] === "?" ? often : withExecuted(folded, segment, often);
  const limited = withLimits(folded, segment, ofLastAttempt(folded.slice(start, end), executed));
  return withNeverPaid(folded, segment, limited);
}

/**
 * The verbs of a segment, without those of how a movement that the subject names is listed, of what kind
 * it was, and of a bill that came in.
 */
function findTold(alert: AlertText, segment: Segment, subjectMoves: boolean): readonly Verb[] {
  const { folded } = alert;
  const found = withoutListedAs(folded, findVerbs(folded, segment.start, segment.end));
  const kept = withoutKindOfPayment(alert, segment, withoutBillsReceived(alert, segment, found));
  return subjectMoves ? withoutShownAs(folded, kept) : kept;
}
