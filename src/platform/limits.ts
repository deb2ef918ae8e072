// Every bound we promise, beside the platform bound it respects. Units last in the name. Local
// simulators enforce almost none of the platform's, so test/platform/limits.test.ts asserts the
// relations.

const KIB = 1024;
const MIB = 1024 * KIB;

// Uploads. Platform: request body 100 MB (decimal) on the common plans.
export const UPLOAD_BYTES_MAX = 100_000_000;
// R2 takes parts of at least 5 MiB, all of one size but the last.
export const UPLOAD_PART_BYTES = 8 * MIB;
// A smaller file is held and put at once, which takes a third of the time.
export const HELD_BYTES_MAX = 24 * MIB;
// An archive: its files, what they unpack to together, how often what is large may be packed,
// entries with folders.
export const ARCHIVE_FILES_MAX = 50;
export const ARCHIVE_BYTES_MAX = 250_000_000;
export const ARCHIVE_RATIO_MAX = 250;
export const ARCHIVE_ENTRIES_MAX = 1_000;
export const ARCHIVE_DEPTH_MAX = 2;
export const FILE_NAME_CHARS_MAX = 200;
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;
export const IDEMPOTENCY_KEEP_MS = 7 * 24 * 60 * 60_000;
export const MULTIPART_HEADER_BYTES_MAX = 16 * KIB;
export const MULTIPART_FIELD_BYTES_MAX = 16 * KIB;
export const MULTIPART_FIELDS_MAX = 20;
// How long POST /api/imports waits for the survey (of a small file, for its reading), so that what
// nobody can read is refused at once.
export const SURVEY_WAIT_MS = 900;
export const SMALL_DOCUMENT_BYTES = 64 * KIB;

// Reading a statement. Platform: 128 MB of memory an isolate.
export const CSV_COLUMNS_MAX = 256;
export const CSV_CELL_CHARS_MAX = 64 * KIB;
export const CSV_RECORD_CHARS_MAX = 512 * KIB;
export const CSV_ROWS_MAX = 2_000_000;
// The lines at which a proof breaks that are shown; all are counted.
export const PROOF_LINES_MAX = 10;
// The lines of rows left out that a question about the reading names.
export const DOUBT_LINES_MAX = 10;
// A document of a format that is read whole; with its records it takes several times as much.
export const WHOLE_DOCUMENT_BYTES_MAX = 16 * MIB;
// Its records take some hundred bytes each, in both passes.
export const WHOLE_RECORDS_MAX = 100_000;
// Accounts in one file: each may be a question to a person. An import's questions are stored with
// it.
export const STATEMENT_ACCOUNTS_MAX = 200;
// OFX: real documents nest eight deep, a record has some twenty values and two aggregates, a tag at
// most a namespace.
export const OFX_DEPTH_MAX = 64;
export const OFX_AGGREGATES_MAX = 250_000;
export const OFX_VALUES_MAX = 1_000_000;
export const OFX_FIELDS_MAX = 256;
export const OFX_VALUE_CHARS_MAX = 64 * KIB;
export const OFX_TAG_CHARS_MAX = 1_024;
// XML: a message with its envelope is some 25 deep. A camt document's entries and details are
// parsed a piece at a time, since a tree takes up to 100 times its text; a piece has some 1,000
// characters.
export const XML_DEPTH_MAX = 64;
export const XML_TAG_CHARS_MAX = 16 * KIB;
export const CAMT_PIECE_CHARS_MAX = 256 * KIB;
export const CAMT_PIECES_MAX = 100_000;
// Workbooks: a sheet is unpacked in pieces and never held; texts that cells share are. Spreadsheets
// have at most 1,048,576 rows and 32,767 characters a cell. A sheet of real rows packs some 10
// times, one of empty cells 100 times.
export const XML_TEXT_CHARS_MAX = 1 * MIB;
export const WORKBOOK_PART_BYTES_MAX = 16 * MIB;
export const WORKBOOK_SHEET_BYTES_MAX = 256 * MIB;
// All parts of a workbook together, by what its directory says.
export const WORKBOOK_BYTES_MAX = 256 * MIB;
export const WORKBOOK_RATIO_MAX = 250;
export const WORKBOOK_PARTS_MAX = 5_000;
export const WORKBOOK_SHEETS_MAX = 50;
export const WORKBOOK_STRINGS_MAX = 2_000_000;
export const WORKBOOK_STRING_BYTES_MAX = 24 * MIB;
// Cells that a sheet writes once for many (ODS): a file of 10 KB would fill every cell of a sheet.
export const WORKBOOK_REPEATED_CELLS_MAX = 1_000_000;
export const WORKBOOK_MERGES_MAX = 5_000;
export const SHEET_ROWS_MAX = 1_048_576;
// MT940: a :61: with its narrative; the standard allows 6 lines of 65 characters. QIF: a record,
// some of a hundred splits. Lines are held; a short one takes ten times its text.
export const TAGGED_LINES_MAX = 600_000;
export const MT940_FIELD_CHARS_MAX = 64 * KIB;
export const QIF_RECORD_CHARS_MAX = 64 * KIB;
export const QIF_RECORD_LINES_MAX = 4_000;
// One step of the Importer's alarm reads this many slices of 1,000 records.
export const READ_SLICES_MAX = 20;
// Of a document that was read before, this many rows are copied at once: some 20 ms.
export const COPIED_ROWS_MAX = 1_000;
// A fault of our own while reading is tried again this often; then the import has failed.
export const READ_FAULTS_MAX = 5;

// Mail. Platform: 25 MiB a message, 128 MB an isolate. Counted before anything is parsed: each line
// costs the parser an await, each part some 12 microseconds and 4 KB, so a mail of a million empty
// parts would take 12 s.
export const MAIL_BYTES_MAX = 25 * MIB;
// The most bytes that the archives of one mail may unpack to together. Anybody may send a mail, so
// the limit is lower than that of an upload.
export const MAIL_UNPACKED_BYTES_MAX = 25 * MIB;
export const MAIL_LINES_MAX = 1_000_000;
// Lines that begin with two dashes: boundaries, and the rules people draw.
export const MAIL_DASHED_LINES_MAX = 5_000;
export const MAIL_HEADER_BYTES_MAX = 256 * KIB;
// One header with its folds: a list of a thousand recipients. Nested groups cost the parser the
// square of it.
export const MAIL_HEADER_LINE_BYTES_MAX = 64 * KIB;
export const MAIL_HEADERS_MAX = 2_000;
export const MAIL_PARTS_MAX = 200;
export const MAIL_NESTING_MAX = 50;
export const MAIL_HTML_CHARS_MAX = 2 * MIB;
export const MAIL_TEXT_CHARS_MAX = 2 * MIB;
export const MAIL_PAGE_BYTES_MAX = 2 * MIB;
export const PAGES_A_MAIL_MAX = 4;
export const MAIL_ADDRESSES_MAX = 500;
export const MAIL_SUBJECT_CHARS_MAX = 1_000;
// Messages in messages: so deep, so many, and together so large; each level is held beside the one
// it came in.
export const MAIL_MESSAGES_DEPTH_MAX = 5;
export const MAIL_MESSAGES_MAX = 100;
export const MAIL_MESSAGES_BYTES_MAX = 32 * MIB;
// Signatures of a mail: so many are looked at, each of so many headers; the messages in it are
// looked at one by one. Keys below 1,024 bits are broken, those above 4,096 only cost time.
// Platform: 10,000 requests an invocation.
export const DKIM_SIGNATURES_MAX = 10;
export const DKIM_MESSAGES_MAX = 20;
export const DKIM_HEADERS_MAX = 200;
export const DKIM_TAGS_MAX = 50;
export const DKIM_RSA_BITS_MIN = 1_024;
export const DKIM_RSA_BITS_MAX = 4_096;
export const DKIM_KEY_CHARS_MAX = 1_500;
// Clocks differ; a signature of a later time than this is of none.
export const DKIM_SKEW_SECONDS_MAX = 60 * 60;
// A mail that was signed longer ago and comes only now may be somebody's old one, sent again.
export const MAIL_SIGNED_AGE_MS_MAX = 30 * 24 * 60 * 60_000;
export const ARC_SETS_MAX = 50;
export const RESULTS_CHARS_MAX = 8_192;
// DNS over HTTPS.
export const DNS_TIMEOUT_MS = 5_000;
export const DNS_ANSWER_BYTES_MAX = 64 * KIB;
export const DNS_RECORDS_MAX = 20;
export const DNS_CACHE_MAX = 200;
export const DNS_CACHE_MS_MAX = 60 * 60_000;
export const TRUSTED_MAX = 1_000;
// Messages that are read again when somebody is accepted, or no more.
export const DECIDED_AGAIN_MAX = 1_000;
// Forwards within one body.
export const FORWARDS_DEPTH_MAX = 5;
export const FORWARD_NOTE_CHARS_MAX = 2_000;

