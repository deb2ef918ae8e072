// Positive plain decimals of any weight as a big integer and a scale: rates and prices, which no
// float ever holds.

/** digits / 10^scale, always positive. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const PLAIN = /^(\d{1,15})(?:\.(\d{1,15}))?$/;

/** A positive plain decimal ("1.0853"), or null. */
export function parseDecimal(text: string): Decimal | null {
  const match = PLAIN.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? "";
  const digits = BigInt(`${match[1] ?? ""}${fraction}`);
  return digits > 0n ? { digits, scale: fraction.length } : null;
}

export const ONE: Decimal = { digits: 1n, scale: 0 };
