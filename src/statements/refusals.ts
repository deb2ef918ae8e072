// Recognises by its first bytes what people upload instead of a statement, and says what to do. A
// text is recognised only by a beginning that no bank's CSV has.

import { detectWide, isWideText, markedWide } from "./encodings/wide-text.ts";
import type { Unreadable } from "./statement.ts";

interface KnownBytes {
  /** The offset of the bytes; 0 by default. */
  readonly at?: number;
  readonly bytes: string;
  readonly found: string;
}

const UNPACK = "unpack it and upload the files in it";
const PICTURE = "a picture cannot be read; download the statement as CSV, Excel or OFX instead";
const FILM = "not a statement";

/** Magic numbers of file types; a type that begins like another comes before it. */
// prettier-ignore
const MAGIC: readonly KnownBytes[] = [
  { bytes: "%!PS", found: "a PostScript document; download the statement as CSV, Excel or OFX instead" },
  { bytes: "PK\x05\x06", found: "an empty ZIP archive" },
  { bytes: "\x1f\x8b", found: `a gzip archive; ${UNPACK}` },
  { bytes: "BZh", found: `a bzip2 archive; ${UNPACK}` },
  { bytes: "\x28\xb5\x2f\xfd", found: `a Zstandard archive; ${UNPACK}` },
  { bytes: "\xfd7zXZ", found: `an xz archive; ${UNPACK}` },
  { bytes: "7z\xbc\xaf\x27\x1c", found: `a 7-Zip archive; ${UNPACK}` },
  { bytes: "Rar!", found: `a RAR archive; ${UNPACK}` },
  { at: 257, bytes: "ustar", found: `a tar archive; ${UNPACK}` },
  { bytes: "MSCF", found: `a cabinet archive; ${UNPACK}` },
  { bytes: "\x89PNG", found: `a PNG image; ${PICTURE}` },
  { bytes: "\xff\xd8\xff", found: `a JPEG image; ${PICTURE}` },
  { bytes: "GIF8", found: `a GIF image; ${PICTURE}` },
  { at: 4, bytes: "ftypheic", found: `a HEIC image; ${PICTURE}` },
  { at: 4, bytes: "ftypheix", found: `a HEIC image; ${PICTURE}` },
  { at: 4, bytes: "ftypmif1", found: `a HEIF image; ${PICTURE}` },
  { at: 4, bytes: "ftypavif", found: `an AVIF image; ${PICTURE}` },
  { at: 4, bytes: "ftyp", found: `a film or a recording, ${FILM}` },
  { at: 8, bytes: "WEBP", found: `a WebP image; ${PICTURE}` },
  { bytes: "II*\0", found: `a TIFF image; ${PICTURE}` },
  { bytes: "MM\0*", found: `a TIFF image; ${PICTURE}` },
  { bytes: "ID3", found: `a recording, ${FILM}` },
  { bytes: "SQLite f", found: "an SQLite database, in which some budgeting programs keep their data; export CSV, QIF or OFX from the program" },
  { at: 4, bytes: "Standard Jet DB", found: "an Access database; export the table as CSV or Excel" },
  { at: 4, bytes: "Standard ACE DB", found: "an Access database; export the table as CSV or Excel" },
  { at: 4, bytes: "MSISAM Database", found: "a Microsoft Money file; export each account as QIF from Money" },
  { bytes: "PAR1", found: "a Parquet file; save the table as CSV" },
  { bytes: "bplist00", found: "a web archive or property list; download the statement as CSV, Excel or OFX instead" },
  { bytes: "{\\rtf", found: "an RTF document; download the statement as CSV, Excel or OFX instead" },
  { bytes: "MZ\x90", found: `a program, ${FILM}` },
  { bytes: "\x7fELF", found: `a program, ${FILM}` },
  { bytes: "0\x82", found: "a signed or encrypted container (P7M); take the statement out of it first" },
];

/** Refuses a web page without a table of transactions; web pages are opened as workbooks. */
export const WEB_PAGE =
  "a web page, often the bank's sign-in page saved in place of the statement; download the statement again";
const OTHER_PROGRAM = "export QIF, CSV or OFX from the program";