// Rows and their pages. Platform: 2 MB a row of SQLite, 32 MiB a call between objects; a character
// may take four bytes.
export const ROW_CELLS_CHARS_MAX = 256 * KIB;
export const CUT_CELL_CHARS = 500;
export const ROWS_PAGE_MAX = 500;
export const ROWS_PAGE_CHARS_MAX = 4 * MIB;
export const DESCRIPTION_CHARS_MAX = 1_000;
export const ACCOUNT_LABEL_CHARS_MAX = 200;
// Rows of one day looked at together when an export was cut in the middle of that day.
export const BOUNDARY_ROWS_MAX = 20_000;

// The inbox. Mail of one address beyond so many a day is stored and shown, and not read by itself.
export const MAIL_A_DAY_MAX = 200;
export const MAIL_DAY_MS = 24 * 60 * 60_000;
// Reading is begun so often, each beginning stored before it: a mail that kills the isolate ends
// with a person.
export const MAIL_READS_MAX = 3;
export const INBOX_PAGE_MAX = 100;
// A reading that is larger than the first is kept in R2; of a larger one than the second, texts are
// cut. Platform: 2 MB a row of SQLite, a character may take four bytes.
export const READING_ROW_CHARS_MAX = 64 * KIB;
export const READING_CHARS_MAX = 8 * MIB;
export const READING_VIEW_CHARS_MAX = 512 * KIB;
export const RECEIPT_CHARS_MAX = 128 * KIB;
export const RECEIPTS_A_MAIL_MAX = 200;
export const STATEMENTS_A_MAIL_MAX = 20;
// A text that is shorter says too little to know a document by.
export const DOCUMENT_LETTERS_MIN = 24;
// How long a receipt waits for the bank's row, and how often it is looked for beside the imports
// that bring one.
export const RECEIPT_WAIT_MS = 45 * 24 * 60 * 60_000;
export const RECEIPT_LOOK_MS = 24 * 60 * 60_000;
// What is attached of a mail: the service takes files of less than 10 MB (ATTACHMENT_BYTES_MAX).
export const ATTACHED_MAIL_BYTES_MAX = 5 * MIB;
export const ATTACHED_LINES_MAX = 2_000;
export const ATTACHED_LINE_CHARS = 95;
/** A service that fails on a file again and again gets none. */
export const ATTACH_TRIES_MAX = 8;
/** Receipts, and transactions, that are compared at once. */
export const MATCH_RECEIPTS_MAX = 500;
export const MATCH_ROWS_MAX = 20_000;
export const INBOX_HISTORY_MAX = 200;
export const INBOX_TEXT_CHARS_MAX = 300;
export const MERCHANTS_REMEMBERED_MAX = 1_000;
// A body that is shown: its markup is cleaned in one pass, without what is beyond.
export const SHOWN_HTML_CHARS_MAX = 2 * MIB;
export const SHOWN_HTML_DEPTH_MAX = 200;
export const SHOWN_HTML_OPEN_MAX = 2_000;

// Posting and retrying. Platform: an alarm may run 15 minutes and a request make 10,000 others; a
// failing alarm is dropped after 6 retries, so ours never throws and keeps its own count. It works
// so long, and does so many steps, before it sets the next one; the last step may add the time of
// some requests.
export const ALARM_WORK_MS_MAX = 60_000;
export const ALARM_STEPS_MAX = 400;
// The same on the plan Workers Free (plan-limits.ts). Platform: 30 s of processor time a call of an
// object, 1,000 requests an invocation to its own services and 50 to other servers. An upload passes
// through a request with 10 ms of processor time.
export const FREE_ALARM_WORK_MS_MAX = 15_000;
export const FREE_ALARM_STEPS_MAX = 80;
export const FREE_ALARM_REMOTE_STEPS_MAX = 4;
export const FREE_UPLOAD_BYTES_MAX = 5_000_000;
export const FREE_MAIL_BYTES_MAX = 5 * MIB;
export const REQUEST_TIMEOUT_MS = 30_000;
export const RETRY_DELAY_MS_MIN = 1_000;
export const RETRY_DELAY_MS_MAX = 15 * 60_000;
// After an alarm that failed the next one comes this much later at most: whoever waits does not
// wait long once it is well.
export const ALARM_PAUSE_MS_MAX = 60_000;
// Answers of 5xx in a row after which a batch is halved, and after which a row that is alone is
// rejected where others are accepted.
export const SERVER_FAULTS_TO_HALVE = 3;
export const SERVER_FAULTS_TO_REJECT = 6;
// How many waiting rows are looked at to fill one request: some more than it takes, for equal rows
// that travel together.
export const PLAN_WINDOW_ROWS = 600;
// How long after an undo, and after each look before, the budget is looked at for transactions of
// the import that arrived late.
export const LATE_LOOKS_MS = [60_000, 10 * 60_000, 60 * 60_000, 24 * 60 * 60_000] as const;
// How many splits and groups one step of undoing dissolves, with two requests each.
export const UNDO_FREED_A_STEP = 4;
// Refusals in a row after which undoing no longer tries to free what is refused.
export const UNDO_REFUSALS_MAX = 32;
// Comparing with what the budget holds: so many rows and stored transactions at a time, some
// hundred bytes each.
export const COMPARE_ROWS_MAX = 10_000;
export const COMPARE_TRANSACTIONS_MAX = 20_000;
// So many rows are recorded at once as already there, or as rows to insert, each with its evidence.
export const DECIDED_ROWS_MAX = 2_000;
// Of the rows to compare, this many are looked up first: if one of them is new, the days are listed.
export const KNOWN_TRIED = 200;
// Transfers between own accounts: how far apart their sides are, in days from Monday to Friday; how
// many days, and rows of the import, are looked at at once; how many equal amounts of those days can
// still be told apart; how long the transactions of one step are good enough for the next.
export const TRANSFER_WEEKDAYS_MAX = 4;
export const TRANSFER_WINDOW_DAYS = 366;
export const TRANSFER_ROWS_MAX = 2_000;
export const TRANSFER_RIVALS_MAX = 100;
export const TRANSFER_KEPT_MS_MAX = 10_000;
// A pending transaction is posted so many days later, or earlier; by the bank's own id also after a
// longer hold.
export const PENDING_DAYS_MAX = 10;
export const PENDING_DAYS_BEFORE_MAX = 3;
export const PENDING_REFERENCE_DAYS_MAX = 31;
// Pending transactions of one account that one import compares with.
export const PENDING_MAX = 2_000;
// How long the interface waits for what it was asked to do with the budget, before it answers that
// it is under way.
export const JOB_WAIT_MS = 900;
export const MATCHES_PAGE_MAX = 500;
// An answer of the service: 2,000 transactions with their metadata fit several times over.
export const RESPONSE_BYTES_MAX = 32 * MIB;

