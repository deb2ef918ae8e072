// The reader of a view needs facts of the whole message: its day, its subject, and whether it is a refund or a bill.

import type { ToldMovement } from "./told-movement.ts";
import type { Day } from "../../money/day.ts";
import type { NumberSeen } from "./document-numbers.ts";
import type { Amount } from "./money/amount.ts";

/** What the only amount of a message may be. */
export type OnlyRole = "due" | "charged" | "refunded";

/** The message that a view belongs to. */
export interface ViewContext {
  /** The day the document was written, where it is known. */
  readonly sent: Day | null;
  /** The numbers that the subject names. */
  readonly inSubject: readonly NumberSeen[];
  /** The amount that the subject tells of. */
  readonly told: Amount | null;
  /** The number behind the sign for numbers in the subject. */
  readonly marked: NumberSeen | null;
  /** The message says that money was given back. */
  readonly isRefund: boolean;
  /** Its subject says so. */
  readonly isRefundInSubject: boolean;
  /** It says that a dispute was decided for the reader. */
  readonly isDisputeWon: boolean;
  /** It says that money came in. */
  readonly isIncome: boolean;
  /** It is about an order, a return or a refund, so that a sentence may say what was given back. */
  readonly mayBeRefund: boolean;
  /** Its words call it a receipt. */
  readonly isReceipt: boolean;
  /** Its words call it an invoice, whose own day counts before the day of the order. */
  readonly isInvoice: boolean;
  /** A notice of dispatch or delivery. */
  readonly isShipment: boolean;
  /** Its subject confirms an order. */
  readonly isOrder: boolean;
  /** It says that it is paid at the place, or on arrival. */
  readonly isPaidLater: boolean;
  /** Its subject says that a deposit was paid. */
  readonly isDepositPaid: boolean;
  /** Where a sentence has the amount that moved, in the text by that name. */
  readonly toldMovement: (ToldMovement & { readonly view: string }) | null;
  /** It may be a bill or a receipt: a sentence may ask to be paid, or say that money came in. */
  readonly mayBeBill: boolean;
  /** What the only amount of the message is, by its subject. */
  readonly onlyAmountIs: OnlyRole | null;
}

/** The context of a text without a message around it. */
export const NO_CONTEXT: ViewContext = {
  sent: null,
  inSubject: [],
  told: null,
  marked: null,
  isRefund: false,
  isRefundInSubject: false,
  isDisputeWon: false,
  isIncome: false,
  mayBeRefund: false,
  isReceipt: false,
  isInvoice: false,
  isShipment: false,
  isOrder: false,
  isPaidLater: false,
  isDepositPaid: false,
  toldMovement: null,
  mayBeBill: false,
  onlyAmountIs: null,
};
