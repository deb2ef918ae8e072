// Turns the entries of a list into claims: each entry is read without the others, and the list tells its direction.

import { NOTHING_FOUND, type Found } from "../reader.ts";
import type { Claim } from "../receipt.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import { parseAlertText, type AlertText } from "./alert-text.ts";
import type { Doubt } from "./charges.ts";
import {
  claimNotMoved,
  claimSigned,
  isRefusedOrHeld,
  namesOnlyBalance,
  type AlertView,
} from "./claims.ts";
import { behind, withoutOthers } from "./digests.ts";
import type { ProvenList } from "./list-proof.ts";
import type { MessageLists } from "./message-lists.ts";
import { isPartAhead, type SignedPart } from "./signed-lines.ts";
import { isWithin, withUnread } from "./unread-movements.ts";

export type Source = Omit<AlertView, "isBanks">;
/** Reads a text, or a part of it, as an alert of one movement. */
export type ReadOne = (alert: AlertText) => Found;

/** Reads the movements of proven lists; null without a list. */
export function readProven(
  source: Source,
  lists: readonly ProvenList[],
  read: ReadOne,
): Found | null {
  const { alert } = source;
  const parts = lists
    .flatMap(({ listed }) => listed)
    .map(({ entry, amount, isIn }): SignedPart => ({
      start: entry.start,
      end: entry.end,
      amount,
      isIn,
      isTold: true,
      isProven: true,
    }));
  if (parts.length === 0) return null;
  const all = [...parts, behind(alert.text, parts)];
  const alone = parts.map((_, at) => read(parseAlertText(withoutOthers(alert.text, all, at))));
  return readListed(
    source,
    parts,
    alone,
    lists.every(({ isMoved }) => isMoved),
  );
}

/** Reads what is proven of lists that are proven in part, with a doubt about the rest; null without such a list. */
export function readPartial(
  source: Source,
  { partial }: MessageLists,
  read: ReadOne,
): Found | null {
  const found = readProven(source, partial, read);
  const reported = partial.reduce((sum, list) => sum + list.reported, 0);
  return found === null ? null : withUnread(found, reported);
}

/**
 * Claims the movements of a list of which the direction is known. An entry's own words add the other party and the day
 * if they name the entry's amount. Refused payments and days that are still to come claim nothing. Null if nothing
 * proves the list and no entry reads as a bank's movement. `isMoved`: the list proves that every amount moved.
 */
export function readListed(
  source: Source,
  signed: readonly SignedPart[],
  read: readonly Found[],
  isMoved = false,
): Found | null {
  const isTold = ({ claims }: Found): boolean => claims.some(({ total }) => total !== undefined);
  if (!signed.some(({ isProven }) => isProven) && !read.some(isTold)) return null;
  const sent = source.document.sent?.day ?? null;
  const doubts: Doubt[] = [];
  const claims = signed.flatMap((part, at): readonly Claim[] => {
    if (isPartAhead(source.alert, part, sent)) return [];
    const own = claimSigned({ ...source, isBanks: true }, part, signed[0]?.start ?? 0);
    const [said, ...more] = read[at]?.claims ?? [];
    if (said === undefined || namesOnlyBalance(said)) return [own];
    if (said.total === undefined)
      return isMoved || (part.isProven === true && !isRefusedOrHeld(said)) ? [own] : [];
    if (more.length > 0 || unitsOf(said) !== unitsOf(own)) return [own];
    // The entry has one amount, so a doubt about several amounts does not apply to it.
    doubts.push(
      ...(read[at]?.doubts ?? []).filter(({ reason }) => reason !== "conflicting_totals"),
    );
    return [withOwn(part, said, own)];
  });
  return claims.length === 0
    ? { ...NOTHING_FOUND, claims: [claimNotMoved(source.view, "later", null)] }
    : { claims, views: read.find(isTold)?.views ?? [], doubts };
}

/** Joins an entry's own reading with the list's: the list decides the direction and fills in a missing name or day. */
function withOwn(part: SignedPart, said: Claim, own: Claim): Claim {
  const merchant = isWithin(said.merchant, part) ? said.merchant : (own.merchant ?? said.merchant);
  const date = isWithin(said.date, part) ? said.date : (own.date ?? said.date);
  return {
    ...said,
    ...(own.incoming !== undefined && { incoming: own.incoming }),
    ...(merchant !== undefined && { merchant }),
    ...(date !== undefined && { date }),
    ...(said.card_last4 === undefined &&
      own.card_last4 !== undefined && { card_last4: own.card_last4 }),
  };
}

/** "$8.00" and "$ 8" are one amount. */
function unitsOf({ total }: Claim): number | null {
  return decimalToUnits(total?.value ?? "");
}
