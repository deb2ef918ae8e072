// Prices in structured data: numbers, decimals, or as people print them ("USD 2.00", "1.234,56"),
// with the currency next to them or in the thing around. A price with two readings is not read.

import { exponentOf, type Currency } from "../../money/currency.ts";
import type { SeenAmount, Span } from "../receipt.ts";
import type { Leaf } from "../listing/listing.ts";
import { readFigure } from "../listing/values.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { findCurrencies } from "../totals/money/currency-symbols.ts";
import { parseCurrency } from "../../money/currency.ts";
import { isNode, findLeaf, nodesIn, listValues, type DataNode, type DataValue } from "./nodes.ts";

/** A price that cannot be read, with its text. */
export interface Unread {
  readonly unread: string;
  readonly span: Span;
}

export type Price = SeenAmount | Unread;

export function isRead(price: Price | null): price is SeenAmount {
  return price !== null && !("unread" in price);
}

/** The price under the first of these properties that has one: a value, or a thing with a price. */
export function readPrice(node: DataNode, rule: string, ...names: readonly string[]): Price | null {
  for (const name of names) {
    const values = listValues(node, name);
    const prices = values.flatMap((value) => readValue(value, node, `${rule}.${name}`) ?? []);
    const [first] = prices;
    if (first === undefined) continue;
    // Several prices of one thing (net and gross, two currencies) are not read.
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

function readValue(value: DataValue, around: DataNode, rule: string): Price | null {
  if (!isNode(value)) return readAmount(value, findCurrency(around), rule);
  const inner = findLeaf(value, "price", "value", "totalPrice");
  if (inner !== null) return readAmount(inner, findCurrency(value) ?? findCurrency(around), rule);
  const [specification] = nodesIn(listValues(value, "priceSpecification", "priceComponent"));
  return specification === undefined ? null : readValue(specification, around, rule);
}

/** The currency of a thing: a code, or a symbol that only one currency has. */
function findCurrency(node: DataNode): Currency | null {
  const leaf = findLeaf(node, "priceCurrency", "currency", "totalPriceCurrency");
  if (leaf === null) return null;
  const [only, ...more] = findCurrencies(leaf.text);
  return parseCurrency(leaf.text) ?? (more.length === 0 ? (only ?? null) : null);
}

/** Reads a text that is an amount and nothing else. `around`: the currency of the thing around. */
function readAmount(leaf: Leaf, around: Currency | null, rule: string): Price {
  const figure = readFigure(leaf);
  if (figure !== null) {
    const decimals = figure.value.split(".")[1]?.length ?? 0;
    // "1.234" is about a thousand in some countries, and about one in others.
    if (figure.negative || (decimals === 3 && (around === null || exponentOf(around) < 3)))
      return { unread: leaf.text, span: leaf.span };
    return { value: figure.value, currency: around, candidates: [], span: figure.span, rule };
  }
  const [amount, ...more] = findAmounts(leaf.text);
  if (amount === undefined || more.length > 0 || amount.negative || amount.otherwise !== null)
    return { unread: leaf.text, span: leaf.span };
  const isOtherCurrency =
    around !== null &&
    ((amount.currency !== null && amount.currency !== around) ||
      (amount.candidates.length > 0 && !amount.candidates.includes(around)));
  if (isOtherCurrency) return { unread: `${leaf.text} (${around ?? ""})`, span: leaf.span };
  const currency = amount.currency ?? around;
  const isVerbatim = leaf.span.end - leaf.span.start === leaf.text.length;
  const span = isVerbatim
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
