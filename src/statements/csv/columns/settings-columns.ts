// The columns as a person set them, before labels and contents compete for the roles: a set column has its role
// whatever it holds, an ignored one seems empty, and what claimed the same money beside it steps back.

import type { ColumnRole } from "../../settings.ts";
import type { Profile } from "./profile.ts";
import type { Role } from "./role.ts";

/** A role that a column claims, and how strongly. */
export interface Claim {
  readonly role: Role;
  readonly weight: number;
}

/** What is set outweighs every label. */
export const SET_WEIGHT = 1_000;
const AMOUNTS: readonly Role[] = ["amount", "debit", "credit"];
const SECOND: Claim = { role: "other_amount", weight: 30 };

/** The role a column is set to; null for one that is ignored. */
export function toRole(role: ColumnRole): Role | null {
  if (role === "ignore") return null;
  return role === "date" ? "booking_date" : role;
}

/** The profiles as the roles are given by: an ignored column holds nothing. */
export function emptyIgnoredColumns(
  profiles: readonly Profile[],
  set: ReadonlyMap<number, ColumnRole>,
): readonly Profile[] {
  const nothing = {
    filled: 0,
    dates: 0,
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

/** The claims with what is set in their place. */
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
    // One amount is set: no other is. A half is set: the amount of both is none, and a second half of its kind neither.
    const beaten =
      whole ||
      (halves &&
        (claim.role === "amount" ||
          (claim.role === "debit" && roles.has("debit")) ||
          (claim.role === "credit" && roles.has("credit"))));
    return beaten ? SECOND : claim;
  });
}