// A mail's body as a person sees it. Platform: 128 MB of memory an isolate; real receipts have some
// 200,000 characters, 5,000 tags and 150 levels, and what lies beyond is said, not read.
export const RECEIPT_HTML_CHARS_MAX = 2 * MIB;
export const RECEIPT_HTML_TAGS_MAX = 100_000;
export const RECEIPT_HTML_DEPTH_MAX = 1_000;
export const RECEIPT_VIEW_CHARS_MAX = 1 * MIB;
// A bank's notice says what happened in its first lines; legal texts follow.
export const ALERT_CHARS_MAX = 30_000;
// Movements told of in one; what lies beyond is asked about.
export const ALERT_MOVEMENTS_MAX = 40;

// Structured data in a mail. An e-invoice of 500 lines has some 30,000 tags, a tree of which takes
// 500 bytes a tag; a signed one is wrapped at most a few times. JSON-LD of real mail has some
// 20,000 characters.
export const EINVOICE_BYTES_MAX = 8 * MIB;
export const EINVOICE_TAGS_MAX = 60_000;
export const EINVOICE_LINES_MAX = 2_000;
export const EINVOICES_A_MAIL_MAX = 50;
export const CMS_DEPTH_MAX = 12;
export const CMS_PIECES_MAX = 20_000;
export const STRUCTURED_CHARS_MAX = 1 * MIB;
export const STRUCTURED_DEPTH_MAX = 64;
export const STRUCTURED_NODES_MAX = 20_000;
export const STRUCTURED_BLOCKS_MAX = 50;
// A value that is longer is no name, number or amount: an embedded file, terms and conditions.
export const LISTED_VALUE_CHARS_MAX = 1_000;
export const LISTED_CHARS_MAX = 1 * MIB;

// PDFs. Platform: 128 MB an isolate. What is packed is unpacked once beforehand, in pieces and
// counted: the reader itself holds a stream whole, and ten bytes can stand for ten thousand.
export const PDF_BYTES_MAX = 10 * MIB;
export const PDF_PAGES_MAX = 20;
export const PDFS_A_MAIL_MAX = 10;
export const PDF_UNPACKED_BYTES_MAX = 24 * MIB;
export const PDF_STREAMS_MAX = 20_000;
// Outside of streams the reader of PDFs takes what no blank ends as one word, of which it keeps 25
// times as much.
export const PDF_LINE_BYTES_MAX = 1 * MIB;
export const PDF_ITEMS_MAX = 60_000;
export const PDF_TEXT_CHARS_MAX = 512 * KIB;
export const PDF_EMBEDDED_MAX = 10;

// Sources: other people's servers that are asked on a schedule. Platform: six connections may wait
// for their headers at once, 10,000 requests an invocation, 128 MB an isolate; parsed JSON takes
// some ten times its text.
export const SOURCE_URL_CHARS_MAX = 4_096;
export const SOURCE_HEADERS_MAX = 20;
export const SOURCE_HEADER_CHARS_MAX = 8 * KIB;
export const SOURCE_REDIRECTS_MAX = 3;
export const SOURCE_REQUESTS_AT_ONCE_MAX = 4;
export const SOURCE_ANSWER_BYTES_MAX = 4 * MIB;
// A server's wish to be left alone is heard for a day.
export const SOURCE_RETRY_MS_MAX = 24 * 60 * 60_000;
export const SOURCE_NAMES_KEPT_MAX = 100;
export const SOURCE_NAME_KEEP_MS_MAX = 30_000;
export const SOURCE_JSON_DEPTH_MAX = 64;
export const SOURCE_JSON_VALUES_MAX = 250_000;
// A path's work is the document's size times these at most.
export const SOURCE_PATH_CHARS_MAX = 1_000;
export const SOURCE_PATH_WIDTH_MAX = 4;
export const SOURCE_PATH_QUERIES_MAX = 8;
export const SOURCE_CSV_ROWS_MAX = 50_000;
export const SOURCE_SELECTED_MAX = 10_000;
export const SOURCE_CELL_CHARS_MAX = 200;

// Schedules. The heartbeat comes every quarter of an hour: nothing is promised to be more often.
// Platform: an object's alarm is one instant, an invocation makes 10,000 requests.
export const SCHEDULES_MAX = 100;
export const SCHEDULE_MINUTES_MIN = 15;
export const SCHEDULE_NAME_CHARS_MAX = 100;
export const SCHEDULE_CRON_CHARS_MAX = 200;
export const SCHEDULE_ZONE_CHARS_MAX = 64;
export const SCHEDULE_SETTINGS_CHARS_MAX = 16 * KIB;
export const SCHEDULE_SECRET_CHARS_MAX = 8 * KIB;
// Accounts whose balance statements never set.
/** Accounts whose transactions have the purchase date. */
export const PURCHASE_DATED_ACCOUNTS_MAX = 1_000;
/** A purchase date is taken from at most that many days before the posting date. */
export const PURCHASE_DAYS_MAX = 45;
export const UNFOLLOWED_ACCOUNTS_MAX = 1_000;

// Runs of one schedule that are kept, the newest.
export const SCHEDULE_RUNS_KEPT = 100;
// Due times that one run of a fixed amount makes up.
export const SCHEDULE_TIMES_MAX = 1_000;
// A run is tried so often, each try stored before it begins; while one may still be under way, none
// other begins.
export const SCHEDULE_TRIES_MAX = 8;
export const SCHEDULE_TRY_MS = 3 * 60_000;
export const SCHEDULE_IMPORT_LOOK_MS = 60_000;
// What was claimed with a token is kept for whoever saves with it again, having heard no answer.
export const CLAIM_KEEP_MS = 24 * 60 * 60_000;
// The wait after the first fault is what the back-off gives for the sixth: a minute at most, then
// two, four, eight.
export const SCHEDULE_BACKOFF_FROM = 5;
// Months of a history that one run writes, the newest; the service takes HISTORY_ITEMS_MAX.
export const SCHEDULE_MONTHS_MAX = 600;
// Clocks differ: a balance of a later time than this is not believed.
export const BALANCE_AHEAD_MS_MAX = 24 * 60 * 60_000;
// So many runs in a row that failed are told to a person.
export const SCHEDULE_FAILURES_TOLD = 3;
export const FORMULA_MONTHS_MAX = 1_200;

