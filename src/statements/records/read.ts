// Reads a file of records whole: decodes it, parses it by its format and builds the document. What
// a parser finds damaged refuses the file, with the line and what was expected there.

import { err, type Result } from "../../platform/result.ts";
import { decodeTagged, tooManyLines } from "../charset.ts";
import type { Format } from "../format.ts";
import type { Unreadable } from "../statement.ts";
import { wholeFormat, type WholePlan, type WholeStatement } from "../whole-document.ts";
import { Damaged, refuseDamage } from "./fields.ts";
import { buildStatement, type RecordFile } from "./sections.ts";

/** A format of records: how it is called, recognised and parsed. */
export interface RecordFormat {
  readonly format: string;
  readonly called: string;
  readonly date_format: string;
  /** What the first bytes with content look like. */
  readonly begins: RegExp;
  /** Parses the text; throws Damaged. */
  readonly parse: (text: string) => Pick<RecordFile, "sections" | "faults" | "why">;
}

/** Makes a format of a parser of records. */
export function recordFormat(format: RecordFormat): Format<WholePlan> {
  return wholeFormat(
    (head) => format.begins.test(firstText(head)),
    (bytes) => readRecords(bytes, format),
  );
}

function firstText(head: Uint8Array): string {
  return new TextDecoder("latin1")
    .decode(head)
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .replaceAll("\0", "")
    .trimStart();
}

async function readRecords(
  bytes: Uint8Array,
  { format, called, date_format, parse }: RecordFormat,
): Promise<Result<WholeStatement, Unreadable>> {
  const decoded = await decodeTagged(bytes);
  const large = tooManyLines(decoded.text);
  if (large !== null) return err(large);
  try {
    const { sections, faults, why } = parse(decoded.text);
    return buildStatement({
      format,
      called,
      encoding: decoded.encoding,
      date_format,
      sections,
      faults,
      why: [decoded.why, ...why],
    });
  } catch (fault) {
    if (fault instanceof Damaged) return err(refuseDamage(called, fault.message));
    throw fault;
  }
}
