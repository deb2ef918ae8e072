// Where a bank's notice tells of a movement of money: a sentence with a verb of direction and an amount, or such a sentence
// over a row with the amount. Balances, limits, thresholds and fees beside it are none. What was declined, asked for a
// code, is still to come or was only arranged is no movement, and says so.

import { ALERT_MOVEMENTS_MAX } from "../../platform/limits.ts";
import { findAmounts, type Amount } from "../totals/money/amounts.ts";
import { codeIn } from "./codes.ts";
import { HOLDINGS } from "./nouns.ts";
import { LABELS, mainRole, type LabelRole } from "./labels.ts";
import { MOVING, withoutRequests } from "./requests.ts";
import { segmentsOf, type Segment } from "./segments.ts";
import { withThousands } from "./thousands.ts";
import { VERBS, type Sense } from "./verbs.ts";
import { AFTER_AMOUNT, BEFORE_AMOUNT } from "./not-a-movement.ts";
import { foldInPlace, type WordHit } from "./words.ts";

export type Direction = "out" | "in";
/** Why a notice is about no movement. */
export type Still = "stopped" | "hold" | "code" | "later" | "arranged";

export interface Telling {
  readonly text: string;
  readonly folded: string;
  readonly segments: readonly Segment[];
  readonly amounts: readonly Amount[];
  /** The amounts whose label, in their row or on the line above, is a balance, a limit or a debt. */
  readonly standing: ReadonlySet<Amount>;
}

export interface Movement {
  readonly direction: Direction;
  /** Said by a word that says nothing else. */
  readonly sure: boolean;
  readonly back: boolean;
  readonly verb: WordHit<Sense>;
  readonly amount: Amount;
  /** The same money named beside it: in another currency, or a rival. */
  readonly others: readonly Amount[];
  /** Index of the sentence or row that the amount stands in, and of the one that says the direction. */
  readonly segment: number;
  readonly head: number;
}

export interface Movements {
  readonly movements: readonly Movement[];
  readonly still: { readonly why: Still; readonly hit: WordHit<Sense> } | null;
}

/** "debited by 350.0": behind these words a number is money, its currency to be told by something else. */
const BARE =
  /(?<![\p{L}])(?:debited|credited) (?:by|for|with) (?<value>\d{1,9}(?:\.\d{1,2})?)(?![\d.,:/-]?\d)(?= )/gu;

/** The text, folded and cut into its parts once. */
export function tellingOf(text: string): Telling {
  const folded = foldInPlace(text);
  const amounts = findAmounts(text);
  const bare = [...folded.matchAll(BARE)].flatMap((match) => {
    const end = match.index + match[0].length;
    const value = match.groups?.["value"] ?? "";
    const start = end - value.length;
    if (amounts.some((one) => one.start < end && one.end > start)) return [];
    return [
      {
        start,
        end,
        value,
        negative: false,
        currency: null,
        candidates: [],
        iso: false,
        decimals: value.split(".")[1]?.length ?? 0,
        mark: null,
        otherwise: null,
      } satisfies Amount,
    ];
  });
  const segments = segmentsOf(text, folded);
  const all = [...amounts, ...bare]
    .sort((a, b) => a.start - b.start)
    .map((amount) => withThousands(text, folded, amount));
  return { text, folded, segments, amounts: all, standing: standingOf(folded, segments, all) };
}

/** Finds the amounts that are the value of a balance's or a fee's label: the first amount behind it, with only a sign between. */
function standingOf(
  folded: string,
  segments: readonly Segment[],
  amounts: readonly Amount[],
): ReadonlySet<Amount> {
  const standing = new Set<Amount>();
  for (const { row } of segments) {
    if (row === null || !STANDING.has(mainRole(row.roles) ?? "amount")) continue;
    const first = amounts.find(({ start, end }) => start >= row.start && end <= row.end);
    if (first !== undefined && !/\p{L}{4}/u.test(folded.slice(row.start, first.start)))
      standing.add(first);
  }
  return standing;
}

/** Whether a text prints amounts, and each of them is a balance, a limit or a debt. */
export function isAllStanding({ folded, segments, amounts, standing }: Telling): boolean {
  return (
    amounts.length > 0 &&
    amounts.every((amount) => {
      const segment = segments.find(({ start, end }) => amount.start >= start && amount.end <= end);
      return (
        standing.has(amount) ||
        (segment !== undefined &&
          besideOf(folded, segment.start, amount, segment.end, []) === "never")
      );
    })
  );
}

