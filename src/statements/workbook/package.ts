// A package of parts in a ZIP archive, as XLSX and ODS are: parts by name, unpacked in pieces and
// within bounds. Faults of the archive are thrown as Unusable with the part's name.

import {
  WORKBOOK_BYTES_MAX,
  WORKBOOK_PARTS_MAX,
  WORKBOOK_RATIO_MAX,
} from "../../platform/limits.ts";
import { ArchiveFault, toRanges, unpack, zipMembers, type ZipMember } from "../../platform/zip.ts";
import { Unusable } from "./workbook.ts";
import { XmlScanner, type XmlEvents } from "./xml.ts";

export interface Package {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The part's text in pieces. */
  text(name: string, bytesMax: number): AsyncGenerator<string>;
}

/** Opens the package; throws when its archive cannot be read. */
export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const file = toRanges(bytes);
  const found = await zipMembers(file, WORKBOOK_PARTS_MAX);
  if (!found.ok)
    throw new Unusable(
      `The file is a ZIP archive that cannot be read: ${found.error}. Download it again.`,
    );
  const unpacked = found.value.reduce((all, { size }) => all + size, 0);
  if (unpacked > WORKBOOK_BYTES_MAX)
    throw new Unusable(
      `The workbook unpacks to ${unpacked} bytes; at most ${WORKBOOK_BYTES_MAX} are read. Export fewer months at once, or CSV.`,
      "too large",
    );
  const members = new Map<string, ZipMember>();
  for (const member of found.value) {
    const key = partKey(member.name);
    if (members.has(key))
      throw new Unusable(
        `The file holds two parts with the name "${shorten(member.name)}": it is damaged or forged.`,
      );
    members.set(key, member);
  }
  return {
    names: found.value.map((member) => member.name),
    has: (name) => members.has(partKey(name)),
    async *text(name, bytesMax) {
      const member = members.get(partKey(name));
      if (member === undefined)
        throw new Unusable(`The workbook is damaged: its part "${shorten(name)}" is missing.`);
      if (member.encrypted) throw new Unusable(PROTECTED, "not a statement");
      try {
        yield* decode(unpack(file, member, bytesMax, WORKBOOK_RATIO_MAX), name);
      } catch (fault) {
        if (!(fault instanceof ArchiveFault)) throw fault;
        throw new Unusable(
          `The workbook cannot be read: ${fault.message} ("${shorten(name)}"). Download it again, or save it as CSV.`,
          "malformed",
        );
      }
    },
  };
}

export const PROTECTED =
  "The file is protected by a password. Open it in a spreadsheet program, remove the password (or save it as CSV), and upload that.";

/** Scans a whole part and sends its events to `events`. */
export async function scanPart(
  from: Package,
  name: string,
  bytesMax: number,
  events: XmlEvents,
): Promise<void> {
  const scanner = new XmlScanner(events, `The workbook's part "${shorten(name)}"`);
  for await (const text of from.text(name, bytesMax)) scanner.push(text);
  scanner.end();
}

/** A part's name, shortened for messages. */
export function shorten(name: string): string {
  return name.slice(0, 80);
}

/** Names of parts are compared without case (ECMA-376 part 2, 6.2.2.3). */
function partKey(name: string): string {
  return name.replace(/^\/+/, "").toLowerCase();
}

async function* decode(pieces: AsyncGenerator<Uint8Array>, name: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  try {
    for await (const piece of pieces) {
      decoder ??= new TextDecoder(detectEncoding(piece), { fatal: true, ignoreBOM: false });
      yield decoder.decode(piece, { stream: true });
    }
    if (decoder !== null) yield decoder.decode();
  } catch (fault) {
    if (fault instanceof TypeError)
      throw new Unusable(
        `The workbook's part "${shorten(name)}" is damaged: it is not valid text.`,
      );
    throw fault;
  }
}

function detectEncoding(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : "utf-8";
}
