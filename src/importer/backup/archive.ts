// Opens a backup and says what is wrong with it, before anything is written. Its contents.json lists
// the length and hash of every file, so an edited file is refused here. A forged list passes here;
// the tables then refuse bad rows one by one.

import { hex } from "../../platform/digest.ts";
import { parseJson } from "../../platform/json.ts";
import {
  BACKUP_FILES_MAX,
  BACKUP_READ_BYTES,
  BACKUP_RATIO_MAX,
  BACKUP_TABLE_BYTES_MAX,
  BACKUP_WORDS_BYTES_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { OneBuffer } from "../../platform/streams.ts";
import {
  ArchiveFault,
  unpack,
  unpackWhole,
  zipMembers,
  type ByteRanges,
  type ZipMember,
} from "../../platform/zip.ts";
import {
  CONTENTS,
  contentsSchema,
  FORMAT,
  MANIFEST,
  manifestSchema,
  readName,
  README,
  VERSION,
  type Contents,
  type Manifest,
} from "./layout.ts";

/** A backup whose directory and words could be read. */
export interface Backup {
  readonly file: ByteRanges;
  readonly manifest: Manifest;
  readonly contents: Contents;
  readonly members: ReadonlyMap<string, ZipMember>;
  /** Its files are read into it, one after the other. */
  readonly buffer: OneBuffer;
}

/** Opens a backup; refuses with a sentence for the person. */
export async function openBackup(file: ByteRanges): Promise<Result<Backup, string>> {
  const listed = await zipMembers(file, BACKUP_FILES_MAX);
  if (!listed.ok) return err(`The file is not a whole backup: ${listed.error}.`);
  const members = new Map(listed.value.map((member) => [member.name, member]));
  if (members.size !== listed.value.length)
    return err("The file is not a backup: two of its files have one name.");
  const told = await readWords(file, members.get(MANIFEST));
  const manifest = checkManifest(told);
  if (!manifest.ok) return manifest;
  const contents = contentsSchema.safeParse(await readWords(file, members.get(CONTENTS)));
  if (!contents.success)
    return err(`The backup has no readable ${CONTENTS}: it was cut or edited.`);
  const odd = findOdd(members, contents.data);
  return odd === null
    ? ok({
        file,
        manifest: manifest.value,
        contents: contents.data,
        members,
        buffer: new OneBuffer(BACKUP_READ_BYTES),
      })
    : err(odd);
}

function checkManifest(told: unknown): Result<Manifest, string> {
  if (typeof told !== "object" || told === null || !("format" in told) || told.format !== FORMAT)
    return err(
      "The file is not a backup of Tributary: it has no manifest.json that says so. A statement is imported on the Import page.",
    );
  if ("version" in told && typeof told.version === "number" && told.version > VERSION)
    return err(
      `The backup has format ${told.version}, of a newer Tributary; this one reads up to format ${VERSION}. Restore it in a newer one.`,
    );
  const read = manifestSchema.safeParse(told);
  return read.success
    ? ok(read.data)
    : err("The backup's manifest.json cannot be read: it was edited, or is of another program.");
}

/** What is there and not listed, or listed and not there, or unknown to this version. */
function findOdd(members: ReadonlyMap<string, ZipMember>, { files }: Contents): string | null {
  for (const [name, member] of members) {
    if (readName(name) === null)
      return `The backup holds a part that this version does not know: ${name.slice(0, 100)}. Restore it in a newer Tributary.`;
    if (name !== CONTENTS && files[name]?.bytes !== member.size)
      return `The backup was changed after it was made: ${name} is not as contents.json lists it.`;
  }
  const gone = Object.keys(files).find((name) => !members.has(name));
  return gone === undefined
    ? null
    : `The backup was changed after it was made: ${gone.slice(0, 100)} is missing.`;
}

async function readWords(file: ByteRanges, member: ZipMember | undefined): Promise<unknown> {
  if (member === undefined) return null;
  try {
    const bytes = await unpackWhole(file, member, BACKUP_WORDS_BYTES_MAX, BACKUP_RATIO_MAX);
    return parseJson(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof ArchiveFault) return null;
    throw error;
  }
}

/**
 * The bytes of one file, each piece good until another one of the backup is asked for; throws
 * ArchiveFault if they are damaged.
 */
export function openMember(
  { file, buffer }: Backup,
  member: ZipMember,
): AsyncGenerator<Uint8Array> {
  return unpack(file, member, BACKUP_TABLE_BYTES_MAX, BACKUP_RATIO_MAX, buffer);
}

/** Reads a file to its end; a sentence if it is not as it was written. */
export async function checkMember(backup: Backup, member: ZipMember): Promise<string | null> {
  const changed = `The backup was changed or damaged after it was made: ${member.name} is not as it was written.`;
  const digest = new crypto.DigestStream("SHA-256");
  const hasher = digest.getWriter();
  try {
    for await (const piece of openMember(backup, member)) await hasher.write(piece);
    await hasher.close();
  } catch (error) {
    digest.digest.catch(() => undefined);
    await hasher.abort(error).catch(() => undefined);
    if (error instanceof ArchiveFault) return changed;
    throw error;
  }
  const sha256 = hex(new Uint8Array(await digest.digest));
  const isFree = member.name === CONTENTS || member.name === README;
  return isFree || backup.contents.files[member.name]?.sha256 === sha256 ? null : changed;
}
