// Amounts that a bank only holds, in a column of their own: the row has no other amount, and is not
// booked yet.

import parts from "../../words/label-parts.json" with { type: "json" };
import type { Columns } from "../columns/columns.ts";
import { normalLabel } from "../columns/labels.ts";
import { holdsAmounts } from "../columns/profile.ts";
import { countTogether } from "./alternating.ts";
import type { SignedPlan } from "./money.ts";

/** The plan with the columns of amounts that the bank only holds, on rows without another amount. */
export function addHolds({ profiles }: Columns, plan: SignedPlan): SignedPlan {
  const own = profiles[plan.column];
  const also = profiles.flatMap((profile) =>
    own !== undefined &&
    profile !== own &&
    profile.moving.size > 0 &&
    holdsAmounts(profile) &&
    namesHold(profile.label) &&
    countTogether(own, profile) === 0
      ? [profile.index]
      : [],
  );
  return also.length === 0 ? plan : { ...plan, also, held: true };
}

/** Whether a label names amounts that are blocked or reserved, not booked. */
function namesHold(label: string): boolean {
  const key = normalLabel(label);
  return parts.holds.some((part) => ` ${key}`.includes(` ${part}`));
}