// Chains and exchanges. A batch of calls that public nodes take; an extended key is looked through
// until so many addresses in a row were never used (BIP 44, "Address gap limit"), at most so many
// in all, each a request.
export const RPC_BATCH_CALLS_MAX = 50;
export const CHAIN_TOKENS_MAX = 50;
export const XPUB_GAP_ADDRESSES = 20;
export const XPUB_ADDRESSES_MAX = 400;
export const EXCHANGE_PAGES_MAX = 20;
export const EXCHANGE_PAGE_ROWS = 250;
export const EXCHANGE_LOCKOUT_MS = 15 * 60_000;

// Webhooks that come in. A sender's message is small by the standard (20 KB); one with a month of
// transactions is not.
export const HOOKS_MAX = 50;
export const HOOK_LABEL_CHARS_MAX = 100;
export const HOOK_BODY_BYTES_MAX = 1 * MIB;
export const HOOK_ITEMS_MAX = 1_000;
export const HOOK_FAULTS_TOLD = 20;
// A hook that is called more often within a day is out of order; the next day it is taken again.
export const HOOK_CALLS_A_DAY_MAX = 2_000;
export const HOOK_CALLS_PAGE_MAX = 100;
// How long a webhook-id is remembered with what it did: senders try for three days, some for a
// week.
export const HOOK_CALL_KEEP_MS = 30 * 24 * 60 * 60_000;
export const HOOK_CALLS_FORGOTTEN_STEP = 1_000;
// Clocks differ; a balance of a later time than this is of none.
export const HOOK_BALANCE_AHEAD_MS_MAX = 5 * 60_000;
export const HOOK_REFUSAL_CHARS_MAX = 300;
/** What a hook was called by, or signed with, before is taken for so long. */
export const HOOK_ROTATION_MS = 24 * 60 * 60_000;

// Webhooks that go out. Standard Webhooks asks for tries over days, and for 15 to 30 seconds each
// (REQUEST_TIMEOUT_MS).
export const ENDPOINTS_MAX = 10;
export const ENDPOINT_LABEL_CHARS_MAX = 100;
export const NOTICES_AT_ONCE_MAX = 4;
/**
 * After so long an attempt of which nothing was heard counts as one that failed; more than it can
 * take, names and all.
 */
export const NOTICE_LEASE_MS = 2 * 60_000;
/** What lies between an attempt that failed and the next; the last of them is the last attempt. */
export const NOTICE_DELAYS_MS = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  10 * 3_600_000,
] as const;
/** A receiver that has too much, and does not say for how long, gets nothing else for so long. */
export const NOTICE_QUIET_MS = 5 * 60_000;
/** An endpoint that took nothing for so long, of all that was tried, is told nothing more. */
export const ENDPOINT_FAILING_MS_MAX = 3 * 24 * 60 * 60_000;
/** The secret before the one in use signs along for so long. */
export const ENDPOINT_ROTATION_MS = 24 * 60 * 60_000;
export const NOTICE_KEEP_MS = 30 * 24 * 60 * 60_000;
export const NOTICES_FORGOTTEN_STEP = 1_000;
export const DELIVERIES_PAGE_MAX = 100;

// Connections: requests to an authorization server, its answers, and what a token may be. A refresh
// whose answer was lost is sent again while the server still repeats its answer, which ours does
// for REFRESH_GRACE_MS.
export const OAUTH_REQUEST_TIMEOUT_MS = 15_000;
export const OAUTH_RESPONSE_BYTES_MAX = 128 * KIB;
// Tokens are refreshed so long before they expire, or in the second half of their life where that
// is shorter.
export const REFRESH_AHEAD_MS = 5 * 60_000;
// A refresh that may have been carried out is repeated by the alarm at the latest after so long; it
// must be more than one request takes, and well within what servers allow for a lost answer.
export const REFRESH_REPEAT_MS = OAUTH_REQUEST_TIMEOUT_MS + 5_000;
// A token that is refused so soon after a refresh gave it is asked about before another refresh.
export const TOKEN_FRESH_MS = 60_000;
export const FRESH_REFUSALS_MAX = 3;
export const SERVER_METADATA_KEEP_MS = 60 * 60_000;
// Platform: KV takes a minute to converge. A value that is read back after twice that is the one
// that everybody reads.
export const KV_SETTLE_MS = 2 * 60_000;
// So often the tokens are looked for before they count as gone: somewhat more than an hour.
export const TOKENS_MISSING_MAX = 12;
// What is owed upstream for tokens that are no longer ours: so often, some hours, and so many at
// once.
export const ERRAND_TRIES_MAX = 20;
export const ERRANDS_MAX = 100;
export const ATTEMPT_LIFETIME_MS = 10 * 60_000;
/**
 * Ways to an authorization server that one browser may have begun and not ended; older ones are
 * forgotten.
 */
export const ATTEMPTS_A_BROWSER_MAX = 8;
export const IDENTITY_BYTES_MAX = 64 * KIB;
export const TOKEN_CHARS_MAX = 8 * KIB;
// Where an answer does not say how long its token lives, or says something absurd.
export const TOKEN_LIFETIME_MS_DEFAULT = 60 * 60_000;
export const TOKEN_LIFETIME_MS_MAX = 400 * 24 * 60 * 60_000;

// The importer's own interface.
export const FORM_BYTES_MAX = 64 * KIB;
export const IMPORTS_PAGE_MAX = 100;
export const IMPORTS_SEARCH_CHARS_MAX = 100;
export const ANSWERS_MAX = 500;
export const ANSWER_CHARS_MAX = 500;
/** A document is read under so many answers at most, to show what would follow from each. */
export const QUESTION_READINGS_MAX = 16;
/** Of each reading so many records count. */
export const QUESTION_ROWS_MAX = 2_000;
/** A larger document that is read whole is not read again for each answer. */
export const QUESTION_BYTES_MAX = 2 * MIB;
// Learned layouts: beyond so many the one that was not used for the longest, and for which nothing
// is remembered, goes.
export const LAYOUTS_MAX = 1_000;
export const LAYOUTS_PAGE_MAX = 100;
export const LAYOUT_TEXT_CHARS_MAX = 200;
export const LAYOUT_SENTENCES_MAX = 60;
export const LAYOUT_SENTENCE_CHARS_MAX = 600;
// A question kept with its answer. Platform: 2 MB a row of SQLite.
export const ASKED_CHARS_MAX = 16 * KIB;
// A file of exported layouts, and the form that brings it.
export const LAYOUTS_FILE_BYTES_MAX = 4 * MIB;
export const LAYOUTS_FORM_BYTES_MAX = LAYOUTS_FILE_BYTES_MAX + 64 * KIB;
// A preview reads so many records of the document, for the proof, and shows so many.
export const PREVIEW_RECORDS_MAX = 5_000;
export const PREVIEW_ROWS = 25;
export const KEYS_MAX = 100;
export const KEY_LABEL_CHARS_MAX = 100;
// A page of GET /api/export. The documented service lists at most 2,000.
export const EXPORT_PAGE_MAX = 1_000;
// A tool asks to be let in: how long its code is good, and how often the tool should look.
export const TOOL_LOGIN_LIFETIME_MS = 10 * 60_000;
export const TOOL_LOGIN_INTERVAL_S = 2;
// Receipt addresses. RFC 5321, 4.5.3.1: before the @ at most 64 characters, which is name, plus
// sign, connection (26), dash and secret (16 characters of base32: 80 bits); the whole at most 254.
export const MAILBOX_NAME_CHARS_MAX = 20;
export const MAILBOX_CHARS_MAX = 210;
export const RECIPIENT_CHARS_MAX = 254;
export const ADDRESSES_MAX = 20;
export const ADDRESS_LABEL_CHARS_MAX = 100;
// Of one address, so many may be going on beside the one that replaced them.
export const EARLIER_ADDRESSES_MAX = 10;
export const ADDRESS_GRACE_DAYS_DEFAULT = 7;
export const ADDRESS_GRACE_DAYS_MAX = 90;
// Sealing again after TOKEN_KEY was changed. Platform: a request makes at most 10,000 others, KV
// lists at most 1,000 keys.
export const RESEAL_STEP_CONNECTIONS = 50;
export const RESEAL_STEP_BUDGETS = 50;
/** Connections that one heartbeat wakes. */
export const HEARTBEAT_CONNECTIONS = 50;
export const RESEAL_CURSOR_CHARS_MAX = 2_000;
export const PROOF_AGE_MS_MAX = 5 * 60_000;
// Watchers of one import; more are told to ask again.
export const WATCHERS_MAX = 20;

