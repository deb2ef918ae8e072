// The records of a budget that the journal changes besides transactions: where each kind is listed
// and written, and its fields. One row for each kind. The last ones are a person's decisions, which
// the importer keeps itself. Pure.

export const RECORD_KINDS = [
  "tag",
  "category",
  "manual_account",
  "rule",
  "recurring",
  "budget",
  "split",
  "group",
  "transfer",
  "receipt",
  "rollover",
  "periods",
  "arrival",
  "file",
] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];

/** How a change affects a record. */
export type RecordAction = "create" | "edit" | "delete";

/** Fields of a record with their values; null for an empty one. */
export type Facts = Readonly<Record<string, unknown>>;

interface KindRow {
  /** The path at which records of this kind are listed and written. */
  readonly path: string;
  /** The query of the list, and the member of its answer. */
  readonly query: string;
  readonly member: string;
  /** Whether it is part of the embedded budget's own interface, not of the documented service. */
  readonly isOwn: boolean;
  /** The fields that can be changed, in the order in which a person reads them. */
  readonly fields: readonly string[];
  /** The properties of a new record besides its fields. */
  readonly makes: readonly string[];
  /** Fields that the service changes when another one is written. */
  readonly together: Readonly<Record<string, readonly string[]>>;
  /** The words for one record and for many. */
  readonly word: string;
  readonly words: string;
  readonly actions: readonly RecordAction[];
}

const ALL: readonly RecordAction[] = ["create", "edit", "delete"];

export const KINDS: Readonly<Record<RecordKind, KindRow>> = {
  tag: {
    path: "/tags",
    query: "",
    member: "tags",
    isOwn: false,
    fields: ["name", "description", "background_color", "text_color", "archived"],
    makes: [],
    together: {},
    word: "tag",
    words: "tags",
    actions: ALL,
  },
  category: {
    path: "/categories",
    query: "?format=flattened",
    member: "categories",
    isOwn: false,
    fields: [
      "name",
      "group_id",
      "is_income",
      "exclude_from_budget",
      "exclude_from_totals",
      "description",
      "archived",
      "collapsed",
    ],
    makes: ["is_group"],
    together: { group_id: ["is_income", "exclude_from_budget", "exclude_from_totals"] },
    word: "category",
    words: "categories",
    actions: ALL,
  },
  manual_account: {
    path: "/manual_accounts",
    query: "",
    member: "manual_accounts",
    isOwn: false,
    fields: [
      "name",
      "institution_name",
      "display_name",
      "type",
      "subtype",
      "balance",
      "balance_as_of",
      "currency",
      "status",
      "closed_on",
      "external_id",
      "custom_metadata",
      "exclude_from_transactions",
    ],
    makes: [],
    together: { balance: ["balance_as_of"], status: ["closed_on"], type: ["balance"] },
    word: "account",
    words: "accounts",
    actions: ALL,
  },
  rule: {
    path: "/rules",
    query: "",
    member: "rules",
    isOwn: true,
    fields: ["name", "priority", "enabled", "match", "set"],
    makes: [],
    together: {},
    word: "rule",
    words: "rules",
    actions: ALL,
  },
  recurring: {
    path: "/recurring",
    query: "",
    member: "recurring_items",
    isOwn: true,
    fields: ["category_id"],
    makes: [],
    together: {},
    word: "recurring item",
    words: "recurring items",
    actions: ["edit"],
  },
  budget: {
    path: "/budgets",
    query: "",
    member: "budgets",
    isOwn: false,
    fields: ["amount", "currency", "notes"],
    makes: [],
    together: { amount: ["currency", "notes"] },
    word: "budget",
    words: "budgets",
    actions: ["edit"],
  },
  // A split is named by the transaction that was split, a group by its own transaction.
  split: {
    path: "/transactions/split",
    query: "",
    member: "transactions",
    isOwn: false,
    fields: [],
    makes: ["transaction_id", "child_transactions"],
    together: {},
    word: "split",
    words: "splits",
    actions: ["create", "delete"],
  },
  group: {
    path: "/transactions/group",
    query: "",
    member: "transactions",
    isOwn: false,
    fields: [],
    makes: ["ids", "date", "payee", "category_id", "notes", "status", "tag_ids"],
    together: {},
    word: "group",
    words: "groups",
    actions: ["create", "delete"],
  },
  transfer: decisionKind("transfer", "transfers", ["decision"]),
  receipt: decisionKind("receipt", "receipts", ["decision", "transactions"]),
  // The rollover settings of a category: its automatic amount, and where the rest of a month goes.
  rollover: {
    path: "/budgets/categories",
    query: "",
    member: "categories",
    isOwn: true,
    fields: ["rollover_option", "auto_budget_type", "auto_budget_amount", "start_date"],
    makes: [],
    together: { auto_budget_type: ["auto_budget_amount"] },
    word: "rollover",
    words: "rollovers",
    actions: ["edit"],
  },
  periods: settingsKind("/budgets/settings", true, "settings of the budget", [
    "budget_period_granularity",
    "budget_period_quantity",
    "budget_period_anchor_date",
    "budget_use_last_day_of_month",
    "budget_income_option",
    "budget_rollover_left_to_budget",
    "budget_hide_no_activity",
  ]),
  arrival: settingsKind("/me/user/account/settings", false, "arrival of transactions", [
    "auto_review_transaction_on_creation",
  ]),
  // A file of a transaction. It is attached by a form (files/upload.ts).
  file: wholeKind("/transactions/attachments", "file", "files"),
};

/** A record whose whole is made or removed. */
function wholeKind(path: string, word: string, words: string): KindRow {
  const none = { query: "", member: "", makes: [], fields: [], together: {} };
  return { ...none, path, isOwn: false, word, words, actions: ["delete"] };
}

/** Settings of which there is one record, number 1. */
function settingsKind(
  path: string,
  isOwn: boolean,
  word: string,
  fields: readonly string[],
): KindRow {
  const none = { query: "", member: "", makes: [], together: {} };
  return { ...none, path, isOwn, fields, word, words: word, actions: ["edit"] };
}

/** Whether there is one record of the kind. */
export function isSettingsKind(kind: RecordKind): kind is "periods" | "arrival" {
  return kind === "periods" || kind === "arrival";
}

/** What a person decided about something that the importer found. */
function decisionKind(word: string, words: string, fields: readonly string[]): KindRow {
  const none = { path: "", query: "", member: "", makes: [], together: {} };
  return { ...none, isOwn: true, fields, word, words, actions: ["edit"] };
}

/** Whether it is a decision about something that the importer found. */
export function isDecisionKind(kind: RecordKind): kind is "transfer" | "receipt" {
  return kind === "transfer" || kind === "receipt";
}

/** The name of a record in the journal's rows: its id, or the category and first day of a budget. */
export function nameRecord(id: number, start: string | null): string {
  return start === null ? String(id) : `${id} ${start}`;
}

/** The id and the first day in the name of a record. */
export function parseRecord(record: string): {
  readonly id: number;
  readonly start: string | null;
} {
  const [id, start] = record.split(" ");
  return { id: Number(id), start: start ?? null };
}

/** Whether the kind is a split or a group of transactions. */
export function isBondKind(kind: RecordKind): kind is "split" | "group" {
  return kind === "split" || kind === "group";
}
