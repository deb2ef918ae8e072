// A document of our own: transactions that another program told of, as they are kept and read like
// a bank's file. One item a line, so that lines are what a person counts. What writes it has
// checked each field; what reads it trusts none.

/** The beginning of such a document; no other format begins with it. */
export const ITEMS_HEAD = '{"tributary":"items/1",';

/** A transaction as it was told of; texts as they came. */
export interface ToldItem {
  readonly date: string;
  /** Decimal text; positive is money out, as in the service. */
  readonly amount: string;
  readonly currency: string;
  readonly payee: string;
  readonly original_name: string | null;
  readonly notes: string | null;
  /** Distinguishes it from every other item of its source. */
  readonly reference: string;
}

/**
 * The document's text; `account` is what its source calls the account, so that an answer about one
 * is never taken for another.
 */
export function itemsDocument(account: string, items: readonly ToldItem[]): string {
  return `${ITEMS_HEAD}"account":${JSON.stringify(account)},"items":[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]}\n`;
}