// Transactions of the service (service-v2.md).
export const BATCH_ROWS_MAX = 500;
export const PAGE_ROWS_MAX = 2_000;
export const PAGE_ROWS_DEFAULT = 1_000;
/** External ids that are looked up in one request. */
export const KNOWN_IDS_MAX = 2_000;
/** A page of the ledger, for people. */
export const LEDGER_ROWS_MAX = 200;
export const LEDGER_ROWS_DEFAULT = 50;
export const LEDGER_IDS_MAX = 200;
/** Imports that a view of transactions can name: more than a year of daily schedules. */
export const LEDGER_IMPORTS_MAX = 500;
/** Like FILTER_SORTED_MAX, for a page that is soon full. */
export const LEDGER_SORTED_MAX = 5_000;
/** Transactions that a search finds before its pages and sums, which then look at these alone. */
export const LEDGER_FOUND_MAX = 500;
export const SEARCH_CHARS_MAX = 100;
/**
 * Values that a search passes to the database, which takes 100 in a statement; words beyond them
 * are compared afterwards.
 */
export const SEARCH_VALUES_MAX = 60;
/** Platform: a pattern of LIKE or GLOB has at most 50 bytes. */
export const SQL_PATTERN_BYTES_MAX = 50;
/** Transactions that the database may have found, compared at a time. */
export const SEARCH_STEP_ROWS = 1_000;
/**
 * Parts and members shown inside one page of transactions: of 2,000 groups they would be a million.
 * Platform: 128 MB an isolate.
 */
export const PAGE_CHILDREN_MAX = 20_000;
/**
 * Transactions that a filter may find and sort; where there are more, the list is walked in its
 * order until a page is full.
 */
export const FILTER_SORTED_MAX = 20_000;
/**
 * All texts of one page of transactions; the importer reads answers of RESPONSE_BYTES_MAX, three
 * bytes a character at the most.
 */
export const PAGE_TEXT_CHARS_MAX = 10_000_000;
/** What the importer asks for where a page was refused for its texts. */
export const PAGE_ROWS_SMALL = 200;
// The pages of transactions. A search over a service that cannot search costs requests of its quota
// (100 a minute).
export const LEDGER_REQUESTS_MAX = 10;
export const EXPORT_ROWS_MAX = 100_000;
// The documents name no bound of a transaction's texts; these are ours (gaps.md, D20).
export const PAYEE_CHARS_MAX = 1_000;
export const NOTES_CHARS_MAX = 10_000;
/**
 * Notes of a budget amount (service-v2.md) and of an attachment, and the description of a recurring
 * item.
 */
export const SHORT_NOTES_CHARS_MAX = 350;
// The lengths to which an import cuts a bank's texts; any service takes them.
export const ITEM_PAYEE_CHARS_MAX = 140;
export const ITEM_NOTES_CHARS_MAX = 350;
/** Of a longer text only the beginning is looked at for a payee. */
export const PAYEE_TEXT_CHARS_MAX = 512;
/** Distinct texts whose payee is remembered: some hundred bytes each. */
export const PAYEES_CACHED_MAX = 4_096;
/** Distinct words of payees' texts that are remembered with what they are, and their length. */
export const WORDS_CACHED_MAX = 8_192;
export const WORD_CHARS_CACHED_MAX = 40;
export const EXTERNAL_ID_CHARS_MAX = 75;
export const METADATA_CHARS_MAX = 4_096;
// The narrower texts of version 1 (service-v1.md, Limits; gaps.md, 2b, 3.11 and 5).
export const LEGACY_PAYEE_CHARS_MAX = 140;
export const LEGACY_NOTES_CHARS_MAX = 350;
export const LEGACY_CATEGORY_NAME_CHARS_MAX = 40;
export const LEGACY_CATEGORY_DESCRIPTION_CHARS_MAX = 140;
export const LEGACY_ACCOUNT_NAME_CHARS_MAX = 45;
export const LEGACY_SUBTYPE_CHARS_MAX = 25;
export const LEGACY_CRYPTO_DISPLAY_NAME_CHARS_MAX = 25;
export const LEGACY_INSTITUTION_CHARS_MAX = 50;
export const SPLIT_PARTS_MAX = 500;
export const GROUP_MEMBERS_MAX = 500;
// Attachments must have less than 10 MB. Platform: 128 MB an isolate, where the body is held twice
// or three times.
export const ATTACHMENT_BYTES_MAX = 10_000_000;
export const ATTACHMENT_FORM_BYTES_MAX = ATTACHMENT_BYTES_MAX + 64 * KIB;
export const FILES_A_TRANSACTION_MAX = 50;
export const FILE_LINK_MS = 10 * 60_000;
// Platform: R2 deletes at most 1,000 objects a call.
export const FORGOTTEN_FILES_STEP = 1_000;

// The documented quota of the service.
export const RATE_LIMIT_REQUESTS = 100;
export const RATE_LIMIT_WINDOW_MS = 60_000;

