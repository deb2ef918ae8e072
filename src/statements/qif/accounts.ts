// Assigns an account to each block of records. "!Account" names the account of the block after it;
// a list of several accounts (!Option:AutoSwitch) names none. Without it, the opening balance of a
// register names its account, because it is printed as a transfer to the account itself.

import type { Block, QifRecord } from "./blocks.ts";

export interface NamedAccount {
  readonly name: string;
  readonly type: string;
  /** Fields "$" and "/": the balance of the last statement and its date. */
  readonly balance: string;
  readonly balance_date: string;
}

/** A block of transactions and its account; null when none is named. */
export interface Register {
  readonly block: Block;
  readonly account: NamedAccount | null;
}

/** Lists the registers of a file, in order. */
export function findRegisters(blocks: readonly Block[]): readonly Register[] {
  const registers: Register[] = [];
  let current: NamedAccount | null = null;
  for (const block of blocks) {
    if (block.kind === "account") {
      const named = block.records.map(readAccount).filter(({ name }) => name !== "");
      current = named.length === 1 ? (named[0] ?? null) : null;
    } else if (block.kind !== "list")
      registers.push({ block, account: current ?? findOwnTransfer(block) });
  }
  return registers;
}

function readAccount({ fields }: QifRecord): NamedAccount {
  const value = (code: string) => fields.find((field) => field.code === code)?.value ?? "";
  return { name: value("N"), type: value("T"), balance: value("$"), balance_date: value("/") };
}

/** The account of a register whose first record, the opening balance, transfers to it. */
function findOwnTransfer({ records }: Block): NamedAccount | null {
  const [first] = records;
  const value = (code: string) => first?.fields.find((field) => field.code === code)?.value ?? "";
  const name = /^\[(.{1,100})\]$/.exec(value("L"))?.[1] ?? "";
  return name === "" || !isOpening(value("P"))
    ? null
    : { name, type: "", balance: "", balance_date: "" };
}

const OPENING =
  /^(opening balance|beginning balance|balance (brought )?forward|solde (d'ouverture|initial|de départ)|er(ö|oe)ffnungssaldo|anfangs(saldo|bestand|kontostand)|saldo (inicial|iniziale|de abertura|di apertura)|apertura|(begin|openings)saldo|beginbalans|ing(å|aa)ende saldo|startsaldo|saldo początkowe)$/i;
const OPENING_CHARS_MAX = 40;

/** Whether the payee marks the record as the balance before all others. */
export function isOpening(payee: string): boolean {
  return payee.length <= OPENING_CHARS_MAX && OPENING.test(payee.trim());
}
