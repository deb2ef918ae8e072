// What a transaction itself says about where it came from: imports and receipts keep it in the
// transaction (importer/imports/item.ts, importer/inbox/applying/item.ts). Pure.

import { capitalize } from "../../platform/text.ts";
import type { Part, Transaction } from "./wire.ts";

export interface Provenance {
  /** The import that inserted it, and the line of the file. */
  readonly run: string | null;
  readonly line: number | null;
  /** The message whose receipt inserted it or was matched with it. */
  readonly message: string | null;
  /** Whether a bank connection reported it. */
  readonly isLinked: boolean;
  /** The bank's other facts of the row, by name. */
  readonly facts: readonly (readonly [name: string, text: string])[];
}

/** Names that are shown elsewhere or mean nothing to a person. */
const APART = new Set(["run", "line", "receipt", "left_out", "printed", "restored"]);

/** Reads what imports, receipts and bank connections left in a transaction. */
export function readProvenance({
  custom_metadata: metadata,
  source,
}: Pick<Transaction, "custom_metadata" | "source">): Provenance {
  const own = ownFacts(metadata);
  const [run, line, receipt] = [own["run"], own["line"], own["receipt"]];
  return {
    run: typeof run === "string" ? run : null,
    line: typeof line === "number" ? line : null,
    message: typeof receipt === "string" ? receipt : null,
    isLinked: source === "linked",
    facts: Object.entries(own).flatMap(([name, value]) =>
      APART.has(name) || (typeof value !== "string" && typeof value !== "number")
        ? []
        : [[factWords(name), String(value)] as const],
    ),
  };
}

function ownFacts(metadata: Transaction["custom_metadata"]): Readonly<Record<string, unknown>> {
  const own = metadata?.["tributary"];
  return typeof own === "object" && own !== null && !Array.isArray(own) ? { ...own } : {};
}

/** Whether an import, a receipt or a bank connection inserted it, and no person. */
export function isForeign(transaction: Part): boolean {
  const { run, message, isLinked } = readProvenance(transaction);
  const isOfMail = message !== null && transaction.external_id?.startsWith("email:") === true;
  return isLinked || run !== null || isOfMail;
}

/** Whether a file or the message of a receipt is kept with it. */
export function hasReceipt(transaction: Part): boolean {
  const files = transaction.file_count ?? transaction.files?.length ?? 0;
  return files > 0 || readProvenance(transaction).message !== null;
}

/** Whether a group is a transfer: money out of one account and into another. */
export function isTransfer({ is_group_parent: isGroup, children }: Transaction): boolean {
  const sides = children ?? [];
  if (isGroup !== true || sides.length !== 2) return false;
  const accounts = new Set(
    sides.flatMap(({ manual_account_id: manual, linked_account_id: linked }) => {
      if (manual != null) return [`manual ${manual}`];
      return linked == null ? [] : [`linked ${linked}`];
    }),
  );
  const flows = sides.map(({ amount }) => Math.sign(Number(amount)));
  return accounts.size === 2 && flows.includes(1) && flows.includes(-1);
}

/** "value_date" as "Value date". */
function factWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return capitalize(words);
}