// The service's requests and resources, where the documents give no number.
export const JSON_BODY_BYTES_MAX = 8 * MIB;
export const JSON_DEPTH_MAX = 32;
// Nobody signs in to the static mock, whose object may share an isolate's 128 MB with others: an
// upload takes up to 40 MB.
export const MOCK_LONG_BODY_BYTES_MIN = 64 * KIB;
export const MOCK_LONG_BODIES_MAX = 2;
export const ERRORS_MAX = 100;
export const QUERY_IDS_MAX = 500;
export const OFFSET_MAX = 1_000_000_000;
export const TAG_IDS_MAX = 100;
export const TAG_NAME_CHARS_MAX = 100;
export const CATEGORY_CHILDREN_MAX = 500;
export const RULES_MAX = 1_000;
export const RULE_PARTS_MAX = 10;
export const RULE_TEXT_CHARS_MAX = 350;
export const DISPLAY_NAME_CHARS_MAX = 100;
// Of one person in one budget: what a member has takes nothing from another.
export const TOKENS_A_PERSON_MAX = 50;
export const TOKEN_LABEL_CHARS_MAX = 100;
export const TOKEN_USED_INTERVAL_MS = 60_000;
// OAuth. The documents give no number; RFC 9700 and RFC 6749 ask for short codes. An access token's
// life is what a client is told (expires_in).
export const CLIENT_NAME_CHARS_MAX = 100;
export const REDIRECT_URIS_MAX = 20;
export const REDIRECT_URI_CHARS_MAX = 500;
// Platform: an object makes at most 1,000 requests to others at a time on the common plans; the
// rest waits for an alarm.
export const CLIENT_BUDGETS_STEP = 100;
export const CLIENT_ALARM_RETRY_MS = 30_000;
export const CONSENT_FORM_MS = 10 * 60_000;
export const CODE_LIFETIME_MS = 60_000;
export const ACCESS_TOKEN_LIFETIME_MS = 3_600_000;
// How long a refresh token that was used still repeats its answer, for a client that lost it.
export const REFRESH_GRACE_MS = 60_000;
// A grant ends when its refresh token lies unused, and in any case a year after the person agreed.
export const REFRESH_TOKEN_IDLE_MS = 90 * 24 * 60 * 60_000;
export const GRANT_LIFETIME_MS = 365 * 24 * 60 * 60_000;
// Of one person in one budget. Of one client the grants used last and the newest codes stay.
export const GRANTS_A_PERSON_MAX = 200;
export const GRANTS_A_CLIENT_MAX = 20;
export const CODES_A_CLIENT_MAX = 10;
// How long a budget remembers a client that was removed: far longer than a consent may be on its
// way.
export const REMOVED_CLIENT_KEEP_MS = 24 * 60 * 60_000;
export const ACCESS_TOKENS_A_GRANT_MAX = 20;
export const GRANTS_FORGOTTEN_STEP = 100;
// One request of a client: the longest fields together; a browser's address, which comes before any
// check.
export const OAUTH_BODY_BYTES_MAX = 8 * KIB;
export const OAUTH_QUERY_CHARS_MAX = 8 * KIB;
export const OAUTH_STATE_CHARS_MAX = 2_000;
// Seconds a browser remembers what a page of another site may send; Chromium takes no more than two
// hours.
export const PREFLIGHT_KEEP_S = 7_200;
// A budget period is at most so many units long; with years, more than the days we hold.
export const BUDGET_PERIOD_QUANTITY_MAX = 1_000;
export const BUDGETS_PERIODS_MAX = 1_200;
export const ROLLOVER_ADJUSTMENTS_MAX = 10_000;
// A summary's periods: 300 years of months, ten of days; and the occurrences of all its categories
// together.
export const SUMMARY_PERIODS_MAX = 4_000;
export const SUMMARY_OCCURRENCES_MAX = 50_000;
// One parameter holds so many categories with two days each: at most 42 characters a piece.
export const SUMMARY_PIECES_A_STATEMENT = 10_000;
// Balance history: a hundred years of months in one request; so many rows, of some 40 characters,
// in one parameter.
export const HISTORY_ITEMS_MAX = 1_200;
export const HISTORY_DETAIL_CHARS_MAX = 255;
export const HISTORY_RECOMPUTE_ROWS = 1_000;
// Platform: a text is at most 2 MB, also as a parameter; a character may take three bytes.
export const PARAMETER_CHARS_MAX = 600_000;
// What is longer than this is longer than the platform takes, whatever its characters. Simulators
// take it.
export const SQL_TEXT_CHARS_MAX = 2_000_000;

// Work that the Budget object's alarm does. Platform: an alarm may run 15 minutes and is dropped
// after 6 faults.
export const JOB_STEPS_MAX = 200;
export const JOB_FAULT_DELAY_MS_MIN = 10_000;
export const JOB_FAULT_DELAY_MS_MAX = 60 * 60_000;

// Crypto (how long a quantity may be: money/quantity.ts).
export const CRYPTO_SYMBOL_CHARS_MAX = 25;
export const CRYPTOCURRENCIES_MAX = 2_000;
export const CRYPTO_ACCOUNTS_MAX = 500;
export const CRYPTO_BALANCES_MAX = 500;

// What providers say. Platform: a text is at most 2 MB, also as a parameter; a character may take
// three bytes.
export const FEED_CHARS_MAX = 600_000;
export const PROVIDER_ACCOUNTS_MAX = 500;
export const PROVIDER_NAME_CHARS_MAX = 100;
// What is shown of institution and account, and so has to be taken back.
export const LINKED_NAME_CHARS_MAX = 2 * PROVIDER_NAME_CHARS_MAX + 1;
export const PROVIDER_TRANSACTIONS_MAX = 20_000;
// It is kept twice in a row: as it was said, and in what a transaction shows.
export const PROVIDER_METADATA_CHARS_MAX = 16 * KIB;
export const PROVIDER_WAIT_MS_MAX = 30_000;
// In an alarm, where nobody waits: a long past is asked for in several requests.
export const PROVIDER_FETCH_MS_MAX = 120_000;
export const FETCH_PAUSE_MS = 60_000;
export const FETCH_TRIES_MAX = 4;
export const FETCH_RETRY_MS = 30_000;
// How far back a fetch without dates looks: for the first time, and again.
export const FETCH_DAYS_FIRST = 730;
export const FETCH_DAYS_AGAIN = 60;

// Recurring items. A change of an item is applied
// to so many months and rows of what is stored already.
export const RECURRING_ITEMS_MAX = 500;
export const RECURRING_RANGE_DAYS_MAX = 3_700;
// The dates that all items of one answer expect together: 5 MB of JSON where none was found.
export const RECURRING_DATES_MAX = 200_000;
export const RECURRING_APPLY_MONTHS_MAX = 24;
export const RECURRING_APPLY_ROWS_MAX = 20_000;
// Detection looks back so far, reads so many transactions a slice and in all, and runs at most so
// often.
export const DETECTION_MONTHS_MAX = 14;
export const DETECTION_SLICE_ROWS = 5_000;
export const DETECTION_SLICE_SERIES = 200;
export const DETECTION_ROWS_MAX = 100_000;
export const DETECTION_SUGGESTIONS_MAX = 50;
export const DETECTION_DELAY_MS = 5_000;
export const DETECTION_INTERVAL_MS = 60_000;

// Currency rates. Platform: 128 MB of memory an isolate; a request or alarm holds the object while
// it runs.
export const RATES_UPLOAD_BYTES_MAX = 2 * MIB;
// The bank's whole history is 8 MiB as XML, 2 MiB as CSV.
export const RATES_FILE_BYTES_MAX = 24 * MIB;
export const RATES_ZIP_RATIO_MAX = 100;
export const RATES_MAX = 500_000;
export const RATES_BATCH_MAX = 1_000;
export const RATES_PAGE_MAX = 10_000;
export const RATES_PAGE_DEFAULT = 1_000;
// The bank publishes once a day; a budget takes what is new once a day, and looks sooner while
// there is nothing at all.
export const RATES_FETCH_INTERVAL_MS = 4 * 60 * 60_000;
export const RATES_LOAD_INTERVAL_MS = 24 * 60 * 60_000;
export const RATES_LOAD_DELAY_MS = 2_000;
export const RATES_LOAD_RETRY_MS = 30 * 60_000;
// A longer gap than weekends and holidays leave is filled from the whole history.
export const RATES_GAP_DAYS_MAX = 6;
// to_base is recomputed in slices: one in the request that caused it, so that a small budget is
// right in its answer; the rest by the alarm, with others let in between. A row takes some 50
// microseconds.
export const RECOMPUTE_ROWS_AT_ONCE = 1_000;
export const RECOMPUTE_SLICE_ROWS = 2_000;
export const RECOMPUTE_PAUSE_MS = 20;

