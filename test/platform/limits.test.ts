// Our own constants, checked against the platform's limits, which local simulators do not enforce.

import { expect, test } from "vitest";
import * as limits from "../../src/platform/limits.ts";

test("an upload fits the platform's request body of 100 MB", () => {
  expect(limits.UPLOAD_BYTES_MAX).toBeLessThanOrEqual(100_000_000);
});

test("an OAuth code lasts at most RFC 6749's ten minutes, and a removal reaches all budgets in one request", () => {
  expect(limits.CODE_LIFETIME_MS).toBeLessThanOrEqual(10 * 60_000);
  expect(limits.REFRESH_GRACE_MS).toBeLessThan(limits.ACCESS_TOKEN_LIFETIME_MS);
  expect(limits.REFRESH_TOKEN_IDLE_MS).toBeLessThan(limits.GRANT_LIFETIME_MS);
  expect(limits.CLIENT_BUDGETS_STEP).toBeLessThan(1_000);
});

test("an upload's parts fit R2's limits, and few are held in the 128 MB at once", () => {
  expect(limits.UPLOAD_PART_BYTES).toBeGreaterThanOrEqual(5 * 1024 * 1024);
  expect(limits.HELD_BYTES_MAX + limits.UPLOAD_PART_BYTES).toBeLessThanOrEqual(48 * 1024 * 1024);
  expect(limits.UPLOAD_BYTES_MAX / limits.UPLOAD_PART_BYTES).toBeLessThan(10_000);
});

test("a row with its cells fits SQLite's 2 MB, a parameter too, and a page of rows a call's 32 MiB", () => {
  expect(limits.ROW_CELLS_CHARS_MAX * 4).toBeLessThan(2_000_000);
  expect(limits.CSV_COLUMNS_MAX * limits.CUT_CELL_CHARS * 4).toBeLessThan(2_000_000);
  expect(limits.PARAMETER_CHARS_MAX * 3).toBeLessThan(2_000_000);
  expect(limits.FEED_CHARS_MAX * 3).toBeLessThan(2_000_000);
  expect(limits.PROVIDER_METADATA_CHARS_MAX * 2 * 3).toBeLessThan(2_000_000);
  expect(limits.ROWS_PAGE_CHARS_MAX * 4 + limits.ROW_CELLS_CHARS_MAX * 4).toBeLessThan(
    32 * 1024 * 1024,
  );
});

test("the part of a summary that is summed at once fits a parameter", () => {
  const largest = `[${2 ** 31},"2199-12-31","2199-12-31",1],`;
  expect(limits.SUMMARY_PIECES_A_STATEMENT * largest.length).toBeLessThan(
    limits.PARAMETER_CHARS_MAX,
  );
});

test("a request of the largest items in ASCII fits the service's body limit", () => {
  const item =
    limits.PAYEE_CHARS_MAX +
    limits.NOTES_CHARS_MAX +
    limits.EXTERNAL_ID_CHARS_MAX +
    limits.DESCRIPTION_CHARS_MAX +
    limits.METADATA_CHARS_MAX;
  expect(limits.BATCH_ROWS_MAX * (item + 400)).toBeLessThan(limits.JSON_BODY_BYTES_MAX);
  // What an import sends is bounded more narrowly, whatever its letters.
  const sent =
    4 * (limits.ITEM_PAYEE_CHARS_MAX + limits.ITEM_NOTES_CHARS_MAX + limits.EXTERNAL_ID_CHARS_MAX) +
    limits.DESCRIPTION_CHARS_MAX;
  expect(limits.BATCH_ROWS_MAX * (sent + 1_000)).toBeLessThan(4 * 1024 * 1024);
});

test("on the Free plan one alarm stays within an object's 30 s and an invocation's 1,000 and 50 requests", () => {
  expect(limits.FREE_ALARM_WORK_MS_MAX).toBeLessThan(30_000);
  expect(limits.FREE_ALARM_STEPS_MAX * 10).toBeLessThan(1_000);
  expect(limits.FREE_ALARM_REMOTE_STEPS_MAX * 10).toBeLessThan(50);
});

