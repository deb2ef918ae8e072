// The columns as a person set them, before labels and contents compete for the roles. A set column
// has its role whatever it holds, an ignored column counts as empty, and another column that claims
// the same money loses its role.

import type { ColumnRole } from "../../settings.ts";
import type { Profile } from "./profile.ts";
import type { Role } from "./role.ts";

/** A role that a column claims, and how strongly. */
export interface Claim {
  readonly role: Role;
  readonly weight: number;
}

/** A set role outweighs every label. */
export const SET_WEIGHT = 1_000;
const AMOUNTS: readonly Role[] = ["amount", "debit", "credit"];
const SECOND: Claim = { role: "other_amount", weight: 30 };

/** The role of a setting; null for a column to ignore. */
export function toRole(role: ColumnRole): Role | null {
  if (role === "ignore") return null;
  return role === "date" ? "booking_date" : role;
}

/** The profiles with ignored columns emptied. */
export function emptyIgnoredColumns(
  profiles: readonly Profile[],
  set: ReadonlyMap<number, ColumnRole>,
): readonly Profile[] {
  const nothing = {
    filled: 0,
    dates: 0,
    wordedDates: 0,
    amounts: 0,
    negatives: 0,
    positives: 0,
    pluses: 0,
    fractions: 0,
    codes: 0,
    sides: 0,
    outs: 0,
    ins: 0,
    times: 0,
    distinct: 0,
    chars: 0,
    moving: new Set<number>(),
  };
  return set.size === 0
    ? profiles
    : profiles.map((profile) =>
        set.get(profile.index) === "ignore" ? { ...profile, ...nothing } : profile,
      );
}

/** The claims, replaced by the set roles. */
export function applySetRoles(
  claims: readonly (Claim | null)[],
  set: ReadonlyMap<number, ColumnRole>,
): (Claim | null)[] {
  const roles = new Set(set.values());
  const whole = roles.has("amount");
  const halves = roles.has("debit") || roles.has("credit");
  return claims.map((claim, column) => {
    const told = set.get(column);
    if (told !== undefined) {
      const role = toRole(told);
      return role === null ? null : { role, weight: SET_WEIGHT };
    }
    if (claim === null || !AMOUNTS.includes(claim.role)) return claim;
    // If the amount is set, no other column is an amount. If a debit or credit column is set, no
    // column is the amount of both, nor a second column of that side.
    const beaten =
      whole ||
      (halves &&
        (claim.role === "amount" ||
          (claim.role === "debit" && roles.has("debit")) ||
          (claim.role === "credit" && roles.has("credit"))));
    return beaten ? SECOND : claim;
  });
}
