// Groups the claims of all readers by charge. The surest kind of evidence that saw totals says how
// many charges there are; every other claim joins the charge that it agrees with.

import { SOURCES, type Claim, type Doubt, type SeenAmount } from "./receipt.ts";
import { decimalToUnits } from "./totals/money/numbers.ts";

/** The claims about one charge, the surest first. */
export interface ChargeGroup {
  readonly claims: readonly Claim[];
  readonly doubts: readonly Doubt[];
}

/**
 * How sure a claim is; less is surer. Its source decides. Among labels, a PDF counts before the
 * message's body where it has a total, and after it where it has none.
 */
export function claimRank(claim: Claim): number {
  const source = SOURCES.indexOf(claim.source) * 3;
  if (claim.source !== "label") return source;
  if (!isFromPdf(claim)) return source + 1;
  return claim.total === undefined ? source + 2 : source;
}

/** Whether a claim was read in a PDF. */
export function isFromPdf({ total, date, order_number, card_last4, kind }: Claim): boolean {
  return [total, date, order_number, card_last4, kind].some(
    (seen) => seen?.span.view.startsWith("pdf ") === true,
  );
}

/** Whether a bank's sentence reports a movement. */
export function isBankAlert({ source, kind }: Claim): boolean {
  return source === "sentence" && kind?.value === "bank alert";
}

/** Whether two amounts are the same, with currencies that do not exclude one another. */
export function agree(a: SeenAmount | undefined, b: SeenAmount | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [left, right] = [decimalToUnits(a.value), decimalToUnits(b.value)];
  if (left === null || right === null || left !== right) return false;
  return a.currency === b.currency || a.currency === null || b.currency === null;
}

/** The claims, which come the surest first, by charge. */
export function groupByCharge(claims: readonly Claim[]): readonly ChargeGroup[] {
  const base = claims.find((claim) => claim.total !== undefined);
  if (base === undefined) return claims.length === 0 ? [] : [{ claims, doubts: [] }];
  const leading = claims.filter(
    (claim) => claimRank(claim) === claimRank(base) && claim.total !== undefined,
  );
  const others = claims.filter((claim) => !leading.includes(claim));
  const groups = mergeSameDocuments(leading);
  const doubts = [...doubtOtherTotals(base, leading, others), ...doubtAttachments(base, groups)];
  return groups.map((group): ChargeGroup => {
    const joins = (claim: Claim) =>
      groups.length === 1 ||
      (claim.total === undefined
        ? claim.source !== base.source
        : agree(group[0]?.total, claim.total));
    // In the order of before, since the surest claim decides value by value.
    return {
      claims: claims.filter(
        (claim) => group.includes(claim) || (others.includes(claim) && joins(claim)),
      ),
      doubts,
    };
  });
}

/**
 * One document in two forms (as XML and in its PDF, as invoice and as receipt) is one charge: it
 * has the same total and the same number.
 */
function mergeSameDocuments(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  const groups: Claim[][] = [];
  for (const claim of claims) {
    const group = groups.find(
      ([first]) =>
        first !== undefined &&
        agree(first.total, claim.total) &&
        first.order_number !== undefined &&
        first.order_number.value === claim.order_number?.value,
    );
    if (group === undefined) groups.push([claim]);
    else group.push(claim);
  }
  return groups;
}

const TOTALS_NAMED_MAX = 5;

/** Totals of other evidence that no leading claim agrees with. */
function doubtOtherTotals(
  base: Claim,
  leading: readonly Claim[],
  others: readonly Claim[],
): readonly Doubt[] {
  const differing = others.filter(
    ({ total }) => total !== undefined && !leading.some((claim) => agree(claim.total, total)),
  );
  if (differing.length === 0) return [];
  const said = leading
    .map(({ total }) => total?.value ?? "nothing")
    .slice(0, TOTALS_NAMED_MAX)
    .join(" and ");
  const rest = differing.map((claim) => `${nameSource(claim)} ${claim.total?.value ?? ""}`);
  const detail = `${nameSource(base)} says ${said}, ${rest.join(", ")}.`;
  const totals = differing.flatMap(({ total }) => (total === undefined ? [] : [total.value]));
  return [{ reason: "conflicting_totals", detail, totals }];
}

/** Two attachments with the same total and different numbers may be about one charge. */
function doubtAttachments(base: Claim, groups: readonly (readonly Claim[])[]): readonly Doubt[] {
  if (!isFromPdf(base)) return [];
  const repeats = groups.some(([one], at) =>
    groups.slice(0, at).some(([other]) => agree(one?.total, other?.total)),
  );
  return repeats
    ? [
        {
          reason: "possible_duplicate",
          detail: "Two attachments have the same total and may be about one charge.",
        },
      ]
    : [];
}

function nameSource(claim: Claim): string {
  if (claim.source !== "label") return `the ${claim.source}`;
  return isFromPdf(claim) ? "the PDF" : "the text";
}
