import type { Receipt } from "../receipt.ts";

/** "Refunded: 12.50" says its direction itself. */
export function isOfRefund({ total }: Receipt): boolean {
  return total?.rule.startsWith("refunded: ") === true;
}

/** "Billed to Visa: 12.50" says itself that it was paid. */
export function isOfCharge({ total }: Receipt): boolean {
  return total?.rule.startsWith("charged: ") === true;
}
