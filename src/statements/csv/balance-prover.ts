// The proof that the rows of a document lead from one balance to the next: each account's running
// balance where the plan has one, else the opening and the closing balance stated outside the
// table.

import { Breaks, joinProofs, NO_PROOF } from "../proof-breaks.ts";
import type { Proof } from "../statement.ts";
import { BalanceChain, type ChainMode, type ChainRow } from "./amounts/proof.ts";
import type { CsvPlan } from "./plan.ts";

interface ProvenRow extends ChainRow {
  readonly pending?: boolean;
}

/** Whether a row has part in the running balance: a pending row without a balance does not yet. */
export function hasBalance({
  pending = false,
  balance,
}: Pick<ProvenRow, "pending" | "balance">): boolean {
  return !pending || balance !== null;
}

export class BalanceProver {
  readonly #plan: CsvPlan;
  readonly #chains = new Map<string, BalanceChain>();
  /** The chain of the row before: most files have one account. */
  #lastKey: string | null = null;
  #last: BalanceChain | null = null;
  #sum = 0;
  #pendingSum = 0;
  #rows = 0;

  constructor(plan: CsvPlan) {
    this.#plan = plan;
  }

  /** Takes a row into account; `key` says whose balance it moves. */
  feed(key: string, row: ProvenRow): void {
    const { chain } = this.#plan;
    if (chain !== null) {
      if (hasBalance(row)) this.#getChain(key, chain).feed(row);
      return;
    }
    if (row.pending === true) this.#pendingSum += row.amount ?? 0;
    else this.#sum += row.amount ?? 0;
    this.#rows += 1;
  }

  /** The proof so far; `whole`: the document has ended. */
  proof(whole: boolean): Proof {
    if (this.#plan.chain === null) return whole ? this.#proveStated() : NO_PROOF;
    const proof = joinProofs([...this.#chains.values()].map((chain) => chain.proof(whole)));
    return proof.kind === "none" ? { ...proof, kind: "running balance" } : proof;
  }

  #getChain(key: string, mode: ChainMode): BalanceChain {
    if (this.#last !== null && key === this.#lastKey) return this.#last;
    const chain = this.#chains.get(key) ?? new BalanceChain(mode);
    this.#chains.set(key, chain);
    this.#lastKey = key;
    this.#last = chain;
    return chain;
  }

  #proveStated(): Proof {
    const { opening, closing, closing_line: line, first_line: first } = this.#plan;
    if (opening === null || closing === null) return NO_PROOF;
    // Some banks count pending rows in the balances they state, others do not.
    const booked = opening + this.#sum;
    const fits = booked === closing || booked + this.#pendingSum === closing;
    const breaks = new Breaks();
    if (!fits) breaks.note(line ?? first);
    return breaks.proof("opening and closing balance", this.#rows, fits ? this.#rows : 0);
  }
}
