// The kinds that accounts are grouped by, and which of them are debts. The service prints what is owed as a positive
// balance; a debt is counted negative. A type that is not known here is counted as it is printed, and that is said.

/** A group of the page; `debt`: its balances are what is owed. */
export interface Kind {
  readonly id: string;
  readonly label: string;
  readonly debt: boolean;
  /** The service's account types, a manual account's and those that providers set. */
  readonly types: readonly string[];
}

/** In the order of the page. */
export const KINDS = [
  { id: "cash", label: "Cash and bank", debt: false, types: ["cash", "depository"] },
  { id: "cards", label: "Cards", debt: true, types: ["credit"] },
  { id: "invested", label: "Invested", debt: false, types: ["investment", "brokerage", "employee compensation"] },
  { id: "crypto", label: "Crypto", debt: false, types: ["cryptocurrency"] },
  { id: "property", label: "Property and other belongings", debt: false, types: ["real estate", "vehicle", "other asset"] },
  { id: "loans", label: "Loans and other debts", debt: true, types: ["loan", "mortgage", "other liability"] },
] as const satisfies readonly Kind[];

export const OTHER: Kind = { id: "other", label: "Other accounts", debt: false, types: [] };

/** The kind of an account's type; OTHER for one that is not known here. */
export function kindOf(type: string): Kind {
  const wanted = type.toLowerCase();
  return KINDS.find(({ types }) => types.some((one) => one === wanted)) ?? OTHER;
}