/** Beginnings of texts that are not statements, trimmed and in lower case. */
// prettier-ignore
const TEXTS: readonly { readonly sign: RegExp; readonly found: string }[] = [
  { sign: /^(?:<\?xml[^>]{0,200}\?>\s*)?<gnc-v2/, found: `a GnuCash file; ${OTHER_PROGRAM}` },
  { sign: /^(?:<\?xml[^>]{0,200}\?>\s*)?<homebank/, found: `a HomeBank file; ${OTHER_PROGRAM}` },
  { sign: /^(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!doctype kmymoney-file>\s*)?<kmymoney-file/, found: `a KMyMoney file; ${OTHER_PROGRAM}` },
  { sign: /^(?:<\?xml[^>]{0,200}\?>\s*)?<office:document/, found: "a flat OpenDocument file; save it as ODS, XLSX or CSV" },
  { sign: /^(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!doctype svg[^>]{0,200}>\s*)?<svg/, found: `an SVG image; ${PICTURE}` },
  { sign: /^-----begin pgp message/, found: "an encrypted message (PGP); decrypt it first" },
  { sign: /^-----begin pkcs7/, found: "a signed or encrypted container (PKCS 7); take the statement out of it first" },
  { sign: /^begin:vcard/, found: "an address book (vCard), not a statement" },
  { sign: /^begin:vcalendar/, found: "a calendar, not a statement" },
  { sign: /^(?:mime-version: 1\.0|from: [^\n]{1,200}\r?\n(?:[\w-]{2,40}: [^\n]{0,400}\r?\n){0,20}content-type: multipart\/related)/, found: "a web page saved in one file (MHTML) or an e-mail; download the statement as CSV, Excel or OFX, or upload the mail's attachment" },
  { sign: /^(?:return-path|received|delivered-to): /, found: "an e-mail message; save its attachment and upload that" },
  { sign: /^[{[]\s*(?:[{["\]}]|$)/, found: "a JSON document; the same service offers CSV, Excel or OFX, which are read" },
];

/** JSON documents of known services, by a field name that only they use. */
// prettier-ignore
const JSON_OF: readonly { readonly sign: RegExp; readonly found: string }[] = [
  { sign: /"plaid_account_id"|"plaid_metadata"/, found: "transactions as JSON from a budgeting service's interface; export CSV from that service" },
  { sign: /"transactionamount"\s{0,4}:/, found: "the answer of a bank's interface (PSD2) as JSON; download CSV, CAMT or OFX from the bank" },
  { sign: /"deviceguid"|"budgetmetadata"|"entityversion"/, found: "a YNAB 4 data file; export the register as CSV from YNAB" },
  { sign: /"ynab|"payee_name"|"import_payee_name"/, found: "transactions as JSON from YNAB; export the plan as CSV there" },
  { sign: /"transaction_info"|"paypal_account_id"/, found: "transactions as JSON from PayPal; download the activity report as CSV there" },
  { sign: /"object"\s{0,4}:\s{0,4}"(?:list|balance_transaction|charge)"/, found: "objects of Stripe as JSON; export the balance report as CSV there" },
];

/** The refusal of a document by its first bytes; null when it may be a statement. */
export function refuseByContent(head: Uint8Array): Unreadable | null {
  if (head.length === 0)
    return { reason: "empty", message: "The file is empty; a statement was expected." };
  const magic = MAGIC.find(({ bytes, at = 0 }) => beginsWith(head, bytes, at));
  if (magic !== undefined) return refuse(magic.found);
  const text = new TextDecoder("latin1")
    .decode(head)
    .replaceAll("\0", "")
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "")
    .trimStart()
    .toLowerCase();
  if (isEbcdic(head))
    return refuse(
      "text in EBCDIC, the alphabet of mainframes; ask the bank for it in ASCII or UTF-8",
    );
  const known = TEXTS.find(({ sign }) => sign.test(text));
  if (known !== undefined)
    return refuse(
      (/^[{[]/.test(text) ? JSON_OF.find(({ sign }) => sign.test(text))?.found : undefined) ??
        known.found,
    );
  return isBinary(head)
    ? {
        reason: "not a statement",
        message: "The file holds binary data, not text; a bank statement was expected.",
      }
    : null;
}

function refuse(found: string): Unreadable {
  return { reason: "not a statement", message: `The file is ${found}.` };
}

function beginsWith(head: Uint8Array, bytes: string, at: number): boolean {
  for (let index = 0; index < bytes.length; index += 1)
    if (head[at + index] !== bytes.charCodeAt(index)) return false;
  return true;
}

const EBCDIC_SHARE_MIN = 0.9;

/**
 * Whether the bytes are digits, capitals and blanks of EBCDIC, beginning with a digit: records of
 * a mainframe. Text of any other encoding has line ends, or bytes outside of these.
 */
function isEbcdic(head: Uint8Array): boolean {
  if (head.length < 80 || (head[0] ?? 0) < 0xf0 || (head[0] ?? 0) > 0xf9) return false;
  let fits = 0;
  let blanks = 0;
  for (const byte of head) {
    if (byte === 0x40) blanks += 1;
    if (byte === 0x40 || (byte >= 0xf0 && byte <= 0xf9) || (byte >= 0xc1 && byte <= 0xe9))
      fits += 1;
  }
  return blanks > 0 && fits >= EBCDIC_SHARE_MIN * head.length;
}

/** Whether there are many control characters. NULs do not count: the text may be UTF-32. */
function isBinary(head: Uint8Array): boolean {
  const wide = markedWide(head) ?? detectWide(head);
  if (wide !== null) return !isWideText(head, wide);
  let controls = 0;
  for (const byte of head) {
    if (byte < 9 && byte > 0) controls += 1;
    else if (byte > 13 && byte < 32 && byte !== 26 && byte !== 27) controls += 1;
  }
  return controls > head.length / 20 && controls > 4;
}
