// If several currencies share a symbol ("$"), it means the one of them that the budget holds. The
// mail's own evidence comes first. If that evidence disagrees, or the budget holds two of the
// currencies, the user is asked.

import * as z from "zod";
import { exponentOf, parseCurrency, type Currency } from "../../money/currency.ts";
import type { MailReading } from "../../receipts/reading.ts";
import type { Receipt } from "../../receipts/receipt.ts";
import type { queueService } from "../posting/paced-service.ts";

const me = z.object({ primary_currency: z.string().nullish() });
const linkedAccounts = z.object({
  linked_accounts: z.array(z.object({ currency: z.string(), status: z.string().nullish() })),
});

/**
 * Reads a budget's currencies from the service: the primary one and those of open accounts. Null if
 * the service gives no answer.
 */
export async function currenciesHeld(
  service: Pick<ReturnType<typeof queueService>, "accounts" | "ask">,
): Promise<ReadonlySet<Currency> | null> {
  const own = await service.ask("GET", "/me", null);
  const identity = own.kind === "answer" ? me.safeParse(own.json) : null;
  if (identity?.success !== true) return null;
  const manual = await service.accounts();
  if (manual.kind !== "accounts") return null;
  const linked = await service.ask("GET", "/linked_accounts", null);
  const isWithout = linked.kind === "refused" && linked.status === 404;
  const listed = linked.kind === "answer" ? linkedAccounts.safeParse(linked.json) : null;
  if (!isWithout && listed?.success !== true) return null;
  const open =
    listed?.success === true
      ? listed.data.linked_accounts.filter(({ status }) => status !== "closed")
      : [];
  const codes = [
    identity.data.primary_currency ?? "",
    ...manual.accounts.filter(({ closed }) => !closed).map(({ currency }) => currency),
    ...open.map(({ currency }) => currency),
  ];
  return new Set(codes.flatMap((code) => parseCurrency(code) ?? []));
}

/** Whether the reading has a currency symbol that the budget's currencies may decide. */
export function asksBudget({ documents }: MailReading): boolean {
  return documents.some(({ receipts }) => receipts.some(isSymbolOpen));
}

/** A symbol that several currencies share, or none where the mail's country hints at one currency. */
function isSymbolOpen({ sign, currency }: Pick<Receipt, "sign" | "currency">): boolean {
  return (
    sign?.open === true && (sign.means.length > 1 || (currency === null && sign.means.length === 1))
  );
}

/**
 * Decides each open currency symbol of a reading by the budget's currencies, and adds the reason.
 */
export function readInBudget(reading: MailReading, held: ReadonlySet<Currency>): MailReading {
  return {
    ...reading,
    documents: reading.documents.map((one) => ({
      ...one,
      receipts: one.receipts.map((receipt) => chooseCurrency(receipt, held)),
    })),
  };
}

/**
 * Gives the receipt the only currency of the budget that its symbol may mean. If the budget holds
 * two, they become its first candidates.
 */
export function chooseCurrency(receipt: Receipt, held: ReadonlySet<Currency>): Receipt {
  const { sign, total } = receipt;
  if (!isSymbolOpen(receipt) || sign === undefined || total === null) return receipt;
  const decimals = (total.value.split(".")[1] ?? "").length;
  const mine = sign.means.filter((currency) => held.has(currency));
  const [only, ...others] = mine;
  // "£" stays GBP where the budget holds GBP too.
  if (only === undefined || (receipt.currency !== null && mine.includes(receipt.currency)))
    return receipt;
  const candidates = [...mine, ...sign.means.filter((currency) => !held.has(currency))];
  if (others.length > 0)
    return askCurrency({ ...receipt, total: { ...total, currency: null, candidates } });
  if (decimals > exponentOf(only)) return receipt;
  const because = sign.means.length > 1 ? "the symbol may mean" : "the sender's country has";
  const why = `currency: ${only.toUpperCase()}, the only one of your budget's currencies that ${because}.`;
  return {
    ...receipt,
    currency: only,
    doubts: receipt.doubts.filter(({ reason }) => reason !== "ambiguous_currency"),
    why: [...receipt.why.filter((said) => !said.startsWith("currency: ")), why],
  };
}

function askCurrency(receipt: Receipt): Receipt {
  const doubts = receipt.doubts.some(({ reason }) => reason === "ambiguous_currency")
    ? receipt.doubts
    : [
        ...receipt.doubts,
        {
          reason: "ambiguous_currency" as const,
          detail: "The symbol may mean more than one of your budget's currencies.",
        },
      ];
  return { ...receipt, currency: null, doubts };
}
