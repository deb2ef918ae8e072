// Words by which a bank asks for a movement instead of reporting one: "please deposit", "ご入金ください".
// Money that a bank asks for has not moved. "Please be informed that ..." asks for nothing.

import REQUEST_WORDS from "../words/alert-requests.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, type PhraseHit } from "../words/phrases.ts";
import { MOVING, type Verb } from "./vocabulary.ts";

/** Requests before the verb, and notices that a person may ask for. */
const BEFORE = phrasesIn<"asks" | "informs" | "notice">(REQUEST_WORDS, IN_PLACE);
/** Requests after the verb, written together with it. */
const BEHIND =
  /^(?:[をのはがに]?(?:して|お|ご)?(?:ください|下さい|願い|いただきますよう|いただく必要|必要|できるよう|のうえ)|(?: ?금액)?[을를]? ?(?:해 ?주|하여 ?주|하셔야|하실|하시기|바랍니다|부탁|요청|해야))/u;
const BEHIND_CHARS = 14;
const NOTICE_CHARS = 30;
/**
 * How far after "please" a verb may be: a certain one close by, any other in the whole sentence.
 */
const CERTAIN_CHARS_MAX = 24;
const MAYBE_CHARS_MAX = 80;
/** "Please see that 20.00 was debited" reports a movement, as does 已 before a verb. */
const PAST =
  /(?<!\p{L})(?:was|were|has|have|had|wurde|wurden|fue|foi|a ete|e stato|werd)(?!\p{L})|\d[.,]\d\d(?!\d)|已/u;

/** 申请, 邀请: 请 within a longer word asks for nothing. */
const APPLIED = /^[申邀]$/u;

/** The verbs of a sentence that starts at `from`; those that a request is about become "asked". */
export function withRequests(
  folded: string,
  from: number,
  verbs: readonly Verb[],
): readonly Verb[] {
  const last = verbs.at(-1);
  if (last === undefined) return verbs;
  const requests = BEFORE.find(folded, from, last.start).filter(
    ({ tag, start }) => tag === "asks" && !APPLIED.test(folded.slice(start - 1, start)),
  );
  return verbs
    .filter((verb, at) => !isForNotice(folded, verb) && !isCarriedOut(verb, verbs.slice(at + 1)))
    .map((verb) =>
      MOVING.has(verb.sense) && isAskedFor(folded, requests, verb)
        ? { ...verb, sense: "asked" }
        : verb,
    );
}

/** "Your payment request on the app was processed successfully": what was requested was carried out. */
function isCarriedOut({ sense, phrase }: Verb, behind: readonly Verb[]): boolean {
  return (
    sense === "to come" &&
    phrase.endsWith("request") &&
    behind.some(
      (verb) => MOVING.has(verb.sense) && /processed|executed|completed/.test(verb.phrase),
    )
  );
}

/** "You have asked for an alert when money leaves your account": no money is asked for. */
function isForNotice(folded: string, { sense, end }: Verb): boolean {
  if (sense !== "to come" && sense !== "asked") return false;
  const [notice] = BEFORE.find(folded, end, end + NOTICE_CHARS).filter(
    ({ tag }) => tag === "notice",
  );
  return notice !== undefined && folded.slice(end, notice.start).trim() === "";
}

function isAskedFor(
  folded: string,
  requests: readonly PhraseHit<"asks" | "informs" | "notice">[],
  { sense, start, end }: Verb,
): boolean {
  if (BEHIND.test(folded.slice(end, end + BEHIND_CHARS))) return true;
  const charsMax =
    sense === "maybe out" || sense === "maybe in" ? MAYBE_CHARS_MAX : CERTAIN_CHARS_MAX;
  return requests.some(
    (request) =>
      request.end <= start &&
      start - request.end <= charsMax &&
      !PAST.test(folded.slice(request.end, start + 1)),
  );
}