const STANDING: ReadonlySet<LabelRole> = new Set<LabelRole>(["balance", "fee"]);

interface Said {
  readonly direction: Direction;
  readonly sure: boolean;
  readonly back: boolean;
  readonly verb: WordHit<Sense>;
}

/** Sentences that speak of what would be, which decide nothing. */
const CONDITIONAL =
  /^(?:[^\p{L}]{0,4})(?:if |in case|should you|unless|when you|whenever|to (?:report|dispute|block|stop|manage|change|know|view)|please (?:call|contact|do not|ignore|note)|never|do not share|don't share|si (?!re)|en caso|se (?:nao|non|hai|voce|desej|voc)|caso |wenn |falls |sollten |bei fragen|als u |als je |heeft u |jesli |w razie|om du |hvis du |если |в случае|якщо |eger |もし|なお|※|お心当たり|如|若|หาก|إذا|यदि |अगर )/u;

/** The movements that a text tells of, in order; `subject` (folded) says a direction where the text does not. */
export function movementsIn(telling: Telling, subject: string): Movements {
  const { folded, segments } = telling;
  const movements: Movement[] = [];
  const heads: { readonly said: Said; readonly index: number }[] = [];
  const inSubject = withoutRequests(subject, 0, VERBS.find(subject));
  let still: (Movements["still"] & { index: number }) | null = stillOf(inSubject, -1);
  const code = codeIn(telling);
  if (code !== null) return { movements: [], still: { why: "code", hit: code } };
  for (const [index, segment] of segments.entries()) {
    if (movements.length > ALERT_MOVEMENTS_MAX) break;
    if (CONDITIONAL.test(folded.slice(segment.start, segment.start + 40))) continue;
    const role = segment.row === null ? null : mainRole(segment.row.roles);
    const hits = withoutRequests(
      folded,
      segment.start,
      VERBS.find(folded, segment.start, segment.end),
    );
    if (role !== null && !SPEAKING.has(role)) continue;
    const stop = stillOf(
      hits,
      index,
      inSubject.some(({ tag }) => MOVING.has(tag)) ||
        HOLDINGS.find(folded, segment.start, segment.end).length > 0,
    );
    if (stop !== null) {
      still = strongest(still, stop);
      continue;
    }
    const said = saidBy(hits, folded.slice(segment.start, segment.end));
    if (
      said === null ||
      (said.back &&
        hits.some(({ tag }) => tag === "stopped") &&
        !hits.some(({ tag }) => tag === "in"))
    )
      continue;
    const own = amountsIn(telling, segment, hits);
    const [amount, ...others] = own;
    if (amount === undefined) heads.push({ said, index });
    else
      movements.push({
        ...said,
        ...signOf(telling, said, amount),
        amount,
        others,
        segment: index,
        head: index,
      });
  }
  const told =
    movements.filter(({ sure }) => sure).length > 0
      ? withWhole(telling, movements)
      : [...movements, ...fromRows(telling, heads, isToCome(still) ? null : saidBy(inSubject))];
  if (told.length === 0 && still === null) {
    const by = signed(telling);
    return { movements: by.length > 0 ? by : behindHead(telling, heads), still: null };
  }
  return endsStill(told, still) ? { movements: [], still } : { movements: told, still: null };
}

/** Whether the text announces the movement: then no word of the subject can make it one. */
function isToCome(still: Movements["still"]): boolean {
  return still?.hit.tag === "to come" || still?.hit.tag === "future";
}

/** A printed plus says which way where no word does for certain. */
function signOf({ text }: Telling, said: Said, amount: Amount): Pick<Said, "direction"> {
  return {
    direction:
      !said.sure && /(?:^|[^\d])\+ ?$/.test(text.slice(Math.max(0, amount.start - 3), amount.start))
        ? "in"
        : said.direction,
  };
}

/** "TK ***8812 -350,000 VND": where no word says which way, a printed sign beside an account does. */
function signed(telling: Telling): readonly Movement[] {
  const { text, folded, segments } = telling;
  const amounts = telling.amounts.filter(
    (one) => !telling.standing.has(one) || OF_ACCOUNT.test(folded.slice(0, one.start)),
  );
  const found = segments.flatMap((segment, index): readonly Movement[] => {
    const amount = amounts.find(({ start, end }) => start >= segment.start && end <= segment.end);
    const sign = amount === undefined ? -1 : Math.max(amount.start, 0);
    if (
      amount === undefined ||
      (besideOf(folded, segment.start, amount, segment.end, []) !== null &&
        !OF_ACCOUNT.test(folded.slice(segment.start, amount.start))) ||
      (segment.row !== null &&
        mainRole(segment.row.roles) !== "amount" &&
        mainRole(segment.row.roles) !== "operation")
    )
      return [];
    const plus = /\+ ?$/.test(text.slice(Math.max(0, sign - 2), sign));
    if (!amount.negative && !plus) return [];
    const verb = {
      tag: plus ? "in" : "out",
      phrase: plus ? "+" : "-",
      start: amount.start,
      end: amount.start + 1,
    } as const;
    return [
      {
        direction: plus ? "in" : "out",
        sure: true,
        back: false,
        verb,
        amount,
        others: [],
        segment: index,
        head: index,
      },
    ];
  });
  return found.length === 1 ? found : [];
}

/** "So du TK 0011001122334 -250,000": what is labelled as a balance is the account's, its number between. */
const OF_ACCOUNT =
  /(?:so du|balance|saldo) (?:tk|account|a\/c|acct|cuenta|rek)\P{L}{0,4}(?:\p{L}{2,4} )?[\dx*]{6,20}\D{1,3}$/u;

/** "VISA7074 Pokupka. 1893.00 KZT; SHOP MAGNUM; ...": a terse notice's one amount stands in the sentence behind its verb. */
function behindHead(
  { text, folded, segments, amounts }: Telling,
  heads: readonly { readonly said: Said; readonly index: number }[],
): readonly Movement[] {
  const head = heads.find(({ said }) => said.sure);
  if (head === undefined || text.length > TERSE_CHARS_MAX) return [];
  const { start, end } = segments[head.index + 1] ?? { start: 0, end: 0 };
  const [amount, ...more] = amounts.filter(
    (one) => one.start >= start && one.end <= end && besideOf(folded, start, one, end, []) === null,
  );
  if (amount === undefined || more.length > 0 || VERBS.find(folded, start, end).length > 0)
    return [];
  return [{ ...head.said, amount, others: [], segment: head.index + 1, head: head.index }];
}

const TERSE_CHARS_MAX = 300;
const SPEAKING: ReadonlySet<LabelRole> = new Set<LabelRole>([
  "amount",
  "account amount",
  "operation",
  "status",
  "account",
]);

/** `isMoney`: the sentence names an account, or the subject a movement. */
function stillOf(
  hits: readonly WordHit<Sense>[],
  index: number,
  isMoney = false,
): (NonNullable<Movements["still"]> & { index: number }) | null {
  const sure = hits.some(({ tag }) => tag === "out" || tag === "in");
  for (const why of ["stopped", "hold", "later", "arranged"] as const) {
    const coming = why === "later" ? announcedIn(hits, isMoney) : undefined;
    const hit =
      coming ?? hits.find(({ tag }) => tag === why || (why === "later" && tag === "asked"));
    if (hit === undefined) continue;
    // "Will be debited" is to come, whatever else the sentence calls it.
    if (coming !== undefined) return { why, hit, index };
    // What failed and came back did move; so did what is told beside arrangements.
    if (why === "stopped" ? hits.some(({ tag }) => tag === "back") : sure) continue;
    return { why, hit, index };
  }
  return null;
}

/** The word that announces a movement. A future form ("will be sent") counts only where the sentence is about money. */
function announcedIn(
  hits: readonly WordHit<Sense>[],
  isMoney: boolean,
): WordHit<Sense> | undefined {
  return (
    hits.find(({ tag }) => tag === "to come") ??
    (isMoney || hits.some(({ tag }) => MOVING.has(tag))
      ? hits.find(({ tag }) => tag === "future")
      : undefined)
  );
}

function strongest<T extends { readonly why: Still }>(a: T | null, b: T): T {
  const order: readonly Still[] = ["stopped", "code", "hold", "later", "arranged"];
  return a === null || order.indexOf(b.why) < order.indexOf(a.why) ? b : a;
}

/** Whether what stands still is what the movements seem to be: said in the subject, or close behind them. */
function endsStill(
  movements: readonly Movement[],
  still: { readonly why: Still; readonly hit: WordHit<Sense>; readonly index: number } | null,
): boolean {
  if (still === null) return false;
  const sure = movements.filter((one) => one.sure);
  const isBeside =
    still.index === -1 || Math.abs(still.index - ((sure[0] ?? movements[0])?.head ?? 0)) <= 2;
  // A request or an announcement further away may be about something else.
  if (sure.length === 0)
    return (
      (still.hit.tag !== "asked" && still.hit.tag !== "future") ||
      movements.length === 0 ||
      isBeside
    );
  if (
    still.why === "arranged" ||
    (still.why === "later" && (!isToCome(still) || still.index !== -1))
  )
    return false;
  return isBeside;
}

/** "Ada has received 20.00 from your account": who received is somebody else. */
const FROM_YOURS =
  /(?:received|recibido|recibio|recebeu|recu|erhalten|ricevuto) .{0,60}(?:from|de|von|da|des?de) (?:your|tu|su|sua|votre|ihrem|deinem|tuo) /u;

/** "Your NEFT of 20.00 to Ada has been credited": to her. */
const YOURS_TO =
  /your (?:neft|imps|rtgs|upi|fund|funds|transfer|payment|remittance)\b.{0,140} (?:to (?!your|the|a\/c|account)|credited to the )/u;

/** "... ha efectuado una transferencia de 20.00 a tu cuenta": somebody else did, to the person. */
const TO_YOURS =
  /(?:transfer\p{L}{0,12}|virement|bonifico|uberweisung|przelew|deposit\p{L}{0,4}|remesa) .{0,60}(?:a tu cuenta|a su cuenta|hacia tu cuenta|hacia su cuenta|para (?:a )?sua conta|para (?:a )?tua conta|vers votre compte|sur votre compte|auf ihr konto|auf dein konto|sul tuo conto|to your (?:account|a\/c)|into your (?:account|a\/c)|naar (?:je|uw) rekening|na twoje konto|na vas ucet|hesabiniza)(?!\p{L})|تحويل .{0,60}(?:الى حساب|لحساب)/u;
const FROM_MINE =
  /(?:from your|from my|desde (?:tu|su)|de (?:tu|su) cuenta|da sua conta|de votre compte|von ihrem|von deinem|dal tuo|van (?:je|uw)|z twojego|hesabinizdan|you (?:have )?(?:sent|transferred|made))(?!\p{L})/u;

function saidBy(hits: readonly WordHit<Sense>[], sentence = ""): Said | null {
  const back = hits.find(({ tag }) => tag === "back");
  const sure = hits.find(({ tag }) => tag === "out" || tag === "in");
  if (back !== undefined) return { direction: "in", sure: true, back: true, verb: back };
  if (sure !== undefined) {
    // "Payment of ... has been received": the sentence ends with what happened.
    const coming =
      sure.tag === "in"
        ? !FROM_YOURS.test(sentence) && !YOURS_TO.test(sentence)
        : TO_YOURS.test(sentence) && !FROM_MINE.test(sentence);
    return { direction: coming ? "in" : "out", sure: true, back: false, verb: sure };
  }
  const maybe =
    hits.find(({ tag }) => tag === "maybe in") ?? hits.find(({ tag }) => tag === "maybe out");
  return maybe === undefined
    ? null
    : {
        direction:
          maybe.tag === "maybe in" || (TO_YOURS.test(sentence) && !FROM_MINE.test(sentence))
            ? "in"
            : "out",
        sure: false,
        back: false,
        verb: maybe,
      };
}

/** "5,000 was sent ... debited with 10.00, with a total of 5,010": the whole is what moved, once. */
function withWhole({ folded }: Telling, movements: readonly Movement[]): readonly Movement[] {
  const isWhole = ({ start }: Amount): boolean =>
    /(?:total of|in total|totalling)[\s:]{1,2}$/.test(folded.slice(Math.max(0, start - 16), start));
  const wholes = movements.flatMap((one) =>
    [one.amount, ...one.others].filter(isWhole).map((amount) => ({ ...one, amount, others: [] })),
  );
  const [whole, ...more] = wholes;
  if (
    whole === undefined ||
    more.length > 0 ||
    movements.some(
      ({ direction, amount }) =>
        direction !== whole.direction || amount.currency !== whole.amount.currency,
    )
  )
    return movements;
  const first = movements.find(({ head }) => head < whole.head) ?? whole;
  return [{ ...whole, head: first.head }];
}

/** The amounts of a sentence that may have moved, the one nearest to its verb first. */
function amountsIn(
  { folded, amounts, standing }: Telling,
  segment: Segment,
  hits: readonly WordHit<Sense>[],
): readonly Amount[] {
  const from = segment.start;
  const here = amounts.filter(
    (one) => one.start >= from && one.end <= segment.end && !standing.has(one),
  );
  const asides: Amount[] = [];
  const own = here.filter((amount, at) => {
    const before = here[at - 1]?.end ?? from;
    const beside = besideOf(
      folded,
      Math.max(before, amount.start - BESIDE_CHARS_MAX),
      amount,
      here[at + 1]?.start ?? segment.end,
      hits,
    );
    if (beside === "aside") asides.push(amount);
    return beside === null;
  });
  return own.length > 0 ? own : asides;
}

const BESIDE_CHARS_MAX = 90;
const BEHIND_CHARS_MAX = 26;

function besideOf(
  folded: string,
  from: number,
  amount: Amount,
  until: number,
  verbs: readonly WordHit<Sense>[],
): "never" | "aside" | null {
  const label = BEFORE_AMOUNT.find(folded, from, amount.start).findLast(
    ({ tag }) => tag !== "account",
  );
  const verb = verbs.findLast(
    (hit) =>
      hit.end <= amount.start &&
      hit.start >= from &&
      (hit.tag === "out" || hit.tag === "in" || hit.tag === "back"),
  );
  if (label !== undefined && (verb === undefined || verb.start < label.start))
    return label.tag === "aside" ? "aside" : "never";
  const [behind] = AFTER_AMOUNT.find(
    folded,
    amount.end,
    Math.min(until, amount.end + BEHIND_CHARS_MAX),
  );
  if (behind === undefined || !/^\s{0,2}$/.test(folded.slice(amount.end, behind.start)))
    return null;
  // "42.00 available credit: 900.00": it is the label of the next amount.
  return /^[\s:：]{0,3}(?:is )?$/.test(folded.slice(behind.end, until)) &&
    /^[^\p{L}\s]{0,3}\d/u.test(folded.slice(until, until + 4))
    ? null
    : "never";
}

/** Amounts that stand in rows of their own, under a sentence (or a subject) that says which way. */
function fromRows(
  telling: Telling,
  heads: readonly { readonly said: Said; readonly index: number }[],
  subject: Said | null,
): readonly Movement[] {
  const rows = telling.segments.flatMap((segment, index) => {
    const role = segment.row === null ? null : mainRole(segment.row.roles);
    if (segment.row === null || (role !== "amount" && role !== "account amount")) return [];
    const { start, end } = segment.row;
    return telling.amounts
      .filter((one) => one.start >= start && one.end <= end)
      .map((amount) => ({ amount, index, role }));
  });
  const chosen = rows.filter(({ role }) => role === "account amount");
  const [first, ...others] = chosen.length > 0 ? chosen : rows.length > 0 ? rows : alone(telling);
  if (first === undefined) return [];
  const typed = heads.find(
    ({ index, said }) =>
      said.sure && telling.segments[index]?.row?.roles.includes("operation") === true,
  );
  const best = typed ?? heads.find(({ said }) => said.sure) ?? heads[0];
  const head =
    best?.said.sure === true || subject === null || (best !== undefined && !subject.sure)
      ? best
      : { said: subject, index: first.index };
  if (head === undefined) return [];
  return [
    {
      ...head.said,
      amount: first.amount,
      others: others.map(({ amount }) => amount),
      segment: first.index,
      head: head.index,
    },
  ];
}

/** Amounts that stand alone on a line, or behind a name or "Amount". */
function alone(telling: Telling): readonly { readonly amount: Amount; readonly index: number }[] {
  return telling.segments.flatMap((segment, index) => {
    const within =
      segment.row === null
        ? telling.amounts.filter(
            (one) =>
              one.start >= segment.start && one.end <= segment.end && !telling.standing.has(one),
          )
        : [];
    const [amount, ...more] = within;
    if (
      amount === undefined ||
      more.length > 0 ||
      besideOf(telling.folded, segment.start, amount, segment.end, []) !== null
    )
      return [];
    const before = telling.folded.slice(segment.start, amount.start);
    const behind = telling.folded.slice(amount.end, segment.end);
    const labelled = LABELS.find(telling.folded, segment.start, amount.start).some(
      ({ tag }) => tag === "amount",
    );
    return /^[\s\p{P}+ب]{0,4}$/u.test(behind) &&
      (labelled || /^(?:[^\d\n]{2,40}:\s?)?[\s\p{P}+بـ]{0,4}$/u.test(before))
      ? [{ amount, index }]
      : [];
  });
}