// People. Platform: PBKDF2 takes at most 100,000 rounds, and only there refuses more.
export const PASSWORD_ROUNDS = 100_000;
export const PASSWORD_CHARS_MIN = 12;
export const PASSWORD_CHARS_MAX = 200;
export const EMAIL_CHARS_MAX = 254;
export const PERSON_NAME_CHARS_MAX = 100;
// So many wrong passwords in a row lock a person out; each further one doubles the wait. Without
// another they are forgotten.
export const FAILURES_TO_LOCK = 5;
export const LOCKOUT_MS_MIN = 30_000;
export const LOCKOUT_MS_MAX = 60 * 60_000;
export const FAILURES_KEEP_MS = 24 * 60 * 60_000;
// A browser that a person has signed in with counts its wrong passwords by itself. Platform:
// browsers keep a cookie 400 days at most, and 4,096 bytes of it; a person takes about 150.
export const KNOWN_BROWSER_MS = 365 * 24 * 60 * 60_000;
export const KNOWN_BROWSERS_MAX = 20;
export const PEOPLE_A_BROWSER_MAX = 5;
// Deleting a budget: what was on its way when access ended may still arrive. Platform: R2 lists and
// deletes at most 1,000 a call.
export const ERASE_FILES_STEP = 1_000;
export const ERASE_PAUSE_MS = 60_000;
export const ERASE_LOOK_AGAIN_MS = 60 * 60_000;
export const ERASE_RETRY_MS = 30_000;
// Passkeys. WebAuthn has credential ids of at most 1,023 bytes; the answers' parts are far smaller
// than this.
export const PASSKEYS_A_PERSON_MAX = 20;
export const PASSKEY_CHALLENGE_MS = 5 * 60_000;
export const CREDENTIAL_ID_CHARS_MAX = 1_364;
export const PASSKEY_FIELD_CHARS_MAX = 16 * KIB;
// How long after signing in the password is not asked for once more.
export const FRESH_SIGN_IN_MS = 10 * 60_000;
export const LINK_LIFETIME_MS = 15 * 60_000;
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60_000;
export const SESSION_USED_INTERVAL_MS = 10 * 60_000;
// The newest so many are kept; asking for more forgets the oldest.
export const LINKS_MAX = 20;
export const SESSIONS_MAX = 50;
export const AGENT_CHARS_MAX = 300;
// Of a session that a developer token opened: nobody is asked again whether the token is still
// good.
export const TOKEN_SESSION_LIFETIME_MS = 24 * 60 * 60_000;
export const ACCOUNTS_A_PERSON_MAX = 50;
export const CONNECTIONS_A_PERSON_MAX = 50;
// How long connecting may take after it was recorded; a record of it that is older and was never
// made is forgotten.
export const CONNECTING_MS_MAX = 5 * 60_000;
export const CLIENTS_A_PERSON_MAX = 50;
export const MEMBERS_MAX = 50;
/** How long whoever is the first to sign up has for it, before another may be. */
export const FIRST_CLAIM_MS = 10 * 60_000;
// /healthz: how long its answer is kept, and how long it waits for a storage.
export const HEALTH_KEPT_MS = 5_000;
export const HEALTH_TIMEOUT_MS = 5_000;
// The people on one page of the administrator: each is asked for their storage and faults.
export const PEOPLE_PAGE_MAX = 25;
// The longest that the pass of the first person is valid.
export const FIRST_PASS_MS_MAX = 25 * 60 * 60_000;
export const INVITES_MAX = 20;
export const INVITE_LIFETIME_MS = 7 * 24 * 60 * 60_000;
// How long joining a budget may take; a record of it that is older and without access is forgotten.
export const JOINING_MS_MAX = 5 * 60_000;

// SimpleFIN. Servers are asked some 24 times a day and 90 days a request at most: a long past is
// asked for in windows.
export const SIMPLEFIN_TOKEN_CHARS_MAX = 4_000;
export const SIMPLEFIN_URL_CHARS_MAX = 2_000;
export const SIMPLEFIN_ANSWER_BYTES_MAX = 8 * MIB;
export const SIMPLEFIN_WINDOW_DAYS = 90;
export const SIMPLEFIN_WINDOWS_MAX = 9;
export const SIMPLEFIN_ACCOUNTS_MAX = 200;
export const SIMPLEFIN_TRANSACTIONS_MAX = 20_000;
// An error each for all accounts and their connections counts; a person is told the first ones.
export const SIMPLEFIN_MESSAGES_READ_MAX = 2 * SIMPLEFIN_ACCOUNTS_MAX;
export const SIMPLEFIN_MESSAGES_TOLD_MAX = 20;
export const SIMPLEFIN_MESSAGE_CHARS_MAX = 300;
export const SIMPLEFIN_TEXT_CHARS_MAX = 2_000;
// How far back a schedule's statement looks each time: one window.
export const SIMPLEFIN_SCHEDULE_DAYS_DEFAULT = 30;
export const SIMPLEFIN_SCHEDULE_DAYS_MAX = 88;
// Connections to banks in a budget: asked once a day by themselves; a claim without an answer is
// repeated so often.
export const BANKS_MAX = 20;
export const BANK_ASK_INTERVAL_MS = 24 * 60 * 60_000;
export const BANK_RETRY_MS = 10 * 60_000;
export const BANK_CLAIMS_MAX = 6;
export const BANK_CLAIM_RETRY_MS = 30_000;

// The overview: how many of the imports that wait it names (it counts all), how many cells of
// history its tables hold together (the plots of many accounts are shortened to it), and after how
// many days a balance is called old.
export const OVERVIEW_WAITING_IMPORTS_MAX = 10;
export const OVERVIEW_CELLS_MAX = 12_000;
export const OVERVIEW_MONTHS_MIN = 12;
export const BALANCE_OLD_DAYS = 35;

// The page of accounts: how long it waits for a server that was just asked before it shows what is
// known so far.
export const ACCOUNTS_WAIT_MS_MAX = 4_000;
export const ACCOUNTS_LOOK_AGAIN_MS = 150;

// The journal of changes. A change waits so long for its answer before its page is told that it goes on;
// one whose object was killed is looked at again after the lease. Single transactions are read one
// by one, more of them from the service's list.
export const CHANGES_MAX = 1_000;
export const CHANGES_KEEP_MS = 90 * 24 * 60 * 60_000;
export const CHANGED_TRANSACTIONS_MAX = 20_000;
export const CHANGE_TRANSACTIONS_MAX = 5_000;
export const CHANGE_KEY_CHARS_MAX = 100;
export const CHANGE_TEXT_CHARS_MAX = 10_000;
export const CHANGE_TAGS_MAX = 100;
export const CHANGE_SOURCE_CHARS_MAX = 100;
export const CHANGES_PAGE_MAX = 200;
export const CHANGE_WAIT_MS_MAX = 20_000;
export const CHANGE_LEASE_MS = 60_000;
export const CHANGE_ATTEMPTS_MAX = 100;
export const CHANGE_SINGLE_READS_MAX = 20;
export const CHANGE_LIST_PAGES_MAX = 10;
// How far the clocks of both services may differ.
export const CHANGE_CLOCK_SKEW_MS = 24 * 60 * 60_000;
// The page of categories and tags: how many pages of transactions it reads to count those of a year
// (more are not counted), and how many to say what a merge moves. A remote service answers a hundred
// requests a minute.
export const COUNTED_PAGES_MAX = 2;
export const MERGE_COUNT_PAGES_MAX = 10;
// The page of the budget: how many periods its plots show, how many past ones a mean is made of, how
// long a typed sum may be, and how many amounts one form may have.
export const BUDGET_PLOT_PERIODS = 13;
export const BUDGET_MEAN_PERIODS = 3;
export const BUDGET_TYPED_CHARS_MAX = 100;
export const BUDGET_AMOUNTS_MAX = 4_000;

