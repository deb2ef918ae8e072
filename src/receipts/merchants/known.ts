// Merchants by the domains that write for them. The facts are in known.json, a row each; see
// README.md for what a row may say. A merchant that sells in many countries has no currency there.

import { parseCurrency, type Currency } from "../../money/currency.ts";
import KNOWN from "./known.json" with { type: "json" };

export interface Merchant {
  readonly name: string;
  /** Registrable domains, or subdomains of one, that send its messages. */
  readonly domains: readonly string[];
  /** The currency of its prices where only a shared symbol ("$", "kr", "¥") is printed. */
  readonly currency: Currency | null;
  /** Words of the body, folded, that identify it where no sender is known. */
  readonly mark: string | null;
  /** Its messages are receipts only if they name how it was paid. */
  readonly showsPayment: boolean;
  /** It writes for other shops, which are named elsewhere in the message. */
  readonly onBehalf: boolean;
  /** It moves money between people, as a bank does, so its messages may be alerts. */
  readonly wallet: boolean;
  /** It brings meals or groceries itself, so its notice of delivery is the receipt. */
  readonly delivers: boolean;
  /** The currency in which a carrier with customers in many countries sells domestic journeys. */
  readonly home: Currency | null;
}

/** A row of known.json. */
interface MerchantRow {
  readonly name: string;
  readonly domains: readonly string[];
  readonly currency?: string;
  readonly mark?: string;
  readonly showsPayment?: boolean;
  readonly onBehalf?: boolean;
  readonly wallet?: boolean;
  readonly delivers?: boolean;
  readonly home?: string;
}

const ROWS: readonly MerchantRow[] = KNOWN;
const MERCHANTS: readonly Merchant[] = ROWS.map((row) => ({
  name: row.name,
  domains: row.domains,
  currency: parseCurrency(row.currency ?? ""),
  mark: row.mark ?? null,
  showsPayment: row.showsPayment ?? false,
  onBehalf: row.onBehalf ?? false,
  wallet: row.wallet ?? false,
  delivers: row.delivers ?? false,
  home: parseCurrency(row.home ?? ""),
}));
const BY_DOMAIN = new Map(
  MERCHANTS.flatMap((merchant) => merchant.domains.map((domain) => [domain, merchant] as const)),
);
const LABELS_MAX = 6;
const MARKED = MERCHANTS.filter(({ mark }) => mark !== null);

/** The merchant that writes from an address, by its domain or the nearest domain above; or null. */
export function findMerchantByAddress(address: string): Merchant | null {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  let above = domain.split(".").slice(-LABELS_MAX).join(".");
  for (let dot = above.indexOf("."); dot !== -1; dot = above.indexOf(".")) {
    const merchant = BY_DOMAIN.get(above);
    if (merchant !== undefined) return merchant;
    above = above.slice(dot + 1);
  }
  return null;
}

/** The merchant whose own words end a body that came without a sender; `words` are folded. */
export function merchantByMark(words: string): Merchant | null {
  return MARKED.find(({ mark }) => mark !== null && words.includes(` ${mark} `)) ?? null;
}
