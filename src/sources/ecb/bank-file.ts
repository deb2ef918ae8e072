// Reads a file of the European Central Bank's reference rates in any published form: XML or CSV, of
// one day, of 90 days or of the whole history, plain or in a ZIP archive. The content decides the
// form.

import { RATES_FILE_BYTES_MAX } from "../../platform/limits.ts";
import { err, type Result } from "../../platform/result.ts";
import { isZip } from "../../platform/zip.ts";
import { parseBankCsv } from "./bank-csv.ts";
import { parseBankXml } from "./bank-xml.ts";
import type { RateFile } from "./rate.ts";
import { unzip } from "./zip.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** The file's rates, or a sentence why it is refused. */
export async function readBankFile(bytes: Uint8Array): Promise<Result<RateFile, string>> {
  if (!isZip(bytes)) return parse(bytes);
  const file = await unzip(bytes);
  return file.ok ? parse(file.value) : err(`The ZIP archive cannot be read: ${file.error}.`);
}

function parse(bytes: Uint8Array): Result<RateFile, string> {
  if (bytes.length > RATES_FILE_BYTES_MAX)
    return err(`The file has more than ${RATES_FILE_BYTES_MAX} bytes.`);
  const text = decode(bytes);
  if (text === null) return err("The file is not UTF-8 text.");
  const isXml = text.trimStart().startsWith("<");
  const file = isXml ? parseBankXml(text) : parseBankCsv(text);
  if (file.ok) return file;
  const form = isXml ? "XML" : "CSV";
  return err(`The file does not hold the bank's reference rates as ${form}: ${file.error}.`);
}

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
