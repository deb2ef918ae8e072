// The meaning of the ledger's parameters, for the OpenAPI document of /api.

const MEANINGS: Readonly<Record<string, string>> = {
  q: "Words that are all found somewhere in payee, notes and original_name, in upper or lower case.",
  start_date: "The first day.",
  end_date: "The last day, included.",
  manual_account_id: "Of these manual accounts: ids separated by commas; 0 leaves all of them out.",
  linked_account_id: "Of these linked accounts: ids separated by commas; 0 leaves all of them out.",
  cash: "Of no account, as groups are.",
  category_id: "Of this category, or of a group's members; 0: those without a category.",
  tag_id: "With this tag.",
  status: "Of this status.",
  is_pending: "true: only pending ones; false: none of them. Both unless told.",
  recurring_id: "Matched by this recurring item.",
  amount_min: "Of at least this amount, whatever its sign.",
  amount_max: "Of at most this amount, whatever its sign.",
  direction: "in: credits; out: debits.",
  source:
    "import:ID (several ids are separated by commas) or mail:ID: what they brought, its parts, and the groups that it is in. rule:ID: those of which the rule set something when they arrived, their parts and groups. person: what no import, mail or bank brought.",
  has: "receipt: a file, or the mail of a receipt; split: part of a split; transfer: a group of two sides in different accounts, one in and one out, where the category is the group's or a side's; notes. Several are separated by commas.",
  no: "Without a category, or without a receipt.",
  ids: "Only these: ids separated by commas.",
  before: "Older than this place, as an answer gives it.",
  after: "Newer than this place, as an answer gives it.",
  limit: "At most so many; 50 unless told.",
  totals: "With the count and sums of everything found, on all pages, in the primary currency.",
};

const EXTENT: Readonly<Record<string, string>> = {
  start_date: "The first day.",
  end_date: "The last day, included.",
  limit: "Of the newest so many transactions.",
};
const MOVEMENTS: Readonly<Record<string, string>> = {
  ...EXTENT,
  ends: "The days with which periods end, separated by commas; each day is one unless told.",
};
const SUSPECTS: Readonly<Record<string, string>> = {
  ...EXTENT,
  from: "Of those, the first day that is looked at.",
  to: "Of those, the last day that is looked at.",
  effects:
    "With one of these effects on the balance: amounts separated by commas, money in is positive.",
  within: "Or with another of the same effect within so many days; 3 unless told.",
};

/** The same, by path and name. */
export const LEDGER_PARAMETERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["/transactions", MEANINGS] as const,
    ["/balances/manual/{id}/movements", MOVEMENTS] as const,
    ["/balances/manual/{id}/suspects", SUSPECTS] as const,
  ].flatMap(([path, meanings]) =>
    Object.entries(meanings).map(([name, meaning]) => [`${path} ${name}`, meaning]),
  ),
);
