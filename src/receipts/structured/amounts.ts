// Prices in structured data: numbers, decimals, or as people print them ("USD 2.00", "1.234,56"), the currency beside
// them or in the thing around. What may be read in two ways is not read.

import { exponentOf, type Currency } from "../../money/currency.ts";
import type { SeenAmount, Span } from "../receipt.ts";
import type { Leaf } from "../listing/listing.ts";
import { figureOf } from "../listing/values.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { currenciesOf } from "../totals/money/currency-symbols.ts";
import { parseCurrency } from "../../money/currency.ts";
import { isNode, leafOf, nodesIn, valuesOf, type DataNode, type DataValue } from "./nodes.ts";

/** A price that is there and cannot be read, with what stands there. */
export interface Unread {
  readonly unread: string;
  readonly span: Span;
}

export type Price = SeenAmount | Unread;

export function isRead(price: Price | null): price is SeenAmount {
  return price !== null && !("unread" in price);
}

/** The price under the first of these properties that says one: a value, or a thing with a price or a value. */
export function priceOf(node: DataNode, rule: string, ...names: readonly string[]): Price | null {
  for (const name of names) {
    const values = valuesOf(node, name);
    const prices = values.flatMap((value) => priceIn(value, node, `${rule}.${name}`) ?? []);
    const [first] = prices;
    if (first === undefined) continue;
    // Several prices of one thing (net and gross, two currencies) are none.
    return prices.every(
      (price) =>
        isRead(price) &&
        isRead(first) &&
        price.value === first.value &&
        price.currency === first.currency,
    )
      ? first
      : {
          unread: prices
            .map((price) => (isRead(price) ? price.value : price.unread))
            .slice(0, 4)
            .join(", "),
          span: first.span,
        };
  }
  return null;
}

function priceIn(value: DataValue, around: DataNode, rule: string): Price | null {
  if (!isNode(value)) return amountIn(value, currencyAround(around), rule);
  const inner = leafOf(value, "price", "value", "totalPrice");
  if (inner !== null) return amountIn(inner, currencyAround(value) ?? currencyAround(around), rule);
  const [specification] = nodesIn(valuesOf(value, "priceSpecification", "priceComponent"));
  return specification === undefined ? null : priceIn(specification, around, rule);
}

/** A code, or a sign that means one currency alone. */
function currencyAround(node: DataNode): Currency | null {
  const leaf = leafOf(node, "priceCurrency", "currency", "totalPriceCurrency");
  if (leaf === null) return null;
  const signs = currenciesOf(leaf.text);
  return parseCurrency(leaf.text) ?? (signs.length === 1 ? (signs[0] ?? null) : null);
}

/** The amount that a text is, and nothing besides. */
export function amountIn(leaf: Leaf, around: Currency | null, rule: string): Price {
  const figure = figureOf(leaf);
  if (figure !== null) {
    const decimals = figure.value.split(".")[1]?.length ?? 0;
    // "1.234" is a thousand to some and one to others.
    if (figure.negative || (decimals === 3 && (around === null || exponentOf(around) < 3)))
      return { unread: leaf.text, span: leaf.span };
    return { value: figure.value, currency: around, candidates: [], span: figure.span, rule };
  }
  const [amount, ...more] = findAmounts(leaf.text);
  if (amount === undefined || more.length > 0 || amount.negative || amount.otherwise !== null)
    return { unread: leaf.text, span: leaf.span };
  const rivals = amount.currency !== null && around !== null && amount.currency !== around;
  if (
    rivals ||
    (around !== null && amount.candidates.length > 0 && !amount.candidates.includes(around))
  )
    return { unread: `${leaf.text} (${around ?? ""})`, span: leaf.span };
  const currency = amount.currency ?? around;
  const exact = leaf.span.end - leaf.span.start === leaf.text.length;
  const span = exact
    ? { ...leaf.span, start: leaf.span.start + amount.start, end: leaf.span.start + amount.end }
    : leaf.span;
  return {
    value: amount.value,
    currency,
    candidates: currency === null ? amount.candidates : [],
    span,
    rule,
  };
}
