// The kinds that accounts are grouped by. money/debt.ts says which types are debts; a debt counts
// as negative. A balance of an unknown type counts as shown, and the page says so.

import { isDebt } from "../../money/debt.ts";

/** A group of the page. */
export interface Kind {
  readonly id: string;
  readonly label: string;
  /** The service's account types, of manual accounts and of those that providers set. */
  readonly types: readonly string[];
}

/** In the order of the page. */
export const KINDS = [
  { id: "cash", label: "Cash and bank", types: ["cash", "depository"] },
  { id: "cards", label: "Cards", types: ["credit"] },
  {
    id: "invested",
    label: "Investments",
    types: ["investment", "brokerage", "employee compensation"],
  },
  { id: "crypto", label: "Crypto", types: ["cryptocurrency"] },
  {
    id: "property",
    label: "Property and other assets",
    types: ["real estate", "vehicle", "other asset"],
  },
  { id: "loans", label: "Loans and other debts", types: ["loan", "mortgage", "other liability"] },
] as const satisfies readonly Kind[];

export const OTHER: Kind = { id: "other", label: "Other accounts", types: [] };

/** Whether the balances of this kind are amounts owed. */
export function isDebtKind({ types }: Kind): boolean {
  return types.some(isDebt);
}

/** The kind of an account's type; OTHER for an unknown type. */
export function findKind(type: string): Kind {
  const wanted = type.toLowerCase();
  return KINDS.find(({ types }) => types.some((one) => one === wanted)) ?? OTHER;
}
