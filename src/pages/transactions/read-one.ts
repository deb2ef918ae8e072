// The data around one transaction: its changes, the transfers that it may be a side of, its split
// or group, its recurring item, and its receipt. What cannot be read is not shown.

import * as z from "zod";
import {
  CHANGE_DETAIL,
  CHANGE_LIST,
  type ShownChange,
  type ShownDetail,
} from "../../importer/changes/wire.ts";
import { DETAIL } from "../../importer/inbox/wire.ts";
import { TRANSFERS_OF } from "../../importer/matching/wire.ts";
import { HISTORY_SHOWN_MAX } from "../../platform/limits.ts";
import { encodePath } from "../ui/calls.ts";
import { read, readService } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { readProvenance } from "./provenance.ts";
import { readRecurring, type RecurringName } from "./read-recurring.ts";
import type { ReceiptLine } from "./split-parts.ts";
import { transactionSchema, type Transaction } from "./wire.ts";

/** A change of a transaction with its fields before and after. */
export interface PastChange {
  readonly change: ShownChange;
  readonly fields: ShownDetail["items"][number]["fields"];
}

export type OwnTransfer = z.infer<typeof TRANSFERS_OF>["transfers"][number];

/** The facts of a purchase in a receipt's message. */
export interface ReadReceipt {
  readonly message: string;
  readonly subject: string;
  readonly merchant: string | null;
  readonly orderNumber: string | null;
  readonly items: readonly {
    readonly name: string;
    readonly quantity: string | null;
    readonly amount: string | null;
  }[];
  /** Lines that can become parts; none if there are fewer than two. */
  readonly lines: readonly ReceiptLine[];
}

export interface Surroundings {
  readonly history: readonly PastChange[];
  readonly transfers: readonly OwnTransfer[];
  /** The split or group that it belongs to; null if it belongs to none. */
  readonly above: Transaction | null;
  /** All recurring items; none if they cannot be read. */
  readonly recurring: readonly RecurringName[];
  readonly receipt: ReadReceipt | null;
}

type Ways = Pick<Variables, "api" | "service">;

/** Reads all of it at once. */
export async function readSurroundings(
  ways: Ways,
  transaction: Transaction,
): Promise<Surroundings> {
  const above = transaction.split_parent_id ?? transaction.group_parent_id ?? null;
  const [history, transfers, whole, recurring, receipt] = await Promise.all([
    readHistory(ways.api, transaction.id),
    read(ways.api, `/api/transfers?transaction=${transaction.id}`, TRANSFERS_OF),
    above === null ? null : readService(ways.service, `/transactions/${above}`, transactionSchema),
    readRecurring(ways.service),
    readReceipt(ways.api, transaction),
  ]);
  return {
    history,
    transfers: transfers.ok ? transfers.value.transfers : [],
    above: whole?.ok === true ? whole.value : null,
    recurring,
    receipt,
  };
}

/** The latest changes of a transaction, the newest first. */
export async function readHistory(
  api: Variables["api"],
  transaction: number,
): Promise<readonly PastChange[]> {
  const query = `transaction=${transaction}&limit=${HISTORY_SHOWN_MAX}`;
  const listed = await read(api, `/api/changes?${query}`, CHANGE_LIST);
  if (!listed.ok) return [];
  return Promise.all(
    listed.value.changes.map(async (change) => {
      const found = await read(api, `/api/changes/${change.id}`, CHANGE_DETAIL);
      const items = found.ok ? found.value.items : [];
      const own = items.filter(
        ({ id, current_id: current }) => id === transaction || current === transaction,
      );
      return { change, fields: own.flatMap(({ fields }) => fields) };
    }),
  );
}

/** The receipt whose message inserted the transaction or was matched with it. */
export async function readReceipt(
  api: Variables["api"],
  transaction: Transaction,
): Promise<ReadReceipt | null> {
  const { message } = readProvenance(transaction);
  if (message === null) return null;
  const found = await read(api, encodePath`/api/inbox/${message}`, DETAIL);
  if (!found.ok) return null;
  const { receipts, subject } = found.value;
  const own =
    receipts.find((one) => one.transaction_id === transaction.id) ??
    (receipts.length === 1 ? receipts[0] : undefined);
  if (own === undefined) return null;
  const priced = own.items.flatMap(({ name, amount }) =>
    amount === null ? [] : [{ name, amount }],
  );
  // Amounts of parts are without the sign of the transaction.
  const lines = (own.parts ?? priced).map(({ name, amount }) => ({
    name,
    amount: own.parts === null ? amount : amount.replace(/^-/, ""),
  }));
  return {
    message,
    subject: subject ?? "",
    merchant: own.merchant,
    orderNumber: own.order_number,
    items: own.items,
    lines: lines.length < 2 ? [] : lines,
  };
}
