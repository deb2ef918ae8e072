// The prose of the OpenAPI document of /api, which no schema contains. A test checks that every row
// of the importer's table has its words.

/** Conventions that apply everywhere, one topic each. */
export const CONVENTIONS: readonly (readonly [topic: string, rule: string])[] = [
  [
    "Credential",
    "A session of the pages, or Authorization: Bearer with a developer token of the budget or an import key. An import key sends files and mail, and reads what became of them; the rest is for people. OAuth access tokens reach /v2 and /v1, not /api.",
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

/** The description of each tag, in the order of the page. */
export const TAGS: Readonly<Record<string, string>> = {
  imports: "Files of banks: sent, read, asked about, posted, undone.",
  matches: "Rows and transactions that were found to be alike, and what is decided about them.",
  inbox: "Receipts that came by mail, and what became of them.",
  "learned from mail": "Senders that were accepted, and what was corrected for them.",
  layouts: "How files of a layout are read, and the answers that are remembered for it.",
  schedules: "Balances and statements that are fetched by themselves.",
  hooks: "Addresses that other programs send balances and items to.",
  webhooks: "Endpoints that are told of what happens here.",
  "import keys": "Credentials for scripts.",
  "receipt addresses": "Addresses that receipts are forwarded to.",
  connections: "The budgets that a person imports into.",
};

/** The meaning of each parameter; "<path> <name>" overrides the bare name. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  id: "The id.",
  "/imports/{id}/receipts id": "The id of the import.",
  limit: "At most so many.",
  offset: "Leave out so many at the start.",
  account: "The manual account that the file goes to: its id, or its exact display name.",
  currency: "The currency of amounts where the file names none.",
  "/imports preview":
    "true: stop before posting. foreign: stop where a row is in another currency than its account.",
  "/layouts/import preview": "true: only say what would change.",
  apply_rules: "Whether the budget's rules are applied.",
  skip_duplicates: "Whether what is in the budget already is left out.",
  include_pending: "Whether pending rows are posted.",
  set_balance: "Whether a stated balance is set.",
  name: "The file's name, where the body is the file.",
  waiting: "true: only those that wait for a person.",
  layout: "Only those read under this layout.",
  state: "Only those of this state.",
  line: "The line of the row in the file.",
  n: "The number of the transfer.",
  "/inbox/{id}/attachments/{n} n": "The number of the attachment, as the message lists it.",
  transaction: "The id of the transaction.",
  document: "The number of a document in the message, from 0.",
  domain: "The sender's domain.",
  field: "One field; all of them where it is left out.",
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
  [422, "What was sent cannot be read, or not be used."],
  [425, "It was asked for a moment ago."],
  [502, "The budgeting service could not be asked; nothing was changed."],
  [500, "A fault of our own."],
];
