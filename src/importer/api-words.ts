// The prose of the OpenAPI document of /api, which no schema contains. A test checks that every row
// of the importer's table has its words.

import type { PlanLimits } from "../platform/plan-limits.ts";

/** Conventions that apply everywhere, one topic each. */
const CONVENTIONS: readonly (readonly [topic: string, rule: string])[] = [
  [
    "Credential",
    "A session of the pages, or Authorization: Bearer with a developer token of the budget or an import key. An import key may send files and mail, and read their results; one that is allowed to may also read the transactions by GET /api/export. The rest is for people. OAuth access tokens reach /v2 and /v1, not /api.",
  ],
  [
    "Connection",
    "A request acts for one connection: the one of the key or token, or the one that the session works with. Without one it is refused with 409. The parameter connection, where it is sent, must name it.",
  ],
  ["Dates", "Days are YYYY-MM-DD, months YYYY-MM, moments ISO 8601 date-times in UTC."],
  ["Amounts", "Text with a decimal point. In items for the budget a positive amount is a debit."],
  [
    "Paging",
    "Lists take limit and offset; while has_more is true, the next page begins at offset + limit.",
  ],
  [
    "Errors",
    "A refusal is {message, errors: [{errMsg, ...}]}: the kind, then a sentence for each fault with properties that locate it. A refused request has changed nothing.",
  ],
  ["HEAD", "Wherever there is a GET, HEAD is answered with its status and headers."],
];

/** The same, with the sizes that the plan of the deployment allows. */
export function conventionsOf({
  uploadBytes,
  mailBytes,
}: PlanLimits): readonly (readonly [topic: string, rule: string])[] {
  const sizes = `A file has at most ${uploadBytes / 1_000_000} MB, a message at most ${mailBytes / 1_048_576} MiB. A larger one is refused with 413, and nothing of it is kept.`;
  return [...CONVENTIONS, ["Sizes", sizes]];
}

/** The description of each tag, in the order of the page. */
export const TAGS: Readonly<Record<string, string>> = {
  imports: "Bank files: upload, questions, posting, undo.",
  matches: "Rows that match transactions, and decisions about them.",
  changes: "What people changed in transactions, each of which can be undone.",
  inbox: "Receipts that came by mail, and their results.",
  "learned from mail": "Accepted senders, and the corrections for them.",
  layouts: "How files of a layout are read, and the answers that are remembered for it.",
  schedules: "Balances and statements that are fetched automatically.",
  hooks: "Addresses that other programs send balances and items to.",
  webhooks: "Endpoints that are notified of events here.",
  "import keys": "Credentials for scripts.",
  views: "Filters of the transactions that a person saved under a name.",
  "receipt addresses": "Addresses that receipts are forwarded to.",
  export: "The budget's transactions, for programs that keep a copy.",
  backup: "Everything of a budget as one file: made, kept, and restored.",
  connections: "The budgets that a person imports into.",
};

/** The meaning of each parameter; "<path> <name>" overrides the bare name. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  id: "The id.",
  table: "The name of a table.",
  after: "Where the page begins: what next was in the answer before.",
  key: "The key of a file.",
  "/imports/{id}/receipts id": "The id of the import.",
  limit: "The maximum number of entries.",
  offset: "How many entries to skip.",
  before: "Only those with a smaller id: that of the last one shown.",
  account: "The manual account that the file goes to: its id, or its exact display name.",
  "/export account": "Only those of this account: its display name, or the id of a manual account.",
  from: "The first day, YYYY-MM-DD.",
  to: "The last day, YYYY-MM-DD.",
  currency: "The currency of amounts if the file names none.",
  "/imports preview":
    "true: stop before posting. foreign: stop where a row is in another currency than its account.",
  "/layouts/import preview": "true: only report what would change.",
  apply_rules: "Whether the budget's rules are applied.",
  applies_rules: "Whether the budget's rules will be applied.",
  skip_duplicates: "Whether to leave out rows that are already in the budget.",
  include_pending: "Whether pending rows are posted.",
  set_balance: "Whether a stated balance is set.",
  name: "The file's name, if the body is the file.",
  upload: "Names what is sent together, files or pieces: 8 to 40 small letters and digits.",
  pieces: "How many pieces the backup was sent in.",
  "/uploads/{upload} upload": "The upload.",
  "/uploads/{upload}/confirm upload": "The upload.",
  marks: "Only rows with these marks, separated by commas.",
  row: "The place of the row in the file, from 0.",
  waiting: "true: only those that wait for the user.",
  layout: "Only those read under this layout.",
  state: "Only those of this state.",
  line: "The line of the row in the file.",
  n: "The number of the transfer.",
  "/restore/pieces/{n} n": "The number of the piece, from 1.",
  "/inbox/{id}/attachments/{n} n": "The number of the attachment, as the message lists it.",
  transaction: "The id of the transaction.",
  document: "The number of a document in the message, from 0.",
  domain: "The sender's domain.",
  field: "One field; all of them if left out.",
  mode: "merge keeps what the file does not name, replace forgets it.",
  fingerprint: "The layout's fingerprint.",
  delivery: "The id of the delivery.",
};

/**
 * When an operation answers with each status, in order of precedence: the first that applies is
 * reported.
 */
export const FAILURES: readonly (readonly [status: number, when: string])[] = [
  [413, "The body is too large."],
  [401, "No credential, or one that is unknown, expired or revoked."],
  [
    409,
    "No budget is connected; or what is asked for cannot be done in the state that things are in.",
  ],
  [403, "An import key where only people may."],
  [415, "The body is of another media type."],
  [400, "The path, the query or the body is not of the form described here."],
  [404, "There is nothing with the id in the path."],
  [422, "The content cannot be read or used."],
  [425, "The same request was made a moment ago."],
  [502, "The budgeting service could not be asked; nothing was changed."],
  [500, "An internal error."],
];