test("one alarm stays within its 15 minutes, its last step included, and its requests within 10,000", () => {
  expect(limits.ALARM_WORK_MS_MAX + 10 * limits.REQUEST_TIMEOUT_MS).toBeLessThan(15 * 60_000);
  expect(limits.ALARM_STEPS_MAX * 10).toBeLessThan(10_000);
  expect(1 + 2 * limits.UNDO_FREED_A_STEP).toBeLessThan(10);
  expect(limits.RETRY_DELAY_MS_MIN).toBeLessThan(limits.RETRY_DELAY_MS_MAX);
});

test("the window searched for a batch is larger than a batch", () => {
  expect(limits.PLAN_WINDOW_ROWS).toBeGreaterThan(limits.BATCH_ROWS_MAX);
});

test("the numbers of the service equal the document's", () => {
  const {
    BATCH_ROWS_MAX,
    PAGE_ROWS_MAX,
    EXTERNAL_ID_CHARS_MAX,
    PAYEE_CHARS_MAX,
    NOTES_CHARS_MAX,
    RATE_LIMIT_REQUESTS,
    RATE_LIMIT_WINDOW_MS,
  } = limits;
  const documented = [
    BATCH_ROWS_MAX,
    PAGE_ROWS_MAX,
    EXTERNAL_ID_CHARS_MAX,
    PAYEE_CHARS_MAX,
    NOTES_CHARS_MAX,
    RATE_LIMIT_REQUESTS,
    RATE_LIMIT_WINDOW_MS,
  ];
  expect(documented).toEqual([500, 2_000, 75, 1_000, 10_000, 100, 60_000]);
});

test("an attachment is below the documented 10 MB, and its form fits the 128 MB three times", () => {
  expect(limits.ATTACHMENT_BYTES_MAX).toBe(10_000_000);
  expect(3 * limits.ATTACHMENT_FORM_BYTES_MAX).toBeLessThan(48 * 1024 * 1024);
});

test("the job that deletes files sends R2 no more keys than it accepts at once", () => {
  expect(limits.FORGOTTEN_FILES_STEP).toBeLessThanOrEqual(1_000);
});

test("passwords are hashed with the platform's maximum of rounds, which only the platform enforces", () => {
  expect(limits.PASSWORD_ROUNDS).toBe(100_000);
});

test("a wrong password is remembered longer than it can lock a person out", () => {
  expect(limits.LOCKOUT_MS_MAX).toBeLessThan(limits.FAILURES_KEEP_MS);
  expect(limits.LOCKOUT_MS_MIN).toBeLessThan(limits.LOCKOUT_MS_MAX);
});

test("a portal page that reads all budgets and clients of a person stays far below 10,000 calls", () => {
  expect(2 * limits.ACCOUNTS_A_PERSON_MAX + limits.CLIENTS_A_PERSON_MAX).toBeLessThan(1_000);
});

test("a webhook-id is remembered longer than any sender retries, and a call's rows fill one or two batches", () => {
  expect(limits.HOOK_CALL_KEEP_MS).toBeGreaterThan(7 * 24 * 60 * 60_000);
  expect(limits.HOOK_ITEMS_MAX).toBeLessThanOrEqual(2 * limits.BATCH_ROWS_MAX);
  expect(limits.HOOK_BODY_BYTES_MAX * 4).toBeLessThan(32 * 1024 * 1024);
});

test("endpoints are given up later than a delivery, and as many are notified at once as sources may be read", () => {
  expect(limits.ENDPOINT_FAILING_MS_MAX).toBeGreaterThan(
    limits.NOTICE_DELAYS_MS.reduce((all, delay) => all + delay, 0),
  );
  expect(limits.NOTICES_AT_ONCE_MAX).toBeLessThanOrEqual(limits.SOURCE_REQUESTS_AT_ONCE_MAX);
  expect(limits.NOTICE_KEEP_MS).toBeGreaterThan(limits.ENDPOINT_FAILING_MS_MAX);
});
