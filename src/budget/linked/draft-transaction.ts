// From a provider's transaction to the imported one: first the bank's words, then the user's rules
// and recurring items. Pure.

import {
  DESCRIPTION_CHARS_MAX,
  PAYEE_CHARS_MAX,
  PROVIDER_METADATA_CHARS_MAX,
} from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import { units } from "../../money/money.ts";
import type { Convert } from "../rates/store.ts";
import { decideByRules, type Rule } from "../rules/matcher.ts";
import { partsByRule, type Part } from "../transactions/parts.ts";
import { NO_PAYEE, type TransactionRow } from "../transactions/row.ts";
import type { ProviderTransaction } from "./provider.ts";

/** A transaction without its id and times. */
export type Draft = Omit<TransactionRow, "id" | "created_at" | "updated_at">;

/** A draft, the tags that rules add, and the parts that a rule splits it into (null: none does). */
export interface Drafted {
  readonly draft: Draft;
  readonly tagIds: readonly number[];
  readonly parts: readonly Part[] | null;
  /** The rules that set a field of it. */
  readonly ruleIds: readonly number[];
}

export interface Drafting {
  readonly accountId: number;
  readonly primary: Currency;
  readonly convert: Convert;
  readonly rules: readonly Rule[];
  /** The draft after a recurring item that recognizes it; otherwise the draft itself. */
  readonly recognize: (draft: Draft) => Draft;
}

/**
 * The transaction as the import would write it. It is unreviewed unless a rule or recurring item
 * reviews it.
 */
export function drafted(said: ProviderTransaction, pending: boolean, drafting: Drafting): Drafted {
  const { accountId, primary, convert, rules, recognize } = drafting;
  const name = cut(said.name, DESCRIPTION_CHARS_MAX);
  const payee = cut(said.payee ?? said.name, PAYEE_CHARS_MAX) || NO_PAYEE;
  const decision = decideByRules(rules, {
    payee,
    original_name: name,
    notes: null,
    amount: said.amount,
    manual_account_id: null,
    linked_account_id: accountId,
  });
  const outcome = decision?.outcome ?? null;
  const draft: Draft = {
    date: said.date,
    amount: said.amount,
    currency: said.currency,
    to_base: convert(said.amount, said.currency, primary, said.date),
    payee: outcome?.payee ?? payee,
    original_name: name,
    category_id: outcome?.category_id ?? null,
    notes: outcome?.notes ?? null,
    // Every pending transaction is unreviewed (service-v2.md, States).
    status: outcome?.reviewed === true && !pending ? "reviewed" : "unreviewed",
    is_pending: pending ? 1 : 0,
    manual_account_id: null,
    linked_account_id: accountId,
    recurring_id: null,
    external_id: null,
    source: "linked",
    is_split_parent: 0,
    split_parent_id: null,
    is_group_parent: 0,
    group_parent_id: null,
    balance_moved: units(0),
    linked_metadata: JSON.stringify({
      ...keptMetadata(said),
      id: said.id,
      pending,
      pending_id: said.pendingId,
    }),
    custom_metadata: null,
  };
  const recognized = pending ? draft : recognize(draft);
  return {
    draft: recognized,
    tagIds: outcome?.tag_ids ?? [],
    parts: partsByRule(recognized, outcome),
    ruleIds: decision?.ruleIds ?? [],
  };
}

/**
 * Further properties from the provider, unless they are longer than anybody would read: a row has
 * its bounds.
 */
export function keptMetadata({ metadata }: ProviderTransaction): ProviderTransaction["metadata"] {
  return metadata !== null && JSON.stringify(metadata).length > PROVIDER_METADATA_CHARS_MAX
    ? null
    : metadata;
}

/** At most `max` characters, none cut in half. */
function cut(text: string, max: number): string {
  const trimmed = text.trim();
  return trimmed.length <= max ? trimmed : Array.from(trimmed).slice(0, max).join("");
}