// The journal of changes: how large a change of 5,000 transactions may be. For records besides
// transactions: how many one change may have, how many are written after they were read together,
// and how large one may be.
export const CHANGE_BODY_BYTES_MAX = 2 * MIB;
export const CHANGE_RECORDS_MAX = 200;
export const CHANGE_RECORDS_STEP = 20;
export const CHANGE_RECORD_FIELDS_MAX = 30;
export const CHANGE_RECORD_CHARS_MAX = 20_000;
// The names of a remote budget: how long a list is kept, and how large it may be.
export const KEPT_NAMES_MS = 60_000;
export const KEPT_NAMES_BYTES_MAX = 2 * MIB;
// Files that the journal keeps for an undo: how many bytes for one connection, how many it deletes in
// one step, how long one waits for the change that attaches it, and how often a copy is tried before
// a file is removed without one.
export const KEPT_FILES_BYTES_MAX = 200 * MIB;
export const KEPT_FILES_STEP = 100;
export const KEPT_FILES_UPLOAD_MS = 60 * 60_000;
export const KEPT_FILES_TRIES_MAX = 3;
// The saved views of the list of transactions.
export const VIEWS_MAX = 50;
export const VIEW_NAME_CHARS_MAX = 60;
export const VIEW_QUERY_CHARS_MAX = 2_000;
// The page of one transaction: how many of its changes it shows, how many others it offers to group,
// and how far in time the other side of a transfer is looked for by hand.
export const HISTORY_SHOWN_MAX = 10;
export const OFFERED_TRANSACTIONS_MAX = 50;
export const OFFERED_GROUP_DAYS = 7;
export const OFFERED_TRANSFER_DAYS = 14;

// One account: how many stated balances are listed, how many of its transactions are read to compare
// its balance with a statement, how many effects on it are looked for at once and at how many days
// its sums end (both days of each stated balance, and more), how many of several accounts are
// compared on their list, and how many rows of its page are shown.
export const STATED_BALANCES_MAX = 200;
export const RECONCILE_ROWS_MAX = 20_000;
export const EFFECTS_MAX = 3;
export const ENDS_MAX = 2 * STATED_BALANCES_MAX + 10;
export const ACCOUNTS_COMPARED_MAX = 30;
export const ACCOUNT_ROWS_SHOWN = 20;
export const ACCOUNT_IMPORTS_READ = 100;

// Files that are uploaded together: how many one form sends, how many one page shows, and how many
// rows of a preview a page shows.
export const UPLOAD_FILES_MAX = 100;
export const UPLOAD_IMPORTS_MAX = 200;
export const PREVIEWED_ROWS_MAX = 500;
// Rules: the payees that none is suggested for, the transactions that a dry run compares in one
// step, answers at most, and lists on the page of a rule, the values of rules that one statement
// compares (the platform takes 100), the corrections that suggestions are made from, and how many
// transactions of a payee a rule's text is made from.
export const UNSUGGESTED_MAX = 1_000;
export const DRY_RUN_STEP_ROWS = 1_000;
export const DRY_RUN_ROWS_MAX = 500;
export const DRY_RUN_ROWS_SHOWN = 300;
export const DRY_RUN_VALUES_MAX = 95;
export const CORRECTIONS_MAX = 2_000;
export const RULE_ALIKE_ROWS = 50;
// The review: how many transactions it groups at once, how many groups it shows, how many reviewed
// transactions proposals are made from, and how many groups may be skipped.
export const REVIEW_ROWS = 200;
export const REVIEW_CARDS = 30;
export const REVIEW_HISTORY_ROWS = 1_000;
export const REVIEW_SKIPPED_MAX = 50;
// The overview: over how many pages of waiting imports all transfers are accepted, and how many of
// the newest imports it names.
export const OVERVIEW_TRANSFER_PAGES_MAX = 10;
export const OVERVIEW_IMPORTS_SHOWN = 5;

// Backups. A page of a table is one call to its object, and one batch when it is written back.
export const TABLE_PAGE_ROWS_MAX = 500;
export const TABLE_PAGE_CHARS_MAX = 256 * KIB;
/** The text of rows that are written back by one request. */
export const RESTORED_CHARS = 128 * KIB;
/** Rows in one request to store them again; their text is bounded as every JSON body is. */
export const RESTORED_ROWS_MAX = 2_000;
// A spreadsheet of a backup: what the service lists on a page, and rows in all.
export const BACKUP_TRANSACTIONS_PAGE = 1_000;
export const BACKUP_LIST_ROWS_MAX = 5_000_000;
// Platform: a request of a client has at most 100 MB, or 500 MB by contract; a backup is sent in pieces
// beyond that. Its files are counted when it is opened: their names are held.
export const BACKUP_BYTES_MAX = 500 * 32 * MIB;
// One piece is held; there are so many of them at most. Platform: 1,000 keys a bucket's delete.
export const BACKUP_PIECE_BYTES_MAX = 32 * MIB;
export const BACKUP_PIECES_MAX = 500;
/** Bytes of a backup that are read at once. */
export const BACKUP_READ_BYTES = 64 * KIB;
export const BACKUP_FILES_MAX = 200_000;
export const BACKUP_WORDS_BYTES_MAX = 64 * MIB;
export const BACKUP_TABLE_BYTES_MAX = 4 * 1024 * MIB;
export const BACKUP_LINE_CHARS_MAX = 8 * MIB;
/** Rows pack well; more than so much is made to harm. */
export const BACKUP_RATIO_MAX = 200;
/** Requests to the budget that fail in a row before a restoring is given up. */
export const RESTORE_TRIES_MAX = 20;
/** How long one alarm restores before it sets the next one. */
export const RESTORE_WORK_MS_MAX = 20_000;
/** Restores that are remembered, so that one that is sent again is not carried out again. */
export const RESTORES_KEPT = 20;
/** Keys that one step deletes. */
export const BACKUP_CLEARED_STEP = 1_000;
/** Backups that are made by themselves: so many are kept, and so often one is tried. */
export const BACKUPS_KEPT_MAX = 5;
export const BACKUP_DAYS_MAX = 366;
export const BACKUP_MADE_TRIES_MAX = 3;
export const BACKUP_RETRY_MS = 60 * 60_000;
/**
 * A backup that is also sent to an address: for how long one attempt may take, after how long one of
 * which nothing was heard counts as failed, and how often one is tried.
 */
export const BACKUP_SEND_MS_MAX = 10 * 60_000;
export const BACKUP_SEND_LEASE_MS = 12 * 60_000;
export const BACKUP_SENT_TRIES_MAX = 3;
export const BACKUP_TOKEN_CHARS_MAX = 4 * KIB;
export const BACKUP_USER_CHARS_MAX = 200;
export const BACKUP_PASSWORD_CHARS_MAX = 1_024;
/** Documents that one step of a connection's deletion looks at. */
export const ERASE_DOCUMENTS_STEP = 50;
