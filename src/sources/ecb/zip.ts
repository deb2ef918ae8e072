// Unpacks a ZIP archive of exactly one file, as the bank publishes its history, within size limits.

import { RATES_FILE_BYTES_MAX, RATES_ZIP_RATIO_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { ArchiveFault, toRanges, unpackWhole, zipMembers } from "../../platform/zip.ts";

/** The only file of the archive, or half a sentence why it cannot be read. */
export async function unzip(bytes: Uint8Array): Promise<Result<Uint8Array, string>> {
  const file = toRanges(bytes);
  const members = await zipMembers(file, 1);
  if (!members.ok) return members;
  const [only] = members.value;
  if (only === undefined) return err("it holds 0 files instead of one");
  try {
    return ok(await unpackWhole(file, only, RATES_FILE_BYTES_MAX, RATES_ZIP_RATIO_MAX));
  } catch (fault) {
    if (fault instanceof ArchiveFault) return err(fault.message);
    throw fault;
  }
}
